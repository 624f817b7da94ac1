/** Rows of plain values for other programs: CSV (RFC 4180) and TSV. */
import { type Cell, type Report, type Table, cellText } from '../table.ts';

/** Numbers in full, so that nothing is lost on the way. */
const value = (cell: Cell) => (typeof cell === 'object' && 'value' in cell ? String(cell.value) : cellText(cell));

const lines = ({ columns, rows }: Table, quote: (text: string) => string, separator: string) =>
  [columns.map(({ title }) => title), ...rows.map((row) => row.map(value))]
    .map((row) => `${row.map(quote).join(separator)}\n`)
    .join('');

export const csv = ({ tables }: Report): string =>
  tables
    .map((table) => lines(table, (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text), ','))
    .join('\n');

/** TSV knows no quotes: a tab or line break in a value becomes a space. */
export const tsv = ({ tables }: Report): string => tables.map((table) => lines(table, tsvText, '\t')).join('\n');

export const tsvText = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');
