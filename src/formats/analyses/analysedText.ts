/** A text of an analysis file: its words and their factors. */
import { UsageError } from '../../core/index.ts';
import { type Factor, factorNames } from '../../text/index.ts';
import type { FileFormat, FirstLines } from '../fileFormat.ts';

export interface AnalysedText {
  /** The forms in which text files can contain it: as written, and as words joined by spaces. */
  readonly texts: readonly string[];
  /** By factor, one value per word. `word` is always present. */
  readonly factors: ReadonlyMap<Factor, readonly string[]>;
  /** Factors that some word lacks, each with the message to show when a metric needs it. */
  readonly holes: ReadonlyMap<Factor, string>;
  /** Where it begins: `a.conllu, line 17`. */
  readonly place: string;
}

/** A format of analysis files. Files with other names are recognised by their first line that is not empty. */
export interface AnalysisFormat extends FileFormat {
  /** Its name in help. */
  readonly name: string;
  /** What messages that expect it say; by default its name. */
  readonly expected?: string;
  readonly extensions: readonly string[];
  recognises(firstLines: FirstLines): boolean;
  readAnalyses(file: string, lines: readonly string[]): Generator<AnalysedText>;
}

/** The factors that a list names. */
export function readFactorNames(names: readonly string[], place: string): Factor[] {
  return names.map((name, i) => {
    const factor = factorNames.find((each) => each === name.trim().toLowerCase());
    if (!factor) throw new UsageError(`${place}: "${name}" is not a factor. Known: ${factorNames.join(', ')}.`);
    if (names.findIndex((other) => other.trim().toLowerCase() === factor) !== i) {
      throw new UsageError(`${place}: ${factor} is named twice. Remove one of them.`);
    }
    return factor;
  });
}

/** Refuses values that are not a list of source positions: `0`, `2,3`, or `-` for none. */
export function checkAlign(value: string, place: string): void {
  if (!/^(?:\d{1,9}(?:,\d{1,9})*|-)$/.test(value)) {
    throw new UsageError(
      `${place}: "${value}" is not a valid align value. Expected positions of source words, counted from 0, such as 0 or 2,3; or - for none.`,
    );
  }
}
