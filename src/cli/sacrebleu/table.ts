/** Tables as the Python package tabulate draws them: `fancy_grid` and `latex_booktabs`. */
import { strip } from '../../text/index.ts';
import { formatFixed, readFloat, readInteger } from './numbers.ts';

export interface Column {
  readonly head: string;
  /** A cell may have several lines. */
  readonly cells: readonly string[];
}

/** The first column is set to the right, the others are centred. Codes for colours take no room. */
export function table(columns: readonly Column[], latex: boolean, digits: number): string {
  const heights = columns[0]!.cells.map((_, row) =>
    Math.max(...columns.map(({ cells }) => linesOf(cells[row]!).length)),
  );
  const padded = columns.map(({ head, cells }, c) => {
    const align = c === 0 ? right : centre;
    const texts = asNumbers(cells, digits).map(strip);
    const width = Math.max(length(head) + 2, ...texts.flatMap(linesOf).map(length));
    return {
      width: width + 2,
      head: ` ${align(head, width)} `,
      cells: texts.map((text, row) => {
        const lines = linesOf(text);
        return Array.from({ length: heights[row]! }, (_, line) => ` ${align(lines[line] ?? '', width)} `);
      }),
    };
  });
  const rows = heights.map((height, row) =>
    Array.from({ length: height }, (_, line) => padded.map(({ cells }) => cells[row]![line]!)),
  );
  const heads = padded.map(({ head }) => head);
  return latex
    ? booktabs(heads, rows)
    : grid(
        heads,
        rows,
        padded.map(({ width }) => width),
      );
}

const linesOf = (text: string): string[] => text.split('\n');

/** A row of a table: its lines, and in each the cells. */
type Row = readonly (readonly string[])[];

function grid(heads: readonly string[], rows: readonly Row[], widths: readonly number[]): string {
  const line = ([start, fill, between, end]: string) =>
    `${start}${widths.map((width) => fill!.repeat(width)).join(between)}${end}\n`;
  const row = (lines: Row) => lines.map((cells) => `│${cells.join('│')}│\n`).join('');
  return `${line('╒═╤╕')}${row([heads])}${line('╞═╪╡')}${rows.map(row).join(line('├─┼┤'))}${line('╘═╧╛')}`;
}

function booktabs(heads: readonly string[], rows: readonly Row[]): string {
  const row = (cells: readonly string[]) => `${cells.map(escapeLatex).join('&')}\\\\\n`;
  const aligns = heads.map((_, c) => (c === 0 ? 'r' : 'c')).join('');
  return (
    `\\begin{tabular}{${aligns}}\n\\toprule\n${row(heads)}\\midrule\n` +
    `${rows.flat().map(row).join('')}\\bottomrule\n\\end{tabular}\n`
  );
}

const latexEscapes: Readonly<Record<string, string>> = {
  '^': '\\^{}',
  '~': '\\textasciitilde{}',
  '\\': '\\textbackslash{}',
  '<': '\\ensuremath{<}',
  '>': '\\ensuremath{>}',
};

const escapeLatex = (text: string): string =>
  text.replace(/[&%$#_^{}~\\<>]/g, (character) => latexEscapes[character] ?? `\\${character}`);

/** Width in code points: without the package wcwidth, tabulate knows no wide characters. */
const length = (text: string): number => [...text.replaceAll(/\u001b\[\d+m/g, '')].length;
const right = (text: string, width: number): string => ' '.repeat(width - length(text)) + text;
const centre = (text: string, width: number): string => {
  const room = width - length(text);
  return ' '.repeat(room >> 1) + text + ' '.repeat(room - (room >> 1));
};

/** tabulate takes a column of numbers for numbers, system names too, and rewrites them unless all are integers. */
function asNumbers(cells: readonly string[], digits: number): readonly string[] {
  const isInteger = (text: string) => readInteger(text) !== undefined || text === 'True' || text === 'False';
  const isNumber = (text: string) => Number.isFinite(readFloat(text)) || /^(-?inf|nan)$/i.test(text);
  if (cells.every(isInteger) || !cells.every((text) => isInteger(text) || isNumber(text))) return cells;
  return cells.map((text) => {
    const value = readFloat(text);
    return value === undefined ? text : formatFixed(value, digits);
  });
}
