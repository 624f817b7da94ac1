/** A streamed file in which every line is a segment. */
import { type LineReader, detached } from './lineReader.ts';
import type { Holdings, Part, Rows } from './part.ts';

/** How a format reads the lines of its segments. */
export interface LineFormat {
  readonly holds: Holdings;
  readonly unit: 'line' | 'row';
  readonly notes: readonly string[];
  /** Lines as segments; `before` is the number of lines of the file that precede them. */
  parse(lines: readonly string[], before: number): Rows;
}

export class LinePart implements Part {
  readonly file: string;
  readonly holds: Holdings;
  readonly unit: 'line' | 'row';
  readonly notes: readonly string[];
  readonly #reader: LineReader;
  readonly #format: LineFormat;
  /** Lines that precede the first segment, such as a header. */
  readonly #before: number;

  constructor(file: string, reader: LineReader, format: LineFormat) {
    this.file = file;
    this.holds = format.holds;
    this.unit = format.unit;
    this.notes = format.notes;
    this.#reader = reader;
    this.#format = format;
    this.#before = reader.taken;
  }

  offer(most: number, characters: number): Promise<number> {
    return this.#reader.offer(most, characters);
  }

  take(count: number): Rows {
    const before = this.#reader.taken;
    return this.#format.parse(this.#reader.take(count), before);
  }

  async total(): Promise<number> {
    return (await this.#reader.total()) - this.#before;
  }

  where(segment: number): string {
    return `${this.file}, line ${segment + this.#before + 1}`;
  }
}

/** Labels are kept for the whole task, so they must not keep the text around them; they mostly repeat. */
export function detachedLabels<T extends string | undefined>(values: readonly T[]): T[] {
  let last: T | undefined;
  return values.map((value) => {
    if (value !== last) last = (value === undefined ? value : detached(value)) as T;
    return last as T;
  });
}
