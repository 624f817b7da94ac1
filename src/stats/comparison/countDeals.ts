/**
 * The stratified approximate randomisation of Clark, Dyer, Lavie and Smith (ACL 2011): in every unit, the outputs of all runs of two systems
 * are redistributed among all these runs. How often does that separate the mean scores of both sides at least as far as observed?
 */
import type { Measurement } from '../../core/index.ts';
import type { Random } from '../random.ts';
import { xoshiroStreams } from '../xoshiro128.ts';
import type { Pair } from './comparison.ts';
import { samplesTogether } from './sampleSource.ts';

interface Dealt {
  readonly measured: Measurement;
  /** By system. */
  readonly runs: readonly (readonly number[])[];
  /** Pairs of systems. */
  readonly pairs: readonly Pair[];
  /** By run. */
  readonly scores: Float64Array;
  readonly rounding: number;
  readonly settings: { readonly seed: number };
}

/** Adds for every pair how many of the deals `from` to `to` do; `from` is a multiple of `samplesTogether`. */
type DealCounter = (from: number, to: number, counts: Uint32Array) => void;

/** What has to be prepared is done here, once. All pairs of systems with as many runs see the same deals. */
export function countDeals(dealt: Dealt): DealCounter {
  const { measured, scores, rounding, runs, settings, pairs } = dealt;
  const meanOf = (ofSystem: readonly number[]): number =>
    ofSystem.reduce((sum, run) => sum + scores[run]!, 0) / ofSystem.length;
  const compare = runComparer(measured, scores);
  const prepared = pairs.map(([first, second]) => {
    // In an order that does not depend on the input's, so that the result does not, either.
    const sides = [runs[first]!, runs[second]!]
      .map((ofSystem) => ofSystem.toSorted(compare))
      .sort((a, b) => meanOf(a) - meanOf(b) || a.length - b.length || firstUnequal(a, b, compare));
    const observed = Math.abs(meanOf(sides[0]!) - meanOf(sides[1]!)) - rounding;
    return { pool: sides.flat(), inFirst: sides[0]!.length, observed };
  });
  const streams = xoshiroStreams(settings.seed);
  return (from, to, counts) => {
    for (let start = from; start < to; start += samplesTogether) {
      const stream = streams(start / samplesTogether);
      prepared.forEach(({ pool, inFirst, observed }, p) => {
        const random = stream.copy();
        for (let sample = start; sample < Math.min(to, start + samplesTogether); sample++) {
          const newScores = scoreDeal(measured, pool, random);
          let difference = 0;
          for (let j = 0; j < pool.length; j++) {
            difference += j < inFirst ? newScores[j]! / inFirst : -newScores[j]! / (pool.length - inFirst);
          }
          if (Math.abs(difference) >= observed) counts[p]!++;
        }
      });
    }
  };
}

/** Orders two runs: by score, then by the first unit in which they differ. */
function runComparer(measured: Measurement, scores: Float64Array): (a: number, b: number) => number {
  const { rows, width, segments: units } = measured;
  const size = units * width;
  return (a, b) => {
    if (scores[a] !== scores[b]) return scores[a]! - scores[b]!;
    for (let i = 0; i < size; i++) {
      const difference = rows[a * size + i]! - rows[b * size + i]!;
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

function firstUnequal<T>(a: readonly T[], b: readonly T[], compare: (x: T, y: T) => number): number {
  for (let i = 0; i < a.length; i++) {
    const order = compare(a[i]!, b[i]!);
    if (order !== 0) return order;
  }
  return 0;
}

/** Redistributes all units and scores what each run then has. */
function scoreDeal(measured: Measurement, pool: readonly number[], random: Random): Float64Array {
  const { rows, width, segments: units } = measured;
  const order = Uint32Array.from(pool);
  const sums = Array.from(pool, () => new Float64Array(width));
  for (let u = 0; u < units; u++) {
    shuffle(order, random);
    for (let j = 0; j < order.length; j++) {
      const into = sums[j]!;
      for (let k = 0, at = (order[j]! * units + u) * width; k < width; k++) into[k]! += rows[at++]!;
    }
  }
  return Float64Array.from(sums, (each) => measured.scoreSums(each));
}

function shuffle(order: Uint32Array, random: Random): void {
  for (let left = order.length; left > 1; left--) {
    const drawn = random.below(left);
    const last = order[left - 1]!;
    order[left - 1] = order[drawn]!;
    order[drawn] = last;
  }
}
