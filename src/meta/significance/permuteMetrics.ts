/**
 * Does one metric agree better with people than another? Permutation tests of Deutsch, Dror and Roth (TACL 2021): if both were equally good,
 * exchanging their scores would not matter.
 */
import { checkCount } from '../../core/index.ts';
import { Pcg64, statisticalDefaults } from '../../stats/index.ts';
import { type Agreement, prepareAgreement } from './agreement.ts';
import { countUnits } from '../scores.ts';
import type { Scale, ScoreTable } from './scoreTable.ts';

/**
 * What a coin is tossed for. `systems`: all scores of a system change sides or none do, which asks about other systems on the same texts.
 * `inputs`: all scores of a segment do, which asks about other texts for the same systems. `systems-and-inputs`: one coin for each system
 * and one for each segment, and a cell changes sides where they differ, which asks about both; this is PERM-BOTH as Deutsch, Dror and Roth
 * have it in nlpstats. `cells`: each cell has a coin of its own, which assumes that cells are independent; this is what mt-metrics-eval and WMT
 * call PERM-BOTH.
 */
export type Swap = 'systems' | 'inputs' | 'systems-and-inputs' | 'cells';

interface PermutationOptions {
  readonly agreement: Agreement;
  /** With two metrics. */
  readonly table: ScoreTable;
  readonly swap: Swap;
  /**
   * What scores are standardised by before they are exchanged. `own`, as published tools have it, suits metrics with different scales,
   * but makes scores less exchangeable: with 8 systems, the type I error of a test at 5 % is about 6 %, at 10 % about 12 %; with 30 systems
   * the effect is gone. `common` keeps the nominal level, and requires that both metrics have the same scale.
   */
  readonly scale?: Scale;
  readonly permutations?: number;
  readonly seed?: number;
}

export interface MetricComparison {
  /** Agreement of the first and of the second metric. */
  readonly first: number;
  readonly second: number;
  readonly difference: number;
  readonly p: PValues;
  /** The differences after each exchange. */
  readonly draws: Float64Array;
}

/**
 * Tests whether one metric agrees better with people than another, by permuting their scores. The p-value is NaN if either agreement is.
 */
export function permuteMetrics({
  agreement,
  table,
  swap,
  scale = 'own',
  permutations = statisticalDefaults.samples,
  seed = statisticalDefaults.seed,
}: PermutationOptions): MetricComparison {
  if (table.metrics.length !== 2) throw new RangeError(`Two metrics are compared, not ${table.metrics.length}.`);
  const evaluate = prepareAgreement(agreement, table, scale);
  return permuteScores((swapped, values) => evaluate({ swapped }, values), swap, table, permutations, seed);
}

type Shape = Pick<ScoreTable, 'systems' | 'segments' | 'units'>;

/** Writes the agreement of both metrics, NaN if undefined, with a 1 in `swapped` for each cell whose scores they exchange. */
export type EvaluateSwapped = (swapped: Uint8Array, values: Float64Array) => void;

/** The agreement of two metrics, as observed and after exchanging scores at random. */
export function permuteScores(
  evaluate: EvaluateSwapped,
  swap: Swap,
  shape: Shape,
  permutations: number,
  seed: number,
): MetricComparison {
  checkCount(permutations, 'permutations');
  const swapped = new Uint8Array(shape.systems * shape.segments);
  const values = new Float64Array(2);
  evaluate(swapped, values);
  const [first, second] = values as unknown as [number, number];
  const toss = swapCoins(swap, shape, swapped, new Pcg64(seed));
  const draws = new Float64Array(permutations);
  for (let i = 0; i < permutations; i++) {
    toss();
    evaluate(swapped, values);
    draws[i] = values[0]! - values[1]!;
  }
  return { first, second, difference: first - second, p: tailsOf(first - second, draws), draws };
}

/** Fills `swapped` again in each call. */
function swapCoins(swap: Swap, { systems, segments, units }: Shape, swapped: Uint8Array, random: Pcg64): () => void {
  const toss = random.bits();
  if (swap === 'cells') return () => toss(swapped);
  const ofSystems = new Uint8Array(systems);
  const ofSegments = new Uint8Array(segments);
  const ofUnits = units ? new Uint8Array(countUnits(units)) : ofSegments;
  return () => {
    if (swap !== 'inputs') toss(ofSystems);
    if (swap !== 'systems') toss(ofUnits);
    if (units) for (let segment = 0; segment < segments; segment++) ofSegments[segment] = ofUnits[units[segment]!]!;
    for (let system = 0, at = 0; system < systems; system++) {
      for (let segment = 0; segment < segments; segment++, at++) {
        swapped[at] = ofSystems[system]! ^ ofSegments[segment]!;
      }
    }
  };
}

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
   * What a coin is tossed for. `groups`: all pairs of a segment change sides or none do. `pairs`, as in mt-metrics-eval: each changes alone,
   * as if pairs that share an output were independent. They are not, so the test is overconfident: for two equally good metrics on 60
   * segments, its type I error at 5 % is about 8 % with 5 systems, 11 % with 10, and 20 % with 20.
   */
  readonly exchange?: 'groups' | 'pairs';
  /** By group: which change sides together, numbered from 0. By default each alone. */
  readonly units?: Uint32Array;
  readonly permutations?: number;
  readonly seed?: number;
}

/**
 * Tests whether one metric is right on more pairs of outputs than another, by permuting their verdicts on pairs. This suits measures that
 * are shares of pairs, such as acc_eq: Deutsch, Foster and Freitag (2023); with a coin for each pair it is the `pairs` test of
 * mt-metrics-eval. The difference is the first metric's share of correct pairs minus the second's, NaN if there are no pairs.
 *
 * Only pairs that one metric got right and the other did not make a difference. If each has a coin, the number that the first metric gets
 * is binomial.
 */
export function permutePairs({
  tallies,
  mean,
  exchange = 'pairs',
  units,
  permutations = statisticalDefaults.samples,
  seed = statisticalDefaults.seed,
}: PairPermutationOptions): Pick<MetricComparison, 'difference' | 'p' | 'draws'> {
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
  const coins = new Uint8Array(units ? countUnits(units) : pairs.length);
  const toss = random.bits();
  const drawn =
    exchange === 'pairs'
      ? (group: number) => tossCoins(differing[group]!, random)
      : (group: number) => (coins[units ? units[group]! : group] === 0 ? onlyFirst : onlySecond)[group]!;
  const draws = new Float64Array(permutations);
  for (let i = 0; i < permutations; i++) {
    if (exchange === 'groups') toss(coins);
    draws[i] = differenceOf(drawn);
  }
  return { difference, p: tailsOf(difference, draws), draws };
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

interface PValues {
  /** How likely a difference at least as high would be by chance: small if the first metric is better. */
  readonly greater: number;
  /** Small if the second metric is better. */
  readonly less: number;
  readonly twoSided: number;
}

/**
 * Differences of correlations this close are equal. Equal ones are computed in different orders of adding; rounding then leaves some 10⁻¹³
 * between them, while two that really differ are seldom closer than 10⁻⁹. Treating them as equal counts against significance.
 */
export const rounding = 1e-10;

/**
 * How often a difference arises by chance that is as large as the one observed: (count + 1) / (draws + 1), since the observed arrangement is
 * one of the possible ones; NaN if the observed difference is. A NaN draw counts as large, so it never makes a difference significant.
 */
export function tailsOf(observed: number, draws: Float64Array): PValues {
  let [above, below, outside] = [0, 0, 0];
  for (const difference of draws) {
    if (!(difference < observed - rounding)) above++;
    if (!(difference > observed + rounding)) below++;
    if (!(Math.abs(difference) < Math.abs(observed) - rounding)) outside++;
  }
  const p = (count: number): number => (Number.isNaN(observed) ? NaN : (count + 1) / (draws.length + 1));
  return { greater: p(above), less: p(below), twoSided: p(outside) };
}
