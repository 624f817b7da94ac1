/** What a format of texts is: outputs, references, sources, and facts about their segments; and what one file of it gives to a task. */
import { UsageError } from '../../core/index.ts';
import type { FileFormat } from '../fileFormat.ts';
import { type ByteSource, LineReader, detached } from '../lineReader.ts';

export interface TextFormat extends FileFormat {
  readonly extensions: readonly string[];
  /** What names the systems in it. */
  readonly systems: string;
  /** Reads as much as is needed to know what the file holds. */
  open(source: ByteSource, role: FileRole): Promise<Part>;
}

/** What a file was given as: an output may hold everything, the others add only what they are named after. */
export type FileRole = 'output' | 'reference' | 'source' | 'labels';

/** One open file. Segments are offered and taken in order, so that all files advance together. */
export interface Part {
  /** The file's name as shown in messages. */
  readonly file: string;
  readonly holds: Holdings;
  /** What a segment is in this file. */
  readonly unit: 'line' | 'row' | 'segment';
  /** What was left out, growing while the file is read. */
  readonly notes: readonly string[];
  /** How many segments can be taken now: `most`, or fewer once they hold so many characters or the file ends. */
  offer(most: number, characters: number): Promise<number>;
  take(count: number): Rows;
  /** The number of segments of the whole file; nothing can be taken any more. */
  total(): Promise<number>;
  /** Where a segment stands, counted from 0: `ref.txt, line 17`. */
  where(segment: number): string;
}

/** What can be known of a file once its start was read. */
export interface Holdings {
  /** Names of the systems; undefined is the one named after the file. */
  readonly systems: readonly (string | undefined)[];
  readonly references: boolean;
  readonly source: boolean;
}

/** A run of segments of one file, in columns. */
export interface Rows {
  /** By system, then segment. */
  readonly hypotheses: readonly (readonly string[])[];
  /** By reference, then segment; undefined where a reference does not cover a segment. */
  readonly references: readonly (readonly (string | undefined)[])[];
  readonly sources?: readonly string[];
  /** By name, then segment; undefined where nothing is said. */
  readonly labels: ReadonlyMap<string, readonly (string | undefined)[]>;
}

/** A reader of the lines of a file that has at least one. */
export async function openLines(source: ByteSource): Promise<LineReader> {
  const reader = new LineReader(source);
  if ((await reader.offer(1, 1)) === 0) throw new UsageError(`${source.name} is empty: it has no lines.`);
  return reader;
}

/** How a format reads lines of which each is a segment. */
export interface LineFormat {
  readonly holds: Holdings;
  readonly unit: 'line' | 'row';
  readonly notes: readonly string[];
  /** Lines as segments; `before` is the number of lines of the file that precede them. */
  parse(lines: readonly string[], before: number): Rows;
}

/** A streamed file: the rest of its lines; those taken before the first segment, such as a header, are none. */
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

/** Labels are kept for the whole task, so they must not keep the text around them; they mostly repeat. */
export function detachedLabels<T extends string | undefined>(values: readonly T[]): T[] {
  let last: T | undefined;
  return values.map((value) => {
    if (value !== last) last = (value === undefined ? value : detached(value)) as T;
    return last as T;
  });
}
