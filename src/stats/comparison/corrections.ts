/** p-values corrected for how many of them there are: Holm (1979); Benjamini and Hochberg (1995). */
import type { Correction } from './comparison.ts';

/** Corrected p-values, to be compared with alpha itself. What is NaN stays so and does not count. */
export function correctP(pValues: ArrayLike<number>, correction: Correction): Float64Array {
  const corrected = Float64Array.from(pValues);
  if (correction === 'none') return corrected;
  const order = Array.from(corrected.keys())
    .filter((i) => !Number.isNaN(corrected[i]))
    .sort((a, b) => corrected[a]! - corrected[b]!);
  const count = order.length;
  if (correction === 'holm') {
    let largest = 0;
    order.forEach((i, rank) => {
      largest = Math.max(largest, Math.min(1, (count - rank) * corrected[i]!));
      corrected[i] = largest;
    });
    return corrected;
  }
  let smallest = 1;
  order.toReversed().forEach((i, fromEnd) => {
    smallest = Math.min(smallest, (count / (count - fromEnd)) * corrected[i]!);
    corrected[i] = smallest;
  });
  return corrected;
}

/** The smallest corrected p there can be, if `least` is the smallest before correction. All may be as small with Benjamini and Hochberg. */
export const leastCorrected = (least: number, family: number, correction: Correction): number =>
  correction === 'holm' ? Math.min(1, family * least) : least;
