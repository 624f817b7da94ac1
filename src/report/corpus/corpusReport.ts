/** What corpora hold, and which lines of test sets are in them. */
import { version } from '../../core/index.ts';
import type { CorpusStatistics, Overlap } from '../../text/index.ts';

/** Where lines of a test set are in a corpus. */
interface CorpusOverlap extends Overlap {
  readonly test: string;
  readonly corpus: string;
  /** Lines with the same words as a line of the corpus. */
  readonly exact: number;
  /** Further lines, of which one line of the corpus has at least `share` of the words, in runs of n. */
  readonly near: number;
}

/** The data that `assay corpus -f json` prints. */
export interface CorpusReport {
  readonly version: string;
  readonly corpora: readonly (CorpusStatistics & { readonly file: string; readonly sha256: string })[];
  readonly overlaps: readonly CorpusOverlap[];
  readonly settings: {
    readonly tokenizer: string;
    readonly lowercase: boolean;
    readonly overlong: number;
    readonly ngram: number;
    /** From 0 to 1. */
    readonly share: number;
  };
}

/** `overlaps` are by corpus, then by test set. */
export function reportCorpora(
  corpora: CorpusReport['corpora'],
  tests: readonly string[],
  overlaps: readonly (readonly (Overlap | undefined)[])[],
  settings: CorpusReport['settings'],
): CorpusReport {
  return {
    version,
    corpora,
    overlaps: corpora.flatMap(({ file }, c) =>
      tests.flatMap((test, t): CorpusOverlap[] => {
        const overlap = overlaps[c]![t];
        if (!overlap) return [];
        const { found } = overlap;
        const exact = found.filter((each) => each.exact > 0).length;
        const near = found.filter((each) => each.exact === 0 && each.shared >= settings.share * each.words).length;
        return [{ test, corpus: file, ...overlap, exact, near }];
      }),
    ),
    settings,
  };
}
