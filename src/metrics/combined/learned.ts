/** A metric learned from judgments by `assay learn`: a weighted sum of features of each segment. */
import {
  type Counter,
  type Metric,
  type MetricBody,
  type Resources,
  type SignedResource,
  UsageError,
  defineMetric,
  file,
} from '../../core/index.ts';
import { composite, compositeLearner, taughtParts } from '../shared/composite.ts';
import { type LearnedModel, type ModelFeature, featureReader, readModel } from './learned/model.ts';

/** What the engine loads for it: a model, and the metrics that its features are made of. */
export interface LoadedModel extends Partial<SignedResource> {
  readonly model: LearnedModel;
  readonly metrics: readonly Metric[];
  /** By feature, the place of its metric. */
  readonly places: readonly number[];
}

export const noModel = 'The metric learned needs a model: learned:FILE, as assay learn writes it.';

const modelNeed = (name: string): string => `model:${name}`;

const options = {
  file: file({
    key: 'file',
    accepts: 'a file that assay learn wrote',
    help: 'The model.',
    metricsIn: (text, path) => readModel(text, path).features.map(({ metric }) => metric),
  }),
};

export default defineMetric({
  id: 'learned',
  summary: 'What people would say of a segment, predicted from other metrics by weights learned from judgments.',
  cite: 'Weights learned by assay learn; for the idea see Padó, Galley, Jurafsky and Manning (2009): Machine translation evaluation with textual entailment features. WMT.',
  notes: [
    'The file says which features of a segment count, and how much: scores of metrics and the parts that they are made of, each less its mean and divided by its standard deviation where the weights were learned.',
    'A pairwise model was learned from which of two outputs is better: the difference of two scores is the logarithm of the odds that people prefer the first, and 0 is the mean of the outputs that it was learned from. An absolute model predicts the rating itself.',
    'The score of a whole is the mean of those of its segments. The checksum of the file is part of the signature.',
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
      // Features lean on each other, so that what weights and ranges would allow lies far beyond what texts ever have.
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
              : `The model ${settings.file} must be loaded first: await loadMetric(…) from assay/engine does it.`,
          );
        },
      };
    }
    const metrics = taughtParts(loaded.metrics, learned);
    const { reads, statistics, counter } = composite(metrics);
    return {
      ...shape,
      reads,
      counter: () => learnedCounter({ ...loaded, metrics }, counter(), statistics.length),
    };
  },
});

const meanOf = (sums: ArrayLike<number>): number => (sums[1]! > 0 ? sums[0]! / sums[1]! : 0);

const modelOf = (name: string, resources: Resources): LoadedModel | undefined =>
  resources.get(modelNeed(name)) as LoadedModel | undefined;

/** Features are of single segments, so the rows that they come from are scored here and not added up. */
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
