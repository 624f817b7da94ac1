/** How often values fall into each of some bins of equal width; 0 is an edge of bins, so that either side of it can be told apart. */
import { counted } from '../../../core/index.ts';
import { right } from '../../wording.ts';
import type { ChartFigure } from '../page.ts';
import { seriesColour } from '../palette.ts';
import { type Axis, type ChartText, chartFigure, leftOut, shown, ticks } from './chart.ts';

export interface HistogramOptions extends ChartText {
  readonly x: Axis;
  readonly values: ArrayLike<number>;
  /** What has a value, as a noun in the singular. */
  readonly what?: string;
}

const width = 400;
const height = 200;
/** Bins there are about. */
const wanted = 40;

interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export function histogram(options: HistogramOptions): ChartFigure {
  const { x, what = 'value' } = options;
  const digits = x.digits ?? 2;
  const drawn = Array.from(options.values).filter((value) => Number.isFinite(value));
  const bins = binsOf(drawn);
  const span = ({ from, to }: Bin) => `${shown(from, digits)} to ${shown(to, digits)}`;
  const spec = {
    width,
    height,
    data: { values: bins.map((bin) => ({ ...bin, words: `${span(bin)}: ${counted(bin.count, what)}` })) },
    mark: { type: 'bar', aria: true, binSpacing: 1, color: seriesColour(0) },
    encoding: {
      x: {
        field: 'from',
        bin: 'binned',
        type: 'quantitative',
        title: x.title,
        axis: { grid: false, ...ticks(8, digits) },
      },
      x2: { field: 'to' },
      y: { field: 'count', type: 'quantitative', title: `${what}s`, axis: ticks(5, 0) },
      description: { field: 'words', type: 'nominal' },
    },
  };
  const most = bins.reduce(
    (best, bin) => (bin.count > best.count ? bin : best),
    bins[0] ?? { from: 0, to: 0, count: 0 },
  );
  const seen = [
    `${counted(drawn.length, what)}.`,
    ...(drawn.length > 0
      ? [
          `${x.title}: from ${shown(least(drawn), digits)} to ${shown(-least(drawn.map((value) => -value)), digits)}, most often ${span(most)} (${most.count}).`,
        ]
      : []),
    ...leftOut(options.values.length - drawn.length, what),
  ];
  const data = {
    columns: [right('from'), right('to'), right(`${what}s`)],
    rows: bins.map(({ from, to, count }) => [String(from), String(to), String(count)]),
  };
  return chartFigure(options, { spec, data, seen });
}

const least = (values: readonly number[]): number => values.reduce((low, value) => Math.min(low, value), Infinity);

/** A bin holds its lower edge; the widths are 1, 2 or 5 times a power of ten. */
function binsOf(values: readonly number[]): Bin[] {
  if (values.length === 0) return [];
  const low = least(values);
  const high = -least(values.map((value) => -value));
  const step = niceStep((high - low) / wanted);
  const first = Math.floor(low / step);
  const counts = new Uint32Array(Math.floor(high / step) - first + 1);
  for (const value of values) counts[Math.floor(value / step) - first]! += 1;
  // Through a decimal: 3 * 0.1 would be 0.30000000000000004.
  const edge = (bin: number): number => Number((bin * step).toPrecision(12));
  return Array.from(counts, (count, bin) => ({ from: edge(first + bin), to: edge(first + bin + 1), count }));
}

function niceStep(step: number): number {
  if (!(step > 0)) return 1;
  let power = 1;
  while (power > step) power /= 10;
  while (power * 10 <= step) power *= 10;
  const factor = [1, 2, 5, 10].find((each) => each * power >= step) ?? 10;
  return Number((factor * power).toPrecision(12));
}
