/** Tests between systems by one metric, rating or imported score: who is better, by how much, and how sure that is. */
import { type Measurement, UsageError } from '../../core/index.ts';
import { percentileInterval } from '../bootstrap.ts';
import { normalQuantile } from '../distributions.ts';
import { sideOf, splitProbability } from '../signTest.ts';
import { bcaInterval, leaveOneOut, standardDeviation } from './bootstrapFindings.ts';
import {
  type ComparedSystems,
  type ComparisonSettings,
  type Detectable,
  type Interval,
  type SystemComparison,
  comparisonDefaults,
} from './comparison.ts';
import { correctTogether } from './corrections.ts';
import { pairJudge } from './pairTests.ts';
import { type ComparisonPlan, planComparison } from './planComparison.ts';
import { drawAll, samplesInTheEnd } from './moreSamples.ts';
import { type Drawn, countsOf } from './sampler.ts';

/**
 * Compares all pairs of systems, or all systems with a baseline, by one metric or score. All comparisons use the same samples and form one
 * family for the correction.
 */
export function compareMeasured(
  measured: Measurement,
  settings: ComparisonSettings = comparisonDefaults,
): ComparedSystems {
  return compareTogether([measured], settings)[0]!;
}

/** The same by several metrics on the same units, which takes less time than one by one and gives the same. */
export function compareTogether(
  measured: readonly Measurement[],
  settings: ComparisonSettings = comparisonDefaults,
): ComparedSystems[] {
  const plans = measured.map((each) => planComparison(each, settings));
  const drawn = drawAll(plans);
  return plans.map((plan, m) => concludeComparison(plan, drawn[m]!));
}

/** The same comparison, with the systems in the other order. */
export function turned(comparison: SystemComparison): SystemComparison {
  const { first, second, difference, better, favours, verdict, interval, wins, losses, signTest } = comparison;
  return {
    ...comparison,
    first: second,
    second: first,
    difference: negative(difference),
    better: negative(better),
    favours: negative(favours),
    verdict: negative(verdict),
    interval: { low: negative(interval.high), high: negative(interval.low) },
    wins: losses,
    losses: wins,
    ...(signTest && {
      signTest: {
        ...signTest,
        intoFirst: signTest.intoSecond,
        intoSecond: signTest.intoFirst,
        favours: negative(signTest.favours),
        wins: signTest.losses,
        losses: signTest.wins,
      },
    }),
  };
}

/** Without making −0 of 0. */
const negative = <N extends number>(value: N): N => (value === 0 ? value : -value) as N;

const power = 0.8;

/** From what was drawn to what it says: the part of a comparison that comes after all resampling. */
export function concludeComparison(plan: ComparisonPlan, drawn: Drawn): ComparedSystems {
  const { measured, segments, names, settings, pairs, scores, rounding } = plan;
  const { name, systems, higherIsBetter, segments: units } = measured;
  const { samples, level, alpha, interval, equivalence } = settings;
  const ofSystem = Array.from({ length: systems }, (_, s) => drawn.scores.subarray(s * samples, (s + 1) * samples));
  ofSystem.forEach((sampled, s) => {
    const wrong = sampled.find((score) => !Number.isFinite(score));
    if (wrong !== undefined) {
      throw new UsageError(`${name} of ${names[s]} is ${wrong} on a resample, which cannot be compared.`);
    }
  });
  const leftOut = interval === 'bca' ? leaveOneOut(measured) : undefined;
  const withoutUnit = (s: number): Float64Array | undefined => leftOut?.subarray(s * units, (s + 1) * units);

  function intervalOf(values: Float64Array, observed: number, without: Float64Array | undefined): Interval {
    const sorted = values.toSorted();
    return without ? bcaInterval(sorted, observed, without, level, rounding) : percentileInterval(sorted, level);
  }

  const judge = pairJudge(plan);
  const comparisons = pairs.map(([first, second], p): SystemComparison => {
    const difference = scores[first]! - scores[second]!;
    const better = sideOf(higherIsBetter ? difference : -difference, rounding);
    const differences = ofSystem[first]!.map((score, b) => score - ofSystem[second]![b]!);
    const standardError = standardDeviation(differences);
    const withoutFirst = withoutUnit(first);
    const withoutSecond = withoutUnit(second);
    const without = withoutFirst?.map((score, u) => score - withoutSecond![u]!);
    const { exchanged, extreme, above, below } = countsOf(drawn, p);
    const judgment = judge(first, second, better, {
      first: ofSystem[first]!,
      second: ofSystem[second]!,
      samples: drawn.samples[p]!,
      extreme,
      exchanged,
    });
    // Two one-sided tests (Schuirmann 1987): the larger p of those of −margin and +margin. Of one unit all resamples are the same.
    const pOfMargin =
      equivalence === undefined ? undefined : units < 2 ? NaN : (Math.max(above, below) + 1) / (drawn.samples[p]! + 1);
    return {
      first,
      second,
      difference,
      better,
      interval: intervalOf(differences, difference, without),
      standardError,
      ...judgment,
      // What depends on the other comparisons is filled in at the end.
      corrected: judgment.p,
      verdict: 0,
      ...(pOfMargin !== undefined && { equivalence: { p: pOfMargin, corrected: pOfMargin, isEquivalent: false } }),
      ...(settings.power && {
        detectable: detectableWith(standardError, better === 0 ? 0 : Math.abs(difference), units, alpha),
      }),
    };
  });
  const compared: ComparedSystems = {
    name,
    higherIsBetter,
    settings,
    segments,
    units,
    samples: plan.exchanges?.count ?? samples,
    systems: Array.from(scores, (score, s) => ({
      score,
      interval: intervalOf(ofSystem[s]!, score, withoutUnit(s)),
      standardError: standardDeviation(ofSystem[s]!),
    })),
    comparisons,
    family: 0,
    leastP: leastPOf(plan),
    leastCorrected: 1,
  };
  return correctTogether([compared], settings)[0]!;
}

/** A normal approximation: a true difference of (z₁₋α⸝₂ + z_power) standard errors is found in that share of test sets. */
function detectableWith(standardError: number, observed: number, units: number, alpha: number): Detectable {
  if (units < 2) return { difference: NaN, units: NaN, power };
  const difference = (normalQuantile(1 - alpha / 2) + normalQuantile(power)) * standardError;
  const ratio = difference / observed;
  // The standard error shrinks with the root of the number of units.
  return { difference, units: observed === 0 ? Infinity : Math.max(1, Math.ceil(units * ratio * ratio)), power };
}

/** The smallest p that the test can give, whatever the outputs. */
function leastPOf(plan: ComparisonPlan): number {
  const { settings, measured, exchanges } = plan;
  const { test } = settings;
  if (test === 'exact') return 1 / exchanges!.count;
  if (test === 'sign' || test === 'wilcoxon') return splitProbability(measured.segments, 0);
  return test === 't' ? 0 : 1 / (samplesInTheEnd(plan) + 1);
}
