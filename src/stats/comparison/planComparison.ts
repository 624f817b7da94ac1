/** Checks what is to be compared and settles what has to be drawn: the part of a comparison that comes before all resampling. */
import { type Measurement, UsageError, counted, rowMeasurement, sumRows, systemScore } from '../../core/index.ts';
import { type ComparisonSettings, comparisonTests, pairsOf } from './comparison.ts';
import { countAllExchanges } from './sampleSource.ts';
import { countSums } from './sampleKernel.ts';
import { mostSamples } from './moreSamples.ts';
import type { SamplingPlan } from './sampler.ts';

export interface ComparisonPlan extends SamplingPlan {
  readonly settings: ComparisonSettings;
  readonly segments: number;
  /** Of systems, as messages call them. */
  readonly names: readonly string[];
  /** For the tests that look at single units: what each adds. */
  readonly contributions?: {
    /** By system, then unit. */
    readonly values: readonly Float64Array[];
    /** Points of the metric for each of a contribution. Left out of them, so that equal counts make equal differences. */
    readonly points: number;
  };
}

/** All 2¹⁹ exchanges of 20 units take about a second for each pair of systems. */
const mostExact = 20;

export function planComparison(given: Measurement, settings: ComparisonSettings): ComparisonPlan {
  checkSettings(settings);
  checkMeasurement(given, settings);
  const { test, units, baseline } = settings;
  const asSacrebleu = test === 'sacrebleu-bs' || test === 'sacrebleu-ar';
  if (units && asSacrebleu) {
    throw new UsageError(`sacreBLEU draws segments, not documents: use bootstrap or randomization instead of ${test}.`);
  }
  const measured = byUnits(given, units);
  const names = namesOf(given);
  const { scores, rounding } = wholeScores(given, names);
  if (test === 'exact' && measured.segments > mostExact) {
    throw new UsageError(
      `The exact test tries all exchanges of outputs, which is possible for up to ${mostExact} ${units ? 'documents' : 'segments'}; there are ${measured.segments}. Use randomization, which tries a random sample of them.`,
    );
  }
  const pairs = pairsOf(given.systems, baseline);
  const contributions = test === 't' || test === 'wilcoxon' ? unitContributions(measured) : undefined;
  if ((test === 't' || test === 'wilcoxon') && !contributions) {
    throw new UsageError(
      `The ${given.name} of a system is not a mean of its segments, so ${test === 't' ? 'the t test' : "Wilcoxon's test"} does not apply. Use bootstrap or randomization.`,
    );
  }
  return {
    measured,
    segments: given.segments,
    names,
    settings,
    pairs,
    scores,
    rounding,
    ...(settings.equivalence !== undefined && { margin: settings.equivalence }),
    ...(asSacrebleu && { asNumpy: true }),
    ...(contributions && { contributions }),
    ...exchangesOf(settings, measured.segments),
    ...countedOf(settings, pairs.length),
  };
}

function exchangesOf({ test, samples }: ComparisonSettings, units: number): Pick<ComparisonPlan, 'exchanges'> {
  if (test === 'randomization') return { exchanges: { kind: 'random', count: samples, counted: 'at least' } };
  if (test === 'sacrebleu-ar') return { exchanges: { kind: 'random', count: samples, counted: 'larger' } };
  if (test === 'exact') return { exchanges: { kind: 'all', count: countAllExchanges(units), counted: 'at least' } };
  return {};
}

/** What is counted by pair. Tests that do as sacreBLEU does draw as many samples as that does. */
function countedOf(settings: ComparisonSettings, pairs: number): Pick<ComparisonPlan, 'tested' | 'counted' | 'most'> {
  const { test, equivalence, samples, family = pairs } = settings;
  const tested = test === 'bootstrap' ? 'recount' : test === 'randomization' ? 'exchange' : undefined;
  return {
    ...(tested && { tested }),
    counted: [
      ...(tested === 'recount' || equivalence !== undefined ? (['recount'] as const) : []),
      ...(tested === 'exchange' ? (['exchange'] as const) : []),
    ],
    most: test === 'sacrebleu-bs' || test === 'sacrebleu-ar' ? samples : mostSamples(settings, family),
  };
}

/** What messages call the systems. */
function namesOf(measured: Measurement): string[] {
  const { systemNames } = measured as { systemNames?: readonly string[] };
  return Array.from({ length: measured.systems }, (_, s) => systemNames?.[s] ?? `system ${s + 1}`);
}

function checkMeasurement(measured: Measurement, { baseline }: ComparisonSettings): void {
  const { name, systems, segments, rows, width } = measured;
  if (systems < 2)
    throw new UsageError(`A comparison needs two systems; there ${systems === 1 ? 'is' : 'are'} ${systems}.`);
  if (segments < 1) throw new UsageError('There are no segments to compare.');
  checkBaseline(baseline, systems);
  const expected = systems * segments * width;
  if (rows.length !== expected) {
    throw new UsageError(
      `${name}: ${counted(systems, 'system')} with ${counted(segments, 'segment')} have ${expected} numbers, not ${rows.length}.`,
    );
  }
}

export function checkBaseline(baseline: number | undefined, systems: number): void {
  if (baseline !== undefined && (!Number.isInteger(baseline) || baseline < 0 || baseline >= systems)) {
    throw new UsageError(`There is no system ${baseline} to be the baseline: systems are 0 to ${systems - 1}.`);
  }
}

function checkSettings(settings: ComparisonSettings): void {
  const { test, correction, samples, level, alpha, interval, equivalence } = settings;
  const oneOf = (what: string, value: string, known: readonly string[]): void => {
    if (!known.includes(value)) throw new UsageError(`${what} must be one of ${known.join(', ')}, not ${value}.`);
  };
  oneOf('The test', test, comparisonTests);
  oneOf('The correction', correction, ['holm', 'bh', 'none']);
  oneOf('The interval', interval, ['percentile', 'bca']);
  if (!Number.isInteger(samples) || samples < 1 || samples > 0xffff_ffff) {
    throw new UsageError(`The number of resamples must be an integer of at least 1, not ${samples}.`);
  }
  if (!(level > 0 && level < 1)) throw new UsageError(`The level of intervals must lie between 0 and 1, not ${level}.`);
  if (!(alpha > 0 && alpha < 1)) throw new UsageError(`Alpha must lie between 0 and 1, not ${alpha}.`);
  if (equivalence !== undefined && !(equivalence > 0 && Number.isFinite(equivalence))) {
    throw new UsageError(`The margin of equivalence must be above 0, in points of the metric, not ${equivalence}.`);
  }
}

/**
 * A measurement with whole units, such as documents, in the place of segments: what is drawn or exchanged together. `units` has the unit of
 * each segment; units are renumbered in the order of their first appearance. Without it, the segments are the units.
 */
function byUnits(measured: Measurement, units?: Uint32Array): Measurement {
  const { name, systems, segments, higherIsBetter, rows, width } = measured;
  if (!units) return measured;
  if (units.length !== segments) {
    throw new UsageError(`There are ${segments} segments, but units for ${units.length}.`);
  }
  const known = new Map<number, number>();
  for (const unit of units) if (!known.has(unit)) known.set(unit, known.size);
  const numbers = units.map((unit) => known.get(unit)!);
  const count = known.size;
  const shape = { name, systems, segments: count, higherIsBetter, width };
  const sums = new Float64Array(systems * count * width);
  for (let s = 0, from = 0; s < systems; s++) {
    for (let i = 0; i < segments; i++) {
      for (let k = 0, to = (s * count + numbers[i]!) * width; k < width; k++) sums[to++]! += rows[from++]!;
    }
  }
  return rowMeasurement(shape, sums, (each) => measured.scoreSums(each));
}

/**
 * Scores of whole systems, and how far apart scores may come out by rounding alone: a share of what they would be without the signs of their
 * parts, since ratings that cancel out round as those do that add up. One number for all systems, so that nothing depends on their order.
 */
function wholeScores(measured: Measurement, names: readonly string[]): Pick<SamplingPlan, 'scores' | 'rounding'> {
  const { name, systems } = measured;
  const scores = new Float64Array(systems);
  let largest = 0;
  const take = (score: number): void => {
    if (Math.abs(score) > largest && Number.isFinite(score)) largest = Math.abs(score);
  };
  for (let s = 0; s < systems; s++) {
    const { sums, sizes } = sumsAndSizes(measured, s, names);
    scores[s] = measured.scoreSums(sums);
    if (sizes) take(measured.scoreSums(sizes));
    if (!Number.isFinite(scores[s])) {
      throw new UsageError(`${name} of ${names[s]} is ${scores[s]}, which cannot be compared.`);
    }
    take(scores[s]!);
  }
  return { scores, rounding: 1e-12 * largest };
}

/** The sums of a system's rows, and the same without signs, if there are any. */
function sumsAndSizes(
  { name, rows, width, segments }: Measurement,
  system: number,
  names: readonly string[],
): { sums: Float64Array; sizes?: Float64Array } {
  const counts = countSums({ rows, width, segments }, system);
  if (counts) return { sums: counts };
  const sums = sumRows({ rows, width, segments }, system);
  const sizes = new Float64Array(width);
  for (let i = 0, at = system * segments * width; i < segments; i++) {
    for (let k = 0; k < width; k++) sizes[k]! += Math.abs(rows[at++]!);
  }
  if (sizes.every(Number.isFinite)) return { sums, sizes };
  const start = system * segments * width;
  const wrong = rows.subarray(start, start + segments * width).findIndex((value) => !Number.isFinite(value));
  if (wrong < 0) throw new UsageError(`${name} of ${names[system]} overflows: its values are too large.`);
  throw new UsageError(
    `${name} of segment ${Math.floor(wrong / width) + 1} of ${names[system]} is ${rows[start + wrong]}. Leave a missing segment out of all systems.`,
  );
}

/**
 * What each unit adds to the score of a system, where that is a mean over segments.
 * Differences between the contributions of two systems add up to the difference of their scores. Undefined unless the score is a mean of
 * segment scores with weights that all systems share, be they 1 or not: tests that look at one segment after the other then say
 * nothing of it.
 */
function unitContributions(measured: Measurement): ComparisonPlan['contributions'] {
  // Rows of a weighted mean are [weight · score, weight].
  const { rows, width, systems, segments: units } = measured;
  if (width !== 2) return undefined;
  let weight = 0;
  for (let u = 0; u < units; u++) weight += rows[2 * u + 1]!;
  for (let s = 1; s < systems; s++) {
    for (let u = 0; u < units; u++) if (rows[2 * (s * units + u) + 1] !== rows[2 * u + 1]) return undefined;
  }
  const scoreOf = (sum: number): number => measured.scoreSums(Float64Array.of(sum, weight));
  const start = scoreOf(0);
  const values = Array.from({ length: systems }, (_, s) =>
    Float64Array.from({ length: units }, (__, u) => rows[2 * (s * units + u)]!),
  );
  const points = (scoreOf(weight) - start) / weight;
  const doAddUp = values.every((ofSystem, s) => {
    const score = systemScore(measured, s);
    const sum = start + points * ofSystem.reduce((total, value) => total + value, 0);
    return Math.abs(sum - score) <= 1e-9 * (1 + Math.abs(score));
  });
  return doAddUp ? { values, points } : undefined;
}
