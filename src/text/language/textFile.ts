/** Files that metrics read whole, such as tables of phrases: the engine loads them, a metric makes sense of their lines. */
import { type Resources, UsageError } from '../../core/index.ts';

export interface TextFile {
  /** As errors call it. */
  readonly name: string;
  readonly lines: readonly string[];
}

/** `file` is the value of an option made by `file`, with its checksum. */
export const textFileNeed = (file: string): string => `text:${file}`;

export function textFileNamed(file: string, resources: Resources): TextFile {
  const found = resources.get(textFileNeed(file));
  if (found) return found as TextFile;
  throw new UsageError(
    `The file ${file} must be loaded first: await loadMetric(…) from assay/engine does it, ` +
      `or hand in { name, lines } as the resource ${textFileNeed(file)}.`,
  );
}
