/** What a score format declares: the columns of a table, or the scores of a line or of a whole file. */
import type { FileFormat } from '../fileFormat.ts';
import { finiteNumber } from '../numbers.ts';
import type { Level, ScoreColumns } from './scoreColumns.ts';

/** One score as a file gives it; what the file does not say is undefined. */
export interface ScoreRow {
  readonly metric?: string | undefined;
  readonly task?: string | undefined;
  /** Undefined if the file holds the scores of one system and does not name it. */
  readonly system?: string | undefined;
  /** Undefined for the score of the whole system. */
  readonly segment?: string | undefined;
  /** NaN if it is missing. */
  readonly score: number;
  /** Whether a higher score is better, if the row says so. */
  readonly higherIsBetter?: boolean | undefined;
}

export interface ScoreFormat extends FileFormat {
  /** Of scores that do not name their metric; by default it is taken from the file name. */
  readonly metric?: string;
  /** Whether someone must name the metric. */
  readonly needsMetric?: boolean;
  /** The columns given the first line and its place; undefined if the file does not have this format. */
  columns?(fields: readonly string[], level: Level | undefined, place: string): ScoreColumns | undefined;
  /** Reads lines one by one; undefined for a line that is something else, which is counted. */
  readonly lines?: () => (line: string) => readonly ScoreRow[] | undefined;
  /** Reads a whole file. */
  whole?(text: string, file: string): readonly ScoreRow[];
}

const holes = new Set(['', 'none', 'nan', 'na', 'n/a', 'null']);

/** A score as text; NaN means missing, undefined that it is not a score. */
export const scoreOfText = (text: string): number | undefined =>
  holes.has(text.toLowerCase()) ? NaN : finiteNumber(text);

/** A score in JSON, where null is a missing score; undefined if it is not a score. */
export function scoreOfJson(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (value === null) return NaN;
  return typeof value === 'string' ? scoreOfText(value.trim()) : undefined;
}
