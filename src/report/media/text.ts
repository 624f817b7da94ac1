/** Aligned columns for a terminal or a log. */

import { type Cell, type Note, type Report, type Table, cellText } from '../table.ts';
import { displayWidth } from '../width.ts';

/** How a terminal is written to: `bold` and `dim` return their text as it is where there are no colours. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
}

export const plainStyle: Style = { bold: (text) => text, dim: (text) => text };

export function text(report: Report, style: Style = plainStyle): string {
  const parts = report.tables.map(
    (table) => (table.caption ? `${style.bold(clean(table.caption))}\n` : '') + grid(table, style),
  );
  if (report.findings && report.findings.length > 0) parts.push(list(report.findings, (line) => line));
  if (report.notes.length > 0) parts.push(list(report.notes, style.dim));
  return parts.join('\n');
}

function list(notes: readonly Note[], mark: (line: string) => string): string {
  const width = Math.max(...notes.map(({ name }) => displayWidth(name)));
  return notes.map((note) => noteLines(note, width, mark)).join('');
}

function grid({ columns, rows, lines = [] }: Table, style: Style): string {
  const cells = rows.map((row) => row.map((cell) => clean(cellText(cell))));
  const titles = columns.map(({ title }) => clean(title));
  const widths = titles.map((title, c) =>
    Math.max(displayWidth(title), ...cells.map((row) => displayWidth(row[c] ?? ''))),
  );
  const line = (row: readonly string[], mark: (cell: string, c: number) => string) =>
    columns
      .map(({ align }, c) => {
        const marked = mark(row[c]!, c);
        const space = ' '.repeat(widths[c]! - displayWidth(row[c]!));
        return align === 'left' ? marked + space : space + marked;
      })
      .join('  ')
      .trimEnd() + '\n';
  const width = widths.reduce((sum, each) => sum + each + 2, -2);
  const isBest = (cell: Cell | undefined) => typeof cell === 'object' && cell.best === true;
  return (
    line(titles, (title) => style.bold(title)) +
    rows
      .map((row, r) => {
        const below = lines.includes(r + 1) ? `${style.dim('─'.repeat(width))}\n` : '';
        return line(cells[r]!, (cell, c) => (isBest(row[c]) ? style.bold(cell) : cell)) + below;
      })
      .join('')
  );
}

/** Notes are folded between words to a readable width; a signature has no spaces and stays whole. */
function noteLines({ name, text: note }: Note, width: number, mark: (line: string) => string): string {
  const lines: string[] = [];
  for (const word of clean(note).split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last) + 1 + displayWidth(word) <= noteWidth)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, i) => `${pad(i === 0 ? name : '', width)}  ${mark(line)}\n`).join('');
}

const noteWidth = 100;

const pad = (cell: string, width: number) => cell + ' '.repeat(Math.max(0, width - displayWidth(cell)));

/** Names come from files: control characters must not reach the terminal. */
const clean = (cell: string) => cell.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd');
