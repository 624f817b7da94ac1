/**
 * The test between metrics whose agreement is a share of pairs, such as acc_eq: coins say whether the metrics exchange what they say about
 * pairs of outputs. Deutsch, Foster and Freitag (2023); with a coin for each pair the `pairs` test of mt-metrics-eval.
 */
import { checkCount } from '../../core/index.ts';
import { Pcg64, statisticalDefaults } from '../../stats/index.ts';
import { type PValues, TailCounter } from './tailCounter.ts';

/** By group: pairs of outputs that only one of two metrics got right, and all pairs. */
export interface PairTallies {
  readonly onlyFirst: Uint32Array;
  readonly onlySecond: Uint32Array;
  readonly pairs: Uint32Array;
}

interface PairPermutationOptions {
  readonly tallies: PairTallies;
  /** `groups`: the mean of the groups' shares, of those that have pairs. `pooled`: the share of all pairs. */
  readonly mean: 'groups' | 'pooled';
  /**
   * What a coin is thrown for. `groups`: all pairs of a segment change sides or none do. `pairs`, as in mt-metrics-eval: each does by itself,
   * as if pairs that share an output were independent. They are not, so that the test finds too much: of two equally good metrics on 60
   * segments it prefers one at 5 % in some 8 % of cases with 5 systems, 11 % with 10, and 20 % with 20.
   */
  readonly exchange?: 'groups' | 'pairs';
  readonly permutations?: number;
  readonly seed?: number;
}

interface PairComparison {
  /** The share that the first metric gets right less that of the second. NaN if there are no pairs. */
  readonly difference: number;
  readonly p: PValues;
}

/** Only pairs that one metric got right and the other did not make a difference. If each has a coin, how many the first gets is binomial. */
export function permutePairs({
  tallies,
  mean,
  exchange = 'pairs',
  permutations = statisticalDefaults.samples,
  seed = statisticalDefaults.seed,
}: PairPermutationOptions): PairComparison {
  checkCount(permutations, 'permutations');
  const { onlyFirst, onlySecond, pairs } = tallies;
  const counted = pairs.reduce((count, each) => count + (each > 0 ? 1 : 0), 0);
  const all = pairs.reduce((sum, each) => sum + each, 0);
  const differing = onlyFirst.map((count, group) => count + onlySecond[group]!);
  const weights = Float64Array.from(pairs, (each) =>
    each === 0 ? 0 : mean === 'pooled' ? 1 / all : 1 / each / counted,
  );
  const random = new Pcg64(seed);
  const differenceOf = (first: (group: number) => number): number => {
    let sum = 0;
    for (let group = 0; group < pairs.length; group++) sum += (2 * first(group) - differing[group]!) * weights[group]!;
    return sum;
  };
  const difference = counted === 0 ? NaN : differenceOf((group) => onlyFirst[group]!);
  const tails = new TailCounter(difference);
  const coins = new Uint8Array(pairs.length);
  const toss = random.bits();
  const drawn =
    exchange === 'pairs'
      ? (group: number) => tossCoins(differing[group]!, random)
      : (group: number) => (coins[group] === 0 ? onlyFirst : onlySecond)[group]!;
  for (let i = 0; i < permutations; i++) {
    if (exchange === 'groups') toss(coins);
    tails.add(differenceOf(drawn));
  }
  return { difference, p: tails.p() };
}

/** How many of `count` fair coins fall on one side: the bits that are set in as many random ones. */
function tossCoins(count: number, random: Pcg64): number {
  let heads = 0;
  let left = count;
  for (; left >= 32; left -= 32) heads += bitsIn(random.uint32());
  return left === 0 ? heads : heads + bitsIn(random.uint32() >>> (32 - left));
}

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
