/** Features or rows of all outputs of a part of a shared task, and which texts its segments have. */
import { type Metric, present, printMetric } from '../../core/index.ts';
import { type Task, type TaskPart, withBatches } from '../../data/index.ts';
import type { FeatureTable, Scores } from '../../meta/index.ts';
import { featureReader } from '../../metrics/combined/learned/model.ts';
import { type RequestedFeatures, type WeighedRows, titlesBesideLearned } from '../../report/index.ts';
import { evaluate } from '../evaluate.ts';
import {
  type ScoreOutputsOptions,
  countOutputs,
  keysOf,
  openPart,
  scoresOf,
  segmentScore,
} from '../tasks/scoreOutputs.ts';

interface SegmentTexts {
  /** By segment: source and references. */
  readonly texts: readonly (readonly string[])[];
}

interface CountedFeatures extends SegmentTexts {
  /** Without sentences, which are known once the texts of all tasks are. */
  readonly table: Omit<FeatureTable, 'sentences'>;
  /** Of further metrics, by their scores. */
  readonly scores: readonly Scores[];
}

export async function countFeatures(
  part: TaskPart,
  { metrics, features }: RequestedFeatures,
  further: readonly Metric[],
  options: ScoreOutputsOptions,
): Promise<CountedFeatures> {
  const { task, texts } = keepingTexts(await openPart(part, 'learn from', options));
  // A metric that features are of is not counted again for its own scores.
  const titles = further.map(printMetric);
  const all = [...metrics, ...further.filter((_, f) => !metrics.some((each) => printMetric(each) === titles[f]))];
  const places = titles.map((title) => all.findIndex((each) => printMetric(each) === title));
  const width = features.length;
  const wanted = [{ width, write: featureReader(metrics, features) }, ...places.map((m) => segmentScore(all, m))];
  const counted = await countOutputs(task, all, wanted, options);
  const { systems, segments } = counted;
  const [values, ...scores] = counted.columns;
  const names = titlesBesideLearned(further, features);
  return {
    table: { task: part.task, systems, segments, width, values: values! },
    texts,
    scores: places.map((m, f) => scoresOf(names[f]!, titles[f]!, all, m, counted, scores[f]!)),
  };
}

/** Rows of all outputs, for metrics that are scored in several ways. */
export async function countRows(
  part: TaskPart,
  metrics: readonly Metric[],
  options: ScoreOutputsOptions,
): Promise<Omit<WeighedRows, 'side' | 'sentences'> & SegmentTexts> {
  const { threads = 'auto', onProgress } = options;
  const { task, texts } = keepingTexts(await openPart(part, 'learn from', options));
  const { systems, segments, rows } = await evaluate(task, metrics, {
    threads,
    keepRows: true,
    ...present({ onProgress }),
  });
  return { task: part.task, systems, segments: keysOf(segments), rows: rows!, texts };
}

/** The same task, but what is read of it leaves its sources and references behind. */
function keepingTexts(task: Task): { task: Task; texts: (readonly string[])[] } {
  const texts: (readonly string[])[] = [];
  const kept = withBatches(task, (batch) => {
    batch.references.forEach((references, i) => {
      const source = batch.sources?.[i];
      texts.push(source === undefined ? references : [source, ...references]);
    });
    return batch;
  });
  return { task: kept, texts };
}
