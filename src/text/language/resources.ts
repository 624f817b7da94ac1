/** What metrics need beyond texts: the engine loads it, or the caller passes it, under a name. */
import { type Resources, UsageError } from '../../core/index.ts';

/** Throws if there is nothing under this name; `what` and `instead` name it and what to pass instead in the message. */
export function neededResource(need: string, resources: Resources, what: string, instead: string): unknown {
  const found = resources.get(need);
  if (found) return found;
  throw new UsageError(
    `${what} must be loaded first: call await loadMetric(…) from assay/engine, ` +
      `or pass ${instead} as the resource ${need}.`,
  );
}

/** A file that a metric reads whole and parses line by line, such as a phrase table. */
export interface TextFile {
  /** Its name in errors. */
  readonly name: string;
  readonly lines: readonly string[];
}

/** `file` is the value of an option made by `file`, with its checksum. */
export const textFileNeed = (file: string): string => `text:${file}`;

export const textFileNamed = (file: string, resources: Resources): TextFile =>
  neededResource(textFileNeed(file), resources, `The file ${file}`, '{ name, lines }') as TextFile;

const marks = new WeakMap<object, number>();
let marksMade = 0;

/**
 * A number for an object, the same as long as the object lives. It is part of the keys of views whose numbers only this object understands,
 * such as entries of a dictionary, so that two objects with the same name are not confused. It is never printed.
 */
export function instanceMark(object: object): number {
  let mark = marks.get(object);
  if (mark === undefined) marks.set(object, (mark = ++marksMade));
  return mark;
}
