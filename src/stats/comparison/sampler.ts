/** All that is drawn by chance for a comparison, in pieces that any thread may take: they come out the same in any order. */
import { type Measurement, sumRows } from '../../core/index.ts';
import type { Pair } from './comparison.ts';
import { countDeals } from './countDeals.ts';
import { PackedRows } from './packedRows.ts';
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
}

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
  /** By pair: exchanges that separate its systems as far as they are. */
  readonly exchanged: Uint32Array;
}

interface Sampler {
  /** Writes the scores on resamples `from` to `to`, by metric. */
  resample(from: number, to: number, into: readonly Float64Array[]): void;
  /** Adds the exchanges `from` to `to`, by metric; `from` is a multiple of `samplesTogether`. */
  exchange(from: number, to: number, into: readonly Uint32Array[]): void;
}

/** Of several metrics on the same units with the same settings. Each half is prepared when it is first asked for. */
export function sampler(plans: readonly SamplingPlan[]): Sampler {
  const [plan] = plans;
  if (!plan) return { resample() {}, exchange() {} };
  const { asNumpy = false, settings, exchanges: asked } = plan;
  const units = plan.measured.segments;
  let scorer: Sampler['resample'] | undefined;
  let counter: Sampler['exchange'] | undefined;

  function startScorer(): Sampler['resample'] {
    const source = (asNumpy ? numpyResamples : resamples)(units, settings.seed);
    const measured = plans.map((each) => each.measured);
    return scoreResamples(measured, settings.samples, source);
  }

  function startCounter(): Sampler['exchange'] {
    if (!asked) return () => {};
    if (asked.kind === 'deals') {
      const counters = plans.map((each) => countDeals({ ...each, runs: asked.runs }));
      return (from, to, into) => counters.forEach((count, metric) => count(from, to, into[metric]!));
    }
    if (asked.kind === 'all') return countExchanges(plans, asked.counted, allExchanges(units));
    return countExchanges(plans, asked.counted, (asNumpy ? numpyExchanges : exchanges)(units, settings.seed));
  }

  return {
    resample: (from, to, into) => (scorer ??= startScorer())(from, to, into),
    exchange: (from, to, into) => (counter ??= startCounter())(from, to, into),
  };
}

/** Scores of all systems on the same resamples: Koehn (EMNLP 2004), paired. What has to be prepared is done here, once. */
export function scoreResamples(
  measured: readonly Measurement[],
  samples: number,
  source: SampleSource,
): Sampler['resample'] {
  const packed = new PackedRows(measured);
  const sumsOfSystem = measured.map(({ width }) => new Float64Array(width));
  return (from, to, into) =>
    packed.sumSamples(source, from, to, (sums, sample) => {
      for (let m = 0; m < measured.length; m++) {
        const scored = measured[m]!;
        const { systems, width } = scored;
        const all = sums[m]!;
        const ofSystem = sumsOfSystem[m]!;
        for (let s = 0, at = 0; s < systems; s++) {
          for (let k = 0; k < width; k++) ofSystem[k] = all[at++]!;
          into[m]![s * samples + sample] = scored.scoreSums(ofSystem);
        }
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
function countExchanges(plans: readonly SamplingPlan[], counted: Counted, source: SampleSource): Sampler['exchange'] {
  const packed = new PackedRows(plans.map(({ measured }) => measured));
  const counters = plans.map(({ measured, pairs, scores, rounding }) => {
    const { width, systems } = measured;
    const whole = Array.from({ length: systems }, (_, s) => sumRows(measured, s));
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
        if (apart > least[p]! || (apart === least[p] && counted === 'at least')) counts[p]!++;
      }
    };
  });
  return (from, to, into) =>
    packed.sumSamples(source, from, to, (sums) => {
      for (let m = 0; m < counters.length; m++) counters[m]!(sums[m]!, into[m]!);
    });
}

/** Room for what is drawn; `shared` memory can be written by another thread. */
export function emptyDrawn({ measured, settings, pairs }: SamplingPlan, shared = false): Drawn {
  const room = (bytes: number): SharedArrayBuffer | ArrayBuffer =>
    shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  return {
    scores: new Float64Array(room(measured.systems * settings.samples * Float64Array.BYTES_PER_ELEMENT)),
    exchanged: new Uint32Array(pairs.length),
  };
}

/** Draws all there is for one metric. */
export function drawAll(plan: SamplingPlan): Drawn {
  const drawn = emptyDrawn(plan);
  const { resample, exchange } = sampler([plan]);
  resample(0, plan.settings.samples, [drawn.scores]);
  if (plan.exchanges) exchange(0, plan.exchanges.count, [drawn.exchanged]);
  return drawn;
}
