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
import { Drawing, type Picture, letters } from './drawing.ts';
import { drawPoint, drawPointLegend, drawRowName, drawXAxis, scaleOf } from './plot.ts';

interface DotItem {
  readonly label: string;
  readonly value: number;
  readonly interval?: Interval;
  readonly group?: string;
}

export interface DotIntervalsOptions extends ChartText {
  readonly value: Axis;
  readonly items: readonly DotItem[];
  /** What an item is, as a noun in the singular; also the title of the first column of the data. */
  readonly what?: string;
}

const width = 300;
const rowHeight = 24;

export function dotIntervals(options: DotIntervalsOptions): ChartFigure {
  const { value, what = 'system' } = options;
  const digits = value.digits ?? 2;
  return chartFigure(options, {
    picture: draw(options, digits),
    data: dataOf(options, what, digits),
    seen: seen(options, what, digits),
  });
}

function draw({ value: axis, items }: DotIntervalsOptions, digits: number): Picture {
  const drawing = new Drawing();
  const drawn = items.filter(({ value }) => Number.isFinite(value));
  const domain = domainOf(
    drawn.flatMap(({ value, interval }) => spanOf(value, interval)),
    axis,
  );
  const x = scaleOf(domain, 0, width, 6, digits);
  const groups = [...new Set(items.map(({ group }) => group ?? ''))];
  drawXAxis(drawing, x, rowHeight * items.length, 0, { title: axis.title, line: true });
  drawPointLegend(drawing, groups, width + 120);
  for (const [row, { label, value, interval, group }] of items.entries()) {
    const y = rowHeight * (row + 0.5);
    const text = shownWithin(value, interval, digits);
    drawing.line([0, y], [width, y], { stroke: colour('axis'), 'stroke-dasharray': '1 3', opacity: 0.6 });
    drawRowName(drawing, label, y);
    drawing.text([width + 12, y], text, { size: letters.small, fill: colour('muted') });
    if (!Number.isFinite(value)) continue;
    const name = group === undefined ? named(label) : `${named(label)} (${named(group)})`;
    const number = groups.indexOf(group ?? '');
    drawing.group({ title: `${name}: ${text}` }, () => {
      if (isDrawn(interval)) {
        const look = { stroke: seriesColour(number), 'stroke-width': 2.5, opacity: 0.65 };
        drawing.line([x.at(interval.low), y], [x.at(interval.high), y], look);
      }
      drawPoint(drawing, [x.at(value), y], 4.5, number);
    });
  }
  return drawing.finish();
}

function seen({ value: axis, items }: DotIntervalsOptions, what: string, digits: number): string[] {
  const drawn = items.filter(({ value }) => Number.isFinite(value));
  const parts = [`${counted(items.length, what)}.`];
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

function dataOf({ value: axis, items }: DotIntervalsOptions, what: string, digits: number): ChartFigure['data'] {
  const grouped = items.some(({ group }) => group !== undefined);
  const intervals = items.some(({ interval }) => interval);
  return {
    columns: [
      left(what),
      ...(grouped ? [left('group')] : []),
      right(axis.title),
      ...(intervals ? [right('low'), right('high')] : []),
    ],
    rows: items.map(({ label, value, interval, group }) => [
      label,
      ...(grouped ? [group ?? ''] : []),
      cell(value, digits),
      ...(intervals ? [cell(interval?.low, digits), cell(interval?.high, digits)] : []),
    ]),
  };
}
