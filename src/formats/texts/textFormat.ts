/** A text format reads outputs, references, sources and labels of segments; a part is what one file contributes to a task. */
import { UsageError } from '../../core/index.ts';
import type { FileFormat } from '../fileFormat.ts';
import type { ChosenColumns } from './columns.ts';
import { type ByteSource, LineReader, detached } from '../lineReader.ts';

export interface TextFormat extends FileFormat {
  readonly extensions: readonly string[];
  /** Where the names of systems come from. */
  readonly systems: string;
  /** Whether it can be given as labels of segments. */
  readonly readsLabels?: boolean;
  /** Reads enough to know what the file contains; `columns` gives roles to columns whose names do not. */
  open(source: ByteSource, role: FileRole, columns?: ChosenColumns): Promise<Part>;
}

/** The role of a file: an output file can contain everything, the others contribute only their role. */
export type FileRole = 'output' | 'reference' | 'source' | 'labels';

/** One open file. Segments are offered and taken in order, so all files advance together. */
export interface Part {
  /** The file's name as shown in messages. */
  readonly file: string;
  readonly holds: Holdings;
  /** What a segment is in this file. */
  readonly unit: 'line' | 'row' | 'segment';
  /** What was left out, growing while the file is read. */
  readonly notes: readonly string[];
  /** How many segments can be taken now: `most`, or fewer if they reach this many characters or the file ends. */
  offer(most: number, characters: number): Promise<number>;
  take(count: number): Rows;
  /** Takes segments as lines of UTF-8, each followed by LF, if the file has one text for each segment; and what `take` makes of them. */
  takeColumn?(count: number): Uint8Array;
  /** The lines are no longer needed; without this call, too, nothing goes wrong. */
  release?(column: Uint8Array): void;
  rowsOf?(column: Uint8Array): Rows;
  /** The number of segments of the whole file; after this call, no segments can be taken. */
  total(): Promise<number>;
  /** The place of a segment, counted from 0: `ref.txt, line 17`. */
  where(segment: number): string;
}

/** What is known about a file after reading its start. */
export interface Holdings {
  /** Names of the systems; undefined is the system named after the file. */
  readonly systems: readonly (string | undefined)[];
  readonly references: boolean;
  readonly source: boolean;
  /** Names of columns or keys, if the file has them. */
  readonly columns?: readonly string[];
}

/** A run of segments of one file, in columns. */
export interface Rows {
  /** By system, then segment. */
  readonly hypotheses: readonly (readonly string[])[];
  /** By reference, then segment; undefined where a reference does not cover a segment. */
  readonly references: readonly (readonly (string | undefined)[])[];
  readonly sources?: readonly string[];
  /** By name, then segment; undefined if missing. */
  readonly labels: ReadonlyMap<string, readonly (string | undefined)[]>;
}

/** A reader of the lines of a file that has at least one. */
export async function openLines(source: ByteSource): Promise<LineReader> {
  const reader = new LineReader(source);
  if ((await reader.offer(1, 1)) === 0) throw new UsageError(`${source.name} is empty: it has no lines.`);
  return reader;
}

/** How a format with one segment per line reads lines. */
export interface LineFormat {
  readonly holds: Holdings;
  readonly unit: 'line' | 'row';
  readonly notes: readonly string[];
  /** Lines as segments; `before` is the number of lines of the file that precede them. */
  parse(lines: readonly string[], before: number): Rows;
}

/** A streamed file: its remaining lines; lines taken before the first segment, such as a header, are not segments. */
export function linePart(file: string, reader: LineReader, { parse, ...facts }: LineFormat): Part {
  const before = reader.taken;
  return {
    file,
    ...facts,
    offer: (most, characters) => reader.offer(most, characters),
    take(count) {
      const start = reader.taken;
      return parse(reader.take(count), start);
    },
    total: async () => (await reader.total()) - before,
    where: (segment) => `${file}, line ${segment + before + 1}`,
  };
}

/** Labels are kept for the whole task, so they must not keep the text around them in memory; they mostly repeat. */
export function detachedLabels<T extends string | undefined>(values: readonly T[]): T[] {
  let last: T | undefined;
  return values.map((value) => {
    if (value !== last) last = (value === undefined ? value : detached(value)) as T;
    return last as T;
  });
}
