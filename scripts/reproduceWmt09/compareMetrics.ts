/** Differences between metrics in how they agree with people, each with an interval and a p. */
import type { Comparisons } from '../../src/human/index.ts';
import {
  type Scores,
  applyRule,
  cellRules,
  countRelations,
  pairsOfComparisons,
  totalRelations,
} from '../../src/meta/index.ts';
import { relations } from '../../src/meta/segmentLevel/judgedPairs.ts';
import { intervalOfRows } from '../../src/meta/segmentLevel/segmentMeasures.ts';
import { bootstrapAgreement } from '../../src/meta/significance/bootstrapAgreement.ts';
import { permuteComparisons } from '../../src/meta/significance/permuteComparisons.ts';
import { alignSystems } from '../../src/meta/significance/scoreTable.ts';
import { williamsOfMetrics } from '../../src/meta/testMetrics.ts';
import type { Settings } from './wmt09.ts';
import type { Interval } from './wording.ts';

/**
 * `consistency` counts a metric's tie as wrong, as WMT09 did; `wmt13` is τ without them, as Song et al. took it; in `wmt14`, also a τ, a tie
 * is half right.
 */
export type Rule = 'consistency' | 'wmt13' | 'wmt14';

export interface Difference {
  readonly first: number;
  readonly second: number;
  /** First minus second. */
  readonly value: number;
  readonly interval: Interval;
}

export interface TestedDifference extends Difference {
  /** Two-sided. */
  readonly p: number;
}

/** One of several. */
export interface CorrectedDifference extends TestedDifference {
  /** p after Holm's correction. */
  readonly corrected: number;
}

const width = relations.length;
const ruleOf = (id: Rule) => cellRules.find((rule) => rule.id === id)!;

/** Counts by segment, made once for all comparisons. */
const known = new WeakMap<Scores, { readonly comparisons: Comparisons; readonly rows: Float64Array }>();

function rowsOf(comparisons: Comparisons, metric: Scores): Float64Array {
  const found = known.get(metric);
  if (found?.comparisons === comparisons) return found.rows;
  const rows = countRelations(pairsOfComparisons(comparisons, metric));
  known.set(metric, { comparisons, rows });
  return rows;
}

/** Agreement of one metric over segments. */
export function segmentValue(comparisons: Comparisons, metric: Scores, rule: Rule): number {
  const { above, below } = applyRule(ruleOf(rule), totalRelations(rowsOf(comparisons, metric)));
  return above / below;
}

/** The share of decided comparisons that a metric scores alike. */
export function segmentTies(comparisons: Comparisons, metric: Scores): number {
  const { concordant, discordant, metricTies } = totalRelations(rowsOf(comparisons, metric));
  return metricTies / (concordant + discordant + metricTies);
}

/** The mean difference of pairs of metrics over segments, which are drawn with replacement, the same for all metrics. */
export function meanDifference(
  comparisons: Comparisons,
  pairs: readonly (readonly [Scores, Scores])[],
  rule: Rule,
  { samples, seed, level }: Settings,
): Difference {
  const sides = pairs.flat().map((metric) => rowsOf(comparisons, metric));
  const rows = new Float64Array(sides.length * comparisons.segments.length * width);
  sides.forEach((own, side) => {
    for (let g = 0; g < comparisons.segments.length; g++) {
      rows.set(own.subarray(g * width, (g + 1) * width), (g * sides.length + side) * width);
    }
  });
  const agreementOf = (sums: ArrayLike<number>, side: number): number => {
    const own = Array.from({ length: width }, (_, k) => sums[side * width + k]!);
    const { above, below } = applyRule(ruleOf(rule), totalRelations(own));
    return above / below;
  };
  const meanOf = (sums: ArrayLike<number>, place: 0 | 1): number =>
    pairs.reduce((sum, _, pair) => sum + agreementOf(sums, 2 * pair + place), 0) / pairs.length;
  const interval = intervalOfRows(rows, sides.length * width, (sums) => meanOf(sums, 0) - meanOf(sums, 1), {
    samples,
    seed,
    level,
  })!;
  const [first, second] = ([0, 1] as const).map(
    (place) => pairs.reduce((sum, pair) => sum + segmentValue(comparisons, pair[place], rule), 0) / pairs.length,
  ) as [number, number];
  return { first, second, value: first - second, interval };
}

/** Two metrics over segments; p by exchanging all that they say of a segment. */
export function compareSegments(
  comparisons: Comparisons,
  first: Scores,
  second: Scores,
  rule: Rule,
  settings: Settings,
): TestedDifference {
  const { samples: permutations, seed } = settings;
  const { p } = permuteComparisons({
    rule: ruleOf(rule),
    comparisons,
    metrics: [first, second],
    swap: 'inputs',
    permutations,
    seed,
  });
  return { ...meanDifference(comparisons, [[first, second]], rule, settings), p: p.twoSided };
}

export interface SystemDifference {
  readonly systems: number;
  /** Of Spearman's ρ, with an interval by drawing systems with replacement. */
  readonly rho: Difference;
  /** Of Pearson's r, by Williams' test, two-sided. */
  readonly r: { readonly first: number; readonly second: number; readonly p: number };
}

export function compareSystems(human: Scores, first: Scores, second: Scores, settings: Settings): SystemDifference {
  const table = alignSystems(human, [first, second]);
  const { agreements, difference } = bootstrapAgreement({
    agreement: { level: 'system', correlation: 'spearman' },
    table,
    draw: 'systems',
    ...settings,
  });
  const { first: a, second: b, p } = williamsOfMetrics(table);
  return {
    systems: table.systems,
    rho: {
      first: agreements[0]!.value,
      second: agreements[1]!.value,
      value: difference!.value,
      interval: difference!.interval!,
    },
    r: { first: a, second: b, p: Math.min(1, 2 * Math.min(p, 1 - p)) },
  };
}

/** p adjusted for being one of several, after Holm (1979): the smallest times their number, the next times one less, and so on. */
export function holm(ps: readonly number[]): number[] {
  const order = [...ps.keys()].sort((a, b) => ps[a]! - ps[b]!);
  const adjusted = ps.map(() => NaN);
  let least = 0;
  order.forEach((at, rank) => {
    least = Math.min(1, Math.max(least, (ps.length - rank) * ps[at]!));
    adjusted[at] = least;
  });
  return adjusted;
}

export function correct(found: readonly TestedDifference[]): CorrectedDifference[] {
  const corrected = holm(found.map(({ p }) => p));
  return found.map((each, i) => ({ ...each, corrected: corrected[i]! }));
}
