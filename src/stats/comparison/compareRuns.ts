/**
 * Systems of which there are several runs, such as trainings from different seeds: is one better, whichever run one happens to have? After
 * Clark, Dyer, Lavie and Smith (ACL 2011), who show how much of a difference can be due to the run alone.
 */
import { type Measurement, UsageError } from '../../core/index.ts';
import { studentQuantile, studentUpperTail } from '../distributions.ts';
import { oneUnit, standardDeviation } from './bootstrapFindings.ts';
import {
  type ComparisonSettings,
  type Ranking,
  type SystemComparison,
  comparisonDefaults,
  pairsOf,
} from './comparison.ts';
import { correctP, rankSystems } from './corrections.ts';
import { checkBaseline, planComparison } from './planComparison.ts';
import { sideOf } from '../signTest.ts';
import { drawAll, mostSamples } from './moreSamples.ts';
import { countedP } from './pairTests.ts';
import { type Drawn, type SamplingPlan, countsOf } from './sampler.ts';

/**
 * `crossed`: both test sets and runs vary, so a difference holds for new runs on new texts. `stratified`: the approximate randomisation
 * of Clark et al., which redistributes the outputs of all runs, segment by segment. That assumes that runs differ by chance in every segment, not
 * as a whole, and finds too much where some runs are better than others.
 */
export type RunTestId = 'crossed' | 'stratified';

export interface RunSettings extends Pick<
  ComparisonSettings,
  'correction' | 'samples' | 'seed' | 'level' | 'alpha' | 'units' | 'baseline'
> {
  readonly test: RunTestId;
}

interface RunSystem {
  /** The mean over its runs. */
  readonly score: number;
  /** By run. */
  readonly scores: readonly number[];
  /** How much scores vary with the test set: the standard deviation over resamples, averaged over runs. s_sel in the paper. */
  readonly selection: number;
  /** How much they vary with the run: the standard deviation over runs; undefined if there is one only. s_test in the paper. */
  readonly optimizer: number | undefined;
}

/**
 * The difference is of the mean scores, and its interval has test sets and runs both varying; only test sets vary if neither system has a
 * second run.
 */
export type RunComparison = Pick<
  SystemComparison,
  | 'first'
  | 'second'
  | 'difference'
  | 'better'
  | 'interval'
  | 'standardError'
  | 'p'
  | 'isBound'
  | 'samples'
  | 'reason'
  | 'corrected'
  | 'verdict'
>;

export interface ComparedRuns {
  readonly name: string;
  readonly higherIsBetter: boolean;
  readonly settings: RunSettings;
  readonly segments: number;
  readonly units: number;
  readonly systems: readonly RunSystem[];
  readonly comparisons: readonly RunComparison[];
  readonly family: number;
  /** Not with a baseline. */
  readonly ranking?: Ranking;
}

interface RunPlan extends SamplingPlan {
  readonly settings: RunSettings;
  readonly segments: number;
  readonly runs: readonly (readonly number[])[];
}

/**
 * Compares systems that have several runs each, such as trainings with different seeds. `runs` has the numbers of each system's runs; the
 * runs are the systems of the measurement.
 */
export function compareRuns(
  measured: Measurement,
  runs: readonly (readonly number[])[],
  settings: RunSettings,
): ComparedRuns {
  const plan = planRuns(measured, runs, settings);
  return concludeRuns(plan, drawAll([plan])[0]!);
}

export function planRuns(given: Measurement, runs: readonly (readonly number[])[], settings: RunSettings): RunPlan {
  const { baseline, test, ...rest } = settings;
  if (test !== 'crossed' && test !== 'stratified') {
    throw new UsageError(`The test of runs must be crossed or stratified, not ${String(test)}.`);
  }
  if (runs.length < 2)
    throw new UsageError(
      `A comparison needs runs of two systems; there ${runs.length === 1 ? 'is' : 'are'} ${runs.length}.`,
    );
  const taken = new Set<number>();
  runs.forEach((ofSystem, s) => {
    if (ofSystem.length === 0) throw new UsageError(`System ${s + 1} has no runs.`);
    for (const run of ofSystem) {
      if (!Number.isInteger(run) || run < 0 || run >= given.systems) {
        throw new UsageError(`There is no run ${run}: runs are 0 to ${given.systems - 1}.`);
      }
      if (taken.has(run)) throw new UsageError(`Run ${run} is given twice.`);
      taken.add(run);
    }
  });
  checkBaseline(baseline, runs.length);
  const { measured, segments, scores, rounding } = planComparison(given, { ...comparisonDefaults, ...rest });
  const pairs = pairsOf(runs.length, baseline);
  return {
    measured,
    segments,
    scores,
    rounding,
    runs,
    settings,
    pairs,
    ...(test === 'stratified' && { exchanges: { kind: 'deals', count: settings.samples, runs }, tested: 'exchange' }),
    counted: test === 'stratified' ? ['exchange'] : [],
    most: mostSamples(settings, pairs.length),
  };
}

export function concludeRuns(plan: RunPlan, drawn: Drawn): ComparedRuns {
  const { measured, segments, scores, rounding, runs, settings, pairs } = plan;
  const { name, higherIsBetter, segments: units } = measured;
  const { test, samples, level, alpha, correction, baseline } = settings;
  const sampled = (run: number): Float64Array => drawn.scores.subarray(run * samples, (run + 1) * samples);
  const systems = runs.map((ofSystem): RunSystem => {
    const each = ofSystem.map((run) => scores[run]!);
    return {
      score: mean(each),
      scores: each,
      selection: mean(ofSystem.map((run) => standardDeviation(sampled(run)))),
      optimizer: each.length > 1 ? standardDeviation(each) : undefined,
    };
  });
  /** Means over runs, by resample. */
  const means = runs.map((ofSystem) => {
    const sums = new Float64Array(samples);
    for (const run of ofSystem) sampled(run).forEach((score, b) => (sums[b]! += score / ofSystem.length));
    return sums;
  });

  const found = pairs.map(([first, second], p) => {
    const difference = systems[first]!.score - systems[second]!.score;
    const ofSelection = standardDeviation(means[first]!.map((score, b) => score - means[second]![b]!));
    const { error, degrees } = crossedError(ofSelection, units, [systems[first]!, systems[second]!]);
    const margin = error > 0 ? studentQuantile((1 + level) / 2, degrees) * error : 0;
    return {
      first,
      second,
      difference,
      better: sideOf(higherIsBetter ? difference : -difference, rounding),
      interval: { low: difference - margin, high: difference + margin },
      standardError: error,
      ...(test === 'stratified'
        ? countedP(countsOf(drawn, p).exchanged, drawn.samples[p]!)
        : { isBound: false, samples: 0, ...crossedP(difference, error, degrees, rounding, units) }),
    };
  });
  const corrected = correctP(
    found.map(({ p }) => p),
    correction,
  );
  const comparisons = found.map((each, p): RunComparison => ({
    ...each,
    corrected: corrected[p]!,
    verdict: corrected[p]! <= alpha ? each.better : 0,
  }));
  const ofSystems = systems.map(({ score }) => score);
  return {
    name,
    higherIsBetter,
    settings,
    segments,
    units,
    systems,
    comparisons,
    family: found.filter(({ p }) => !Number.isNaN(p)).length,
    ...(baseline === undefined && { ranking: rankSystems(ofSystems, higherIsBetter, comparisons) }),
  };
}

/**
 * The standard error of a difference of means over runs: test sets and, on each side, runs add their variances, and Welch and Satterthwaite's
 * formula says how well those are known. Where a run does well on some texts and badly on others, that is part of both and counted twice,
 * so that the test errs on the safe side.
 */
function crossedError(
  ofSelection: number,
  units: number,
  sides: readonly RunSystem[],
): { error: number; degrees: number } {
  const parts = [
    { variance: ofSelection * ofSelection, degrees: units - 1 },
    ...sides.flatMap(({ optimizer, scores: { length } }) =>
      optimizer === undefined ? [] : [{ variance: (optimizer * optimizer) / length, degrees: length - 1 }],
    ),
  ].filter(({ variance, degrees }) => variance > 0 && degrees > 0);
  const variance = parts.reduce((sum, part) => sum + part.variance, 0);
  const uncertainty = parts.reduce((sum, part) => sum + (part.variance * part.variance) / part.degrees, 0);
  return { error: Math.sqrt(variance), degrees: uncertainty > 0 ? (variance * variance) / uncertainty : Infinity };
}

function crossedP(
  difference: number,
  error: number,
  degrees: number,
  rounding: number,
  units: number,
): Pick<RunComparison, 'p' | 'reason'> {
  if (Math.abs(difference) <= rounding) return { p: 1 };
  if (error <= rounding) {
    return { p: NaN, reason: 'Neither segments nor runs vary, so that there is no spread to go by.' };
  }
  // Runs alone say nothing about other texts.
  if (units < 2) return { p: NaN, reason: oneUnit };
  return { p: Math.min(1, 2 * studentUpperTail(Math.abs(difference) / error, degrees)) };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
