/** All about a shared task: systems as judged by people, judges, edits, and metrics against human judgments. */
import { version } from '../../core/index.ts';
import type { Judgments } from '../../human/index.ts';
import { type AcceptReport, reportAcceptability } from '../accept/acceptReport.ts';
import { type AgreeReport, reportAgreement } from '../agree/agreeReport.ts';
import type { JudgmentInput } from '../notes.ts';
import type { MetaReport } from '../meta/metaReport.ts';
import { type RankContext, type RankReport, type RankSettings, isRanked, reportRanking } from '../rank/rankReport.ts';

/** The findings of a shared task, as `assay task -f json` prints them. Each part is present if the task has the data for it. */
export interface TaskReport {
  readonly version: string;
  readonly name: string;
  readonly rank?: RankReport;
  readonly agree?: AgreeReport;
  readonly accept?: AcceptReport;
  readonly meta?: MetaReport;
  readonly input: JudgmentInput & { readonly notes: readonly string[] };
}

export interface TaskSettings {
  readonly rank: RankSettings;
  readonly rankContext: RankContext;
  readonly agree: AgreeReport['settings'];
}

/**
 * Reports the findings of a shared task: ranking, agreement, acceptability and metrics. `notes` are the notes of the task, used if no
 * metrics were evaluated.
 */
export function reportTask(
  {
    name,
    judgments,
    input,
    notes,
  }: {
    readonly name: string;
    readonly judgments: Judgments;
    readonly input: JudgmentInput;
    readonly notes: readonly string[];
  },
  { rank, rankContext, agree }: TaskSettings,
  meta?: MetaReport,
): TaskReport {
  const { edits, verdicts } = judgments;
  return {
    version,
    name,
    ...(isRanked(judgments) && { rank: reportRanking(judgments, input, rank, rankContext) }),
    ...((isRanked(judgments) || verdicts.length > 0) && { agree: reportAgreement(judgments, input, agree) }),
    ...(edits.length + verdicts.length > 0 && {
      accept: reportAcceptability(judgments, input, { level: agree.level }),
    }),
    ...(meta && meta.tasks.length > 0 && { meta }),
    input: { ...input, notes: meta?.input.notes ?? notes },
  };
}
