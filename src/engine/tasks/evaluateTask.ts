/**
 * Evaluates metrics against human judgments for every part of a shared task: scores the outputs, adds scores from files, and measures how
 * well each metric agrees with people.
 */
import { type Metric, UsageError, needsReferences, present, suggest } from '../../core/index.ts';
import type { SharedTask, TaskPart } from '../../data/index.ts';
import type { EmptyReferences } from '../../formats/index.ts';
import { countJudgments } from '../../human/index.ts';
import type { Evaluation } from '../../measure/index.ts';
import { type HumanSide, checkMeasures, humanSides } from '../../meta/index.ts';
import {
  type MetaOptions,
  type MetaReport,
  type ScoredTask,
  type TaskReport,
  type TaskSettings,
  isRanked,
  reportMeta,
  reportTask,
} from '../../report/index.ts';
import { type KnownScores, checkCombinations, checkCombined, combineMetrics } from './combineMetrics.ts';
import { referencesOf, scoreOutputs, scoreRows } from './scoreOutputs.ts';

interface EvaluateTaskOptions extends MetaOptions {
  /** The judgments to evaluate metrics against, by id; by default the first. */
  readonly human?: string;
  readonly threads?: number | 'auto';
  readonly emptyReferences?: EmptyReferences;
  /** By task: rows that the metrics counted before; texts are not read then. */
  readonly rows?: ReadonlyMap<string, Evaluation>;
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
async function evaluateParts(
  task: SharedTask,
  metrics: readonly Metric[],
  options: EvaluateTaskOptions,
): Promise<MetaReport> {
  const { human: _human, threads: _threads, emptyReferences: _empty, rows, ...settings } = options;
  const { combinations = [] } = settings;
  checkMeasures(settings);
  checkCombinations(combinations, metrics);
  const notes = [...task.notes];
  const known: KnownScores[] = [];
  const scored: ScoredTask[] = [];
  for (const [part, side] of chooseSides(task, options, notes)) {
    const own: string[] = [];
    const single = await scoresOf(part, metrics, own, options);
    const means = combineMetrics(combinations, single);
    known.push(...single);
    if (single.length === 0) own.push(`${part.task}: no outputs to score and no scores of metrics.`);
    else own.push(...means.notes.map((note) => `${part.task}: ${note}`));
    const scores = single.length === 0 ? [] : [...single.map((each) => each.scores), ...means.made];
    scored.push({ task: part.task, side, scores, notes: own });
  }
  const made = new Set(scored.flatMap(({ scores }) => scores.map(({ name }) => name)));
  if (known.length > 0) checkCombined(combinations, made, known);
  const { formats, judgments, sha256, name, parts } = task;
  const input = { formats, dropped: judgments.dropped, notes, sha256 };
  return reportMeta(
    {
      name,
      references: rows ? referencesIn(rows) : referencesOf(parts.filter(({ outputs }) => outputs.length > 0)),
      input,
    },
    scored,
    metrics,
    settings,
  );
}

const referencesIn = (rows: ReadonlyMap<string, Evaluation>): number | 'var' => {
  const [first = 'var', ...others] = new Set(Array.from(rows.values(), ({ references }) => references));
  return others.length > 0 ? 'var' : first;
};

/** Everything that can be reported about a shared task from its folder. */
export async function describeTask(
  task: SharedTask,
  metrics: readonly Metric[],
  { meta, ...settings }: TaskSettings & { readonly meta: EvaluateTaskOptions },
): Promise<TaskReport> {
  const { name, formats, judgments, sha256, parts } = task;
  const counts = countJudgments(judgments);
  const judged = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const hasScores = parts.some((part) => part.metricScores.length > 0 || computable(part, metrics).length > 0);
  const hasHuman = isRanked(judgments) || parts.some(({ humanScores }) => humanScores.length > 0);
  if (judged === 0 && !(hasScores && hasHuman)) {
    throw new UsageError(`${name} holds no judgments and no human scores: there is nothing to report.`);
  }
  // If there are judgments to report, metrics that cannot be compared with them are not an error.
  const evaluateAll = judged > 0 ? evaluateParts : evaluateTask;
  const evaluated = hasScores && hasHuman ? await evaluateAll(task, metrics, meta) : undefined;
  const input = { formats, counts, dropped: judgments.dropped, sha256 };
  return reportTask({ name, judgments, input, notes: task.notes }, settings, evaluated);
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
  if (known.length === 0) throw new UsageError(`${name} holds no judgments and no human scores.`);
  if (asked !== undefined && !known.includes(asked)) {
    throw new UsageError(`There are no human scores named ${asked}. ${suggest(asked, known)}`);
  }
  const chosen = all.flatMap(([part, sides]) => {
    const side = asked === undefined ? sides[0] : sides.find(({ id }) => id === asked);
    return side ? [[part, side] as [TaskPart, HumanSide]] : [];
  });
  const others = asked === undefined ? known.filter((id) => !chosen.some(([, side]) => side.id === id)) : [];
  if (others.length > 0) notes.push(`Other judgments are not used: ${others.join(', ')}. Choose them with --human.`);
  return chosen;
}

/** The metrics that have all they need. */
const computable = ({ outputs, references }: TaskPart, metrics: readonly Metric[]): readonly Metric[] =>
  outputs.length === 0 ? [] : metrics.filter((metric) => references.length > 0 || !needsReferences(metric));

/** Scores computed here, then those that files hold; of equal names the former stay. */
async function scoresOf(
  part: TaskPart,
  requested: readonly Metric[],
  notes: string[],
  { threads, emptyReferences, rows, onProgress }: EvaluateTaskOptions,
): Promise<KnownScores[]> {
  const counted = rows?.get(part.task);
  const metrics = counted ? requested : rows ? [] : computable(part, requested);
  const computed = counted
    ? scoreRows(metrics, counted)
    : metrics.length === 0
      ? []
      : await scoreOutputs(part, metrics, {
          ...present({ threads, emptyReferences }),
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
