/** How one value turns into another: a bar for each change, from where the one before it ends, so that all of them add up. */
import { counted } from '../../../core/index.ts';
import { left, right } from '../../wording.ts';
import type { ChartFigure } from '../page.ts';
import { colour, seriesColour } from '../palette.ts';
import { type Axis, type ChartText, cell, chartFigure, domainOf, leftOut, named } from './chart.ts';
import { Drawing, type Picture, letters } from './drawing.ts';
import { drawLegend, drawXAxis, scaleOf, shown } from './plot.ts';
import { shortened } from './textWidth.ts';

interface Level {
  readonly label: string;
  readonly value: number;
}

interface Change {
  readonly label: string;
  readonly points: number;
  /** What changes, such as two values; under the pointer and in the data. */
  readonly detail?: string;
}

export interface WaterfallOptions extends ChartText {
  readonly value: Axis;
  readonly from: Level;
  /** They add up to the difference of the levels. */
  readonly changes: readonly Change[];
  readonly to: Level;
  /** What a change comes from, as a noun in the singular; also the title of the first column of the data. */
  readonly what?: string;
}

const rowHeight = 24;
const barHeight = 14;
/** Of the plot, and of the longest label in columns. */
const sizes = { roomy: { width: 320, columns: 40 }, narrow: { width: 150, columns: 18 } } as const;

export function waterfall(options: WaterfallOptions): ChartFigure {
  return chartFigure(options, {
    picture: draw(options, 'roomy'),
    narrow: draw(options, 'narrow'),
    data: dataOf(options),
    seen: seen(options),
  });
}

const digitsOf = ({ value }: WaterfallOptions): number => value.digits ?? 2;

const signed = (value: number, digits: number): string => `${value > 0 ? '+' : ''}${shown(value, digits)}`;

/** Where each change begins and ends; one without a value changes nothing. */
function stepped({ from, changes }: WaterfallOptions): (Change & { readonly start: number; readonly end: number })[] {
  let end = Number.isFinite(from.value) ? from.value : 0;
  return changes.map((change) => {
    const start = end;
    if (Number.isFinite(change.points)) end += change.points;
    return { ...change, start, end };
  });
}

function draw(options: WaterfallOptions, size: keyof typeof sizes): Picture {
  const { value: axis, from, to } = options;
  const { width, columns } = sizes[size];
  const digits = digitsOf(options);
  const drawing = new Drawing();
  const changes = stepped(options);
  const domain = domainOf([from.value, to.value, ...changes.map(({ end }) => end)], axis);
  const x = scaleOf(domain, 0, width, size === 'roomy' ? 6 : 3, digits);
  const bottom = rowHeight * (changes.length + 2);
  drawXAxis(drawing, x, bottom, 0, { title: axis.title, grid: true, line: true });
  const row = (r: number, label: string, text: string, bold: boolean): number => {
    const y = rowHeight * (r + 0.5);
    drawing.text([-8, y], shortened(label, columns), { anchor: 'end', bold });
    drawing.text([width + 12, y], text, { size: letters.small, ...(bold ? { bold } : { fill: colour('muted') }) });
    return y;
  };
  const level = (r: number, { label, value }: Level): void => {
    const y = row(r, label, shown(value, digits), true);
    if (!Number.isFinite(value)) return;
    drawing.circle([x.at(value), y], 5, { fill: colour('ink'), title: `${named(label)}: ${shown(value, digits)}` });
  };
  for (const [r, { label, points, detail, start, end }] of changes.entries()) {
    const y = row(r + 1, label, signed(points, digits), false);
    if (!Number.isFinite(points)) continue;
    const [low, high] = [Math.min(start, end), Math.max(start, end)].map(x.at) as [number, number];
    drawing.rect(low, y - barHeight / 2, Math.max(high - low, 1), barHeight, {
      fill: seriesColour(points < 0 ? 1 : 0),
      title: `${named(label)}: ${signed(points, digits)}${detail === undefined ? '' : ` (${detail})`}`,
    });
  }
  drawing.group({ stroke: colour('axis'), 'stroke-dasharray': '2 2' }, () => {
    for (const [r, at] of [...changes.map(({ start }) => start), changes.at(-1)?.end ?? to.value].entries()) {
      if (!Number.isFinite(at)) continue;
      const [upper, lower] = [rowHeight * (r + 0.5), rowHeight * (r + 1.5)];
      drawing.line([x.at(at), upper + barHeight / 2], [x.at(at), lower - barHeight / 2], {});
    }
  });
  level(0, from);
  level(changes.length + 1, to);
  drawLegend(drawing, ['higher', 'lower'], width, 12, (group, start, y) =>
    drawing.rect(start, y - 5, 12, 10, { fill: seriesColour(group) }),
  );
  return drawing.finish();
}

function seen(options: WaterfallOptions): string[] {
  const { value: axis, from, to, changes, what = 'change' } = options;
  const digits = digitsOf(options);
  const whole = `${axis.title}: from ${shown(from.value, digits)} (${named(from.label)}) to ${shown(to.value, digits)} (${named(to.label)}), ${signed(to.value - from.value, digits)}, by ${counted(changes.length, what)}.`;
  const drawn = changes.filter(({ points }) => Number.isFinite(points));
  if (drawn.length === 0) return [whole];
  const most = drawn.reduce((a, b) => (Math.abs(b.points) > Math.abs(a.points) ? b : a));
  return [
    whole,
    `Largest: ${named(most.label)}, ${signed(most.points, digits)}.`,
    ...leftOut(changes.length - drawn.length, what),
  ];
}

function dataOf(options: WaterfallOptions): ChartFigure['data'] {
  const { value: axis, from, to, what = 'change' } = options;
  const digits = digitsOf(options);
  const changes = stepped(options);
  const withDetail = changes.some(({ detail }) => detail !== undefined);
  const line = (label: string, points: number | undefined, value: number, detail = '') => [
    label,
    ...(withDetail ? [detail] : []),
    cell(points, digits),
    cell(value, digits),
  ];
  return {
    columns: [left(what), ...(withDetail ? [left('values')] : []), right('points'), right(axis.title)],
    rows: [
      line(from.label, undefined, from.value),
      ...changes.map(({ label, points, detail, end }) => line(label, points, end, detail)),
      line(to.label, to.value - from.value, to.value),
    ],
  };
}
