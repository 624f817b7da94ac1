/** The weights inside a metric from judgments: of AMBER its penalties and θ, which Chen and Kuhn (WMT 2011) set by hand. */
import {
  type FoundMetric,
  type LearnableWeights,
  type Metric,
  UsageError,
  idsWith,
  printMetric,
  version,
} from '../core/index.ts';
import {
  type HumanSide,
  type LearnedProduct,
  type MetaSettings,
  type ProductWeights,
  type Scores,
  evaluateMetrics,
  gatherExamples,
  learnProduct,
  numberSentences,
} from '../meta/index.ts';
import { metrics as definitions } from '../metrics/index.ts';
import { type LearnEvaluation, type LearnReport, learnedName, scoredMetric } from '../report/index.ts';
import { checkExamples, checkKind } from './checkExamples.ts';
import { createMetrics } from './createMetrics.ts';
import { type CountedRows, countRows, titlesBesideLearned } from './featureTable.ts';
import {
  type LearnRequest,
  innerFolds,
  knownSentences,
  partOf,
  penalties,
  referencesOf,
  sideOf,
} from './learnMetric.ts';

/** Resamples of weights; each is a fit. */
const mostSamples = 200;

export async function learnAmber(
  metric: Metric,
  request: Omit<LearnRequest, 'features' | 'kind'>,
): Promise<LearnReport> {
  const { weights } = metric.forSegments;
  if (!weights) {
    const able = idsWith(definitions, (each) => each.weights !== undefined).join(', ');
    throw new UsageError(`${metric.name} has no weights that can be learned; ${able} has.`);
  }
  const { shared, tasks, tests, folds, seed, level, samples, alpha, baselines, threads, emptyReferences, onProgress } =
    request;
  const parts = [...tasks, ...tests].map((task) => partOf(shared, task));
  const sides = parts.map((part) => sideOf(part, request));
  parts.forEach(({ task }, p) => checkKind('pairwise', task, sides[p]!));
  const others = baselines.filter((each) => printMetric(each) !== printMetric(metric));
  const titles = titlesBesideLearned([metric, ...others]);
  const counts: CountedRows[] = [];
  for (const [p, part] of parts.entries()) {
    counts.push(
      await countRows(part, [metric, ...others], {
        ...(threads !== undefined && { threads }),
        ...(emptyReferences && { emptyReferences }),
        onProgress: ({ share, segments }) =>
          onProgress?.({
            share: share === undefined ? undefined : (p + share) / parts.length,
            text: `${part.task}: ${segments} segments scored`,
          }),
      }),
    );
  }
  const sentences = numberSentences(counts.map(({ texts }) => texts));
  const width = weights.copies * (weights.terms.length + weights.factors.length);
  const judged = counts.map((count, p) => ({
    side: sides[p]!,
    table: {
      task: parts[p]!.task,
      systems: count.systems,
      segments: count.segments,
      width,
      values: partValues(metric, count, width),
      sentences: sentences[p]!,
    },
  }));
  const examples = gatherExamples('pairwise', judged.slice(0, tasks.length));
  checkExamples(examples, judged.slice(0, tasks.length), { folds, features: weights.factors.length });
  const settings = { folds, innerFolds, seed, penalties };
  const learned = learnProduct(
    examples,
    { copies: weights.copies, powers: weights.powers },
    { ...settings, samples: Math.min(samples, mostSamples), level },
    (share) => onProgress?.({ share, text: 'weights' }),
  );
  const found = [learned.weights, ...learned.foldWeights].map((each) => withWeights(metric, each));
  const [final, ...variants] = (await createMetrics(found)) as [Metric, ...Metric[]];
  const evaluations = judged.map(({ table, side }, t): LearnEvaluation => {
    onProgress?.({ share: t / judged.length, text: `${table.task}: agreement with people` });
    const isTest = t >= tasks.length;
    const modelOf = (sentence: number): Metric =>
      isTest ? final : (variants[learned.foldOf.get(sentence) ?? -1] ?? final);
    const count = counts[t]!;
    const scores = [
      scoresBy(learnedName, count, 0, Array.from(table.sentences, modelOf)),
      ...[metric, ...others].map((each, m) => ({
        ...scoresBy(titles[m]!, count, m, [each]),
        metric: printMetric(each),
      })),
    ];
    const contest = evaluate(table.task, side, scores, { alpha, samples, seed, level });
    const known = isTest ? knownSentences(gatherExamples('pairwise', [{ table, side }]), examples) : undefined;
    return {
      task: table.task,
      set: isTest ? 'tested' : 'cross-validated',
      ...(known && { known }),
      all: contest,
      contest,
      losses: {},
    };
  });
  return {
    version,
    name: shared.name,
    kind: 'pairwise',
    settings: { ...settings, level, samples, alpha },
    tasks,
    examples: { sentences: learned.foldOf.size, count: examples.count, ties: examples.ties, missing: examples.missing },
    features: featureRows(weights, learned),
    intercept: 0,
    penalty: learned.weights.penalty,
    foldPenalties: learned.foldWeights.map(({ penalty }) => penalty),
    amber: printMetric(final),
    evaluations,
    metrics: [metric, ...others].map((each) => scoredMetric(each, { references: referencesOf(shared, tasks) })),
    input: {
      formats: shared.formats,
      dropped: shared.judgments.dropped,
      notes: shared.notes,
      sha256: shared.sha256,
    },
  };
}

/** By output, what the weights of the metric weigh. */
function partValues(
  { statistics, forSegments }: Metric,
  { rows, systems, segments }: CountedRows,
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
      `The judgments do not follow ${name} before its penalties, so that its weights cannot be learned from them.`,
    );
  }
  const typed = powers.map((power) => Number(power.toFixed(4)));
  return { definition, options: weights!.optionsWith(shares, typed) };
}

/** `metrics` has one for all segments, or one for each. Systems have the score of all their rows, or the mean if metrics differ. */
function scoresBy(
  name: string,
  { systems, segments, rows }: CountedRows,
  place: number,
  metrics: readonly Metric[],
): Scores {
  const [first] = metrics;
  const width = first!.statistics.length;
  const of = rows[place]!;
  const ofSegments = Float64Array.from({ length: systems.length * segments.length }, (_, i) => {
    const metric = metrics[metrics.length === 1 ? 0 : i % segments.length]!;
    return metric.forSegments.score(of.subarray(i * width, (i + 1) * width));
  });
  const isOne = metrics.every((metric) => metric === first);
  const ofSystems = Float64Array.from(systems, (_, s) => {
    const from = s * segments.length;
    if (!isOne)
      return ofSegments.subarray(from, from + segments.length).reduce((sum, score) => sum + score, 0) / segments.length;
    const sums = new Float64Array(width);
    for (let at = from * width; at < (from + segments.length) * width; at++) sums[at % width]! += of[at]!;
    return first!.score(sums);
  });
  return { name, higherIsBetter: first!.higherIsBetter, systems, segments, ofSystems, ofSegments };
}

function evaluate(
  task: string,
  side: HumanSide,
  scores: readonly Scores[],
  settings: Pick<MetaSettings, 'alpha' | 'samples' | 'seed' | 'level'>,
) {
  return evaluateMetrics(task, side, scores, {
    systemMeasures: ['spearman', 'pearson'],
    segmentMeasures: side.comparisons ? ['consistency', 'wmt14'] : ['pearson', 'kendall-item', 'acc-eq'],
    systemTest: 'none',
    segmentTest: 'inputs',
    ...settings,
  });
}

/** Shares, then powers. */
function featureRows({ terms, factors }: LearnableWeights, { weights, intervals }: LearnedProduct) {
  const unknown = { interval: { low: NaN, high: NaN }, mean: NaN, scale: NaN };
  return [
    ...terms.map((feature, k) => ({ feature, weight: weights.shares[k]!, ...unknown })),
    ...factors.map((feature, f) => ({ ...unknown, feature, weight: weights.powers[f]!, interval: intervals[f]! })),
  ];
}
