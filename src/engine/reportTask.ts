/** Everything about a shared task that its folder allows to say. */
import { type Metric, UsageError, version } from '../core/index.ts';
import type { SharedTask } from '../data/index.ts';
import { countJudgments } from '../human/index.ts';
import {
  type AgreeReport,
  type JudgmentInput,
  type RankContext,
  type RankSettings,
  type TaskReport,
  reportAcceptability,
  reportAgreement,
  reportRanking,
} from '../report/index.ts';
import { type EvaluateTaskOptions, evaluateParts, evaluateTask } from './evaluateTask.ts';

export interface ReportTaskOptions {
  readonly rank: RankSettings;
  readonly rankContext: RankContext;
  readonly agree: AgreeReport['settings'];
  readonly meta: EvaluateTaskOptions;
}

export async function reportTask(
  task: SharedTask,
  metrics: readonly Metric[],
  { rank, rankContext, agree, meta }: ReportTaskOptions,
): Promise<TaskReport> {
  const { name, judgments, parts } = task;
  const { rankings, ratings, annotations, edits, verdicts } = judgments;
  const input: JudgmentInput = {
    formats: task.formats,
    counts: countJudgments(judgments),
    dropped: judgments.dropped,
    sha256: task.sha256,
  };
  const ranked = rankings.length + ratings.length + annotations.length;
  const judged = ranked + edits.length + verdicts.length;
  const hasScores = parts.some(
    ({ outputs, references, metricScores }) =>
      metricScores.length > 0 || (metrics.length > 0 && outputs.length > 0 && references.length > 0),
  );
  const hasHuman = ranked > 0 || parts.some(({ humanScores }) => humanScores.length > 0);
  if (judged === 0 && !(hasScores && hasHuman)) {
    throw new UsageError(`${name} holds no judgments and no human scores: there is nothing to report.`);
  }
  // Where there are judgments to report, metrics that cannot be held against them are no error.
  const evaluateAll = judged > 0 ? evaluateParts : evaluateTask;
  const evaluated = hasScores && hasHuman ? await evaluateAll(task, metrics, meta) : undefined;
  return {
    version,
    name,
    ...(ranked > 0 && { rank: reportRanking(judgments, input, rank, rankContext) }),
    ...(ranked + verdicts.length > 0 && { agree: reportAgreement(judgments, input, agree) }),
    ...(edits.length + verdicts.length > 0 && {
      accept: reportAcceptability(judgments, input, { level: agree.level }),
    }),
    ...(evaluated && evaluated.tasks.length > 0 && { meta: evaluated }),
    input: { ...input, notes: evaluated?.input.notes ?? task.notes },
  };
}
