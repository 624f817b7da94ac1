/** What metrics need beyond texts: the engine loads it, or the caller hands it in, under a name. */
import { type Resources, UsageError } from '../../core/index.ts';

/** `what` it is, and what to hand in `instead` of having it loaded, are told if there is nothing under this name. */
export function neededResource(need: string, resources: Resources, what: string, instead: string): unknown {
  const found = resources.get(need);
  if (found) return found;
  throw new UsageError(
    `${what} must be loaded first: await loadMetric(…) from assay/engine does it, ` +
      `or hand in ${instead} as the resource ${need}.`,
  );
}

/** A file that a metric reads whole, such as a table of phrases, and makes sense of line by line. */
export interface TextFile {
  /** As errors call it. */
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
 * A number for an object, the same as long as it lives. It stands in the keys of views whose numbers only this object understands,
 * such as entries of a dictionary, so that two of the same name are not taken for one another. It is never printed.
 */
export function instanceMark(object: object): number {
  let mark = marks.get(object);
  if (mark === undefined) marks.set(object, (mark = ++marksMade));
  return mark;
}
