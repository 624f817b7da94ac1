/** How often values fall into each of some bins of equal width; 0 is an edge of bins, so that either side of it can be told apart. */
import { counted } from '../../../core/index.ts';
import { right } from '../../wording.ts';
import type { ChartFigure } from '../page.ts';
import { seriesColour } from '../palette.ts';
import { type Axis, type ChartText, chartFigure, domainOf, leftOut } from './chart.ts';
import { Drawing, type Picture } from './drawing.ts';
import { type Scale, drawXAxis, drawYAxis, roundStep, scaleOf, shown } from './plot.ts';

export interface HistogramOptions extends ChartText {
  readonly x: Axis;
  readonly values: ArrayLike<number>;
  /** What has a value, as a noun in the singular. */
  readonly what?: string;
}

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
  const bars = bins.map((bin) => ({ ...bin, words: `${span(bin)}: ${counted(bin.count, what)}` }));
  const domain = domainOf(bins.flatMap(({ from, to }) => [from, to]), { title: '' }, 0); // prettier-ignore
  const picture = drawBars(bars, scaleOf(domain, 0, 400, 8, digits), 200, x.title, `${what}s`);
  return chartFigure(options, { picture, data, seen });
}

/** Bars as high as they count, with the words of each. */
export function drawBars(
  bars: readonly (Bin & { readonly words: string })[],
  x: Scale,
  height: number,
  xTitle: string,
  yTitle: string,
): Picture {
  const drawing = new Drawing();
  const most = bars.reduce((high, { count }) => Math.max(high, count), 1);
  const y = scaleOf([0, most], height, 0, 5, 0);
  drawYAxis(drawing, y, x.to, yTitle);
  drawXAxis(drawing, x, height, 0, { title: xTitle, line: true });
  for (const { from, to, count, words } of bars) {
    if (count === 0) continue;
    const width = Math.max(x.at(to) - x.at(from) - 1, 0.5);
    drawing.rect(x.at(from) + 0.5, y.at(count), width, height - y.at(count), { fill: seriesColour(0), title: words });
  }
  return drawing.finish();
}

const least = (values: readonly number[]): number => values.reduce((low, value) => Math.min(low, value), Infinity);

/** A bin holds its lower edge; the widths are 1, 2 or 5 times a power of ten. */
function binsOf(values: readonly number[]): Bin[] {
  if (values.length === 0) return [];
  const low = least(values);
  const high = -least(values.map((value) => -value));
  const step = roundStep((high - low) / wanted);
  const first = Math.floor(low / step);
  const counts = new Uint32Array(Math.floor(high / step) - first + 1);
  for (const value of values) counts[Math.floor(value / step) - first]! += 1;
  // Through a decimal: 3 * 0.1 would be 0.30000000000000004.
  const edge = (bin: number): number => Number((bin * step).toPrecision(12));
  return Array.from(counts, (count, bin) => ({ from: edge(first + bin), to: edge(first + bin + 1), count }));
}
