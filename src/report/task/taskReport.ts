/** All about a shared task: systems as people see them, judges, edits, and metrics against people. */
import type { AcceptReport } from '../accept/acceptReport.ts';
import type { AgreeReport } from '../agree/agreeReport.ts';
import type { JudgmentInput } from '../judgmentNotes.ts';
import type { MetaReport } from '../meta/metaReport.ts';
import type { RankReport } from '../rank/rankReport.ts';

/** Each part is there if the task has what it takes. */
export interface TaskReport {
  readonly version: string;
  readonly name: string;
  readonly rank?: RankReport;
  readonly agree?: AgreeReport;
  readonly accept?: AcceptReport;
  readonly meta?: MetaReport;
  readonly input: JudgmentInput & { readonly notes: readonly string[] };
}
