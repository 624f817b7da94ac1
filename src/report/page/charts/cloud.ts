/** Many points of two values of the same kind, such as the scores of two systems for each segment: a dot is the larger the more fall near it. */
import { counted } from '../../../core/index.ts';
import { right } from '../../wording.ts';
import type { ChartFigure } from '../page.ts';
import { colour, seriesColour } from '../palette.ts';
import { type Axis, type ChartText, chartFigure, domainOf, leftOut } from './chart.ts';
import { Drawing } from './drawing.ts';
import { drawXAxis, drawYAxis, scaleOf, shown } from './plot.ts';

export interface CloudOptions extends ChartText {
  readonly x: Axis;
  readonly y: Axis;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** What a point stands for, as a noun in the singular. */
  readonly what?: string;
}

const size = 320;
/** Cells along each side: few enough that a page may have many such charts. */
const cells = 20;

export function cloud(options: CloudOptions): ChartFigure {
  const { x, y, points, what = 'point' } = options;
  const drawn = points.filter((point) => point.every((value) => Number.isFinite(value)));
  const domain = domainOf(drawn.flat(), { title: '' }, 0.02);
  const step = (domain[1] - domain[0]) / cells;
  const placeOf = (value: number) => Math.min(cells - 1, Math.max(0, Math.floor((value - domain[0]) / step)));
  const counts = new Map<number, number>();
  for (const [a, b] of drawn) {
    const cell = placeOf(b) * cells + placeOf(a);
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  const middle = (place: number) => domain[0] + (place + 0.5) * step;
  const found = [...counts]
    .sort(([a], [b]) => a - b)
    .map(([cell, count]) => ({ x: middle(cell % cells), y: middle(Math.floor(cell / cells)), count }));
  const most = found.reduce((best, { count }) => Math.max(best, count), 1);
  const [xDigits, yDigits] = [x.digits ?? 2, y.digits ?? 2];
  const drawing = new Drawing();
  const across = scaleOf(domain, 0, size, 6, xDigits);
  const up = scaleOf(domain, size, 0, 6, yDigits);
  drawXAxis(drawing, across, size, 0, { title: x.title, grid: true });
  drawYAxis(drawing, up, size, y.title);
  drawing.line([0, size], [size, 0], { stroke: colour('muted'), 'stroke-dasharray': '4 3' });
  drawing.group({ fill: seriesColour(0), opacity: 0.75 }, () => {
    for (const dot of found) {
      // By the root, since one cell often holds most; the largest fills its cell.
      const area = Math.max(10, Math.sqrt(dot.count / most) * (size / cells) ** 2 * 1.1);
      drawing.circle([across.at(dot.x), up.at(dot.y)], Math.sqrt(area) / 2, {});
    }
  });
  const above = drawn.filter(([a, b]) => b > a).length;
  const below = drawn.filter(([a, b]) => b < a).length;
  const seen = [
    `${counted(drawn.length, what)}: ${y.title} has more in ${above}, ${x.title} in ${below}, and ${drawn.length - above - below} are equal.`,
    ...leftOut(points.length - drawn.length, what),
  ];
  const data = {
    columns: [right(x.title), right(y.title), right(`${what}s`)],
    rows: found.map((each) => [shown(each.x, xDigits), shown(each.y, yDigits), String(each.count)]),
  };
  return chartFigure(options, { picture: drawing.finish(), data, seen });
}
