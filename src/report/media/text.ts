/** Aligned columns for a terminal or a log. */

import { type Note, type Report, type Table, cellText, isBest, shownRows } from '../table.ts';
import { displayWidth } from '../width.ts';

/** How a terminal is written to: `bold` and `dim` return their text as it is where there are no colours. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  /** Columns of the terminal, to fold lines between words; without it lines are as long as they are. */
  readonly width?: number | undefined;
}

export const plainStyle: Style = { bold: (text) => text, dim: (text) => text };

export function text(report: Report, style: Style = plainStyle): string {
  const { answer = [], warnings = [], findings = [], notes } = report;
  const plain = (line: string): string => line;
  const parts = report.tables.map((table) => captionLines(table, style) + grid(table, style));
  if (warnings.length > 0) parts.unshift(list(warnings.map((note) => ({ name: 'warning', text: note })), plain, style)); // prettier-ignore
  if (answer.length > 0) parts.unshift(list(answer, plain, style));
  if (findings.length > 0) parts.push(list(findings, plain, style));
  if (notes.length > 0) parts.push(list(notes, style.dim, style));
  return parts.join('\n');
}

const captionLines = ({ caption }: Table, { bold, width = Infinity }: Style): string =>
  caption ? folded(clean(caption), width).map((line) => `${bold(line)}\n`).join('') : ''; // prettier-ignore

/** Of notes, beside their texts. */
const longestName = 40;

function list(notes: readonly Note[], mark: (line: string) => string, { width = Infinity }: Style): string {
  // A long name, such as that of a metric with a path in it, has a line to itself.
  const names = Math.max(...notes.map(({ name }) => displayWidth(name)).filter((each) => each <= longestName), 0);
  return notes.map((note) => noteLines(note, names, Math.min(noteWidth, width - names - 2), mark)).join('');
}

/** Space between columns. */
const gap = 2;

function grid(table: Table, style: Style): string {
  const { columns } = table;
  const cells = shownRows(table).map((row) => row.map((cell) => clean(cellText(cell))));
  const titles = columns.map(({ title }) => clean(title));
  const wordWidth = (words: string): number => Math.max(...words.split(' ').map(displayWidth));
  const natural = titles.map((title, c) =>
    Math.max(displayWidth(title), ...cells.map((row) => displayWidth(row[c] ?? ''))),
  );
  // Titles and texts can be folded between words; numbers and intervals cannot.
  const least = titles.map((title, c) => {
    const cellWidth = columns[c]!.align === 'left' ? wordWidth : displayWidth;
    return Math.max(wordWidth(title), ...cells.map((row) => cellWidth(row[c] ?? '')));
  });
  const blocks = columnBlocks(columns, least, style.width ?? Infinity);
  return blocks
    .map((block) => {
      const widths = shrunk(block.map((c) => natural[c]!), block.map((c) => least[c]!), style.width ?? Infinity); // prettier-ignore
      return blockLines(table, titles, cells, block, widths, style);
    })
    .join('\n');
}

const totalWidth = (widths: readonly number[]): number => widths.reduce((sum, each) => sum + each + gap, -gap);

/** Splits the columns into blocks that fit. Later blocks follow below and repeat the first columns, which say what a row is about. */
function columnBlocks(columns: Table['columns'], least: readonly number[], room: number): number[][] {
  const all = [...columns.keys()];
  if (totalWidth(least) <= room) return [all];
  const numbers = columns.findIndex(({ align }) => align === 'right');
  const isKeyed = numbers > 0 && totalWidth(least.slice(0, numbers)) <= room / 2;
  const keys = all.slice(0, isKeyed ? numbers : 1);
  const fits = (places: readonly number[]): boolean => totalWidth(places.map((c) => least[c]!)) <= room;
  const blocks: number[][] = [];
  for (const group of columnGroups(columns, all.slice(keys.length))) {
    for (const some of fits([...keys, ...group]) ? [group] : group.map((c) => [c])) {
      const last = blocks.at(-1);
      if (last && fits([...last, ...some])) last.push(...some);
      else blocks.push([...keys, ...some]);
    }
  }
  return blocks.length === 0 ? [all] : blocks;
}

/** A title that stands above several columns, such as that of intervals, means something only beside the column before. */
function columnGroups(columns: Table['columns'], places: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (const c of places) {
    const isRepeated = columns.filter(({ title }) => title === columns[c]!.title).length > 1;
    if (isRepeated && groups.length > 0) groups.at(-1)!.push(c);
    else groups.push([c]);
  }
  return groups;
}

/** Widths that fit, if they can: the widest gives way first. */
function shrunk(natural: readonly number[], least: readonly number[], room: number): number[] {
  const widths = [...natural];
  for (let excess = totalWidth(widths) - room; excess > 0; excess--) {
    let widest = -1;
    widths.forEach((width, c) => {
      if (width > least[c]! && (widest < 0 || width > widths[widest]!)) widest = c;
    });
    if (widest < 0) break;
    widths[widest]!--;
  }
  return widths;
}

function blockLines(
  { columns, rows, lines = [] }: Table,
  titles: readonly string[],
  cells: readonly (readonly string[])[],
  block: readonly number[],
  most: readonly number[],
  style: Style,
): string {
  const foldedTitles = block.map((c, b) => folded(titles[c]!, most[b]!));
  const foldedCells = cells.map((row) =>
    block.map((c, b) => (columns[c]!.align === 'left' ? folded(row[c] ?? '', most[b]!) : [row[c] ?? ''])),
  );
  const widths = block.map((_, b) =>
    Math.max(...[foldedTitles, ...foldedCells].flatMap((row) => row[b]!.map(displayWidth))),
  );
  const line = (pieces: readonly string[], mark: (piece: string, b: number) => string): string =>
    pieces
      .map((piece, b) => {
        const space = ' '.repeat(widths[b]! - displayWidth(piece));
        const marked = piece === '' ? '' : mark(piece, b);
        return columns[block[b]!]!.align === 'left' ? marked + space : space + marked;
      })
      .join(' '.repeat(gap))
      .trimEnd() + '\n';
  /** What is folded takes several lines; titles stand at the bottom of theirs. */
  const row = (folds: readonly string[][], atBottom: boolean, mark: (piece: string, b: number) => string): string => {
    const height = Math.max(...folds.map(({ length }) => length));
    return Array.from({ length: height }, (_, i) =>
      line(
        folds.map((fold) => fold[atBottom ? i - height + fold.length : i] ?? ''),
        mark,
      ),
    ).join('');
  };
  return (
    row(foldedTitles, true, (title) => style.bold(title)) +
    rows
      .map((own, r) => {
        const below = lines.includes(r + 1) ? `${style.dim('─'.repeat(totalWidth(widths)))}\n` : '';
        return row(foldedCells[r]!, false, (cell, b) => (isBest(own[block[b]!]) ? style.bold(cell) : cell)) + below;
      })
      .join('')
  );
}

/** Notes are folded between words to a readable width; a signature has no spaces and stays whole. */
const noteLines = ({ name, text: note }: Note, names: number, width: number, mark: (line: string) => string): string =>
  (displayWidth(name) > names ? `${name}\n` : '') +
  folded(clean(note), width)
    .map((line, i) => `${pad(i === 0 && displayWidth(name) <= names ? name : '', names)}  ${mark(line)}\n`)
    .join('');

const noteWidth = 100;

/** Lines of at most this many columns, broken between words. */
export function folded(line: string, width: number): string[] {
  if (displayWidth(line) <= width) return [line];
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last) + 1 + displayWidth(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const pad = (cell: string, width: number) => cell + ' '.repeat(Math.max(0, width - displayWidth(cell)));

/** Names come from files: control characters must not reach the terminal. */
const clean = (cell: string) => cell.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd');
