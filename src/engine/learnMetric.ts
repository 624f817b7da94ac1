/** Learns a metric from judgments: features of outputs, examples of what people said, weights, and what they are worth. */
import { type Metric, UsageError, counted, printMetric, suggest, version } from '../core/index.ts';
import type { SharedTask, TaskPart } from '../data/index.ts';
import type { EmptyReferences } from '../formats/index.ts';
import type { ErrorWeight, Identical } from '../human/index.ts';
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
  humanSides,
  learnedScores,
  meanLoss,
  numberSentences,
  weightIntervals,
  withFeatures,
} from '../meta/index.ts';
import { type LearnedModel, type ModelKind, newModel } from '../metrics/combined/learned/model.ts';
import { type LearnEvaluation, type LearnReport, learnedName, scoredMetric } from '../report/index.ts';
import { checkExamples, checkKind, checkValues, varyingFeatures } from './checkExamples.ts';
import { countFeatures } from './featureTable.ts';
import { type RequestedFeatures } from './requestedFeatures.ts';

export interface LearnRequest {
  readonly shared: SharedTask;
  /** Tasks to learn from, and others to test on. */
  readonly tasks: readonly string[];
  readonly tests: readonly string[];
  readonly features: RequestedFeatures;
  /** Other metrics to compare with. */
  readonly baselines: readonly Metric[];
  /** By default as people judged: comparisons of outputs, or ratings. */
  readonly kind?: ModelKind;
  /** Which judgments, by their id; the first there is if none is named. */
  readonly human?: string;
  readonly identical: Identical;
  readonly weights?: readonly ErrorWeight[];
  readonly folds: number;
  readonly seed: number;
  readonly samples: number;
  readonly level: number;
  readonly alpha: number;
  readonly threads?: number | 'auto';
  readonly emptyReferences?: EmptyReferences;
  readonly onProgress?: (done: { readonly share: number | undefined; readonly text: string }) => void;
}

export interface LearnedMetric {
  readonly report: LearnReport;
  readonly model: LearnedModel;
}

/** Penalties to choose from, for standardised features. */
export const penalties: readonly number[] = [0.01, 0.1, 1, 10, 100, 1000, 10_000];
export const innerFolds = 5;

/** A task with what was said of it and what its outputs look like. */
interface Material {
  readonly table: FeatureTable;
  readonly side: HumanSide;
  /** Of the metrics to compare with. */
  readonly scores: readonly Scores[];
}

export async function learnMetric(request: LearnRequest): Promise<LearnedMetric> {
  const { shared, tasks, features, folds, seed, level, onProgress } = request;
  const notes = [...shared.notes];
  const { kind, materials: all } = await gatherMaterial(request);
  checkValues(all.map(({ table }) => table), features.features.map(({ typed }) => typed)); // prettier-ignore
  const trained = all.slice(0, tasks.length);
  const given = gatherExamples(kind, trained);
  checkExamples(given, trained, { folds, features: features.features.length });
  const { kept, notes: leftOut } = varyingFeatures(given, features.features);
  notes.push(...leftOut);
  const materials = all.map((material) => ({ ...material, table: withFeatures(material.table, kept) }));
  const names = kept.map((k) => features.features[k]!.typed);
  const baselines = request.baselines.map(printMetric);
  const learning: LearningSettings = { folds, innerFolds, seed, penalties };
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
    const isTest = t >= tasks.length;
    const contestants: Contestant[] = [
      { name: learnedName, table: material.table, learned: whole },
      ...alone.map(({ columns, learned }, k) => ({
        name: baselines.includes(names[k]!) ? titleAlone(names[k]!) : names[k]!,
        table: columns[t]!.table,
        learned,
      })),
    ];
    return evaluateLearned(material, contestants, kind, isTest, examples, request);
  });
  const intervals = weightIntervals(whole.prepared, whole.model, level);
  const learned = names.map((feature, k) => ({
    feature,
    weight: whole.model.weights[k]!,
    interval: intervals[k]!,
    mean: whole.model.means[k]!,
    scale: whole.model.scales[k]!,
  }));
  const others = request.baselines.filter((metric) => !features.metrics.some((each) => isSame(each, metric)));
  const metrics = [...features.metrics, ...others];
  const report: LearnReport = {
    version,
    name: shared.name,
    kind,
    settings: {
      folds,
      innerFolds,
      penalties,
      seed,
      level,
      samples: request.samples,
      alpha: request.alpha,
    },
    tasks,
    examples: {
      sentences: whole.foldOf.size,
      count: examples.count,
      ties: examples.ties,
      missing: examples.missing,
    },
    features: learned,
    intercept: whole.model.intercept,
    penalty: whole.model.penalty,
    foldPenalties: whole.foldModels.map(({ penalty }) => penalty),
    evaluations,
    metrics: metrics.map((metric) => scoredMetric(metric, { references: referencesOf(shared, tasks) })),
    input: { formats: shared.formats, dropped: shared.judgments.dropped, notes, sha256: shared.sha256 },
  };
  return { report, model: modelOf(report, kept.map((k) => features.features[k]!), features.metrics) }; // prettier-ignore
}

/** The tasks to learn from, then those to test on. */
async function gatherMaterial(request: LearnRequest): Promise<{ kind: ModelKind; materials: Material[] }> {
  const { shared, tasks, tests, features, baselines, threads, emptyReferences, onProgress } = request;
  const wanted = [...tasks, ...tests];
  const parts = wanted.map((task) => partOf(shared, task));
  const sides = parts.map((part) => sideOf(part, request));
  const kind = request.kind ?? usualKind(sides);
  parts.forEach(({ task }, p) => checkKind(kind, task, sides[p]!));
  const counts = [];
  for (const [p, part] of parts.entries()) {
    const found = await countFeatures(part, features, baselines, {
      ...(threads !== undefined && { threads }),
      ...(emptyReferences && { emptyReferences }),
      onProgress: ({ share, segments }) =>
        onProgress?.({
          share: share === undefined ? undefined : (p + share) / parts.length,
          text: `${part.task}: features of ${counted(segments, 'segment')}`,
        }),
    });
    counts.push(found);
  }
  const sentences = numberSentences(counts.map(({ texts }) => texts));
  const materials = counts.map(({ table, scores }, p) => ({
    table: { ...table, sentences: sentences[p]! },
    side: sides[p]!,
    scores,
  }));
  return { kind, materials };
}

/** A feature whose metric is also compared with stands beside it: their scores of systems differ, and those of segments may. */
const titleAlone = (typed: string): string => `${typed}, feature alone`;

const isSame = (a: Metric, b: Metric): boolean => printMetric(a) === printMetric(b);

export function partOf({ parts, name }: SharedTask, task: string): TaskPart {
  const found = parts.find((part) => part.task === task);
  if (found) return found;
  throw new UsageError(`${name} has no task ${task}. ${suggest(task, parts.map((part) => part.task))}`); // prettier-ignore
}

export function sideOf(
  part: TaskPart,
  { shared, human, identical, weights }: Pick<LearnRequest, 'shared' | 'human' | 'identical' | 'weights'>,
): HumanSide {
  const sides = humanSides(part.task, shared.judgments, part.humanScores, identical, weights);
  if (sides.length === 0) throw new UsageError(`There are no judgments of ${part.task} to learn from.`);
  const side = human === undefined ? sides[0] : sides.find(({ id }) => id === human);
  if (side) return side;
  throw new UsageError(
    `There are no human scores of ${part.task} called ${human!}. ${suggest(human!, sides.map(({ id }) => id))}`, // prettier-ignore
  );
}

const usualKind = (sides: readonly HumanSide[]): ModelKind =>
  sides.some(({ comparisons }) => comparisons) ? 'pairwise' : 'absolute';

interface Contestant {
  readonly name: string;
  readonly table: FeatureTable;
  readonly learned: CrossValidated;
}

/** What was learned, single features and other metrics against people on one task. */
function evaluateLearned(
  { table, side, scores }: Material,
  contestants: readonly Contestant[],
  kind: ModelKind,
  isTest: boolean,
  examples: Examples,
  request: LearnRequest,
): LearnEvaluation {
  /** Sentences that nobody judged are in no fold: what was learned from all others may score them. */
  const modelFor = ({ learned: { model, foldModels, foldOf } }: Contestant) =>
    isTest ? () => model : (sentence: number): FittedModel => foldModels[foldOf.get(sentence) ?? -1] ?? model;
  const scored = [...contestants.map((each) => learnedScores(each.name, each.table, modelFor(each))), ...scores];
  const { samples, seed, level, alpha } = request;
  const settings: MetaSettings = {
    systemMeasures: ['spearman', 'pearson'],
    segmentMeasures: kind === 'pairwise' && side.comparisons ? ['consistency', 'wmt14'] : ['pearson', 'kendall-item', 'acc-eq'], // prettier-ignore
    systemTest: 'none',
    segmentTest: 'none',
    alpha,
    samples,
    seed,
    level,
  };
  const all = evaluateMetrics(table.task, side, scored, settings);
  const others = scores.map(({ name }) => name);
  const best = bestSingle(all, contestants.slice(1).map(({ name }) => name), others); // prettier-ignore
  const wanted = new Set([learnedName, ...best, ...others]);
  const contest = evaluateMetrics(
    table.task,
    side,
    scored.filter(({ name }) => wanted.has(name)),
    { ...settings, segmentTest: 'inputs', systemTest: 'williams' },
  );
  const known = isTest ? knownSentences(gatherExamples(kind, [{ table, side }]), examples) : undefined;
  return {
    task: table.task,
    set: isTest ? 'tested' : 'cross-validated',
    ...(known && { known }),
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
  /** What cannot be told is no agreement. */
  const valueOf = (name: string): number => {
    const value = metrics.find((each) => each.name === name)?.ofSegments?.[0]?.value ?? NaN;
    return Number.isNaN(value) ? -Infinity : value;
  };
  const best = names.reduce((a, b) => (valueOf(b) > valueOf(a) ? b : a));
  const own = others.find((name) => titleAlone(name) === best);
  return own !== undefined && valueOf(own) === valueOf(best) ? [] : [best];
}

export function knownSentences(tested: Examples, learned: Examples): LearnEvaluation['known'] {
  const before = new Set(learned.sentence);
  const all = [...new Set(tested.sentence)];
  return { sentences: all.filter((sentence) => before.has(sentence)).length, of: all.length };
}

export function referencesOf({ parts }: SharedTask, tasks: readonly string[]): number | 'var' {
  const counts = new Set(parts.filter(({ task }) => tasks.includes(task)).map(({ references }) => references.length));
  const [only = 1] = counts;
  return counts.size > 1 ? 'var' : only;
}

function modelOf(
  report: LearnReport,
  features: RequestedFeatures['features'],
  metrics: readonly Metric[],
): LearnedModel {
  const { kind, intercept, penalty, settings, tasks, examples, evaluations, input } = report;
  return newModel({
    kind,
    intercept,
    features: report.features.map(({ mean, scale, weight, interval }, k) => {
      const { metric, part } = features[k]!;
      const typed = printMetric(metrics[metric]!);
      return { metric: typed, ...(part !== undefined && { part }), mean, scale, weight, interval };
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
