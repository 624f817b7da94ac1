/** What one file gives to a task, whatever its format. */

/** What a file was given as: an output may hold everything, the others add only what they are named after. */
export type FileRole = 'output' | 'reference' | 'source' | 'labels';

/** A run of segments of one file. */
export interface Rows {
  /** By system, then segment. */
  readonly hypotheses: readonly (readonly string[])[];
  /** By reference, then segment; undefined where a reference does not cover a segment. */
  readonly references: readonly (readonly (string | undefined)[])[];
  readonly sources?: readonly string[];
  /** By name, then segment; undefined where nothing is said. */
  readonly labels: ReadonlyMap<string, readonly (string | undefined)[]>;
}

/** What can be known of a file once its start was read. */
export interface Holdings {
  /** Names of the systems; undefined is the one named after the file. */
  readonly systems: readonly (string | undefined)[];
  readonly references: boolean;
  readonly source: boolean;
}

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
