/** All that is drawn by chance for a comparison, in pieces that any thread may take: they come out the same in any order. */
import { type Measurement, sumRows } from '../../core/index.ts';
import type { Pair } from './comparison.ts';
import { countDeals } from './countDeals.ts';
import { SampleSums, countSums } from './sampleKernel.ts';
import {
  type SampleSource,
  allExchanges,
  exchanges,
  numpyExchanges,
  numpyResamples,
  resamples,
} from './sampleSource.ts';

/** What a metric needs. */
export interface SamplingPlan {
  /** With units in the place of segments. */
  readonly measured: Measurement;
  readonly pairs: readonly Pair[];
  /** By system. */
  readonly scores: Float64Array;
  /** What scores may be wrong by. */
  readonly rounding: number;
  readonly settings: { readonly samples: number; readonly seed: number };
  /** Draws the samples that NumPy draws for sacreBLEU, which takes several times as long. */
  readonly asNumpy?: boolean;
  readonly exchanges?: Exchanges;
  /** Points around the observed difference that count as none, where equivalence is tested. */
  readonly margin?: number;
  /** The samples whose counts make p, if any, and all kinds that are counted. */
  readonly tested?: CountedKind;
  readonly counted: readonly CountedKind[];
  /** How many samples a pair gets at most. */
  readonly most: number;
}

/** Samples of which no scores are kept: resamples, and exchanges of outputs. */
export type CountedKind = 'recount' | 'exchange';

/** `random` and `all` exchange the outputs of two systems; `deals` those of all their runs, where pairs are pairs of systems. */
type Exchanges =
  | { readonly kind: 'random' | 'all'; readonly count: number; readonly counted: Counted }
  | { readonly kind: 'deals'; readonly count: number; readonly runs: readonly (readonly number[])[] };

/** Which differences count: those as large as the one observed, up to rounding, or, as in sacreBLEU, only larger ones. */
type Counted = 'at least' | 'larger';

/** What was drawn for a plan. */
export interface Drawn {
  /** Score of system s on resample b at [s * samples + b]. */
  readonly scores: Float64Array;
  /** By pair: resamples drawn, or random exchanges. */
  readonly samples: Uint32Array;
  /** Of pair p from [p * countsOfPair] on. */
  readonly counts: Uint32Array;
}

/** Where the counts of a pair are. */
export const countAt = {
  /** Exchanges that separate its systems as far as they are. */
  exchanged: 0,
  /** Resamples that differ from the observed difference by as much as that is. */
  extreme: 1,
  /** Resamples that differ from it upwards, or downwards, by as much as it is from the margin on the other side. */
  above: 2,
  below: 3,
} as const;
export const countsOfPair = 4;

export function countsOf({ counts }: Drawn, pair: number): Record<keyof typeof countAt, number> {
  const at = (place: number): number => counts[pair * countsOfPair + place]!;
  return {
    exchanged: at(countAt.exchanged),
    extreme: at(countAt.extreme),
    above: at(countAt.above),
    below: at(countAt.below),
  };
}

interface Sampler {
  /** Writes the scores on resamples `from` to `to`, by metric. */
  resample(from: number, to: number, into: readonly Float64Array[]): void;
  /** Counts resamples `from` to `to` without keeping their scores, by metric. */
  recount(from: number, to: number, counts: readonly Uint32Array[]): void;
  /** Counts the exchanges `from` to `to`, by metric; `from` is a multiple of `samplesTogether`. */
  exchange(from: number, to: number, counts: readonly Uint32Array[]): void;
}

/** Of several metrics on the same units with the same settings. Each half is prepared when it is first asked for. */
export function sampler(plans: readonly SamplingPlan[]): Sampler {
  const [plan] = plans;
  if (!plan) return { resample() {}, recount() {}, exchange() {} };
  const { asNumpy = false, settings, exchanges: asked } = plan;
  const units = plan.measured.segments;
  let scorer: Sampler['resample'] | undefined;
  let recounter: Sampler['recount'] | undefined;
  let counter: Sampler['exchange'] | undefined;
  const source = (): SampleSource => (asNumpy ? numpyResamples : resamples)(units, settings.seed);
  const measured = plans.map((each) => each.measured);
  let packed: SampleSums | undefined;
  const rows = (): SampleSums => (packed ??= new SampleSums(measured));

  function startCounter(): Sampler['exchange'] {
    if (!asked) return () => {};
    if (asked.kind === 'deals') {
      const counters = plans.map((each) => countDeals({ ...each, runs: asked.runs }));
      return (from, to, counts) =>
        counters.forEach((count, m) => {
          const dealt = new Uint32Array(plans[m]!.pairs.length);
          count(from, to, dealt);
          dealt.forEach((times, p) => (counts[m]![p * countsOfPair + countAt.exchanged]! += times));
        });
    }
    if (asked.kind === 'all') return countExchanges(plans, asked.counted, allExchanges(units), rows());
    return countExchanges(plans, asked.counted, (asNumpy ? numpyExchanges : exchanges)(units, settings.seed), rows());
  }

  return {
    resample: (from, to, into) =>
      (scorer ??= scoreResamples(measured, settings.samples, source(), rows()))(from, to, into),
    recount: (from, to, counts) => (recounter ??= countResamples(plans, source(), rows()))(from, to, counts),
    exchange: (from, to, counts) => (counter ??= startCounter())(from, to, counts),
  };
}

/** Scores of all systems on the same resamples: Koehn (EMNLP 2004), paired. What has to be prepared is done here, once. */
export function scoreResamples(
  measured: readonly Measurement[],
  samples: number,
  source: SampleSource,
  packed = new SampleSums(measured),
): Sampler['resample'] {
  const forEachResample = resampleScorer(measured, source, packed);
  return (from, to, into) =>
    forEachResample(from, to, (scores, m, sample) => {
      for (let s = 0; s < scores.length; s++) into[m]![s * samples + sample] = scores[s]!;
    });
}

/** The same resamples, counted for pairs. */
function countResamples(plans: readonly SamplingPlan[], source: SampleSource, packed: SampleSums): Sampler['recount'] {
  const forEachResample = resampleScorer(
    plans.map(({ measured }) => measured),
    source,
    packed,
  );
  return (from, to, counts) =>
    forEachResample(from, to, (scores, m) => {
      const plan = plans[m]!;
      for (let p = 0; p < plan.pairs.length; p++) {
        const [first, second] = plan.pairs[p]!;
        countDifference(plan, p, scores[first]! - scores[second]!, counts[m]!);
      }
    });
}

/** Counts the resamples whose scores were kept, if the test does. */
export function countKept(plan: SamplingPlan, { scores, counts }: Drawn): void {
  if (!plan.counted.includes('recount')) return;
  const { samples } = plan.settings;
  plan.pairs.forEach(([first, second], p) => {
    for (let b = 0; b < samples; b++)
      countDifference(plan, p, scores[first * samples + b]! - scores[second * samples + b]!, counts);
  });
}

/**
 * Counts how far the difference on a resample is from the one observed. Resamples scatter around the observed difference as test sets
 * scatter around the true one, so this scatter, signs included, is what test sets show if there is none.
 */
function countDifference(
  { pairs, scores, rounding, margin }: SamplingPlan,
  pair: number,
  resampled: number,
  counts: Uint32Array,
): void {
  const [first, second] = pairs[pair]!;
  const observed = scores[first]! - scores[second]!;
  const scatter = resampled - observed;
  const at = pair * countsOfPair;
  if (Math.abs(scatter) >= Math.abs(observed) - rounding) counts[at + countAt.extreme]!++;
  if (margin === undefined) return;
  if (scatter >= observed + margin - rounding) counts[at + countAt.above]!++;
  if (-scatter >= margin - observed - rounding) counts[at + countAt.below]!++;
}

/** Calls `take` with the scores of all systems on each resample, metric after metric; they are written over afterwards. */
function resampleScorer(
  measured: readonly Measurement[],
  source: SampleSource,
  packed: SampleSums,
): (from: number, to: number, take: (scores: Float64Array, metric: number, sample: number) => void) => void {
  let known: readonly Float64Array[] | undefined;
  let bySystem: readonly (readonly Float64Array[])[] = [];
  const scores = measured.map(({ systems }) => new Float64Array(systems));
  return (from, to, take) =>
    packed.sumSamples(source, from, to, (sums, sample) => {
      // Sums of all samples are in the same memory.
      if (sums !== known) {
        known = sums;
        bySystem = measured.map(({ systems, width }, m) =>
          Array.from({ length: systems }, (_, s) => sums[m]!.subarray(s * width, (s + 1) * width)),
        );
      }
      for (let m = 0; m < measured.length; m++) {
        const scored = measured[m]!;
        const ofSystems = bySystem[m]!;
        const ofMetric = scores[m]!;
        for (let s = 0; s < ofSystems.length; s++) ofMetric[s] = scored.scoreSums(ofSystems[s]!);
        take(ofMetric, m, sample);
      }
    });
}

/**
 * Approximate randomisation: Noreen (1989); for translation Riezler and Maxwell (2005). If two systems are equally good, who said what in a
 * unit may be exchanged without making a difference: how often does that separate them as far as they are?
 *
 * With the same exchanges for all pairs, the sums of exchanged rows are needed once for each system, not for each pair: with M for these and
 * T for the whole, the sums of the two after the exchange are T₁ + (M₂ − M₁) and T₂ − (M₂ − M₁).
 */
function countExchanges(
  plans: readonly SamplingPlan[],
  counted: Counted,
  source: SampleSource,
  packed: SampleSums,
): Sampler['exchange'] {
  const counters = plans.map(({ measured, pairs, scores, rounding }) => {
    const { width, systems } = measured;
    const whole = Array.from({ length: systems }, (_, s) => countSums(measured, s) ?? sumRows(measured, s));
    const one = new Float64Array(width);
    const other = new Float64Array(width);
    const allowance = counted === 'larger' ? 0 : rounding;
    const least = pairs.map(([first, second]) => Math.abs(scores[first]! - scores[second]!) - allowance);
    return (sums: Float64Array, counts: Uint32Array): void => {
      for (let p = 0; p < pairs.length; p++) {
        const [first, second] = pairs[p]!;
        const ofFirst = whole[first]!;
        const ofSecond = whole[second]!;
        for (let k = 0; k < width; k++) {
          const moved = sums[second * width + k]! - sums[first * width + k]!;
          one[k] = ofFirst[k]! + moved;
          other[k] = ofSecond[k]! - moved;
        }
        const apart = Math.abs(measured.scoreSums(one) - measured.scoreSums(other));
        if (apart > least[p]! || (apart === least[p] && counted === 'at least'))
          counts[p * countsOfPair + countAt.exchanged]!++;
      }
    };
  });
  return (from, to, into) =>
    packed.sumSamples(source, from, to, (sums) => {
      for (let m = 0; m < counters.length; m++) counters[m]!(sums[m]!, into[m]!);
    });
}

/** Room for what is drawn. */
export function emptyDrawn({ measured, settings, pairs }: SamplingPlan): Drawn {
  return {
    scores: new Float64Array(measured.systems * settings.samples),
    samples: new Uint32Array(pairs.length).fill(settings.samples),
    counts: emptyCounts(pairs.length),
  };
}

export const emptyCounts = (pairs: number): Uint32Array => new Uint32Array(pairs * countsOfPair);
