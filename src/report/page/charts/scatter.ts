/** A scatter plot: one labelled point for each system, say, with intervals in both directions and a colour and shape by group. */
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
import { type Bar, placeLabels } from './placeLabels.ts';
import { drawPoint, drawPointLegend, drawXAxis, drawYAxis, scaleOf, shown } from './plot.ts';
import { shortened } from './textWidth.ts';

interface ScatterPoint {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly xInterval?: Interval;
  readonly yInterval?: Interval;
  readonly group?: string;
}

export interface ScatterOptions extends ChartText {
  readonly x: Axis;
  readonly y: Axis;
  readonly points: readonly ScatterPoint[];
  /** What a point stands for, as a noun in the singular; also the title of the first column of the data. */
  readonly what?: string;
}

const width = 385;
const height = 320;

export function scatter(options: ScatterOptions): ChartFigure {
  const { x, y, points, what = 'system' } = options;
  const drawn = points.filter((point) => Number.isFinite(point.x) && Number.isFinite(point.y));
  const { picture, unlabelled } = draw(drawn, options);
  return chartFigure(options, {
    picture,
    data: dataOf(options, what),
    seen: [
      `${counted(points.length, what)}.`,
      ...(drawn.length === 0 ? [] : [`${range(drawn, 'x', x)} ${range(drawn, 'y', y)}`]),
      ...leftOut(points.length - drawn.length, what),
      ...(unlabelled === 0 ? [] : [`${counted(unlabelled, 'point')} without a label for lack of space; see the data.`]),
    ],
  });
}

function draw(points: readonly ScatterPoint[], options: ScatterOptions): { picture: Picture; unlabelled: number } {
  const drawing = new Drawing();
  const x = scaleOf(domainOf(spanned(points, 'x'), options.x), 0, width, 6, options.x.digits ?? 2);
  const y = scaleOf(domainOf(spanned(points, 'y'), options.y), height, 0, 6, options.y.digits ?? 2);
  drawXAxis(drawing, x, height, 0, { title: options.x.title, grid: true });
  drawYAxis(drawing, y, width, options.y.title);
  const groups = [...new Set(points.map(({ group }) => group ?? ''))];
  drawPointLegend(drawing, groups, width);

  const bars = points.flatMap(({ xInterval, yInterval, group, ...point }): (Bar & { group: number })[] => {
    const [across, up] = [x.at(point.x), y.at(point.y)];
    const bar = { left: across, right: across, top: up, bottom: up, group: groups.indexOf(group ?? '') };
    return [
      ...(isDrawn(xInterval) ? [{ ...bar, left: x.at(xInterval.low), right: x.at(xInterval.high) }] : []),
      ...(isDrawn(yInterval) ? [{ ...bar, top: y.at(yInterval.high), bottom: y.at(yInterval.low) }] : []),
    ];
  });
  for (const { left, right, top, bottom, group } of bars) {
    drawing.line([left, top], [right, bottom], { stroke: seriesColour(group), 'stroke-width': 1.25, opacity: 0.65 });
  }
  const spots = points.map((point) => ({ x: x.at(point.x), y: y.at(point.y), label: shortened(point.label, 24) }));
  const places = placeLabels(spots, width, height, bars);
  for (const [i, place] of places.entries()) {
    if (!place?.led) continue;
    drawing.line([spots[i]!.x, spots[i]!.y], [place.x, place.y], { stroke: colour('axis'), 'stroke-width': 0.75 });
  }
  for (const [i, point] of points.entries()) {
    drawPoint(drawing, [spots[i]!.x, spots[i]!.y], 4, groups.indexOf(point.group ?? ''), wordsOf(point, options));
  }
  for (const [i, place] of places.entries()) {
    if (!place) continue;
    const { anchor } = place;
    drawing.text([place.x, place.y], spots[i]!.label, { size: letters.small, anchor, halo: true });
  }
  return { picture: drawing.finish(), unlabelled: places.filter((place) => place === undefined).length };
}

const spanned = (points: readonly ScatterPoint[], axis: 'x' | 'y'): number[] =>
  points.flatMap((point) => spanOf(point[axis], axis === 'x' ? point.xInterval : point.yInterval));

function wordsOf({ label, group, ...point }: ScatterPoint, { x, y }: ScatterOptions): string {
  const at = (axis: Axis, value: number, interval: Interval | undefined) =>
    `${axis.title} ${shownWithin(value, interval, axis.digits ?? 2)}`;
  const name = group === undefined ? named(label) : `${named(label)} (${named(group)})`;
  return `${name}: ${at(x, point.x, point.xInterval)}, ${at(y, point.y, point.yInterval)}`;
}

/** `BLEU: from 12.1 for rbmt1 to 25.3 for google.` */
function range(points: readonly ScatterPoint[], key: 'x' | 'y', { title, digits = 2 }: Axis): string {
  const least = points.reduce((a, b) => (b[key] < a[key] ? b : a));
  const most = points.reduce((a, b) => (b[key] > a[key] ? b : a));
  const end = (point: ScatterPoint) => `${shown(point[key], digits)} for ${named(point.label)}`;
  return `${title}: from ${end(least)} to ${end(most)}.`;
}

function dataOf({ x, y, points }: ScatterOptions, what: string): ChartFigure['data'] {
  const grouped = points.some(({ group }) => group !== undefined);
  const xs = points.some(({ xInterval }) => xInterval);
  const ys = points.some(({ yInterval }) => yInterval);
  const columns = ({ title }: Axis, intervals: boolean) =>
    [title, ...(intervals ? [`${title} low`, `${title} high`] : [])].map(right);
  const cells = (value: number, interval: Interval | undefined, intervals: boolean, { digits = 2 }: Axis) =>
    [value, ...(intervals ? [interval?.low, interval?.high] : [])].map((each) => cell(each, digits));
  return {
    columns: [left(what), ...(grouped ? [left('group')] : []), ...columns(x, xs), ...columns(y, ys)],
    rows: points.map((point) => [
      point.label,
      ...(grouped ? [point.group ?? ''] : []),
      ...cells(point.x, point.xInterval, xs, x),
      ...cells(point.y, point.yInterval, ys, y),
    ]),
  };
}
