/** Made-up n-best lists for tests of tuners: one feature is the metric, the others are random or uninformative. */
import { FeatureRowsBuilder } from '../../lattice/index.ts';
import { Pcg64 } from '../../stats/index.ts';
import type { Pool } from '../lists/candidates.ts';
import type { TuningObjective } from '../learners/tuningObjective.ts';

/** A percentage of two counts, like recall: rows [right, all]. */
export const share: TuningObjective = {
  higherIsBetter: true,
  score: ({ 0: right = 0, 1: all = 0 }) => (all > 0 ? (100 * right) / all : 0),
  segmentScore: (row) => share.score(row),
  scale: 100,
  lengthAt: 1,
};

/** Its complement, like error rates. */
export const shareLost: TuningObjective = {
  ...share,
  higherIsBetter: false,
  score: (sums) => 100 - share.score(sums),
  segmentScore: (row) => 100 - share.score(row),
};

export interface Candidate {
  readonly features: readonly number[];
  readonly row: readonly number[];
  readonly text?: string;
}

/** A pool of the given lists. Features are named a, b, c, … */
export function poolOf(lists: readonly (readonly Candidate[])[], width = 2, features = 3): Pool {
  const rows = new FeatureRowsBuilder();
  const all = lists.flat();
  for (const candidate of all) {
    candidate.features.forEach((value, f) => rows.add(f, value));
    rows.endRow();
  }
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => (starts[i + 1] = starts[i]! + list.length));
  return {
    candidates: {
      segments: lists.length,
      starts,
      texts: all.map(({ text = 'a b c' }) => text),
      featureNames: Array.from({ length: features }, (_, f) => String.fromCharCode(97 + f)),
      features: rows.finish(),
      totals: new Float64Array(all.length).fill(NaN),
    },
    rows: Float64Array.from(all.flatMap(({ row }) => row)),
    width,
  };
}

/**
 * Feature a is the share of right words plus noise, b and c are random, d is constant in each list; a and c are scaled as requested.
 * Lengths are powers of two, so that shares are exact, and equal shares stay equal however they are computed.
 */
export function noisyPool(seed: number, segments: number, candidates: number, noise = 0, ofA = 1, ofC = 100): Pool {
  const random = new Pcg64(seed);
  const lists = Array.from({ length: segments }, () => {
    const all = 8 << random.below(3);
    const same = random.float();
    return Array.from({ length: candidates }, () => {
      const right = random.below(all + 1);
      const known = right / all + noise * (random.float() - 0.5);
      return { features: [ofA * known, random.float(), ofC * random.float(), same], row: [right, all] };
    });
  });
  return poolOf(lists, 2, 4);
}

/** The score of the best candidate of each segment: no choice can do better with these rows. */
export function oracleScore({ candidates: { segments, starts }, rows }: Pool): number {
  const sums = [0, 0];
  for (let s = 0; s < segments; s++) {
    let best = starts[s]!;
    for (let c = best; c < starts[s + 1]!; c++) if (rows[2 * c]! > rows[2 * best]!) best = c;
    sums[0]! += rows[2 * best]!;
    sums[1]! += rows[2 * best + 1]!;
  }
  return share.score(sums);
}
