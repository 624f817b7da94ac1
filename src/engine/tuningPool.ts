/** Threads that tune weights, each from other starts: features and rows lie in memory shared with the main thread. */
import { Piscina } from 'piscina';
import type { Metric } from '../core/index.ts';
import type { FeatureRows, Hypergraph } from '../lattice/index.ts';
import type { MertSettings, MertStart } from '../tune/index.ts';
import { type MetricOrder, orderMetric } from './metricOrder.ts';
import type { TuningSpace } from './tuneWeights.ts';

export interface TuningPool {
  run(piece: TuningPiece): Promise<MertStart>;
  close(): Promise<void>;
}

/** A start of a run. */
export interface TuningPiece {
  readonly run: number;
  readonly start: number;
}

/** What a thread needs to search: the metric is taught. */
export interface TuningOrder {
  readonly space: TuningSpace;
  readonly metric: MetricOrder;
  readonly weights: Float64Array;
  readonly settings: readonly MertSettings[];
}

export function startTuningPool(
  { metric, space, ...rest }: Omit<TuningOrder, 'metric'> & { readonly metric: Metric },
  threads: number,
): TuningPool {
  const order: TuningOrder = { ...rest, space: shareSpace(space), metric: orderMetric(metric) };
  const pool = new Piscina<TuningPiece, MertStart>({
    filename: new URL('./tuningThread.js', import.meta.url).href,
    workerData: order,
    minThreads: threads,
    maxThreads: threads,
  });
  return { run: (piece) => pool.run(piece), close: () => pool.destroy() };
}

/** Texts of n-best lists stay behind: they are counted already. */
function shareSpace(space: TuningSpace): TuningSpace {
  if ('forests' in space) return { ...space, forests: space.forests.map(shareForest) };
  const { segments, starts, featureNames, features } = space.candidates;
  return {
    candidates: { segments, starts: shareWholes(starts), texts: [], featureNames, features: shareFeatures(features) },
    rows: shareNumbers(space.rows),
  };
}

const shareForest = (forest: Hypergraph): Hypergraph => ({
  ...forest,
  edgeStarts: shareWholes(forest.edgeStarts),
  symbolStarts: shareWholes(forest.symbolStarts),
  symbols: shareWholes(forest.symbols),
  scores: shareNumbers(forest.scores),
  features: shareFeatures(forest.features),
});

const shareFeatures = ({ starts, indices, values }: FeatureRows): FeatureRows => ({
  starts: shareWholes(starts),
  indices: shareWholes(indices),
  values: shareNumbers(values),
});

function shareNumbers(numbers: Float64Array): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(numbers.byteLength));
  shared.set(numbers);
  return shared;
}

function shareWholes(wholes: Int32Array): Int32Array {
  const shared = new Int32Array(new SharedArrayBuffer(wholes.byteLength));
  shared.set(wholes);
  return shared;
}
