/** Metrics against people for every part of a shared task: scores outputs, joins scores from files, and evaluates all of them. */
import { type Metric, UsageError, suggest, version } from '../core/index.ts';
import type { EmptyReferences, SharedTask, TaskPart } from '../data/index.ts';
import type { ErrorWeight, Identical } from '../human/index.ts';
import {
  type Combination,
  type HumanSide,
  type MetaEvaluation,
  type MetaSettings,
  checkMeasures,
  comparisonMeasures,
  evaluateMetrics,
  humanSides,
  measureOfYear,
} from '../meta/index.ts';
import { type MetaReport, type ScoredMetric, metaAverages, scoredMetric } from '../report/index.ts';
import { type KnownScores, checkCombinations, checkCombined, combineMetrics } from './combineMetrics.ts';
import { scoreOutputs } from './scoreOutputs.ts';

export interface EvaluateTaskOptions extends MetaSettings {
  /** Which judgments metrics are held against, by their id; the first there is if none is named. */
  readonly human?: string;
  readonly identical: Identical;
  /** What marked errors cost; the usual weights if there are none. */
  readonly weights?: readonly ErrorWeight[];
  /** Means of metrics, to be evaluated like any other. */
  readonly combinations?: readonly Combination[];
  readonly threads?: number | 'auto';
  readonly emptyReferences?: EmptyReferences;
  readonly onProgress?: (done: { readonly share: number | undefined; readonly text: string }) => void;
}

export async function evaluateTask(
  task: SharedTask,
  metrics: readonly Metric[],
  options: EvaluateTaskOptions,
): Promise<MetaReport> {
  const report = await evaluateParts(task, metrics, options);
  if (report.tasks.length > 0) return report;
  const { notes } = report.input;
  throw new UsageError(
    `${task.name} has no task with both judgments and outputs or scores of metrics. ${notes.join(' ')}`.trim(),
  );
}

/** The same, but if no task has both, the report is of none, and its notes say why. */
export async function evaluateParts(
  task: SharedTask,
  metrics: readonly Metric[],
  options: EvaluateTaskOptions,
): Promise<MetaReport> {
  const {
    human: _human,
    threads: _threads,
    emptyReferences: _empty,
    identical,
    weights,
    combinations = [],
    onProgress,
    ...settings
  } = options;
  checkMeasures(settings);
  checkCombinations(combinations, metrics);
  const notes = [...task.notes];
  const tasks: MetaEvaluation[] = [];
  const sides = chooseSides(task, options, notes);
  const known: KnownScores[] = [];
  const combined = new Set<string>();
  for (const [part, side] of sides) {
    const single = await scoresOf(part, metrics, notes, options);
    const means = combineMetrics(combinations, single);
    const scores = [...single.map((each) => each.scores), ...means.made];
    known.push(...single);
    means.made.forEach(({ name }) => combined.add(name));
    if (single.length === 0) {
      notes.push(`${part.task}: no outputs to score and no scores of metrics.`);
      continue;
    }
    notes.push(...means.notes.map((note) => `${part.task}: ${note}`));
    const judged = side.scores.systems.filter((system) => scores.some(({ systems }) => systems.includes(system)));
    if (judged.length < 2) {
      notes.push(
        `${part.task}: fewer than two systems have both judgments and scores, so that nothing can be compared.`,
      );
      continue;
    }
    const evaluated = evaluateMetrics(part.task, side, scores, settings, onProgress);
    tasks.push(evaluated);
    notes.push(...unfitMeasures(settings.segmentMeasures ?? [], evaluated));
    if (side.id === 'ratings' && evaluated.segmentMeasures.some(({ id }) => id === 'darr')) {
      notes.push(`${part.task}: daRR counts raw ratings at least 25 apart; choose them with --human raw-ratings.`);
    }
  }
  if (known.length > 0) checkCombined(combinations, combined, known);
  const names = [...new Set(tasks.flatMap((each) => each.metrics.map(({ name }) => name)))];
  const computed = metrics.map((metric): ScoredMetric => scoredMetric(metric, { references: referencesOf(task) }));
  return {
    version,
    name: task.name,
    settings: { ...settings, identical, ...(weights && { weights }) },
    metrics: computed,
    imported: names.filter(
      (name) => !combined.has(name) && !computed.some((metric) => metric.name === name || metric.metric === name),
    ),
    combined: combinations,
    tasks,
    averages: metaAverages(tasks),
    input: { formats: task.formats, dropped: task.judgments.dropped, notes, sha256: task.sha256 },
  };
}

/** Measures over segments that were asked for and that the judgments do not allow. */
function unfitMeasures(asked: readonly string[], { task, segmentMeasures }: MetaEvaluation): string[] {
  return asked.flatMap((typed) => {
    const id = /^\d{4}$/.test(typed) ? measureOfYear(Number(typed)).id : typed;
    if (segmentMeasures.some((measure) => measure.id === id)) return [];
    const isOfRankings = comparisonMeasures.some((measure) => measure.id === id);
    const needed = isOfRankings ? 'outputs ranked by people' : 'scores of segments by people';
    return [`${task}: no ${typed}, which needs ${needed}.`];
  });
}

/** References of the parts, if all have as many. */
function referencesOf({ parts }: SharedTask): number | 'var' {
  const counts = new Set(parts.filter(({ outputs }) => outputs.length > 0).map(({ references }) => references.length));
  const [only = 1] = counts;
  return counts.size > 1 ? 'var' : only;
}

function chooseSides(
  { parts, judgments, name }: SharedTask,
  { human: asked, identical, weights }: EvaluateTaskOptions,
  notes: string[],
): [part: TaskPart, side: HumanSide][] {
  const all = parts.map(
    (part) => [part, humanSides(part.task, judgments, part.humanScores, identical, weights)] as const,
  );
  const known = [...new Set(all.flatMap(([, sides]) => sides.map(({ id }) => id)))];
  if (known.length === 0) throw new UsageError(`${name} holds no judgments of people and no human scores.`);
  if (asked !== undefined && !known.includes(asked)) {
    throw new UsageError(`There are no human scores called ${asked}. ${suggest(asked, known)}`);
  }
  const chosen = all.flatMap(([part, sides]) => {
    const side = asked === undefined ? sides[0] : sides.find(({ id }) => id === asked);
    return side ? [[part, side] as [TaskPart, HumanSide]] : [];
  });
  const others = asked === undefined ? known.filter((id) => !chosen.some(([, side]) => side.id === id)) : [];
  if (others.length > 0) notes.push(`Other judgments, not used: ${others.join(', ')}; choose them with --human.`);
  return chosen;
}

/** Scores computed here, then those that files hold; of equal names the former stay. */
async function scoresOf(
  part: TaskPart,
  metrics: readonly Metric[],
  notes: string[],
  { threads, emptyReferences, onProgress }: EvaluateTaskOptions,
): Promise<KnownScores[]> {
  const computed =
    metrics.length === 0 || part.outputs.length === 0 || part.references.length === 0
      ? []
      : await scoreOutputs(part, metrics, {
          ...(threads !== undefined && { threads }),
          ...(emptyReferences && { emptyReferences }),
          ...(onProgress && {
            onProgress: ({ share, segments }) =>
              onProgress({ share, text: `${part.task}: ${segments} segments scored` }),
          }),
        });
  const imported = part.metricScores.filter(({ name }) => {
    const isTaken = computed.some((each) => each.name === name);
    if (isTaken) notes.push(`${part.task}: scores of ${name} in files left out, since it is computed.`);
    return !isTaken;
  });
  return [...computed.map((scores, m) => ({ scores, metric: metrics[m]! })), ...imported.map((scores) => ({ scores }))];
}
