/** A grid of coloured cells with text in them, and below it the scale of the colours: what heat maps and matrices of pairs are drawn with. */
import type { VegaLiteSpec } from '../page.ts';
import { colour, heatColour, heatInk, heatStep, heatSteps } from '../palette.ts';
import { labels, letters, shown } from './chart.ts';
import { shortened, textWidth } from './textWidth.ts';

export interface GridCell {
  /** What its colour says; NaN for a cell that is empty. */
  readonly value: number;
  readonly text: string;
  /** In small letters below. */
  readonly under?: string;
  /** What it says under the pointer. */
  readonly words: string;
}

export interface GridOptions {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly rowTitle?: string;
  readonly columnTitle?: string;
  /** By row, then by column; undefined for one that has no meaning. */
  readonly cells: readonly (readonly (GridCell | undefined)[])[];
  /** Values at the ends of the scale; its middle is neutral. */
  readonly from: number;
  readonly to: number;
  readonly scaleTitle: string;
}

export function gridSpec(options: GridOptions): VegaLiteSpec {
  const { rows, columns, rowTitle = null, columnTitle = null, cells, from, to } = options;
  const values = cells.flatMap((line, row) =>
    line.map((cell, column) => {
      if (cell === undefined) return { row, column, fill: colour('raised'), words: '' };
      if (!Number.isFinite(cell.value)) {
        return { row, column, fill: colour('raised'), ink: colour('muted'), text: '–', words: cell.words };
      }
      const step = heatStep(cell.value, from, to);
      const { text, under, words } = cell;
      return {
        row,
        column,
        fill: heatColour(step),
        ink: heatInk(step),
        text,
        words,
        ...(under === undefined ? {} : { under }),
      };
    }),
  );
  const double = values.some((value) => 'under' in value);
  const widest = Math.max(
    30,
    ...cells
      .flat()
      .flatMap((cell) =>
        cell === undefined ? [] : [textWidth(cell.text, letters.label), textWidth(cell.under ?? '', letters.small - 1)],
      ),
  );
  const cellWidth = Math.ceil(widest) + 12;
  const slanted = columns.some((name) => textWidth(shortened(name), letters.label) > cellWidth - 4);
  const ordinal = { type: 'ordinal', scale: { paddingInner: 0.04, paddingOuter: 0 } };
  const axis = { labelOverlap: false, domain: false, ticks: false };
  const text = { type: 'text', baseline: 'middle', color: { expr: 'datum.ink' } };
  const grid = {
    width: { step: cellWidth },
    height: { step: double ? 38 : 26 },
    data: { values },
    encoding: {
      x: {
        field: 'column',
        ...ordinal,
        scale: { ...ordinal.scale, domain: columns.map((_, i) => i) },
        title: columnTitle,
        axis: {
          ...axis,
          orient: 'top',
          titleAnchor: 'start',
          labelExpr: 'columns[datum.value]',
          labelAngle: slanted ? -45 : 0,
          ...(slanted ? { labelAlign: 'left', labelBaseline: 'middle', labelOffset: 0 } : {}),
        },
      },
      y: {
        field: 'row',
        ...ordinal,
        scale: { ...ordinal.scale, domain: rows.map((_, i) => i) },
        title: rowTitle,
        axis: { ...axis, labelExpr: 'rows[datum.value]' },
      },
    },
    layer: [
      {
        mark: { type: 'rect', aria: true },
        encoding: {
          color: { field: 'fill', type: 'nominal', scale: null },
          description: { field: 'words', type: 'nominal' },
        },
      },
      {
        transform: [{ filter: 'isValid(datum.text)' }],
        mark: { ...text, fontSize: letters.label, ...(double ? { dy: -7 } : {}) },
        encoding: { text: { field: 'text', type: 'nominal' } },
      },
      ...(double
        ? [
            {
              transform: [{ filter: 'isValid(datum.under)' }],
              mark: { ...text, fontSize: letters.small - 1, dy: 9 },
              encoding: { text: { field: 'under', type: 'nominal' } },
            },
          ]
        : []),
    ],
  };
  return {
    params: [labels('rows', rows), labels('columns', columns), { name: 'ends', value: endsOf(options) }],
    spacing: 18,
    bounds: 'flush',
    vconcat: [grid, scaleStrip(options)],
  };
}

const endsOf = ({ from, to }: GridOptions): string[] =>
  [from, (from + to) / 2, to].map((value) => shown(value, 3).replace(/\.?0+$/, ''));

/** The steps of the scale side by side, with its ends and middle. */
function scaleStrip({ scaleTitle }: GridOptions): object {
  const steps = Array.from({ length: heatSteps }, (_, step) => ({ step, fill: heatColour(step) }));
  const last = heatSteps - 1;
  return {
    width: { step: 10 },
    height: 10,
    data: { values: steps },
    mark: { type: 'rect' },
    encoding: {
      x: {
        field: 'step',
        type: 'ordinal',
        scale: { domain: steps.map(({ step }) => step), paddingInner: 0, paddingOuter: 0 },
        title: scaleTitle,
        axis: {
          values: [0, last / 2, last],
          labelExpr: `ends[datum.value * 2 / ${last}]`,
          labelAngle: 0,
          labelOverlap: false,
          domain: false,
          titleAnchor: 'start',
          titleFontWeight: 400,
          titlePadding: 4,
          labelFontSize: letters.small,
          titleFontSize: letters.small,
        },
      },
      color: { field: 'fill', type: 'nominal', scale: null },
    },
  };
}
