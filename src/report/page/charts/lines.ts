/** Lines of several series over one axis, such as agreement by the number of judgments left out. What has another unit gets a panel of its own below, never a second axis. */
import { right } from '../../wording.ts';
import type { ChartFigure } from '../page.ts';
import { seriesColour } from '../palette.ts';
import {
  type Axis,
  type ChartText,
  type Interval,
  cell,
  chartFigure,
  domainOf,
  labels,
  named,
  plottable,
  scaleOf,
  shown,
  shownWithin,
  ticks,
} from './chart.ts';

interface LinePoint {
  readonly x: number;
  readonly y: number;
  readonly interval?: Interval;
}

interface Series {
  /** A series of the same name in another panel has the same colour and dash. */
  readonly name: string;
  readonly points: readonly LinePoint[];
}

interface LinePanel {
  readonly y: Axis;
  readonly series: readonly Series[];
}

export interface LinesOptions extends ChartText {
  readonly x: Axis;
  /** From top to bottom. */
  readonly panels: readonly LinePanel[];
}

const width = 560;
const firstHeight = 240;
const otherHeight = 110;
/** Lines with more points than this are drawn without dots. */
const mostDots = 30;

const dashes = [[1, 0], [7, 4], [2, 3], [10, 3, 2, 3], [4, 2], [12, 5], [1, 4], [8, 2, 1, 2, 1, 2]] as const; // prettier-ignore

export function lines(options: LinesOptions): ChartFigure {
  const { x, panels } = options;
  const names = [...new Set(panels.flatMap(({ series }) => series.map(({ name }) => name)))];
  const xs = allPoints(panels).map((point) => point.x);
  const xDomain = domainOf(xs, x, 0.02);
  const domain = names.map((_, i) => i);
  const legend =
    names.length < 2
      ? null
      : { labelExpr: 'names[datum.value]', symbolType: 'stroke', symbolSize: 500, columns: Math.min(names.length, 3) };
  const bySeries = { field: 'series', type: 'nominal' };
  const channels = {
    color: { ...bySeries, scale: { domain, range: domain.map(seriesColour) }, legend },
    strokeDash: { ...bySeries, scale: { domain, range: domain.map((i) => dashes[i % dashes.length]!) }, legend },
  };
  const spec = {
    params: [labels('names', names)],
    spacing: 34,
    bounds: 'flush',
    resolve: { scale: { color: 'shared', strokeDash: 'shared' } },
    vconcat: panels.map((panel, p) => panelSpec(panel, p, options, xDomain, names, channels)),
  };
  return chartFigure(options, { spec, data: dataOf(options), seen: seen(options) });
}

const allPoints = (panels: readonly LinePanel[]): LinePoint[] =>
  panels.flatMap(({ series }) => series.flatMap(({ points }) => points));

function panelSpec(
  { y, series }: LinePanel,
  p: number,
  { x, panels }: LinesOptions,
  xDomain: readonly [number, number],
  names: readonly string[],
  { color, strokeDash }: { color: object; strokeDash: object },
): object {
  const spanned = series.flatMap(({ points }) =>
    points.flatMap((point) => [point.y, ...(point.interval ? [point.interval.low, point.interval.high] : [])]),
  );
  const values = series.flatMap(({ name, points }) =>
    points.map((point) => ({
      series: names.indexOf(name),
      x: plottable(point.x),
      y: plottable(point.y),
      low: plottable(point.interval?.low),
      high: plottable(point.interval?.high),
      words: `${named(name)}, ${x.title} ${shown(point.x, x.digits ?? 0)}: ${y.title} ${shownWithin(point.y, point.interval, y.digits ?? 2)}`,
    })),
  );
  const onY = (field: string) => ({ field, type: 'quantitative' });
  const last = p === panels.length - 1;
  const dotted = series.every(({ points }) => points.length <= mostDots);
  return {
    width,
    height: p === 0 ? firstHeight : otherHeight,
    data: { values },
    encoding: {
      x: {
        field: 'x',
        type: 'quantitative',
        title: last ? x.title : null,
        scale: scaleOf(xDomain),
        axis: { grid: false, ...ticks(8, x.digits ?? 0) },
      },
      y: {
        ...onY('y'),
        title: y.title,
        scale: scaleOf(domainOf(spanned, y)),
        axis: { ...ticks(p === 0 ? 6 : 4, y.digits ?? 2), domain: false, ticks: false },
      },
    },
    layer: [
      ...(values.some(({ low }) => low !== null)
        ? [
            {
              mark: { type: 'area', opacity: 0.16, invalid: 'break-paths-filter-domains' },
              encoding: { y: onY('low'), y2: { field: 'high' }, color },
            },
          ]
        : []),
      {
        mark: { type: 'line', strokeWidth: 2.25, invalid: 'break-paths-filter-domains' },
        encoding: { color, strokeDash },
      },
      {
        // Dots that are too many to be seen still say their values under the pointer.
        mark: { type: 'point', filled: true, size: 36, opacity: dotted ? 1 : 0, aria: true, invalid: 'filter' },
        encoding: { color, description: { field: 'words', type: 'nominal' } },
      },
    ],
  };
}

/** `Over judges left out, from 0 to 20: between judges, kappa from 0.32 to 0.45; share kept from 1.00 to 0.40.` */
function seen({ x, panels }: LinesOptions): string[] {
  const place = (value: number) => shown(value, x.digits ?? 0);
  const courses = panels.flatMap(({ y, series }) =>
    series.map(({ name, points }) => {
      const what = name === y.title ? named(name) : `${named(name)}, ${y.title}`;
      const drawn = points.filter((point) => Number.isFinite(point.x) && Number.isFinite(point.y));
      const [first, last] = [drawn[0], drawn.at(-1)];
      if (first === undefined || last === undefined) return `${what} without values`;
      const level = ({ y: value }: LinePoint) => shown(value, y.digits ?? 2);
      if (drawn.length === 1) return `${what} ${level(first)}`;
      const most = drawn.reduce((a, b) => (b.y > a.y ? b : a));
      const top = most === first || most === last ? '' : ` (highest ${level(most)} at ${place(most.x)})`;
      return `${what} from ${level(first)} to ${level(last)}${top}`;
    }),
  );
  const places = allPoints(panels)
    .map((point) => point.x)
    .filter(Number.isFinite);
  if (places.length === 0) return ['There are no values.'];
  const [from, to] = [places.reduce((a, b) => Math.min(a, b)), places.reduce((a, b) => Math.max(a, b))];
  return [`Over ${x.title}, from ${place(from)} to ${place(to)}: ${courses.join('; ')}.`];
}

/** A row for each place on the axis, a column for each series of each panel. */
function dataOf({ x, panels }: LinesOptions): ChartFigure['data'] {
  const columns = panels.flatMap(({ y, series }) =>
    series.map(({ name, points }) => ({
      title: panels.length === 1 || name === y.title ? name : `${name}: ${y.title}`,
      digits: y.digits ?? 2,
      intervals: points.some(({ interval }) => interval),
      at: new Map(points.map((point) => [point.x, point])),
    })),
  );
  const places = [...new Set(allPoints(panels).map((point) => point.x))].sort((a, b) => a - b);
  return {
    columns: [
      right(x.title),
      ...columns.flatMap(({ title, intervals }) =>
        [title, ...(intervals ? [`${title} low`, `${title} high`] : [])].map(right),
      ),
    ],
    rows: places.map((place) => [
      cell(place, x.digits ?? 0),
      ...columns.flatMap(({ at, digits, intervals }) => {
        const point = at.get(place);
        const bounds = intervals ? [point?.interval?.low, point?.interval?.high] : [];
        return [point?.y, ...bounds].map((value) => cell(value, digits));
      }),
    ]),
  };
}
