/** The weights inside a metric from judgments: of AMBER its penalties and θ, which Chen and Kuhn (WMT 2011) set by hand. */
import {
  type FoundMetric,
  type LearnableWeights,
  type Metric,
  UsageError,
  idsWith,
  printMetric,
} from '../../core/index.ts';
import {
  type FeatureTable,
  type HumanSide,
  type LearnedProduct,
  type ProductWeights,
  type Scores,
  evaluateMetrics,
  gatherExamples,
  learnProduct,
} from '../../meta/index.ts';
import { metrics as definitions } from '../../metrics/index.ts';
import { scoredMetric } from '../score/scoreReport.ts';
import { checkExamples } from './checkExamples.ts';
import {
  type LearnEvaluation,
  type LearnInput,
  type LearnOptions,
  type LearnReport,
  agreementSettings,
  commonFacts,
  learnedName,
  learningSettings,
  taskFacts,
  titlesBesideLearned,
} from './learnReport.ts';

/** A task with what was said of it and the rows of its outputs. */
export interface WeighedRows extends Pick<FeatureTable, 'task' | 'systems' | 'segments' | 'sentences'> {
  readonly side: HumanSide;
  /** By metric: row of system s and segment i at [(s * segments + i) * width …). */
  readonly rows: readonly Float64Array[];
}

/** What can be learned about a metric; throws if there is nothing. */
export function learnableWeights({ name, forSegments: { weights } }: Metric): LearnableWeights {
  if (weights) return weights;
  const able = idsWith(definitions, (each) => each.weights !== undefined).join(', ');
  throw new UsageError(`${name} has no weights to learn. Use ${able}.`);
}

/** Resamples of weights; each is a fit. */
const mostSamples = 200;

/** Of the first of the metrics; the others are compared with. `createMetrics` makes the metric again with other weights. */
export async function reportLearnedWeights(
  input: LearnInput<WeighedRows>,
  metrics: readonly [Metric, ...Metric[]],
  options: LearnOptions,
  createMetrics: (found: readonly FoundMetric[]) => Promise<Metric[]>,
): Promise<LearnReport> {
  const [metric] = metrics;
  const weights = learnableWeights(metric);
  const { tasks, materials } = input;
  const { folds, level, samples, alpha, onProgress } = options;
  const learning = learningSettings(options);
  const titles = titlesBesideLearned(metrics);
  const width = weights.copies * (weights.terms.length + weights.factors.length);
  const judged = materials.map(({ side, rows, ...counted }) => ({
    side,
    rows,
    table: { ...counted, width, values: partValues(metric, { ...counted, rows }, width) },
  }));
  const examples = gatherExamples('pairwise', judged.slice(0, tasks.length));
  checkExamples(examples, judged.slice(0, tasks.length), { folds, features: weights.factors.length });
  const learned = learnProduct(
    examples,
    { copies: weights.copies, powers: weights.powers },
    { ...learning, samples: Math.min(samples, mostSamples), level },
    (share) => onProgress?.({ share, text: 'weights' }),
  );
  const found = [learned.weights, ...learned.foldWeights].map((each) => withWeights(metric, each));
  const [final, ...variants] = (await createMetrics(found)) as [Metric, ...Metric[]];
  const evaluations = judged.map(({ table, side, rows }, t): LearnEvaluation => {
    onProgress?.({ share: t / judged.length, text: `${table.task}: agreement with people` });
    const isTest = t >= tasks.length;
    const modelOf = (sentence: number): Metric =>
      isTest ? final : (variants[learned.foldOf.get(sentence) ?? -1] ?? final);
    const scores = [
      scoresBy(learnedName, table, rows[0]!, Array.from(table.sentences, modelOf)),
      ...metrics.map((each, m) => ({ ...scoresBy(titles[m]!, table, rows[m]!, [each]), metric: printMetric(each) })),
    ];
    const settings = agreementSettings(side.comparisons !== undefined, table, options);
    const contest = evaluateMetrics(table.task, side, scores, { ...settings, segmentTest: 'inputs' });
    return { ...taskFacts('pairwise', { table, side }, isTest, examples), all: contest, contest, losses: {} };
  });
  return {
    ...commonFacts(input, 'pairwise', { ...learning, level, samples, alpha }, examples, learned.foldOf.size),
    features: featureRows(weights, learned),
    intercept: 0,
    penalty: learned.weights.penalty,
    foldPenalties: learned.foldWeights.map(({ penalty }) => penalty),
    amber: printMetric(final),
    evaluations,
    metrics: metrics.map((each) => scoredMetric(each, { references: input.references })),
    input: input.input,
  };
}

/** By output, what the weights of the metric weigh. */
function partValues(
  { statistics, forSegments }: Metric,
  { rows, systems, segments }: Pick<WeighedRows, 'rows' | 'systems' | 'segments'>,
  size: number,
): Float64Array {
  const width = statistics.length;
  const outputs = systems.length * segments.length;
  const values = new Float64Array(outputs * size);
  for (let i = 0; i < outputs; i++) {
    values.set(forSegments.weights!.values(rows[0]!.subarray(i * width, (i + 1) * width)), i * size);
  }
  return values;
}

/** Weights as they are typed, with four decimals. */
function withWeights({ definition, weights, name }: Metric, { shares, powers }: ProductWeights): FoundMetric {
  if (powers.some((power) => !Number.isFinite(power))) {
    throw new UsageError(
      `The judgments do not agree with ${name} before its penalties, so its weights cannot be learned from them.`,
    );
  }
  const typed = powers.map((power) => Number(power.toFixed(4)));
  return { definition, options: weights!.optionsWith(shares, typed) };
}

/** `metrics` has one for all segments, or one for each. Systems have the score of all their rows, or the mean if metrics differ. */
function scoresBy(
  name: string,
  { systems, segments }: Pick<FeatureTable, 'systems' | 'segments'>,
  rows: Float64Array,
  metrics: readonly Metric[],
): Scores {
  const [first] = metrics;
  const width = first!.statistics.length;
  const ofSegments = Float64Array.from({ length: systems.length * segments.length }, (_, i) => {
    const metric = metrics[metrics.length === 1 ? 0 : i % segments.length]!;
    return metric.forSegments.score(rows.subarray(i * width, (i + 1) * width));
  });
  const isOne = metrics.every((metric) => metric === first);
  const ofSystems = Float64Array.from(systems, (_, s) => {
    const from = s * segments.length;
    if (!isOne)
      return ofSegments.subarray(from, from + segments.length).reduce((sum, score) => sum + score, 0) / segments.length;
    const sums = new Float64Array(width);
    for (let at = from * width; at < (from + segments.length) * width; at++) sums[at % width]! += rows[at]!;
    return first!.score(sums);
  });
  return { name, higherIsBetter: first!.higherIsBetter, systems, segments, ofSystems, ofSegments };
}

/** Shares, then powers. */
function featureRows({ terms, factors }: LearnableWeights, { weights, intervals }: LearnedProduct) {
  const unknown = { interval: { low: NaN, high: NaN }, mean: NaN, scale: NaN };
  return [
    ...terms.map((feature, k) => ({ feature, weight: weights.shares[k]!, ...unknown })),
    ...factors.map((feature, f) => ({ ...unknown, feature, weight: weights.powers[f]!, interval: intervals[f]! })),
  ];
}
