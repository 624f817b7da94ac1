/** A metric learned from judgments by `assay learn`: a weighted sum of features of each segment. */
import {
  type Counter,
  type Explainer,
  type Metric,
  type MetricBody,
  type Resources,
  type SignedResource,
  type Step,
  UsageError,
  defineMetric,
  file,
  present,
} from '../../core/index.ts';
import { explainMean } from '../shared/bestReference.ts';
import { composite, compositeLearner, taughtParts } from '../shared/composite.ts';
import { type LearnedModel, type ModelFeature, featureReader, printFeature, readModel } from './learned/model.ts';

/** What the engine loads for it: a model, and the metrics that its features come from. */
export interface LoadedModel extends Partial<SignedResource> {
  readonly model: LearnedModel;
  readonly metrics: readonly Metric[];
  /** By feature, the index of its metric. */
  readonly places: readonly number[];
}

export const noModel = 'The metric learned needs a model file written by assay learn: learned:FILE.';

const modelNeed = (name: string): string => `model:${name}`;

const options = {
  file: file({
    key: 'file',
    accepts: 'a file written by assay learn',
    help: 'The model.',
    metricsIn: (text, path) => readModel(text, path).features.map(({ metric }) => metric),
  }),
};

export default defineMetric({
  id: 'learned',
  summary: 'Predicts human judgments of a segment from other metrics, with weights learned from judgments.',
  cite: 'Weights learned by assay learn; for the idea see Padó, Galley, Jurafsky and Manning (2009): Machine translation evaluation with textual entailment features. WMT.',
  notes: [
    'The file lists the features of a segment and their weights. Features are scores of metrics and their parts, each minus its mean and divided by its standard deviation in the training data.',
    'A pairwise model is learned from which of two outputs is better: the difference of two scores is the log odds that people prefer the first, and 0 is the mean of the training outputs. An absolute model predicts the rating itself.',
    'The score of a whole text is the mean over its segments. The checksum of the file is part of the signature.',
    '`learned:model.json` is short for `learned(file=model.json)`.',
  ],
  example: 'learned:model.json',
  options,
  readName(name) {
    const [, path] = /^learned:(.+)$/is.exec(name) ?? [];
    return path === undefined ? undefined : { file: options.file.parse(path) };
  },
  needs: ({ file: name }) => [modelNeed(name)],
  learner(settings, resources) {
    const loaded = modelOf(settings.file, resources);
    return loaded && compositeLearner(loaded.metrics);
  },
  create(settings, resources, learned): MetricBody {
    const shape = {
      name: 'learned',
      // Features are correlated, so the bounds that follow from weights and ranges lie far beyond the scores of real texts.
      range: { worst: -Infinity, best: Infinity },
      decomposable: true,
      statistics: ['score', 'segments'],
      score: meanOf,
    };
    const loaded = modelOf(settings.file, resources);
    if (!loaded) {
      return {
        ...shape,
        reads: [],
        counter(): Counter {
          throw new UsageError(
            settings.file === ''
              ? noModel
              : `The model ${settings.file} must be loaded first: call await loadMetric(…) from assay/engine.`,
          );
        },
      };
    }
    const metrics = taughtParts(loaded.metrics, learned);
    const parts = composite(metrics);
    const { reads, shows, statistics, counter, uses, readAhead, cutTexts } = parts;
    return {
      ...shape,
      reads,
      ...present({ shows, uses, readAhead, cutTexts }),
      counter: () => learnedCounter({ ...loaded, metrics }, counter(), statistics.length),
      explain: (sums: ArrayLike<number>, segment?: readonly Step[]) => explainMean(sums, segment, 's / n'),
      explainer: () => learnedExplainer({ ...loaded, metrics }, parts),
    };
  },
});

const meanOf = (sums: ArrayLike<number>): number => (sums[1]! > 0 ? sums[0]! / sums[1]! : 0);

const modelOf = (name: string, resources: Resources): LoadedModel | undefined =>
  resources.get(modelNeed(name)) as LoadedModel | undefined;

/** The steps of each metric, then what each feature adds to the score. */
function learnedExplainer({ model, metrics, places }: LoadedModel, parts: ReturnType<typeof composite>): Explainer {
  const counter = parts.counter();
  const explainer = parts.explainer();
  const starts = metrics.map((_, m) => metrics.slice(0, m).reduce((sum, { statistics }) => sum + statistics.length, 0));
  return {
    explain(hypothesis, references, source, shown) {
      const row = new Float64Array(parts.statistics.length);
      counter.prepare(references, source);
      counter.collect(hypothesis, row, 0);
      const behind = explainer.explain(hypothesis, references, source, shown);
      const { steps, scores } = parts.explainParts(row, behind, true);
      const terms = model.features.map((feature, k) => {
        const m = places[k]!;
        const { forSegments, statistics } = metrics[m]!;
        const own = row.subarray(starts[m], starts[m]! + statistics.length);
        let value = scores[m]!;
        if (feature.part !== undefined) {
          value = `x${k + 1}`;
          steps.counted(value, printFeature(feature), forSegments.parts!(own)[feature.part]!);
        }
        const { weight, mean, scale } = feature;
        steps.computed(
          `y${k + 1}`,
          `what ${printFeature(feature)} adds`,
          `${weight} * (${value} - ${mean}) / ${scale}`,
          {
            note: `weight ${weight} times the value, minus its mean in the training data, divided by its standard deviation`,
          },
        );
        return `y${k + 1}`;
      });
      steps.computed('s', 'score of the segment', [model.intercept, ...terms].join(' + '));
      return steps.list;
    },
  };
}

/** Features belong to single segments, so the rows that they come from are scored here and not added up. */
function learnedCounter({ model, metrics, places }: LoadedModel, counter: Counter, width: number): Counter {
  const { features, intercept } = model;
  const read = featureReader(
    metrics,
    features.map(({ part }: ModelFeature, k) => ({ metric: places[k]!, ...(part !== undefined && { part }) })),
  );
  const row = new Float64Array(width);
  let start = 0;
  const rows = metrics.map(({ statistics: { length } }) => row.subarray(start, (start += length)));
  const values = new Float64Array(features.length);
  return {
    prepare: (references, source) => counter.prepare(references, source),
    collect(hypothesis, out, at) {
      row.fill(0);
      counter.collect(hypothesis, row, 0);
      read((m) => rows[m]!, values, 0);
      let score = intercept;
      for (let k = 0; k < features.length; k++) {
        const { weight, mean, scale } = features[k]!;
        score += (weight * (values[k]! - mean)) / scale;
      }
      out[at] = score;
      out[at + 1] = 1;
    },
  };
}
