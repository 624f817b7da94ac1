/** Dots with error bars, one row for each system, say, in the order given: shares with their intervals, ranges of ranks. */
import { counted } from '../../../core/index.ts';
import { left, right } from '../../wording.ts';
import type { ChartFigure } from '../page.ts';
import { colour } from '../palette.ts';
import {
  type Axis,
  type ChartText,
  type Interval,
  cell,
  chartFigure,
  domainOf,
  groupChannels,
  labels,
  leftOut,
  letters,
  named,
  plottable,
  scaleOf,
  shownWithin,
  ticks,
} from './chart.ts';

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
  const { value: axis, items, what = 'system' } = options;
  const digits = axis.digits ?? 2;
  const drawn = items.filter(({ value }) => Number.isFinite(value));
  const domain = domainOf(
    drawn.flatMap(({ value, interval }) => [value, ...(interval ? [interval.low, interval.high] : [])]),
    axis,
  );
  const groups = [...new Set(items.map(({ group }) => group ?? ''))];
  const { color, shape } = groupChannels(groups, 'groups');
  const onX = (field: string) => ({ field, type: 'quantitative' });
  const spec = {
    width,
    height: { step: rowHeight },
    params: [
      labels('groups', groups),
      labels(
        'names',
        items.map(({ label }) => label),
      ),
    ],
    data: {
      values: items.map(({ label, value, interval, group }, row) => ({
        row,
        value: plottable(value),
        low: plottable(interval?.low),
        high: plottable(interval?.high),
        group: groups.indexOf(group ?? ''),
        text: shownWithin(value, interval, digits),
        words: `${group === undefined ? named(label) : `${named(label)} (${named(group)})`}: ${shownWithin(value, interval, digits)}`,
      })),
    },
    encoding: {
      y: {
        field: 'row',
        type: 'ordinal',
        title: null,
        scale: { domain: items.map((_, row) => row) },
        axis: {
          labelExpr: 'names[datum.value]',
          labelOverlap: false,
          grid: true,
          gridDash: [1, 3],
          gridColor: colour('axis'),
          gridOpacity: 0.6,
          tickBand: 'center',
          domain: false,
          ticks: false,
        },
      },
    },
    layer: [
      {
        mark: { type: 'rule', strokeWidth: 2.5, opacity: 0.65, invalid: 'filter' },
        encoding: { x: onX('low'), x2: { field: 'high' }, color },
      },
      {
        mark: { type: 'point', filled: true, size: 80, opacity: 1, aria: true, invalid: 'filter' },
        encoding: {
          x: {
            ...onX('value'),
            title: axis.title,
            scale: scaleOf(domain),
            axis: { grid: false, ...ticks(6, digits) },
          },
          color,
          shape,
          description: { field: 'words', type: 'nominal' },
        },
      },
      {
        mark: { type: 'text', align: 'left', baseline: 'middle', fontSize: letters.small, color: colour('muted') },
        encoding: { x: { value: width + 12 }, text: { field: 'text', type: 'nominal' } },
      },
    ],
  };
  return chartFigure(options, { spec, data: dataOf(options, what, digits), seen: seen(options, what, digits) });
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
