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

/** The rest of the lines; those taken before the first segment, such as a header, are none. */
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
