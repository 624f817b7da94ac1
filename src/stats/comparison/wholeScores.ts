/** Scores of whole systems, and how far apart scores may come out by rounding alone. */
import { type Measurement, UsageError } from '../../core/index.ts';
import type { Side } from './pairs.ts';

export interface WholeScores {
  /** By system. */
  readonly scores: Float64Array;
  /**
   * A share of what scores would be without the signs of their parts: ratings that cancel out round as those do that add up. One number for
   * all systems, so that nothing depends on their order.
   */
  readonly rounding: number;
}

/** `names` are what messages call the systems. */
export function wholeScores(measured: Measurement, names: readonly string[]): WholeScores {
  const { name, systems } = measured;
  const scores = new Float64Array(systems);
  let largest = 0;
  const take = (score: number): void => {
    if (Math.abs(score) > largest && Number.isFinite(score)) largest = Math.abs(score);
  };
  for (let s = 0; s < systems; s++) {
    const { sums, sizes } = sumsAndSizes(measured, s, names);
    scores[s] = measured.scoreSums(sums);
    take(measured.scoreSums(sizes));
    if (!Number.isFinite(scores[s])) {
      throw new UsageError(`${name} of ${names[s]} is ${scores[s]}, not a number to compare.`);
    }
    take(scores[s]!);
  }
  return { scores, rounding: 1e-12 * largest };
}

/** The sums of a system's rows, and the same without signs. */
function sumsAndSizes(
  { name, rows, width, segments }: Measurement,
  system: number,
  names: readonly string[],
): { sums: Float64Array; sizes: Float64Array } {
  const sums = new Float64Array(width);
  const sizes = new Float64Array(width);
  for (let i = 0, at = system * segments * width; i < segments; i++) {
    for (let k = 0; k < width; k++) {
      const value = rows[at++]!;
      sums[k]! += value;
      sizes[k]! += Math.abs(value);
    }
  }
  if (sizes.every(Number.isFinite)) return { sums, sizes };
  const start = system * segments * width;
  const wrong = rows.subarray(start, start + segments * width).findIndex((value) => !Number.isFinite(value));
  if (wrong < 0) throw new UsageError(`${name} of ${names[system]} adds up to more than numbers can hold.`);
  throw new UsageError(
    `${name} of segment ${Math.floor(wrong / width) + 1} of ${names[system]} is ${rows[start + wrong]}. What one system lacks must be left out of all.`,
  );
}

/** Who leads, if the first system leads by so much. */
export const sideOf = (lead: number, rounding: number): Side => (lead > rounding ? 1 : lead < -rounding ? -1 : 0);
