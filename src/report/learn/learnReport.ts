/** A metric learned from judgments: feature weights, and how well the metric agrees with people. */
import { type Metric, present, printMetric, version } from '../../core/index.ts';
import type { Dropped } from '../../human/index.ts';
import {
  type CrossValidated,
  type Examples,
  type FeatureTable,
  type FittedModel,
  type HumanSide,
  type LearningSettings,
  type MetaEvaluation,
  type MetaSettings,
  type Scores,
  crossValidate,
  evaluateMetrics,
  gatherExamples,
  learnedScores,
  meanLoss,
  weightIntervals,
  withFeatures,
} from '../../meta/index.ts';
import { type LearnedModel, type ModelKind, newModel } from '../../metrics/combined/learned/model.ts';
import { type ScoredMetric, scoredMetric } from '../score/scoreReport.ts';
import { type RequestedFeature, checkExamples, checkValues, varyingFeatures } from './checkExamples.ts';

/** The data that `assay learn -f json` prints. */
export interface LearnReport {
  readonly version: string;
  /** Of the judgments. */
  readonly name: string;
  readonly kind: 'pairwise' | 'absolute';
  readonly settings: {
    readonly folds: number;
    readonly innerFolds: number;
    readonly penalties: readonly number[];
    readonly seed: number;
    readonly level: number;
    readonly samples: number;
    readonly alpha: number;
  };
  /** Tasks that it was learned from. */
  readonly tasks: readonly string[];
  /** What it was learned from: decided comparisons or ratings, and of how many sentences. */
  readonly examples: {
    readonly sentences: number;
    readonly count: number;
    readonly ties: number;
    readonly missing: number;
  };
  readonly features: readonly LearnedFeature[];
  readonly intercept: number;
  /** Chosen for all examples, and by fold. */
  readonly penalty: number;
  readonly foldPenalties: readonly number[];
  /** Options of AMBER that stand for the weights, if those were learned. */
  readonly amber?: string;
  readonly evaluations: readonly LearnEvaluation[];
  /** Metrics that features and others to compare with are made of. */
  readonly metrics: readonly ScoredMetric[];
  readonly input: {
    readonly formats: readonly string[];
    readonly dropped: readonly Dropped[];
    readonly notes: readonly string[];
    readonly sha256: string;
  };
}

interface LearnedFeature {
  readonly feature: string;
  readonly weight: number;
  readonly interval: { readonly low: number; readonly high: number };
  readonly mean: number;
  readonly scale: number;
}

/** The learned metric, single features and other metrics against people, on one task. */
export interface LearnEvaluation {
  readonly task: string;
  /** Scored by models learned from other sentences of the same tasks, or by the final one on a task of its own. */
  readonly set: 'cross-validated' | 'tested';
  /** Sentences of a test that it also was learned from, in other languages or by other systems. */
  readonly known?: { readonly sentences: number; readonly of: number };
  readonly all: MetaEvaluation;
  /** The learned metric, those asked for, and the best single feature, tested against each other. */
  readonly contest: MetaEvaluation;
  /** By name, mean −ln probability of what people said, or the mean squared error. */
  readonly losses: Readonly<Record<string, number>>;
}

/** As tables call what was learned. */
export const learnedName = 'learned';

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

/** What is learned from, and what it is tested on. */
export interface LearnInput<Material> extends Pick<LearnReport, 'name' | 'tasks' | 'input'> {
  /** Of the tasks that are learned from, if all have as many. */
  readonly references: number | 'var';
  /** What is known of the tasks to learn from, then of those to test on. */
  readonly materials: readonly Material[];
}

export interface LearnOptions {
  readonly folds: number;
  readonly seed: number;
  readonly samples: number;
  readonly level: number;
  readonly alpha: number;
  readonly onProgress?: (done: { readonly share: number | undefined; readonly text: string }) => void;
}

/** Penalties to choose from, for standardised features. */
const penalties: readonly number[] = [0.01, 0.1, 1, 10, 100, 1000, 10_000];

export const learningSettings = ({ folds, seed }: LearnOptions): LearningSettings => ({
  folds,
  innerFolds: 5,
  seed,
  penalties,
});

/** What both kinds of learning report alike. */
export const commonFacts = (
  { name, tasks }: LearnInput<unknown>,
  kind: ModelKind,
  settings: LearnReport['settings'],
  { count, ties, missing }: Examples,
  sentences: number,
) => ({ version, name, kind, settings, tasks, examples: { sentences, count, ties, missing } });

/** A task with what was said of it and what its outputs look like. */
interface LearnMaterial {
  readonly table: FeatureTable;
  readonly side: HumanSide;
  /** Of the metrics to compare with. */
  readonly scores: readonly Scores[];
}

export interface LearnedMetric {
  readonly report: LearnReport;
  readonly model: LearnedModel;
}

/** Metrics, and features that are their scores or parts. */
export interface RequestedFeatures {
  readonly metrics: readonly Metric[];
  readonly features: readonly RequestedFeature[];
}

/**
 * Learns a metric from features and judgments, and reports its weights and how well it agrees with people. `baselines` are the metrics to
 * compare it with.
 */
export function reportLearned(
  kind: ModelKind,
  input: LearnInput<LearnMaterial>,
  features: RequestedFeatures,
  baselines: readonly Metric[],
  options: LearnOptions,
): LearnedMetric {
  const { tasks, materials: all } = input;
  const { folds, seed, level, samples, alpha, onProgress } = options;
  const typed = features.features.map((feature) => feature.typed);
  const tables = all.map(({ table }) => table);
  checkValues(tables, typed);
  const trained = all.slice(0, tasks.length);
  const given = gatherExamples(kind, trained);
  checkExamples(given, trained, { folds, features: typed.length });
  const { kept, notes: leftOut } = varyingFeatures(given, features.features);
  const materials = all.map((material) => ({ ...material, table: withFeatures(material.table, kept) }));
  const names = kept.map((k) => typed[k]!);
  const others = baselines.map(printMetric);
  const learning = learningSettings(options);
  const examples = gatherExamples(kind, materials.slice(0, tasks.length));
  const whole = crossValidate(examples, learning, (share) => onProgress?.({ share, text: 'weights' }));
  const alone = names.map((_, k) => {
    onProgress?.({ share: k / names.length, text: `${names[k]} alone` });
    const columns = materials.map((material) => ({ ...material, table: withFeatures(material.table, [k]) }));
    const own = gatherExamples(kind, columns.slice(0, tasks.length));
    // One weight is hardly changed by its penalty, so that none is chosen.
    return { columns, learned: crossValidate(own, { ...learning, penalties: [1] }) };
  });
  const evaluations = materials.map((material, t): LearnEvaluation => {
    onProgress?.({ share: t / materials.length, text: `${material.table.task}: agreement with people` });
    const contestants: Contestant[] = [
      { name: learnedName, table: material.table, learned: whole },
      ...alone.map(({ columns, learned }, k) => ({
        name: others.includes(names[k]!) ? titleAlone(names[k]!) : names[k]!,
        table: columns[t]!.table,
        learned,
      })),
    ];
    return evaluateLearned(material, contestants, kind, t >= tasks.length, examples, options);
  });
  const intervals = weightIntervals(whole.prepared, whole.model, level);
  const { weights, means, scales, intercept, penalty } = whole.model;
  const own = features.metrics.map(printMetric);
  const metrics = [...features.metrics, ...baselines.filter((_, b) => !own.includes(others[b]!))];
  const settings = { folds, innerFolds: learning.innerFolds, penalties, seed, level, samples, alpha };
  const report: LearnReport = {
    ...commonFacts(input, kind, settings, examples, whole.foldOf.size),
    features: names.map((feature, k) => ({
      feature,
      weight: weights[k]!,
      interval: intervals[k]!,
      mean: means[k]!,
      scale: scales[k]!,
    })),
    intercept,
    penalty,
    foldPenalties: whole.foldModels.map((model) => model.penalty),
    evaluations,
    metrics: metrics.map((metric) => scoredMetric(metric, { references: input.references })),
    input: { ...input.input, notes: [...input.input.notes, ...leftOut] },
  };
  return { report, model: modelOf(report, kept.map((k) => features.features[k]!), own) }; // prettier-ignore
}

/** The name of a feature whose metric is also a baseline: their system scores differ, and their segment scores may. */
const titleAlone = (typed: string): string => `${typed}, feature alone`;

/** How agreement is measured, but for tests. */
export const agreementSettings = (
  isCompared: boolean,
  { segments, sentences }: Pick<FeatureTable, 'segments' | 'sentences'>,
  { alpha, samples, seed, level }: LearnOptions,
): MetaSettings => ({
  systemMeasures: ['spearman', 'pearson'],
  segmentMeasures: isCompared ? ['consistency', 'wmt14'] : ['pearson', 'kendall-item', 'acc-eq'],
  systemTest: 'none',
  segmentTest: 'none',
  alpha,
  samples,
  seed,
  level,
  units: new Map(segments.map((segment, g) => [segment, sentences[g]!])),
});

/** What is said of a task besides agreement. */
export const taskFacts = (
  kind: ModelKind,
  judged: Pick<LearnMaterial, 'table' | 'side'>,
  isTest: boolean,
  examples: Examples,
): Pick<LearnEvaluation, 'task' | 'set' | 'known'> => ({
  task: judged.table.task,
  set: isTest ? 'tested' : 'cross-validated',
  ...present({ known: isTest ? knownSentences(gatherExamples(kind, [judged]), examples) : undefined }),
});

interface Contestant {
  readonly name: string;
  readonly table: FeatureTable;
  readonly learned: CrossValidated;
}

/** What was learned, single features and other metrics against people on one task. */
function evaluateLearned(
  { table, side, scores }: LearnMaterial,
  contestants: readonly Contestant[],
  kind: ModelKind,
  isTest: boolean,
  examples: Examples,
  options: LearnOptions,
): LearnEvaluation {
  /** Sentences that nobody judged are in no fold: what was learned from all others may score them. */
  const modelFor = ({ learned: { model, foldModels, foldOf } }: Contestant) =>
    isTest ? () => model : (sentence: number): FittedModel => foldModels[foldOf.get(sentence) ?? -1] ?? model;
  const scored = [...contestants.map((each) => learnedScores(each.name, each.table, modelFor(each))), ...scores];
  const settings = agreementSettings(kind === 'pairwise' && side.comparisons !== undefined, table, options);
  const all = evaluateMetrics(table.task, side, scored, settings);
  const others = scores.map(({ name }) => name);
  const best = bestSingle(all, contestants.slice(1).map(({ name }) => name), others); // prettier-ignore
  const wanted = new Set([learnedName, ...best, ...others]);
  const contest = evaluateMetrics(
    table.task,
    side,
    scored.filter(({ name }) => wanted.has(name)),
    { ...settings, segmentTest: 'inputs' },
  );
  return {
    ...taskFacts(kind, { table, side }, isTest, examples),
    all,
    contest,
    losses: Object.fromEntries(
      contestants.map((each) => {
        const own = gatherExamples(kind, [{ table: each.table, side }]);
        const model = modelFor(each);
        const losses = Array.from(own.sentence, (sentence, c) => meanLoss(model(sentence), own, [c]));
        return [each.name, losses.reduce((sum, loss) => sum + loss, 0) / losses.length];
      }),
    ),
  };
}

/** The single feature that agrees best with people; none if it decides as a metric does that is compared with anyway. */
function bestSingle({ metrics }: MetaEvaluation, names: readonly string[], others: readonly string[]): string[] {
  /** An undefined figure counts as the lowest. */
  const valueOf = (name: string): number => {
    const value = metrics.find((each) => each.name === name)?.ofSegments?.[0]?.value ?? NaN;
    return Number.isNaN(value) ? -Infinity : value;
  };
  const best = names.reduce((a, b) => (valueOf(b) > valueOf(a) ? b : a));
  const own = others.find((name) => titleAlone(name) === best);
  return own !== undefined && valueOf(own) === valueOf(best) ? [] : [best];
}

function knownSentences(tested: Examples, learned: Examples): LearnEvaluation['known'] {
  const before = new Set(learned.sentence);
  const all = [...new Set(tested.sentence)];
  return { sentences: all.filter((sentence) => before.has(sentence)).length, of: all.length };
}

/** `metrics` are those of the features, as typed. */
function modelOf(report: LearnReport, features: readonly RequestedFeature[], metrics: readonly string[]): LearnedModel {
  const { kind, intercept, penalty, settings, tasks, examples, evaluations, input } = report;
  return newModel({
    kind,
    intercept,
    features: report.features.map(({ mean, scale, weight, interval }, k) => {
      const { metric, part } = features[k]!;
      return { metric: metrics[metric]!, ...present({ part }), mean, scale, weight, interval };
    }),
    made: {
      by: `assay ${report.version}`,
      judgments: report.name,
      tasks,
      ...examples,
      penalty,
      ...settings,
      crossValidation: evaluations
        .filter(({ set }) => set === 'cross-validated')
        .map(({ task, all, losses }) => {
          const [measure] = all.segmentMeasures;
          const own = all.metrics.find(({ name }) => name === learnedName)?.ofSegments?.[0];
          return { task, measure: measure?.id, value: own?.value, interval: own?.interval, loss: losses[learnedName] };
        }),
      sha256: input.sha256,
    },
  });
}
