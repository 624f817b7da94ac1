/**
 * Evaluates metrics against human judgments for every part of a shared task: scores the outputs, adds scores from files, and measures how
 * well each metric agrees with people.
 */
import { type Metric, UsageError, needsReferences, present, suggest } from '../../core/index.ts';
import type { SharedTask, Task, TaskPart } from '../../data/index.ts';
import type { EmptyReferences } from '../../formats/index.ts';
import { countJudgments } from '../../human/index.ts';
import type { Evaluation } from '../../measure/index.ts';
import {
  type HumanSide,
  type Scores,
  type SegmentGroups,
  checkMeasures,
  groupMeans,
  humanSides,
  scoresOver,
  scoresWithin,
  segmentGroups,
  sideOver,
  sideWithin,
  standStrawMen,
} from '../../meta/index.ts';
import {
  type MetaOptions,
  type MetaReport,
  type ScoredTask,
  type StrawManReport,
  type TaskReport,
  type TaskSettings,
  isRanked,
  reportMeta,
  reportTask,
} from '../../report/index.ts';
import { type KnownScores, checkCombinations, checkCombined, combineMetrics } from './combineMetrics.ts';
import { referencesOf, scoreGrouped, scoreRows } from './scoreOutputs.ts';
import { addStrawMen, bestOutput, possibleStrawMen, splitStrawMen } from './strawMen.ts';

interface EvaluateTaskOptions extends MetaOptions {
  /** The judgments to evaluate metrics against, by id; by default the first. */
  readonly human?: string;
  readonly threads?: number | 'auto';
  readonly emptyReferences?: EmptyReferences;
  /** By task: rows that the metrics counted before; texts are not read then. */
  readonly rows?: ReadonlyMap<string, Evaluation>;
  /** `domain` evaluates each domain of a task by itself; `document` takes documents in place of segments. */
  readonly by?: 'domain' | 'document';
  /** Adds straw men to the systems that are scored. */
  readonly strawMen?: boolean;
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
  const { human: _human, threads: _threads, emptyReferences: _empty, rows, strawMen: _straw, ...settings } = options;
  const { combinations = [] } = settings;
  checkMeasures(settings);
  checkCombinations(combinations, metrics);
  const notes = [...task.notes];
  const known: KnownScores[] = [];
  const scored: ScoredTask[] = [];
  for (const [part, side] of chooseSides(task, options, notes)) {
    const own: string[] = [];
    const groups = groupsOf(part, options.by);
    const { single, standings } = await scoresOf(part, side, metrics, own, options, groups);
    known.push(...single);
    if (single.length === 0) own.push(`${part.task}: no outputs to score and no scores of metrics.`);
    const withMeans = (task: string, some: readonly KnownScores[]): readonly Scores[] => {
      if (some.length === 0) return [];
      const means = combineMetrics(combinations, some);
      own.push(...means.notes.map((note) => `${task}: ${note}`));
      return [...some.map((each) => each.scores), ...means.made];
    };
    if (!groups) {
      scored.push({
        task: part.task,
        side,
        scores: withMeans(part.task, single),
        notes: own,
        ...present({ standings }),
      });
      continue;
    }
    const bare = single.filter(({ scores }) => scores.segments.length === 0).map(({ scores }) => scores.name);
    const whole = single.filter(({ scores }) => scores.segments.length > 0);
    if (bare.length > 0) own.push(`${part.task}: ${bare.join(', ')} left out, since there are no scores of segments.`);
    const divided = divide(part.task, side, whole, groups, options.by!);
    divided.forEach(({ task: name, side: ofPart, scores }, d) => {
      const made = withMeans(name, scores);
      scored.push({
        task: name,
        side: ofPart,
        scores: made,
        notes: d === 0 ? own : [],
        ...(d === 0 && present({ standings })),
      });
    });
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

/** The groups of segments to evaluate by, as the folder has them. */
function groupsOf({ task, documents, domains }: TaskPart, by: EvaluateTaskOptions['by']): SegmentGroups | undefined {
  if (by === undefined) return undefined;
  const labels = by === 'domain' ? domains : documents;
  if (labels) return segmentGroups(labels);
  throw new UsageError(
    `--by ${by}: the folder does not say which ${by} the segments of ${task} belong to. ` +
      `Add documents/${task}.docs with a domain and a document for each line${by === 'document' ? ', or text/NAME.docs.tsv with a column document' : ''}.`,
  );
}

interface DividedTask {
  readonly task: string;
  readonly side: HumanSide;
  readonly scores: readonly KnownScores[];
}

/** A task for each domain, or one task with documents in place of segments. */
function divide(
  task: string,
  side: HumanSide,
  known: readonly KnownScores[],
  groups: SegmentGroups,
  by: 'domain' | 'document',
): DividedTask[] {
  const grouped = known.map((each) => ({ ...each, ofGroups: each.ofGroups ?? groupMeans(each.scores, groups) }));
  if (by === 'document') {
    const scores = grouped.map((each) => ({ ...each, scores: scoresOver(each.scores, groups, each.ofGroups) }));
    return [{ task, side: sideOver(side, groups), scores }];
  }
  return groups.names.map((name, group) => ({
    task: `${task}/${name}`,
    side: sideWithin(side, groups, group),
    scores: grouped.map((each) => ({ ...each, scores: scoresWithin(each.scores, groups, each.ofGroups, group) })),
  }));
}

interface ScoresOfPart {
  readonly single: KnownScores[];
  /** Of straw men, if there are any. */
  readonly standings?: StrawManReport;
}

/** Scores computed here, then those that files hold; of equal names the former stay. */
async function scoresOf(
  part: TaskPart,
  side: HumanSide,
  requested: readonly Metric[],
  notes: string[],
  { threads, emptyReferences, rows, onProgress, strawMen, seed }: EvaluateTaskOptions,
  groups: SegmentGroups | undefined,
): Promise<ScoresOfPart> {
  const counted = rows?.get(part.task);
  const metrics = counted ? requested : rows ? [] : computable(part, requested);
  const outputs = part.outputs.map(({ name }) => name);
  const best = strawMen && metrics.length > 0 && !counted ? bestOutput(side.scores, outputs) : undefined;
  const made =
    best === undefined
      ? []
      : possibleStrawMen({ source: part.source !== undefined, references: part.references.length > 0 });
  const found = counted
    ? scoreRows(metrics, counted, groups)
    : metrics.length === 0
      ? []
      : await scoreGrouped(part, metrics, {
          ...present({ threads, emptyReferences, groups }),
          ...(best !== undefined && { extend: (task: Task) => addStrawMen(task, made, best, seed) }),
          ...(onProgress && {
            onProgress: ({ share, segments }) =>
              onProgress({ share, text: `${part.task}: ${segments} segments scored` }),
          }),
        });
  const split = found.map(({ scores }) => splitStrawMen(scores, made));
  const computed = split.map(({ real }) => real);
  const imported = part.metricScores.filter(({ name }) => {
    const isTaken = computed.some((each) => each.name === name);
    if (isTaken) notes.push(`${part.task}: scores of ${name} in files left out, since it is computed.`);
    return !isTaken;
  });
  const single = [
    ...computed.map((scores, m) => ({
      scores,
      metric: metrics[m]!,
      // Straw men come last, so their groups are beyond those of the systems.
      ...present({ ofGroups: found[m]!.ofGroups?.subarray(0, scores.systems.length * (groups?.names.length ?? 0)) }),
    })),
    ...imported.map((scores) => ({ scores })),
  ];
  if (best === undefined) return { single };
  const metricsOf = split.map(({ real, ofStrawMen }) => standStrawMen(side.scores, real, ofStrawMen));
  return { single, standings: { task: part.task, best, strawMen: made, metrics: metricsOf } };
}
