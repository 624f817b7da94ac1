/** How often values fall into each of some bins of equal width; 0 is an edge of bins, so that no bin mixes both signs. */
import { counted } from '../../../core/index.ts';
import { right } from '../../wording.ts';
import type { ChartFigure } from '../page.ts';
import { seriesColour } from '../palette.ts';
import { type Axis, type ChartText, chartFigure, domainOf, leftOut } from './chart.ts';
import { type Attributes, Drawing, type Picture } from './drawing.ts';
import { type Scale, drawXAxis, drawYAxis, roundStep, scaleOf, shown } from './plot.ts';

export interface HistogramOptions extends ChartText {
  readonly x: Axis;
  readonly values: ArrayLike<number>;
  /** What has a value, as a noun in the singular. */
  readonly what?: string;
  /** Where a bar leads within the page; the values from `low` to `high`, both included, are those of the bar. */
  readonly link?: (low: number, high: number) => string;
}

/** Bins there are about. */
const wanted = 40;

interface Bin {
  readonly from: number;
  readonly to: number;
  count: number;
  /** Its lowest and its highest value. */
  least: number;
  most: number;
}

export function histogram(options: HistogramOptions): ChartFigure {
  const { x, what = 'value', link } = options;
  const digits = x.digits ?? 2;
  const drawn = Array.from(options.values).filter((value) => Number.isFinite(value));
  const bins = binsOf(drawn);
  const span = ({ from, to }: Bin) => `${shown(from, digits)} to ${shown(to, digits)}`;
  const most = bins.reduce((best, bin) => (bin.count > best.count ? bin : best), bins[0] ?? emptyBin(0, 0));
  const seen = [
    `${counted(drawn.length, what)}.`,
    ...(drawn.length > 0
      ? [
          `${x.title}: from ${shown(least(drawn), digits)} to ${shown(-least(drawn.map((value) => -value)), digits)}, most often ${span(most)} (${most.count}).`,
        ]
      : []),
    ...leftOut(options.values.length - drawn.length, what),
  ];
  const bars = bins.map((bin, b) => ({
    ...bin,
    words: `${span(bin)}: ${counted(bin.count, what)}`,
    ...(link && bin.count > 0 && { href: link(...closedRange(bin, bins[b - 1], bins[b + 1])) }),
  }));
  const data = {
    columns: [right('from'), right('to'), right(`${what}s`)],
    rows: bars.map(({ from, to, count, href }) => [
      String(from),
      String(to),
      href === undefined ? String(count) : { text: String(count), link: href },
    ]),
  };
  const domain = domainOf(bins.flatMap(({ from, to }) => [from, to]), { title: '' }, 0); // prettier-ignore
  const picture = drawBars(bars, scaleOf(domain, 0, 390, 8, digits), 200, x.title, `${what}s`);
  return chartFigure(options, { picture, data, seen });
}

interface Bar extends Pick<Bin, 'from' | 'to' | 'count'> {
  readonly words: string;
  readonly href?: string;
}

/** Bars as high as they count, with the words of each. */
export function drawBars(bars: readonly Bar[], x: Scale, height: number, xTitle: string, yTitle: string): Picture {
  const drawing = new Drawing();
  const most = bars.reduce((high, { count }) => Math.max(high, count), 1);
  const y = scaleOf([0, most], height, 0, 5, 0);
  drawYAxis(drawing, y, x.to, yTitle);
  drawXAxis(drawing, x, height, 0, { title: xTitle, line: true });
  for (const { from, to, count, words, href } of bars) {
    if (count === 0) continue;
    const width = Math.max(x.at(to) - x.at(from) - 1, 0.5);
    const draw = (top: number, look: Attributes): void =>
      drawing.rect(x.at(from) + 0.5, top, width, height - top, look);
    if (href === undefined) draw(y.at(count), { fill: seriesColour(0), title: words });
    else {
      drawing.link(href, words, () => {
        draw(0, { fill: 'transparent' }); // low bars are hard to hit
        draw(y.at(count), { fill: seriesColour(0) });
      });
    }
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
  // Through a decimal: 3 * 0.1 would be 0.30000000000000004.
  const edge = (bin: number): number => Number((bin * step).toPrecision(12));
  const bins = Array.from({ length: Math.floor(high / step) - first + 1 }, (_, bin) =>
    emptyBin(edge(first + bin), edge(first + bin + 1)),
  );
  for (const value of values) {
    const bin = bins[Math.floor(value / step) - first]!;
    bin.count++;
    bin.least = Math.min(bin.least, value);
    bin.most = Math.max(bin.most, value);
  }
  return bins;
}

const emptyBin = (from: number, to: number): Bin => ({ from, to, count: 0, least: Infinity, most: -Infinity });

/** The edges of a bin, unless the bin beyond has a value right there: its own values then, so that both ends can be included. */
const closedRange = (bin: Bin, before: Bin | undefined, after: Bin | undefined): [low: number, high: number] => [
  before && before.most >= bin.from ? bin.least : bin.from,
  after && after.least <= bin.to ? bin.most : bin.to,
];
