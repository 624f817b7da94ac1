/**
 * More samples for pairs whose p is near the smallest that the samples so far can give. Correction for many pairs would lift even that
 * above alpha, and a difference that no sample comes near would count as none.
 *
 * Sampling of a pair stops once `enough` samples reach the observed difference, or at `mostSamples`. Only this count decides, never p, so
 * (count + 1) / (samples + 1) remains a valid p: Besag and Clifford (1991).
 */
import { rowMeasurement } from '../../core/index.ts';
import type { ComparisonSettings, Pair } from './comparison.ts';
import { samplesTogether } from './sampleSource.ts';
import {
  type CountedKind,
  type Drawn,
  PackedOnce,
  type SamplingPlan,
  countKept,
  countsOf,
  countsOfPair,
  emptyCounts,
  emptyDrawn,
  sampler,
} from './sampler.ts';

/** p is then known to about a fifth of itself. */
const enough = 25;

/** The smallest p is this many times below what significance takes after correction. */
const reserve = 4;

/** Beyond so many, samples take minutes; the caller can still ask for them. */
const mostUnasked = 200_000;

/** How many samples a pair can get if `family` comparisons are corrected together. */
export function mostSamples(
  { samples, alpha, correction }: Pick<ComparisonSettings, 'samples' | 'alpha' | 'correction'>,
  family: number,
): number {
  const needed = correction === 'none' ? 0 : Math.ceil((reserve * family) / alpha);
  return Math.max(samples, Math.min(needed, mostUnasked));
}

/** The next samples to draw, for the pairs of each plan that need them. */
export interface FurtherSamples {
  readonly from: number;
  readonly to: number;
  readonly kinds: readonly CountedKind[];
  readonly plans: readonly {
    /** Its place among all plans. */
    readonly place: number;
    /** The open pairs alone, and the systems in them. */
    readonly plan: SamplingPlan;
    /** By pair of `plan`: its number in the whole. */
    readonly pairs: readonly number[];
  }[];
}

/** Undefined once every pair has enough samples. The plans are drawn together, so they have the same settings. */
export function furtherSamples(plans: readonly SamplingPlan[], drawn: readonly Drawn[]): FurtherSamples | undefined {
  const open = plans.flatMap((plan, place) => {
    const pairs = Array.from(plan.pairs.keys()).filter((p) => isOpen(plan, drawn[place]!, p));
    return pairs.length > 0 ? [{ place, plan: onlyPairs(plan, pairs), pairs }] : [];
  });
  const [first] = open;
  if (!first) return undefined;
  const { counted, most } = first.plan;
  // Every open pair has been open from the start, so they all have as many samples.
  const soFar = drawn[first.place]!.samples[first.pairs[0]!]!;
  const from = wholeStreams(soFar);
  return { from, to: from + nextRound(soFar, most), kinds: counted, plans: open };
}

/** Each round takes streams of chance whole, so that the next starts with a new one. */
const wholeStreams = (samples: number): number => Math.ceil(samples / samplesTogether) * samplesTogether;

const nextRound = (soFar: number, most: number): number => wholeStreams(Math.min(3 * soFar, most - soFar));

/** How many samples a pair has in the end that no sample reaches. */
export function samplesInTheEnd({ settings, most }: Pick<SamplingPlan, 'settings' | 'most'>): number {
  let samples = settings.samples;
  while (samples < most) samples += nextRound(samples, most);
  return samples;
}

function isOpen({ tested, margin, most }: SamplingPlan, drawn: Drawn, pair: number): boolean {
  if (drawn.samples[pair]! >= most) return false;
  const { exchanged, extreme, above, below } = countsOf(drawn, pair);
  return (
    (tested === 'exchange' && exchanged < enough) ||
    (tested === 'recount' && extreme < enough) ||
    (margin !== undefined && Math.max(above, below) < enough)
  );
}

/** Some of the pairs, with their systems renumbered. */
function onlyPairs(plan: SamplingPlan, chosen: readonly number[]): SamplingPlan {
  const pairs = chosen.map((p) => plan.pairs[p]!);
  // Here pairs are of systems, and rows of their runs.
  if (plan.exchanges?.kind === 'deals') return { ...plan, pairs };
  const { measured, scores } = plan;
  const { name, segments, higherIsBetter, width, rows } = measured;
  const systems = [...new Set(pairs.flat())].sort((a, b) => a - b);
  if (systems.length === measured.systems) return { ...plan, pairs }; // with the rows that are packed already
  const size = segments * width;
  const kept = new Float64Array(systems.length * size);
  systems.forEach((system, s) => kept.set(rows.subarray(system * size, (system + 1) * size), s * size));
  const places = new Map(systems.map((system, s) => [system, s]));
  return {
    ...plan,
    measured: rowMeasurement({ name, systems: systems.length, segments, higherIsBetter, width }, kept, (sums) =>
      measured.scoreSums(sums),
    ),
    pairs: pairs.map(([a, b]): Pair => [places.get(a)!, places.get(b)!]),
    scores: Float64Array.from(systems, (system) => scores[system]!),
  };
}

/** Adds what was counted of further samples, by plan. */
export function addFurther(drawn: readonly Drawn[], further: FurtherSamples, counted: readonly Uint32Array[]): void {
  further.plans.forEach(({ place, pairs }, m) => {
    const { samples, counts } = drawn[place]!;
    pairs.forEach((pair, p) => {
      samples[pair]! += further.to - further.from;
      for (let k = 0; k < countsOfPair; k++) counts[pair * countsOfPair + k]! += counted[m]![p * countsOfPair + k]!;
    });
  });
}

/** Draws everything for several metrics on the same units with the same settings; each gets what it would get alone. */
export function drawAll(plans: readonly SamplingPlan[]): Drawn[] {
  const drawn = plans.map(emptyDrawn);
  const [plan] = plans;
  if (!plan) return drawn;
  const packed = new PackedOnce();
  const { resample, exchange } = sampler(plans, packed);
  resample(0, plan.settings.samples, drawn.map(({ scores }) => scores)); // prettier-ignore
  plans.forEach((each, m) => countKept(each, drawn[m]!));
  if (plan.exchanges) exchange(0, plan.exchanges.count, drawn.map(({ counts }) => counts)); // prettier-ignore
  for (let more = furtherSamples(plans, drawn); more; more = furtherSamples(plans, drawn)) {
    const counts = more.plans.map(({ pairs }) => emptyCounts(pairs.length));
    const draw = sampler(
      more.plans.map((each) => each.plan),
      packed,
    );
    for (const kind of more.kinds) draw[kind](more.from, more.to, counts);
    addFurther(drawn, more, counts);
  }
  return drawn;
}
