/** Features of all outputs of a part of a shared task, and which texts its segments have. */
import { type Metric, UsageError, printMetric } from '../core/index.ts';
import { type Task, type TaskPart, openTask, withBatches } from '../data/index.ts';
import type { EmptyReferences } from '../formats/index.ts';
import type { FeatureTable, Scores } from '../meta/index.ts';
import { featureReader } from '../metrics/combined/learned/model.ts';
import { learnedName } from '../report/index.ts';
import { type Progress, evaluate } from './evaluate.ts';
import type { RequestedFeature, RequestedFeatures } from './requestedFeatures.ts';

export interface CountedFeatures {
  /** Without sentences, which are known once the texts of all tasks are. */
  readonly table: Omit<FeatureTable, 'sentences'>;
  /** By segment: source and references. */
  readonly texts: readonly (readonly string[])[];
  /** Of further metrics, by their scores. */
  readonly scores: readonly Scores[];
}

export interface CountFeaturesOptions {
  readonly threads?: number | 'auto';
  readonly emptyReferences?: EmptyReferences;
  readonly onProgress?: (done: Progress) => void;
}

const batchSize = 256;

export async function countFeatures(
  part: TaskPart,
  { metrics, features }: RequestedFeatures,
  further: readonly Metric[],
  { threads = 'auto', emptyReferences, onProgress }: CountFeaturesOptions = {},
): Promise<CountedFeatures> {
  const texts: (readonly string[])[] = [];
  const opened = await openPart(part, emptyReferences);
  const { systems } = opened;
  const read = featureReader(metrics, features);
  const width = features.length;
  const pieces: { start: number; size: number; values: Float64Array; scores: Float64Array[] }[] = [];
  // A metric that features are of is not counted again for its own scores.
  const titles = further.map(printMetric);
  const counted = [...metrics, ...further.filter((_, f) => !metrics.some((each) => printMetric(each) === titles[f]))];
  const places = titles.map((title) => counted.findIndex((each) => printMetric(each) === title));
  const { segments, sums } = await evaluate(keepingTexts(opened, texts), counted, {
    threads,
    // Rows are turned into features when their batch is counted, so that not all of them are kept.
    onRows({ start, size }, rows) {
      const outputs = systems.length * size;
      const rowOf = (m: number, i: number): Float64Array => {
        const { length } = counted[m]!.statistics;
        return rows[m]!.subarray(i * length, (i + 1) * length);
      };
      const values = new Float64Array(outputs * width);
      for (let i = 0; i < outputs; i++) read((m) => rowOf(m, i), values, i * width);
      const scores = further.map(({ forSegments }, f) =>
        Float64Array.from({ length: outputs }, (_, i) => forSegments.score(rowOf(places[f]!, i))),
      );
      pieces.push({ start, size, values, scores });
    },
    ...(onProgress && { onProgress }),
  });
  /** Columns of all batches as those of the whole. */
  const join = (each: (piece: (typeof pieces)[number]) => Float64Array, numbers: number): Float64Array => {
    const all = new Float64Array(systems.length * segments * numbers);
    for (const piece of pieces) {
      const { start, size } = piece;
      for (let s = 0; s < systems.length; s++) {
        const from = each(piece).subarray(s * size * numbers, (s + 1) * size * numbers);
        all.set(from, (s * segments + start) * numbers);
      }
    }
    return all;
  };
  const keys = Array.from({ length: segments }, (_, i) => String(i + 1));
  const names = titlesBesideLearned(further, features);
  return {
    table: { task: part.task, systems, segments: keys, width, values: join(({ values }) => values, width) },
    texts,
    scores: further.map((metric, f) => {
      const { length } = metric.statistics;
      const ofMetric = sums[places[f]!]!;
      return {
        name: names[f]!,
        metric: titles[f]!,
        higherIsBetter: metric.higherIsBetter,
        systems,
        segments: keys,
        ofSystems: Float64Array.from(systems, (_, s) => metric.score(ofMetric.subarray(s * length, (s + 1) * length))),
        ofSegments: join(({ scores }) => scores[f]!, 1),
      };
    }),
  };
}

/** Metrics as tables head them; as typed where two have the same name, or that of what is learned, and where they are features as well. */
export function titlesBesideLearned(
  metrics: readonly Metric[],
  features: readonly Pick<RequestedFeature, 'typed'>[] = [],
): string[] {
  const names = [learnedName, ...metrics.map(({ name }) => name)];
  const areFeatures = (...typed: readonly string[]): boolean => features.some((each) => typed.includes(each.typed));
  return metrics.map((metric) => {
    const typed = printMetric(metric);
    const isClear = names.indexOf(metric.name) === names.lastIndexOf(metric.name) && !areFeatures(metric.name, typed);
    return isClear ? metric.name : typed;
  });
}

/** Rows of all outputs, for metrics that are scored in several ways. */
export interface CountedRows extends Pick<CountedFeatures, 'texts'> {
  readonly systems: readonly string[];
  readonly segments: readonly string[];
  /** By metric: row of system s and segment i at [(s * segments + i) * width …). */
  readonly rows: readonly Float64Array[];
}

export async function countRows(
  part: TaskPart,
  metrics: readonly Metric[],
  { threads = 'auto', emptyReferences, onProgress }: CountFeaturesOptions = {},
): Promise<CountedRows> {
  const texts: (readonly string[])[] = [];
  const task = keepingTexts(await openPart(part, emptyReferences), texts);
  const { systems, segments, rows } = await evaluate(task, metrics, {
    threads,
    keepRows: true,
    ...(onProgress && { onProgress }),
  });
  return { systems, segments: Array.from({ length: segments }, (_, i) => String(i + 1)), rows: rows!, texts };
}

function openPart(part: TaskPart, emptyReferences: EmptyReferences | undefined): Promise<Task> {
  if (part.outputs.length === 0) throw new UsageError(`There are no outputs of ${part.task} to learn from.`);
  if (part.references.length === 0) {
    throw new UsageError(`There is no reference of ${part.task} to score its outputs against.`);
  }
  return openTask({
    files: part.outputs.map(({ path }) => path),
    names: part.outputs.map(({ name }) => name),
    references: part.references.map(({ path }) => path),
    ...(part.source !== undefined && { sources: part.source }),
    ...(emptyReferences && { emptyReferences }),
    batchSize,
  });
}

/** The same task, but what is read of it leaves its sources and references behind. */
function keepingTexts(task: Task, texts: (readonly string[])[]): Task {
  return withBatches(task, (batch) => {
    batch.references.forEach((references, i) => {
      const source = batch.sources?.[i];
      texts.push(source === undefined ? references : [source, ...references]);
    });
    return batch;
  });
}
