/** A heat map: rows by columns, such as the correlation of each metric for each language pair, with intervals. */
import { counted } from '../../../core/index.ts';
import { left, right } from '../../wording.ts';
import type { ChartFigure } from '../page.ts';
import { type ChartText, type Interval, cell, chartFigure, named, shownWithin } from './chart.ts';
import { type GridCell, drawGrid } from './grid.ts';
import { shown } from './plot.ts';

export interface HeatMapOptions extends ChartText {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** What a row and a column are, as nouns in the singular. */
  readonly row: string;
  readonly column: string;
  /** What the values are: `correlation`. */
  readonly value: string;
  /** By row, then by column; NaN for what is not there. */
  readonly values: readonly (readonly number[])[];
  readonly intervals?: readonly (readonly (Interval | undefined)[])[];
  /** Such as `*`, put behind the value; say in the note what it means. */
  readonly marks?: readonly (readonly string[])[];
  /** What colours say, by row, then by column, where that is not the value itself; and what to call it. */
  readonly shades?: { readonly title: string; readonly values: readonly (readonly number[])[] };
  readonly digits?: number;
  /** Values at the ends of the scale, whose middle is neutral; from -1 to 1 unless given. */
  readonly from?: number;
  readonly to?: number;
}

/** With more columns than this, intervals are not printed in the cells but shown under the pointer and in the data. */
const mostPrinted = 10;

interface Entry {
  readonly row: string;
  readonly column: string;
  readonly value: number;
  readonly interval?: Interval | undefined;
  readonly mark: string;
}

export function heatMap(options: HeatMapOptions): ChartFigure {
  const { rows, columns, row, column, digits = 2, from = -1, to = 1, intervals } = options;
  const entries = rows.map((name, r) =>
    columns.map((columnName, c): Entry => ({
      row: name,
      column: columnName,
      value: options.values[r]?.[c] ?? Number.NaN,
      interval: intervals?.[r]?.[c],
      mark: options.marks?.[r]?.[c] ?? '',
    })),
  );
  const printed = intervals !== undefined && columns.length <= mostPrinted;
  const cells = entries.map((line, r) =>
    line.map((entry, c): GridCell => {
      const { value, interval, mark } = entry;
      return {
        value: options.shades ? (options.shades.values[r]?.[c] ?? NaN) : value,
        text: `${shown(value, digits)}${mark}`,
        words: `${named(entry.row)}, ${named(entry.column)}: ${shownWithin(value, interval, digits)}${mark}`,
        ...(printed && interval ? { under: `${shown(interval.low, digits)} to ${shown(interval.high, digits)}` } : {}),
      };
    }),
  );
  return chartFigure(options, {
    picture: drawGrid({
      rows,
      columns,
      rowTitle: row,
      columnTitle: column,
      cells,
      from,
      to,
      scaleTitle: options.shades?.title ?? options.value,
    }),
    data: dataOf(options, entries, digits),
    seen: seen(options, entries, digits),
  });
}

function seen({ rows, columns, row, column, value }: HeatMapOptions, entries: Entry[][], digits: number): string[] {
  const known = entries.flat().filter((entry) => Number.isFinite(entry.value));
  const missing = rows.length * columns.length - known.length;
  const parts = [`${counted(rows.length, row)} by ${counted(columns.length, column)}.`];
  if (known.length > 0) {
    const most = known.reduce((a, b) => (b.value > a.value ? b : a));
    const least = known.reduce((a, b) => (b.value < a.value ? b : a));
    const at = (entry: Entry) =>
      `${shownWithin(entry.value, entry.interval, digits)} (${named(entry.row)}, ${named(entry.column)})`;
    parts.push(`Highest ${value}: ${at(most)}; lowest: ${at(least)}.`);
    // Rows can only be compared by their means if none has holes.
    if (missing === 0 && rows.length > 1 && columns.length > 1) {
      const means = entries.map((line) => line.reduce((sum, entry) => sum + entry.value, 0) / columns.length);
      const best = means.indexOf(Math.max(...means));
      parts.push(`On average over all columns, ${named(rows[best]!)} is highest with ${shown(means[best]!, digits)}.`);
    }
  }
  if (missing > 0) parts.push(`${counted(missing, 'cell')} without a value.`);
  return parts;
}

/** As drawn; with intervals or marks, a row for each cell. */
function dataOf({ row, columns, ...options }: HeatMapOptions, entries: Entry[][], digits: number): ChartFigure['data'] {
  if (options.intervals === undefined && options.marks === undefined) {
    return {
      columns: [left(row), ...columns.map(right)],
      rows: entries.map((line) => [line[0]?.row ?? '', ...line.map(({ value }) => cell(value, digits))]),
    };
  }
  const bounds = options.intervals !== undefined;
  const marked = options.marks !== undefined;
  return {
    columns: [
      left(row),
      left(options.column),
      right(options.value),
      ...(bounds ? [right('low'), right('high')] : []),
      ...(marked ? [left('mark')] : []),
    ],
    rows: entries
      .flat()
      .map(({ value, interval, mark, ...entry }) => [
        entry.row,
        entry.column,
        cell(value, digits),
        ...(bounds ? [cell(interval?.low, digits), cell(interval?.high, digits)] : []),
        ...(marked ? [mark] : []),
      ]),
  };
}
