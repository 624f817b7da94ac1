/** Lines of several series over one axis, such as agreement by the number of judgments left out. What has another unit gets a panel of its own below, never a second axis. */
import { right } from '../../wording.ts';
import type { ChartFigure } from '../page.ts';
import { seriesColour, seriesColours } from '../palette.ts';
import {
  type Axis,
  type ChartText,
  type Interval,
  cell,
  chartFigure,
  domainOf,
  isDrawn,
  named,
  shownWithin,
  spanOf,
} from './chart.ts';
import { Drawing, type Picture, type Point } from './drawing.ts';
import { drawLegend, drawXAxis, drawYAxis, labelRoom, scaleOf, shown } from './plot.ts';

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
  /** Of the plot, in pixels. */
  readonly width?: number;
}

const usualWidth = 560;
const narrowWidth = 340;
const firstHeight = 240;
const otherHeight = 110;
/** Between panels. */
const spacing = 34;
/** Lines with more points than this are drawn without dots. */
const mostDots = 30;

const dashes = ['none', '7 4', '2 3', '10 3 2 3', '4 2', '12 5', '1 4', '8 2 1 2 1 2'] as const;

export const lines = (options: LinesOptions): ChartFigure =>
  chartFigure(options, {
    picture: draw(options),
    ...((options.width ?? usualWidth) > narrowWidth && { narrow: draw({ ...options, width: narrowWidth }) }),
    data: dataOf(options),
    seen: seen(options),
  });

const allPoints = (panels: readonly LinePanel[]): LinePoint[] =>
  panels.flatMap(({ series }) => series.flatMap(({ points }) => points));

function draw({ x: xAxis, panels, width = usualWidth }: LinesOptions): Picture {
  const drawing = new Drawing();
  const names = [...new Set(panels.flatMap(({ series }) => series.map(({ name }) => name)))];
  const strokeOf = (group: number) => ({
    stroke: seriesColour(group),
    'stroke-width': 2.25,
    // When colours begin again, dashes do not go with the same ones.
    'stroke-dasharray': dashes[(group + Math.floor(group / seriesColours)) % dashes.length],
  });
  drawLegend(drawing, names, width, 24, (group, left, y) => drawing.line([left, y], [left + 24, y], strokeOf(group)));

  const places = allPoints(panels).map((point) => point.x);
  const x = scaleOf(domainOf(places, xAxis, 0.02), 0, width, 8, xAxis.digits ?? 0);
  const scales = panels.map(({ y, series }, p) => {
    const values = series.flatMap(({ points }) => points.flatMap((point) => spanOf(point.y, point.interval)));
    const top = p === 0 ? 0 : firstHeight + (p - 1) * otherHeight + p * spacing;
    const bottom = top + (p === 0 ? firstHeight : otherHeight);
    return scaleOf(domainOf(values, y), bottom, top, p === 0 ? 6 : 4, y.digits ?? 2);
  });
  const room = Math.max(0, ...scales.map(labelRoom));

  for (const [p, { y: yAxis, series }] of panels.entries()) {
    const y = scales[p]!;
    const title = p === panels.length - 1 ? xAxis.title : undefined;
    drawYAxis(drawing, y, width, yAxis.title, room);
    drawXAxis(drawing, x, y.from, y.to, { title, line: true });
    const dotted = series.every(({ points }) => points.length <= mostDots);
    const runs = (has: (point: LinePoint) => boolean) =>
      series.flatMap(({ name, points }) =>
        runsOf(points, has).map((run) => ({ name, group: names.indexOf(name), run })),
      );
    for (const { group, run } of runs((point) => isKnown(point) && isDrawn(point.interval))) {
      const high = run.map((point): Point => [x.at(point.x), y.at(point.interval!.high)]);
      const low = run.map((point): Point => [x.at(point.x), y.at(point.interval!.low)]);
      // At one place alone an area has no width, so it gets a line around it.
      const stroke = run.length === 1 ? seriesColour(group) : undefined;
      drawing.path([...high, ...low.reverse()], true, { fill: seriesColour(group), stroke, opacity: 0.16 });
    }
    for (const { group, run } of runs(isKnown)) {
      const line = run.map((point): Point => [x.at(point.x), y.at(point.y)]);
      drawing.path(line, false, { ...strokeOf(group), fill: 'none' });
    }
    for (const { name, group, run } of runs(isKnown)) {
      for (const point of run) {
        const at = `${named(name)}, ${xAxis.title} ${shown(point.x, xAxis.digits ?? 0)}`;
        // Dots that are too many to be seen still say their values under the pointer.
        drawing.circle([x.at(point.x), y.at(point.y)], 3, {
          fill: dotted || run.length === 1 ? seriesColour(group) : 'transparent',
          title: `${at}: ${yAxis.title} ${shownWithin(point.y, point.interval, yAxis.digits ?? 2)}`,
        });
      }
    }
  }
  return drawing.finish();
}

const isKnown = ({ y }: LinePoint): boolean => Number.isFinite(y);

/** From left to right, cut where a point has not what is drawn. */
function runsOf(points: readonly LinePoint[], has: (point: LinePoint) => boolean): LinePoint[][] {
  const runs: LinePoint[][] = [[]];
  for (const point of points.filter(({ x }) => Number.isFinite(x)).sort((a, b) => a.x - b.x)) {
    if (has(point)) runs.at(-1)!.push(point);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** `Over judges left out, from 0 to 20: between judges, kappa from 0.32 to 0.45; share kept from 1.00 to 0.40.` */
function seen({ x, panels }: LinesOptions): string[] {
  const place = (value: number) => shown(value, x.digits ?? 0);
  const courses = panels.flatMap(({ y, series }) =>
    series.map(({ name, points }) => {
      const what = name === y.title ? named(name) : `${named(name)}, ${y.title}`;
      const drawn = runsOf(points, isKnown).flat();
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
