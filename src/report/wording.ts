/** Words, numbers and columns that all reports share. */
import type { Cell, Column, Report, Table } from './table.ts';

export const left = (title: string): Column => ({ title, align: 'left' });
export const right = (title: string): Column => ({ title, align: 'right' });

/** Rows of values in full for other programs; what is not known is left empty. */
export const plainTable = (
  titles: readonly string[],
  rows: readonly (readonly (string | number | undefined)[])[],
): Table => ({
  columns: titles.map(left),
  rows: rows.map((row) => row.map((value) => (typeof value === 'string' ? value : plain(value)))),
});

/** A report of nothing else. */
export const plainReport = (title: string, ...[titles, rows]: Parameters<typeof plainTable>): Report => ({
  title,
  tables: [plainTable(titles, rows)],
  notes: [],
});

/** Decimals of ratios, shares and probabilities. */
export const fine = 3;

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const fineText = (value: number): string => value.toFixed(fine);

/** What is not known is a dash. */
export const numberCell = (value: number | undefined, digits: number): Cell =>
  value === undefined || Number.isNaN(value) ? '–' : { value, digits };

/** `[0.12, 0.34]`. */
export const intervalText = (
  interval: { readonly low: number; readonly high: number } | undefined,
  digits: number,
): string =>
  interval === undefined || Number.isNaN(interval.low)
    ? '–'
    : `[${interval.low.toFixed(digits)}, ${interval.high.toFixed(digits)}]`;

/** A number in full, for other programs; what is not known is left empty. */
export const plain = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? '' : String(value);

export const signed = (value: number, digits: number): string =>
  `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`;

/** `95 %` */
export const percent = (share: number): string => `${Number((100 * share).toFixed(2))} %`;

/** `0.008`, `<0.001`; `<0.013` where p is only known to be below that. */
export const pText = (p: number, isBound = false): string =>
  p < 0.001 ? '<0.001' : `${isBound ? '<' : ''}${fineText(isBound ? Math.ceil(1000 * p) / 1000 : p)}`;
/** The same; a dash where there is none. */
export const knownP = (p: number, isBound = false): string => (Number.isNaN(p) ? '–' : pText(p, isBound));
/** `p = 0.008`, `p < 0.001`. */
export const shownP = (p: number, isBound = false): string => {
  const text = pText(p, isBound);
  return text.startsWith('<') ? `p < ${text.slice(1)}` : `p = ${text}`;
};

/** `a`, `a and b`, `a, b and c`. */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)!}`;

/** What a table of a task shows, after the name of the task; judgments need not have one. */
export const ofTask = (task: string, text: string): string => (task === '' ? text : `${task}: ${text}`);
