/** What plots are made of: scales with round ticks, axes, legends, and marks that tell groups apart. */
import { colour, seriesColour, seriesColours } from '../palette.ts';
import { type Drawing, type Point, letters } from './drawing.ts';
import { shortened, textWidth } from './textWidth.ts';

/** From values to pixels along an axis. */
export interface Scale {
  /** The pixels of its first and its last value. */
  readonly from: number;
  readonly to: number;
  readonly at: (value: number) => number;
  readonly ticks: readonly Tick[];
}

interface Tick {
  readonly value: number;
  readonly label: string;
}

/** A scale with about this many ticks, or fewer if labels need the room: from left to right, or from bottom to top if `from` is beyond `to`. */
export function scaleOf(
  [low, high]: readonly [number, number],
  from: number,
  to: number,
  about: number,
  digits: number,
): Scale {
  const at = (value: number): number => from + ((value - low) / (high - low)) * (to - from);
  const fits = (ticks: readonly Tick[]): boolean => {
    const room = ticks.length < 2 ? Infinity : Math.abs(at(ticks[1]!.value) - at(ticks[0]!.value));
    const needed = ({ label }: Tick): number => (from > to ? letters.label + 4 : textWidth(label, letters.label) + 8);
    return ticks.every((tick) => needed(tick) <= room);
  };
  let ticks = ticksOf(low, high, about, digits);
  for (let count = about - 1; count > 0 && !fits(ticks); count--) ticks = ticksOf(low, high, count, digits);
  return { from, to, at, ticks };
}

/** Multiples of a round step between two values, none closer than the digits can say, unless there were none at all. */
function ticksOf(low: number, high: number, about: number, digits: number): Tick[] {
  // The round step nearest to the one wanted, on a scale of ratios, or about that.
  const wanted = (0.7 * (high - low)) / about;
  const coarse = roundStep(Math.max(wanted, Number(`1e-${digits}`)));
  const step = Math.ceil(low / coarse) > Math.floor(high / coarse) ? roundStep(wanted) : coarse;
  let decimals = 0;
  while (Number(`1e-${decimals}`) > step) decimals++;
  // What is a multiple but for the last bits of it is one.
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, i) => {
    const value = (first + i) * step;
    return { value, label: tickText(value, decimals) };
  });
}

/** With commas between thousands. */
function tickText(value: number, decimals: number): string {
  if (decimals > 12) return value.toPrecision(3).replace('-', '−');
  const [whole = '', ...fraction] = shown(value, decimals).split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.');
}

/** 1, 2 or 5 times a power of ten, and no less than asked for. */
export function roundStep(least: number): number {
  if (!(least > 0 && least < Infinity)) return 1;
  let exponent = 0;
  while (Number(`1e${exponent}`) > least) exponent--;
  while (Number(`1e${exponent + 1}`) <= least) exponent++;
  const factor = [1, 2, 5].find((each) => Number(`${each}e${exponent}`) >= least) ?? 10;
  return Number(`${factor}e${exponent}`);
}

/** A number as it is read: with a true minus, and a dash for one that is not there. */
export const shown = (value: number, digits: number): string =>
  Number.isFinite(value)
    ? value
        .toFixed(digits)
        .replace(/^-(?=.*[1-9])/, '−')
        .replace(/^-/, '')
    : '–';

interface AxisLook {
  readonly title?: string | undefined;
  /** Lines across the plot at the ticks. */
  readonly grid?: boolean;
  /** A line along the axis, with ticks on it. */
  readonly line?: boolean;
}

const tickLength = 4;
const labelGap = 6;
const titleGap = 10;

/** The axis below a plot whose other side is at `top`. */
export function drawXAxis(drawing: Drawing, x: Scale, bottom: number, top: number, look: AxisLook): void {
  const { title, grid = false, line = false } = look;
  const across = (name: 'grid' | 'axis', from: number, to: number): void =>
    drawLines(drawing, name, () => {
      for (const { value } of x.ticks) drawing.line([x.at(value), from], [x.at(value), to], {});
      if (name === 'axis') drawing.line([x.from, bottom], [x.to, bottom], {});
    });
  if (grid) across('grid', top, bottom);
  if (line) across('axis', bottom, bottom + tickLength);
  const labels = bottom + tickLength + labelGap + letters.label / 2;
  for (const { value, label } of x.ticks) drawing.text([x.at(value), labels], label, { anchor: 'middle' });
  if (title === undefined) return;
  drawing.text([(x.from + x.to) / 2, labels + titleGap + letters.label], title, { anchor: 'middle', bold: true });
}

/** The axis to the left of a plot that begins at 0; titles of several are in line if they leave the same room to labels. */
export function drawYAxis(drawing: Drawing, y: Scale, right: number, title: string, room = labelRoom(y)): void {
  drawLines(drawing, 'grid', () => {
    for (const { value } of y.ticks) drawing.line([0, y.at(value)], [right, y.at(value)], {});
  });
  for (const { value, label } of y.ticks) drawing.text([-labelGap, y.at(value)], label, { anchor: 'end' });
  drawRowTitle(drawing, title, (y.from + y.to) / 2, room);
}

/** A title turned to the left, beyond the room for labels. */
export function drawRowTitle(drawing: Drawing, title: string, middle: number, room: number): void {
  const x = -(labelGap + room + titleGap + letters.label / 2);
  drawing.text([x, middle], title, { anchor: 'middle', bold: true, angle: -90 });
}

/** Names of rows, to the left of a plot that begins at 0. */
export const drawRowName = (drawing: Drawing, name: string, middle: number): void =>
  drawing.text([-labelGap, middle], shortened(name), { anchor: 'end' });

export const labelRoom = ({ ticks }: Scale): number =>
  ticks.reduce((widest, { label }) => Math.max(widest, textWidth(label, letters.label)), 0);

const drawLines = (drawing: Drawing, name: 'grid' | 'axis', draw: () => void): void =>
  drawing.group({ stroke: colour(name), 'shape-rendering': 'crispEdges' }, draw);

const rowHeight = 18;
const columnGap = 18;

/** What groups look like, above a plot that begins at (0, 0), in as many columns as fit; for a single group there is nothing to tell apart. */
export function drawLegend(
  drawing: Drawing,
  names: readonly string[],
  width: number,
  symbolWidth: number,
  drawSymbol: (group: number, left: number, y: number) => void,
): void {
  if (names.length < 2) return;
  const texts = names.map((name) => shortened(name, 40));
  const widths = texts.map((text) => symbolWidth + labelGap + textWidth(text, letters.label) + columnGap);
  const inColumns = (count: number): number[] =>
    Array.from({ length: count }, (_, column) => Math.max(...widths.filter((__, group) => group % count === column)));
  let columns = inColumns(names.length);
  while (columns.length > 1 && columns.reduce((a, b) => a + b) - columnGap > width) {
    columns = inColumns(columns.length - 1);
  }
  const rows = Math.ceil(names.length / columns.length);
  for (const [group, text] of texts.entries()) {
    const left = columns.slice(0, group % columns.length).reduce((a, b) => a + b, 0);
    const y = -14 - rowHeight * (rows - 1 - Math.floor(group / columns.length));
    drawSymbol(group, left, y);
    drawing.text([left + symbolWidth + labelGap, y], text);
  }
}

/** Corners of the shapes of points, for a radius of 1; the circle has none. */
const shapes: readonly (readonly Point[])[] = [
  [],
  [[-0.95, -0.95], [0.95, -0.95], [0.95, 0.95], [-0.95, 0.95]],
  [[0, -1.1], [1.15, 0.9], [-1.15, 0.9]],
  [[0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]],
  [[0, 1.1], [1.15, -0.9], [-1.15, -0.9]],
  [[-0.4, -1.2], [0.4, -1.2], [0.4, -0.4], [1.2, -0.4], [1.2, 0.4], [0.4, 0.4], [0.4, 1.2], [-0.4, 1.2], [-0.4, 0.4], [-1.2, 0.4], [-1.2, -0.4], [-0.4, -0.4]],
  [[1.1, 0], [-0.9, 1.15], [-0.9, -1.15]],
  [[-1.1, 0], [0.9, 1.15], [0.9, -1.15]],
]; // prettier-ignore

/** A point in the colour and shape of its group; when colours begin again, shapes do not go with the same ones. */
export function drawPoint(drawing: Drawing, [x, y]: Point, radius: number, group: number, title?: string): void {
  const corners = shapes[(group + Math.floor(group / seriesColours)) % shapes.length]!;
  const look = { fill: seriesColour(group), title };
  if (corners.length === 0) drawing.circle([x, y], radius, look);
  else {
    const around = corners.map(([right, down]): Point => [x + right * radius, y + down * radius]);
    drawing.path(around, true, look);
  }
}

/** The legend of points by group. */
export const drawPointLegend = (drawing: Drawing, names: readonly string[], width: number): void =>
  drawLegend(drawing, names, width, 10, (group, left, y) => drawPoint(drawing, [left + 5, y], 4.5, group));
