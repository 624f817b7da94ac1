/** A grid of coloured cells with text in them, and below it the scale of the colours: what heat maps and matrices of pairs are drawn with. */
import { colour, heatColour, heatInk, heatStep, heatSteps } from '../palette.ts';
import { Drawing, type Picture, letters } from './drawing.ts';
import { drawRowName, drawRowTitle, shown } from './plot.ts';
import { shortened, textWidth } from './textWidth.ts';

export interface GridCell {
  /** What its colour says; NaN for a cell that is empty. */
  readonly value: number;
  readonly text: string;
  /** In small letters below. */
  readonly under?: string;
  /** What it says under the pointer. */
  readonly words: string;
}

interface GridOptions {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly rowTitle?: string;
  readonly columnTitle?: string;
  /** By row, then by column; undefined for one that has no meaning. */
  readonly cells: readonly (readonly (GridCell | undefined)[])[];
  /** Values at the ends of the scale; its middle is neutral. */
  readonly from: number;
  readonly to: number;
  readonly scaleTitle: string;
}

/** Between cells. */
const gap = 1.5;
/** Of letters that are below others in a cell. */
const underSize = letters.small - 1;

export function drawGrid(options: GridOptions): Picture {
  const { rows, columns, rowTitle, columnTitle, cells, from, to } = options;
  const drawing = new Drawing();
  const texts = cells.flat().filter((cell) => cell !== undefined);
  const widths = texts.flatMap(({ text, under = '' }) => [textWidth(text, letters.label), textWidth(under, underSize)]);
  const cellWidth = Math.ceil(Math.max(30, ...widths)) + 12;
  const cellHeight = texts.some(({ under }) => under !== undefined) ? 38 : 26;
  const height = rows.length * cellHeight;

  const names = columns.map((name) => shortened(name));
  const widest = Math.max(0, ...names.map((name) => textWidth(name, letters.label)));
  const angle = widest > cellWidth - 4 ? -45 : 0;
  for (const [column, name] of names.entries()) {
    const anchor = angle === 0 ? 'middle' : 'start';
    drawing.text([cellWidth * (column + 0.5), -12], name, { anchor, angle });
  }
  for (const [row, name] of rows.entries()) drawRowName(drawing, name, cellHeight * (row + 0.5));
  const titleHeight = angle === 0 ? letters.label : (widest + letters.label) * Math.SQRT1_2;
  if (columnTitle !== undefined) drawing.text([0, -22 - titleHeight], columnTitle, { bold: true });
  if (rowTitle !== undefined) {
    const room = Math.max(0, ...rows.map((name) => textWidth(shortened(name), letters.label)));
    drawRowTitle(drawing, rowTitle, height / 2, room);
  }

  for (const [row, line] of cells.entries()) {
    for (const [column, cell] of line.entries()) {
      const [x, y] = [cellWidth * column, cellHeight * row];
      const [middle, centre] = [x + cellWidth / 2, y + cellHeight / 2];
      const draw = (fill: string): void =>
        drawing.rect(x + gap / 2, y + gap / 2, cellWidth - gap, cellHeight - gap, { fill });
      if (cell === undefined) {
        draw(colour('raised'));
        continue;
      }
      const { value, text, under, words } = cell;
      const step = Number.isFinite(value) ? heatStep(value, from, to) : undefined;
      const fill = step === undefined ? colour('muted') : heatInk(step);
      drawing.group({ title: words, fill }, () => {
        draw(step === undefined ? colour('raised') : heatColour(step));
        const isDouble = step !== undefined && under !== undefined;
        drawing.text([middle, isDouble ? centre - 7 : centre], step === undefined ? '–' : text, { anchor: 'middle' });
        if (isDouble) drawing.text([middle, centre + 9], under, { size: underSize, anchor: 'middle' });
      });
    }
  }
  drawScaleStrip(drawing, height + 18, options);
  return drawing.finish();
}

/** The steps of the scale side by side, with its ends and middle. */
function drawScaleStrip(drawing: Drawing, top: number, { from, to, scaleTitle }: GridOptions): void {
  const look = { size: letters.small } as const;
  for (let step = 0; step < heatSteps; step++) drawing.rect(10 * step, top, 10, 10, { fill: heatColour(step) });
  for (const [i, value] of [from, (from + to) / 2, to].entries()) {
    const at = 5 + 5 * (heatSteps - 1) * i;
    const label = shown(value, 3).replace(/\.?0+$/, '');
    drawing.text([at, top + 20], label, { ...look, anchor: 'middle' });
  }
  drawing.text([0, top + 36], scaleTitle, look);
}
