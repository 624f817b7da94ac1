/** A scatter plot: one labelled point for each system, say, with intervals in both directions and a colour and shape by group. */
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
  scaleOf,
  shown,
  shownWithin,
  ticks,
} from './chart.ts';
import { type Bar, placeLabels } from './placeLabels.ts';
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

const width = 400;
const height = 320;

export function scatter(options: ScatterOptions): ChartFigure {
  const { x, y, points, what = 'system' } = options;
  const drawn = points.filter((point) => Number.isFinite(point.x) && Number.isFinite(point.y));
  const xDomain = domainOf(spanned(drawn, 'x'), x);
  const yDomain = domainOf(spanned(drawn, 'y'), y);
  const toX = (value: number) => (width * (value - xDomain[0])) / (xDomain[1] - xDomain[0]);
  const toY = (value: number) => (height * (yDomain[1] - value)) / (yDomain[1] - yDomain[0]);
  const fromX = (pixel: number) => xDomain[0] + (pixel / width) * (xDomain[1] - xDomain[0]);
  const fromY = (pixel: number) => yDomain[1] - (pixel / height) * (yDomain[1] - yDomain[0]);

  const bars = drawn.flatMap((point): Bar[] => {
    const [atX, atY] = [toX(point.x), toY(point.y)];
    return [
      ...(point.xInterval
        ? [{ left: toX(point.xInterval.low), right: toX(point.xInterval.high), top: atY, bottom: atY }]
        : []),
      ...(point.yInterval
        ? [{ left: atX, right: atX, top: toY(point.yInterval.high), bottom: toY(point.yInterval.low) }]
        : []),
    ];
  });
  const spots = drawn.map((point) => ({ x: toX(point.x), y: toY(point.y), label: shortened(point.label, 24) }));
  const places = placeLabels(spots, width, height, bars);
  const groups = [...new Set(drawn.map(({ group }) => group ?? ''))];
  const values = drawn.map((point, i) => {
    const place = places[i];
    return {
      x: point.x,
      y: point.y,
      group: groups.indexOf(point.group ?? ''),
      words: wordsOf(point, options),
      ...(point.xInterval && { xLow: point.xInterval.low, xHigh: point.xInterval.high }),
      ...(point.yInterval && { yLow: point.yInterval.low, yHigh: point.yInterval.high }),
      ...(place && {
        label: spots[i]!.label,
        labelX: fromX(place.x),
        labelY: fromY(place.y),
        align: place.align,
        led: place.led,
      }),
    };
  });

  const axisOf = ({ digits = 2 }: Axis) => ({ grid: true, ...ticks(6, digits), domain: false, ticks: false });
  const onX = (field: string) => ({ field, type: 'quantitative' });
  const { color, shape } = groupChannels(groups, 'groups');
  const bar = { type: 'rule', strokeWidth: 1.25, opacity: 0.65 };
  const labelled = (look: object) => ({
    transform: [{ filter: 'isValid(datum.label)' }],
    mark: { type: 'text', fontSize: letters.small, baseline: 'middle', align: { expr: 'datum.align' }, ...look },
    encoding: { x: onX('labelX'), y: onX('labelY'), text: { field: 'label', type: 'nominal' } },
  });
  const spec = {
    width,
    height,
    params: [labels('groups', groups)],
    data: { values },
    encoding: {
      x: { ...onX('x'), title: x.title, scale: scaleOf(xDomain), axis: axisOf(x) },
      y: { ...onX('y'), title: y.title, scale: scaleOf(yDomain), axis: axisOf(y) },
    },
    layer: [
      ...(bars.length === 0
        ? []
        : [
            {
              transform: [{ filter: 'isValid(datum.xLow)' }],
              mark: bar,
              encoding: { x: onX('xLow'), x2: { field: 'xHigh' }, color },
            },
            {
              transform: [{ filter: 'isValid(datum.yLow)' }],
              mark: bar,
              encoding: { y: onX('yLow'), y2: { field: 'yHigh' }, color },
            },
          ]),
      {
        transform: [{ filter: 'datum.led' }],
        mark: { type: 'rule', strokeWidth: 0.75, color: colour('axis') },
        encoding: { x2: { field: 'labelX' }, y2: { field: 'labelY' } },
      },
      {
        mark: { type: 'point', filled: true, size: 64, opacity: 1, aria: true },
        encoding: { color, shape, description: { field: 'words', type: 'nominal' } },
      },
      // Letters that cross an error bar keep a rim of background around them.
      ...(bars.length === 0
        ? []
        : [labelled({ color: colour('surface'), stroke: colour('surface'), strokeWidth: 3, strokeJoin: 'round' })]),
      labelled({ color: colour('ink') }),
    ],
  };

  const unlabelled = places.filter((place) => place === undefined).length;
  return chartFigure(options, {
    spec,
    data: dataOf(options, what),
    seen: [
      `${counted(points.length, what)}.`,
      ...(drawn.length === 0 ? [] : [`${range(drawn, 'x', x)} ${range(drawn, 'y', y)}`]),
      ...leftOut(points.length - drawn.length, what),
      ...(unlabelled === 0 ? [] : [`${counted(unlabelled, 'point')} in the crowd without a label; see the data.`]),
    ],
  });
}

const spanned = (points: readonly ScatterPoint[], axis: 'x' | 'y'): number[] =>
  points.flatMap((point) => {
    const interval = axis === 'x' ? point.xInterval : point.yInterval;
    return [point[axis], ...(interval ? [interval.low, interval.high] : [])];
  });

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
