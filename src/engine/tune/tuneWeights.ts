/** Tunes weights by minimum error rate training: spreads starts over threads, and chooses among the results. */
import { type Metric, teach } from '../../core/index.ts';
import {
  type ForestSet,
  ForestSpace,
  ListSpace,
  type MertResult,
  type MertSettings,
  type MertStart,
  MertTraining,
  type Pool,
  type SearchSpace,
  type SearchedCandidates,
  mertDefaults,
} from '../../tune/index.ts';
import { type MetricOrder, orderMetric, orderedMetrics } from '../createMetrics.ts';
import { type Job, spread } from '../threads.ts';

/** N-best lists with the rows that the metric counts of them, or one forest for each segment with what it is counted against. */
type TuningSpace = Omit<Pool<SearchedCandidates>, 'width'> | Pick<ForestSet, 'forests' | 'references' | 'sources'>;

interface TuneWeightsOptions {
  /** How many threads search; `auto` starts more than one only when the work lasts. The result is the same for any number. */
  readonly threads?: number | 'auto';
  /** Between 0 and 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Tunes feature weights by minimum error rate training (MERT), once for each of the given settings, spread over threads. The settings may
 * differ in their seeds only.
 */
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
  const pieces = trainings.flatMap(({ starts }, run) => Array.from({ length: starts }, (_, start) => ({ run, start })));
  let finished = 0;
  await spread(
    tuning,
    {
      data: () => ({ space: withoutTexts(space), metric: orderMetric(metric), weights, settings }),
      pieces,
      here: ({ run, start }) => trainings[run]!.run(start),
      finish({ run }, result) {
        found[run]!.push(result);
        onProgress?.(++finished / pieces.length);
      },
      share: () => finished / pieces.length,
    },
    threads,
  );
  return trainings.map((training, run) => training.conclude(found[run]!));
}

/** What a thread needs to search: the metric is taught. */
interface TuningOrder {
  readonly space: TuningSpace;
  readonly metric: MetricOrder;
  readonly weights: Float64Array;
  readonly settings: readonly MertSettings[];
}

/** A piece is a start of a run. */
export const tuning: Job<TuningOrder, { readonly run: number; readonly start: number }, MertStart> = {
  name: 'tune',
  async prepare({ space, metric: order, weights, settings }) {
    const [metric] = await orderedMetrics([order]);
    const trainings = trainingsOf(space, metric!, weights, settings);
    return ({ run, start }) => trainings[run]!.run(start);
  },
};

/** Texts of n-best lists stay behind: they are counted already. */
function withoutTexts(space: TuningSpace): TuningSpace {
  if ('forests' in space) return space;
  const { segments, starts, featureNames, features } = space.candidates;
  return { candidates: { segments, starts, featureNames, features, texts: [] }, rows: space.rows };
}

/** All search the same space; a forest's texts are then counted once for all. */
function trainingsOf(
  space: TuningSpace,
  metric: Metric,
  weights: Float64Array,
  settings: readonly MertSettings[],
): MertTraining[] {
  const searched: SearchSpace =
    'forests' in space
      ? new ForestSpace(space.forests, metric, space.references, space.sources)
      : new ListSpace({ ...space, width: metric.statistics.length });
  return settings.map((each) => new MertTraining(searched, metric, weights, each));
}
