/** A system tuned to each of several metrics, scored by all of them. */
import type { Metric } from '../../src/core/index.ts';
import { type CrossTuned, crossTune } from './crossTune.ts';
import { type Judged, type Quantity, judge } from './judged.ts';
import { type StudySettings, mert } from './studySettings.ts';
import type { TuningCorpus } from './tuningData.ts';

/** Two systems precede the tuned ones. */
export const decoded = 0;
export const equalWeights = 1;
export const firstTuned = 2;

export interface Studied {
  readonly corpus: TuningCorpus;
  readonly cross: CrossTuned;
  readonly judged: Judged;
  readonly metrics: readonly Metric[];
  /** The number of the system tuned to a metric. */
  tunedTo(metric: string): number;
  /** Numbers of the systems tuned to a metric other than BLEU. */
  readonly others: readonly number[];
}

export async function studyMetrics(
  corpus: TuningCorpus,
  metrics: readonly Metric[],
  { runs, seed }: StudySettings,
): Promise<Studied> {
  const objectives = metrics.map((_, m) => m);
  const cross = await crossTune(corpus.set, { metrics, objectives, method: mert, folds: 2, runs, seed });
  const tunedTo = (metric: string): number => firstTuned + metrics.findIndex(({ name }) => name === metric);
  return {
    corpus,
    cross,
    judged: judge(cross, corpus.set, metrics),
    metrics,
    tunedTo,
    others: objectives.map((m) => firstTuned + m).filter((system) => system !== tunedTo('BLEU')),
  };
}

export const systemTitle = ({ metrics }: Studied, system: number): string =>
  system === decoded ? 'first in the list' : system === equalWeights ? 'equal weights' : metrics[system - firstTuned]!.name; // prettier-ignore

/** The tuned system with the best mean. */
export function best({ judged, metrics }: Studied, quantity: Quantity, among?: readonly number[]): number {
  const higher = typeof quantity !== 'object' || !('metric' in quantity) || metrics[quantity.metric]!.higherIsBetter;
  const tuned = among ?? metrics.map((_, m) => firstTuned + m);
  const value = (system: number): number => (higher ? 1 : -1) * judged.spread(system, quantity).mean;
  return tuned.reduce((found, system) => (value(system) > value(found) ? system : found));
}
