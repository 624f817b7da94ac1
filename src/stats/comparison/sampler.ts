/** All that is drawn by chance for a comparison, in pieces that any thread may take: they come out the same in any order. */
import type { Measurement } from '../../core/index.ts';
import { countDeals } from './countDeals.ts';
import { type Counted, countExchanges } from './countExchanges.ts';
import type { Pair } from './pairs.ts';
import { allExchanges, exchanges, numpyExchanges, numpyResamples, resamples } from './sampleSource.ts';
import { scoreResamples } from './scoreResamples.ts';

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

/** What was drawn for a plan. */
export interface Drawn {
  /** Score of system s on resample b at [s * samples + b]. */
  readonly scores: Float64Array;
  /** By pair: exchanges that separate its systems as far as they are. */
  readonly exchanged: Uint32Array;
}

export interface Sampler {
  /** Writes the scores on resamples `from` to `to`, by metric. */
  resample(from: number, to: number, into: readonly Float64Array[]): void;
  /** Adds the exchanges `from` to `to`, by metric; `from` is a multiple of `samplesTogether`. */
  exchange(from: number, to: number, into: readonly Uint32Array[]): void;
}

/** Of several metrics on the same units with the same settings. Each half is prepared when it is first asked for. */
export function sampler(plans: readonly SamplingPlan[]): Sampler {
  const [plan] = plans;
  if (!plan) return { resample() {}, exchange() {} };
  const { asNumpy = false } = plan;
  const { samples, seed } = plan.settings;
  const units = plan.measured.segments;
  let scorer: ((from: number, to: number, into: readonly Float64Array[]) => void) | undefined;
  let counter: Sampler['exchange'] | undefined;

  function startScorer(): NonNullable<typeof scorer> {
    const score = scoreResamples(plans.map(({ measured }) => measured));
    const source = (asNumpy ? numpyResamples : resamples)(units, seed);
    return (from, to, into) =>
      score(source, from, to, (metric, system, sample, value) => {
        into[metric]![system * samples + sample] = value;
      });
  }

  function startCounter(): Sampler['exchange'] {
    const [first] = plans.map(({ exchanges: asked }) => asked);
    if (!first) return () => {};
    if (first.kind === 'deals') {
      const counters = plans.map((each) => countDeals({ ...each, ...first }));
      return (from, to, into) => counters.forEach((count, metric) => count(from, to, into[metric]!));
    }
    const { counted } = first;
    const count = countExchanges(plans.map((each) => ({ ...each, counted })));
    const source = first.kind === 'all' ? allExchanges(units) : (asNumpy ? numpyExchanges : exchanges)(units, seed);
    return (from, to, into) => count(source, from, to, into);
  }

  return {
    resample: (from, to, into) => (scorer ??= startScorer())(from, to, into),
    exchange: (from, to, into) => (counter ??= startCounter())(from, to, into),
  };
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
