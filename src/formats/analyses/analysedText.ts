/** A text of a file of analyses: its words and what the file says of them. */
import { UsageError } from '../../core/index.ts';
import { type Factor, factorNames } from '../../text/index.ts';
import type { FileFormat, FirstLines } from '../fileFormat.ts';

export interface AnalysedText {
  /** As it may be met in files of texts: as it was written, and its words with spaces between. */
  readonly texts: readonly string[];
  /** By factor, one value for each word. There is always `word`. */
  readonly factors: ReadonlyMap<Factor, readonly string[]>;
  /** Factors that some word lacks, with what to tell whoever asks for them. */
  readonly holes: ReadonlyMap<Factor, string>;
  /** Where it begins: `a.conllu, line 17`. */
  readonly place: string;
}

/** A format of files of analyses. It recognises files of other names by their first line that is not empty. */
export interface AnalysisFormat extends FileFormat {
  /** How help calls it. */
  readonly name: string;
  /** How messages call it that expect it; its name unless given. */
  readonly expected?: string;
  readonly extensions: readonly string[];
  recognises(firstLines: FirstLines): boolean;
  readAnalyses(file: string, lines: readonly string[]): Generator<AnalysedText>;
}

/** The factors that a list of names stands for. */
export function readFactorNames(names: readonly string[], place: string): Factor[] {
  return names.map((name, i) => {
    const factor = factorNames.find((each) => each === name.trim().toLowerCase());
    if (!factor) throw new UsageError(`${place}: "${name}" is no factor. Known: ${factorNames.join(', ')}.`);
    if (names.findIndex((other) => other.trim().toLowerCase() === factor) !== i) {
      throw new UsageError(`${place}: ${factor} is named twice. Leave one of them out.`);
    }
    return factor;
  });
}

/** Refuses what is no list of source positions: `0`, `2,3`, or `-` for none. */
export function checkAlign(value: string, place: string): void {
  if (!/^(?:\d{1,9}(?:,\d{1,9})*|-)$/.test(value)) {
    throw new UsageError(
      `${place}: "${value}" is no align. It must be the positions of source words from 0 on, as in 0 or 2,3, or - for none.`,
    );
  }
}
