/** Dots with error bars, one row for each system, say, in the order given: shares with their intervals, ranges of ranks. */
import { counted } from '../../../core/index.ts';
import { left, right } from '../../wording.ts';
import type { ChartFigure } from '../page.ts';
import { colour, seriesColour } from '../palette.ts';
import {
  type Axis,
  type ChartText,
  type Interval,
  cell,
  chartFigure,
  domainOf,
  isDrawn,
  leftOut,
  named,
  shownWithin,
  spanOf,
} from './chart.ts';
import { Drawing, type Picture, type Point, letters } from './drawing.ts';
import { textWidth } from './textWidth.ts';
import { drawPoint, drawPointLegend, drawRowName, drawXAxis, scaleOf } from './plot.ts';

interface DotItem {
  readonly label: string;
  readonly value: number;
  readonly interval?: Interval;
  readonly group?: string;
  /** Where it leads, after the `#` of an address. */
  readonly link?: string;
}

interface Panel {
  readonly value: Axis;
  readonly items: readonly DotItem[];
}

export interface DotIntervalsOptions extends ChartText, Panel {
  /** Further panels to the right, with the same labels in the same order: other metrics of the same systems. */
  readonly beside?: readonly Panel[];
  /** What an item is, as a noun in the singular; also the title of the first column of the data. */
  readonly what?: string;
  /** For differences: bars begin at 0. */
  readonly fromZero?: boolean;
}

/** Of a panel by itself, of one beside others, of all of these together, and of one above others. */
const widths = { alone: 300, beside: 150, together: 500, stacked: 190 } as const;
const rowHeight = 24;
/** Between a panel's values and the next panel, and from the axis of a panel to the next one below. */
const gap = 24;
const axisHeight = 64;

export function dotIntervals(options: DotIntervalsOptions): ChartFigure {
  const { what = 'system', beside = [] } = options;
  const panels: readonly Panel[] = [options, ...beside];
  const { fromZero = false } = options;
  return chartFigure(options, {
    picture: draw(panels, false, fromZero),
    ...((beside.length > 0 || fromZero) && { narrow: draw(panels, true, fromZero) }),
    data: dataOf(panels, what),
    seen: panels.flatMap((panel, p) => seen(panel, what, p === 0)),
  });
}

const digitsOf = ({ value }: Panel): number => value.digits ?? 2;

/** Panels are side by side or, for narrow screens, one above the other. */
function draw(panels: readonly Panel[], isStacked: boolean, fromZero: boolean): Picture {
  const drawing = new Drawing();
  const isSmall = panels.length > 1 || isStacked;
  const beside = isStacked ? widths.stacked : Math.min(widths.beside, widths.together / panels.length);
  const width = isSmall ? beside : widths.alone;
  const groups = [...new Set(panels[0]!.items.map(({ group }) => group ?? ''))];
  let [left, top] = [0, 0];
  for (const [p, panel] of panels.entries()) {
    if (p === 0 || isStacked) {
      for (const [row, { label }] of panel.items.entries()) drawRowName(drawing, label, top + rowHeight * (row + 0.5));
    }
    drawPanel(drawing, panel, [left, top], width, groups, isSmall, fromZero);
    const texts = panel.items.map((item) => textWidth(itemText(item, panel, isSmall), letters.small));
    if (isStacked) top += rowHeight * panel.items.length + axisHeight;
    else left += width + 12 + Math.max(0, ...texts) + gap;
  }
  drawPointLegend(drawing, groups, width + 120);
  return drawing.finish();
}

/** Beside others there is room for the value only; its interval shows under the pointer and in the data. */
const itemText = ({ value, interval }: DotItem, panel: Panel, isNarrow: boolean): string =>
  shownWithin(value, isNarrow ? undefined : interval, digitsOf(panel));

function drawPanel(
  drawing: Drawing,
  panel: Panel,
  [start, top]: Point,
  width: number,
  groups: readonly string[],
  isNarrow: boolean,
  fromZero: boolean,
): void {
  const { value: axis, items } = panel;
  const drawn = items.filter(({ value }) => Number.isFinite(value));
  const spans = drawn.flatMap(({ value, interval }) => spanOf(value, interval));
  const domain = domainOf(fromZero ? [0, ...spans] : spans, axis);
  const x = scaleOf(domain, start, start + width, isNarrow ? 3 : 6, digitsOf(panel));
  drawXAxis(drawing, x, top + rowHeight * items.length, top, { title: axis.title, line: true });
  if (fromZero) {
    const bottom = top + rowHeight * items.length;
    drawing.line([x.at(0), top], [x.at(0), bottom], { stroke: colour('axis') });
  }
  for (const [row, item] of items.entries()) {
    const { label, value, interval, group, link } = item;
    const y = top + rowHeight * (row + 0.5);
    drawing.line([start, y], [start + width, y], { stroke: colour('axis'), 'stroke-dasharray': '1 3', opacity: 0.6 });
    drawing.text([start + width + 12, y], itemText(item, panel, isNarrow), {
      size: letters.small,
      fill: colour('muted'),
    });
    if (!Number.isFinite(value)) continue;
    const name = group === undefined ? named(label) : `${named(label)} (${named(group)})`;
    const number = groups.indexOf(group ?? '');
    const words = `${name}: ${shownWithin(value, interval, digitsOf(panel))}`;
    const enclose = (draw: () => void): void =>
      link === undefined ? drawing.group({ title: words }, draw) : drawing.link(link, words, draw);
    enclose(() => {
      if (link !== undefined) {
        drawing.rect(start, y - rowHeight / 2, width, rowHeight, { fill: 'transparent' }); // dots are hard to hit
      }
      if (fromZero) {
        const [from, to] = [Math.min(x.at(0), x.at(value)), Math.max(x.at(0), x.at(value))];
        drawing.rect(from, y - 6, Math.max(to - from, 0.5), 12, { fill: seriesColour(number), opacity: 0.35 });
      }
      if (isDrawn(interval)) {
        const look = { stroke: seriesColour(number), 'stroke-width': 2.5, opacity: 0.65 };
        drawing.line([x.at(interval.low), y], [x.at(interval.high), y], look);
      }
      drawPoint(drawing, [x.at(value), y], 4.5, number);
    });
  }
}

function seen(panel: Panel, what: string, isFirst: boolean): string[] {
  const { value: axis, items } = panel;
  const digits = digitsOf(panel);
  const drawn = items.filter(({ value }) => Number.isFinite(value));
  const parts = isFirst ? [`${counted(items.length, what)}.`] : [];
  if (drawn.length > 0) {
    const least = drawn.reduce((a, b) => (b.value < a.value ? b : a));
    const most = drawn.reduce((a, b) => (b.value > a.value ? b : a));
    const end = ({ label, value, interval }: DotItem) => `${shownWithin(value, interval, digits)} for ${named(label)}`;
    parts.push(`${axis.title}: from ${end(least)} to ${end(most)}.`);
    const apart = separated(drawn);
    if (apart !== undefined) {
      parts.push(`${apart.apart} of ${counted(apart.pairs, 'pair')} of intervals do not overlap.`);
    }
  }
  return [...parts, ...leftOut(items.length - drawn.length, what)];
}

/** How many pairs of intervals have nothing in common; undefined without intervals. */
function separated(items: readonly DotItem[]): { apart: number; pairs: number } | undefined {
  const intervals = items.flatMap(({ interval }) => (interval ? [interval] : []));
  if (intervals.length < 2) return undefined;
  let apart = 0;
  for (const [i, a] of intervals.entries()) {
    for (const b of intervals.slice(i + 1)) if (a.low > b.high || b.low > a.high) apart++;
  }
  return { apart, pairs: (intervals.length * (intervals.length - 1)) / 2 };
}

function dataOf(panels: readonly Panel[], what: string): ChartFigure['data'] {
  const [{ items }] = panels as readonly [Panel];
  const grouped = items.some(({ group }) => group !== undefined);
  const hasIntervals = ({ items: ofPanel }: Panel): boolean => ofPanel.some(({ interval }) => interval);
  return {
    columns: [
      left(what),
      ...(grouped ? [left('group')] : []),
      ...panels.flatMap((panel) => [
        right(panel.value.title),
        ...(hasIntervals(panel) ? [right('low'), right('high')] : []),
      ]),
    ],
    rows: items.map(({ label, group, link }, i) => [
      link === undefined ? label : { text: label, link },
      ...(grouped ? [group ?? ''] : []),
      ...panels.flatMap((panel) => {
        const { value, interval } = panel.items[i]!;
        const digits = digitsOf(panel);
        return [
          cell(value, digits),
          ...(hasIntervals(panel) ? [cell(interval?.low, digits), cell(interval?.high, digits)] : []),
        ];
      }),
    ]),
  };
}
