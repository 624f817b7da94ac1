/** N-best lists of some of the segments: those held out, those of one genre, those that have candidates at all. */
import { selectRows } from '../lattice/index.ts';
import type { Candidates } from './candidates.ts';

/** In the order of `members`, which are numbers of segments. */
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

/** Numbers of the segments that have candidates. Others can neither be tuned on nor scored. */
export function segmentsWithCandidates({ segments, starts }: Pick<Candidates, 'segments' | 'starts'>): number[] {
  return Array.from({ length: segments }, (_, i) => i).filter((i) => starts[i]! < starts[i + 1]!);
}
