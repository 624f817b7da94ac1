/** Scores of pseudo-systems in trials of approximate randomization, with the coins NumPy would toss. */
import { sumRows } from '../../core/index.ts';
import { PackedRows } from '../../stats/comparison/packedRows.ts';
import { numpyExchanges } from '../../stats/comparison/sampleSource.ts';
import type { Rows } from './resamples.ts';

/** By trial. */
export interface Trials {
  readonly a: Float64Array;
  readonly b: Float64Array;
}

/**
 * Every system but the first against the first. A coin is tossed for every segment: on heads `a` takes it from the first and `b` from the
 * other, on tails the other way round. So `a` has the sums of the other and, for the segments with heads, what the first has more; `b` has
 * the sums of the first less the same.
 */
export function scoreTrials(
  rows: Rows,
  trials: number,
  seed: bigint,
  score: (sums: ArrayLike<number>) => number,
): Trials[] {
  const { systems, width, segments } = rows;
  const whole = Array.from({ length: systems }, (_, s) => sumRows(rows, s));
  const found = whole.slice(1).map(() => ({ a: new Float64Array(trials), b: new Float64Array(trials) }));
  const sumsOfA = new Float64Array(width);
  const sumsOfB = new Float64Array(width);
  new PackedRows([rows]).sumSamples(numpyExchanges(segments, seed), 0, trials, ([heads], trial) => {
    for (let s = 1; s < systems; s++) {
      for (let k = 0; k < width; k++) {
        const more = heads![k]! - heads![s * width + k]!;
        sumsOfA[k] = whole[s]![k]! + more;
        sumsOfB[k] = whole[0]![k]! - more;
      }
      found[s - 1]!.a[trial] = score(sumsOfA);
      found[s - 1]!.b[trial] = score(sumsOfB);
    }
  });
  return found;
}
