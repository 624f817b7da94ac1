/** Threads that draw resamples: rows and scores lie in memory shared with the main thread. */
import { Piscina } from 'piscina';
import type { RowMeasurement } from '../core/index.ts';
import type { Measured } from '../measure/index.ts';
import { type Drawn, type MeanMeasurement, type SamplingPlan, samplesTogether, isRows } from '../stats/index.ts';
import { type MetricOrder, orderMetric } from './metricOrder.ts';

/** What can be scored in another thread. */
export type Movable = Measured | MeanMeasurement;

export interface ComparingPool {
  /** Draws samples `from` to `count`; `finish` hears of every piece that is done. */
  draw(kind: Piece['kind'], from: number, count: number, finish: (samples: number) => void): Promise<void>;
  close(): Promise<void>;
}

/** What a thread needs to draw for a metric; without a metric its rows make a mean. */
export interface ComparingOrder {
  readonly metric: MetricOrder | undefined;
  readonly shape: Pick<RowMeasurement, 'name' | 'systems' | 'segments' | 'higherIsBetter' | 'width'>;
  readonly rows: Float64Array;
  readonly plan: Omit<SamplingPlan, 'measured'>;
  /** Where scores on resamples go. */
  readonly into: Float64Array;
}

export interface Piece {
  readonly kind: 'resample' | 'exchange';
  readonly from: number;
  readonly to: number;
}

/** Pieces for each thread: enough that none waits long for the others in the end. */
const piecesPerThread = 6;

export function startComparingPool(
  measured: readonly Movable[],
  plans: readonly SamplingPlan[],
  drawn: readonly Drawn[],
  threads: number,
): ComparingPool {
  const orders = plans.map((plan, m) => orderOf(measured[m]!, plan, drawn[m]!));
  const pool = new Piscina<Piece, Uint32Array[]>({
    filename: new URL('./comparingThread.js', import.meta.url).href,
    workerData: orders,
    minThreads: threads,
    maxThreads: threads,
  });
  return {
    async draw(kind, from, count, finish) {
      const size = Math.ceil((count - from) / (threads * piecesPerThread) / samplesTogether) * samplesTogether;
      const pieces: Piece[] = [];
      for (let start = from; start < count; start += size) {
        pieces.push({ kind, from: start, to: Math.min(count, start + size) });
      }
      await Promise.all(
        pieces.map(async (piece) => {
          const counts = await pool.run(piece);
          counts.forEach((ofPairs, m) => ofPairs.forEach((add, p) => (drawn[m]!.exchanged[p]! += add)));
          finish(piece.to - piece.from);
        }),
      );
    },
    close: () => pool.destroy(),
  };
}

function orderOf(measured: Movable, plan: SamplingPlan, drawn: Drawn): ComparingOrder {
  const { measured: byUnits, pairs, scores, rounding, asNumpy, exchanges } = plan;
  if (!isRows(byUnits)) throw new TypeError(`${byUnits.name} has no rows to share with threads.`);
  const { name, systems, segments, higherIsBetter, width } = byUnits;
  const rows = new Float64Array(new SharedArrayBuffer(byUnits.rows.byteLength));
  rows.set(byUnits.rows);
  const metric = 'metric' in measured ? measured.metric : undefined;
  return {
    metric: metric && orderMetric(metric),
    shape: { name, systems, segments, higherIsBetter, width },
    rows,
    plan: {
      pairs,
      scores,
      rounding,
      settings: { samples: plan.settings.samples, seed: plan.settings.seed },
      ...(asNumpy && { asNumpy }),
      ...(exchanges && { exchanges }),
    },
    into: drawn.scores,
  };
}
