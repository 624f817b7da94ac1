/** A text of a file of analyses: its words and what the file says of them. */
import { UsageError } from '../../core/index.ts';
import { type Factor, factorNames } from '../../text/index.ts';

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

/** A format of files of analyses. */
export interface AnalysisFormat {
  /** How messages call it. */
  readonly name: string;
  /** Ends of file names, after a `.gz` was removed. */
  readonly extensions: readonly string[];
  /** Whether a file of any other name is of this format, by its first line that is not empty. */
  knows(line: string): boolean;
  read(file: string, lines: readonly string[]): Generator<AnalysedText>;
}

/** Values of factors, which mostly repeat, each kept once, so that a file takes little memory. */
export class Values {
  readonly #known = new Map<string, string>();

  kept(value: string): string {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const own = value.length < 13 ? value : ` ${value}`.slice(1); // else the whole line would stay alive with it
    this.#known.set(own, own);
    return own;
  }
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
