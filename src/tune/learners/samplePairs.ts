/** Pairs of candidates that differ clearly in the metric: the sampler of Hopkins and May (EMNLP 2011, section 3.3). */
import { Pcg64 } from '../../stats/index.ts';
import { countWords } from '../../text/index.ts';
import type { Candidates } from '../lists/candidates.ts';

export interface PairSettings {
  /** Γ: pairs drawn in each segment. */
  readonly draws: number;
  /** Ξ: the most pairs to keep in each segment, those that differ most. */
  readonly kept: number;
  /** In points of the metric: pairs that differ by less are not kept. */
  readonly minDifference: number;
  /**
   * Pairs whose lengths in words differ by more than this many standard deviations of the lengths in their list are not kept. After Nakov,
   * Guzmán and Vogel (ACL 2013): from very long bad candidates PRO learns to make everything too short. 2 in cdec; Infinity keeps all.
   */
  readonly maxLengthGap: number;
  readonly seed: number;
  /** Which round it is; each has its own draws. */
  readonly round: number;
}

/** Candidate better[i] has a higher gain than worse[i]. */
export interface Pairs {
  readonly better: Int32Array;
  readonly worse: Int32Array;
}

/**
 * Each segment has its own random stream, so its pairs do not depend on the other segments. As in the paper, a pair may be drawn
 * more than once and then counts as often; among pairs that differ equally, the first drawn are kept. If a list has no more pairs than
 * would be drawn, each of its pairs counts once without drawing; otherwise short lists would mostly repeat the same few pairs.
 */
export function samplePairs(candidates: Candidates, gains: Float64Array, settings: PairSettings): Pairs {
  const { draws, minDifference, maxLengthGap, seed, round } = settings;
  const kept = Math.min(settings.kept, draws);
  const { segments, starts, texts } = candidates;
  const better: number[] = [];
  const worse: number[] = [];
  const drawn = new Uint32Array(2 * draws);
  // The best so far, from the largest difference to the smallest.
  const differences = new Float64Array(kept);
  const firsts = new Int32Array(kept);
  const seconds = new Int32Array(kept);
  for (let segment = 0; segment < segments; segment++) {
    const start = starts[segment]!;
    const count = starts[segment + 1]! - start;
    if (count < 2) continue;
    const lengths =
      maxLengthGap === Infinity
        ? undefined
        : Float64Array.from({ length: count }, (_, i) => countWords(texts[start + i]!));
    const maxGap = lengths ? maxLengthGap * deviation(lengths) : Infinity;
    const all = (count * (count - 1)) / 2;
    if (all <= draws) fillAllPairs(drawn, count);
    else new Pcg64(streamSeed(seed, round, segment)).fillBelow(drawn, count);
    const end = 2 * Math.min(all, draws);
    let size = 0;
    for (let i = 0; i < end; i += 2) {
      const [first, second] = [drawn[i]!, drawn[i + 1]!];
      const difference = Math.abs(gains[start + first]! - gains[start + second]!);
      if (!(difference >= minDifference && difference > 0)) continue;
      if (size === kept && difference <= differences[kept - 1]!) continue;
      if (lengths && Math.abs(lengths[first]! - lengths[second]!) > maxGap) continue;
      if (size < kept) size++;
      let at = size - 1;
      for (; at > 0 && differences[at - 1]! < difference; at--) {
        differences[at] = differences[at - 1]!;
        firsts[at] = firsts[at - 1]!;
        seconds[at] = seconds[at - 1]!;
      }
      differences[at] = difference;
      firsts[at] = start + first;
      seconds[at] = start + second;
    }
    for (let i = 0; i < size; i++) {
      const [a, b] = [firsts[i]!, seconds[i]!];
      const inOrder = gains[a]! > gains[b]!;
      better.push(inOrder ? a : b);
      worse.push(inOrder ? b : a);
    }
  }
  return { better: Int32Array.from(better), worse: Int32Array.from(worse) };
}

/** Whether every list has no more pairs than would be drawn: then every seed gives the same pairs. */
export function takesAllPairs({ segments, starts }: Candidates, draws: number): boolean {
  for (let segment = 0; segment < segments; segment++) {
    const count = starts[segment + 1]! - starts[segment]!;
    if ((count * (count - 1)) / 2 > draws) return false;
  }
  return true;
}

function fillAllPairs(pairs: Uint32Array, count: number): void {
  let at = 0;
  for (let first = 0; first < count; first++) {
    for (let second = first + 1; second < count; second++) {
      pairs[at++] = first;
      pairs[at++] = second;
    }
  }
}

/** Seed, round and segment concatenated: the generator mixes seeds of any size. */
const streamSeed = (seed: number, round: number, segment: number): bigint =>
  BigInt(seed) | (BigInt(round) << 64n) | (BigInt(segment + 1) << 96n);

function deviation(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) * (value - mean);
  return Math.sqrt(squares / values.length);
}
