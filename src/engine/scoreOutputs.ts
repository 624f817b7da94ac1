/** Scores the outputs of one part of a shared task by any of our metrics: systems, and each of their segments. */
import { type Metric, UsageError } from '../core/index.ts';
import { type TaskPart, openTask } from '../data/index.ts';
import type { EmptyReferences } from '../formats/index.ts';
import type { Scores } from '../meta/index.ts';
import { metricTitles, scoredMetric } from '../report/index.ts';
import { type Progress, evaluate } from './evaluate.ts';

export interface ScoreOutputsOptions {
  /** As in `evaluate`; the result is the same for any number. */
  readonly threads?: number | 'auto';
  readonly emptyReferences?: EmptyReferences;
  readonly onProgress?: (done: Progress) => void;
}

/** Small enough that a few thousand segments keep several threads busy to the end. */
const batchSize = 256;

/** One for each metric, named as tables head it, or as typed where two have the same name. Segments are known by line, from 1 on. */
export async function scoreOutputs(
  part: TaskPart,
  metrics: readonly Metric[],
  { threads = 'auto', emptyReferences, onProgress }: ScoreOutputsOptions = {},
): Promise<Scores[]> {
  if (part.outputs.length === 0) throw new UsageError(`There are no outputs of ${part.task} to score.`);
  if (part.references.length === 0) {
    throw new UsageError(`There is no reference of ${part.task} to score its outputs against.`);
  }
  const task = await openTask({
    files: part.outputs.map(({ path }) => path),
    names: part.outputs.map(({ name }) => name),
    references: part.references.map(({ path }) => path),
    ...(part.source !== undefined && { sources: part.source }),
    ...(emptyReferences && { emptyReferences }),
    batchSize,
  });
  const { systems } = task;
  // A row is scored when its batch is counted, so that of all rows only scores are kept.
  const pieces: { start: number; size: number; scores: Float64Array[] }[] = [];
  const { segments, sums, references } = await evaluate(task, metrics, {
    threads,
    onRows: ({ start, size }, rows) => {
      const scores = metrics.map((metric, m) => scoreRows(metric, rows[m]!, systems.length * size));
      pieces.push({ start, size, scores });
    },
    ...(onProgress && { onProgress }),
  });
  const described = metrics.map((metric) => scoredMetric(metric, { references }));
  const titles = metricTitles(described);
  const keys = Array.from({ length: segments }, (_, i) => String(i + 1));
  return metrics.map((metric, m) => {
    const width = metric.statistics.length;
    const ofSegments = new Float64Array(systems.length * segments);
    for (const { start, size, scores } of pieces) {
      for (let s = 0; s < systems.length; s++) {
        ofSegments.set(scores[m]!.subarray(s * size, (s + 1) * size), s * segments + start);
      }
    }
    return {
      name: titles[m]!,
      metric: described[m]!.metric,
      higherIsBetter: metric.higherIsBetter,
      systems,
      segments: keys,
      ofSystems: Float64Array.from(systems, (_, s) => metric.score(sums[m]!.subarray(s * width, (s + 1) * width))),
      ofSegments,
    };
  });
}

/** The score of each of the first rows by itself, under the metric's settings for single segments. */
function scoreRows({ forSegments, statistics }: Metric, rows: Float64Array, count: number): Float64Array {
  const width = statistics.length;
  const scores = new Float64Array(count);
  for (let i = 0; i < count; i++) scores[i] = forSegments.score(rows.subarray(i * width, (i + 1) * width));
  return scores;
}
