/** Tunes weights by minimum error rate training: spreads starts over threads, and chooses among what came of them. */
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Metric, teach } from '../core/index.ts';
import type { Hypergraph } from '../lattice/index.ts';
import {
  ForestSpace,
  ListSpace,
  type MertResult,
  type MertSettings,
  type MertStart,
  MertTraining,
  type SearchSpace,
  type SearchedCandidates,
  mertDefaults,
} from '../tune/index.ts';
import type { TuningPool } from './tuningPool.ts';

/** N-best lists with the rows that the metric counts of them, or one forest for each segment with what it is counted against. */
export type TuningSpace =
  | { readonly candidates: SearchedCandidates; readonly rows: Float64Array }
  | {
      readonly forests: readonly Hypergraph[];
      readonly references: readonly (readonly string[])[];
      readonly sources?: readonly string[];
    };

export interface TuneWeightsOptions {
  /** How many threads search; `auto` starts more than one only when the work lasts. The result is the same for any number. */
  readonly threads?: number | 'auto';
  /** Between 0 and 1. */
  readonly onProgress?: (share: number) => void;
}

/** Each thread takes its share of memory; see `evaluate`. */
const mostByDefault = 4;

/** More threads are started when searching has lasted this long and is expected to last at least as long again. */
const patience = 300; // ms

/** One run for each of the settings, such as runs that differ in their seeds. */
export async function tuneWeights(
  space: TuningSpace,
  untaught: Metric,
  weights: Float64Array,
  runs: readonly Partial<MertSettings>[],
  { threads = 'auto', onProgress }: TuneWeightsOptions = {},
): Promise<MertResult[]> {
  const metric = 'forests' in space ? teach(untaught, space.references) : untaught;
  const settings = runs.map((given) => ({ ...mertDefaults, ...given }));
  const trainings = trainingsOf(space, metric, weights, settings);
  const found = trainings.map((): MertStart[] => []);
  const work = trainings.flatMap((training, run) =>
    Array.from({ length: training.starts }, (_, start) => ({ run, start })),
  );
  const most = Math.min(threads === 'auto' ? Math.min(mostByDefault, availableParallelism()) : threads, work.length);
  const started = performance.now();
  let pool: TuningPool | undefined;
  let done = 0;
  let finished = 0;
  const startPool = async (): Promise<TuningPool> => {
    const { startTuningPool } = await import('./tuningPool.ts');
    return startTuningPool({ space, metric, weights, settings }, most);
  };
  try {
    if (threads !== 'auto' && most > 1) pool = await startPool();
    for (; done < work.length && !pool; done++) {
      const { run, start } = work[done]!;
      found[run]![start] = trainings[run]!.run(start);
      onProgress?.(++finished / work.length);
      await nextTurn(); // lets signals and progress through
      const elapsed = performance.now() - started;
      if (
        threads === 'auto' &&
        most > 1 &&
        elapsed > patience &&
        (elapsed * (work.length - finished)) / finished > patience
      ) {
        pool = await startPool();
      }
    }
    const through = pool;
    if (through) {
      await Promise.all(
        work.slice(done).map(async (piece) => {
          found[piece.run]![piece.start] = await through.run(piece);
          onProgress?.(++finished / work.length);
        }),
      );
    }
  } finally {
    await pool?.close();
  }
  return trainings.map((training, run) => training.conclude(found[run]!));
}

/** All search the same space; a forest's texts are then counted once for all. */
export function trainingsOf(
  space: TuningSpace,
  metric: Metric,
  weights: Float64Array,
  settings: readonly MertSettings[],
): MertTraining[] {
  const searched: SearchSpace =
    'forests' in space
      ? new ForestSpace(space.forests, metric, space.references, space.sources)
      : new ListSpace(space.candidates, space.rows, metric.statistics.length);
  return settings.map((each) => new MertTraining(searched, metric, weights, each));
}
