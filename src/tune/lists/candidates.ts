/** N-best lists: the candidates of each segment with their features. */
import { type FeatureRows, selectRows } from '../../lattice/index.ts';

/** The candidates of n-best lists with their features, in columns. */
export interface Candidates {
  readonly segments: number;
  /** The candidates of segment i are starts[i] … starts[i + 1]; a segment may have none. */
  readonly starts: Int32Array;
  readonly texts: readonly string[];
  /** By feature number. */
  readonly featureNames: readonly string[];
  /** By candidate. */
  readonly features: FeatureRows;
  /** By candidate: the total score from the decoder, NaN if there is none. */
  readonly totals: Float64Array;
}

/**
 * N-best lists with the rows that a metric counts for each candidate, the input of all tuners and oracles. `Of` is for threads, which need
 * only some of the facts about candidates.
 */
export interface Pool<Of = Candidates> {
  readonly candidates: Of;
  /** Candidate c has the row [c * width …). */
  readonly rows: Float64Array;
  readonly width: number;
}

/** The lists of some segments, in the order of `members`, which are their numbers. */
export function selectSegments(candidates: Candidates, members: readonly number[]): Candidates {
  const { starts, texts, features, featureNames, totals } = candidates;
  const ends = new Int32Array(members.length + 1);
  const chosen: number[] = [];
  members.forEach((i, k) => {
    for (let c = starts[i]!; c < starts[i + 1]!; c++) chosen.push(c);
    ends[k + 1] = chosen.length;
  });
  return {
    segments: members.length,
    starts: ends,
    texts: chosen.map((c) => texts[c]!),
    featureNames,
    features: selectRows(features, chosen),
    totals: Float64Array.from(chosen, (c) => totals[c]!),
  };
}

/** Numbers of the segments that have candidates. Others can be neither tuned on nor scored. */
export function segmentsWithCandidates({ segments, starts }: Pick<Candidates, 'segments' | 'starts'>): number[] {
  return Array.from({ length: segments }, (_, i) => i).filter((i) => starts[i]! < starts[i + 1]!);
}
