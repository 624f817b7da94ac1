/** What the organiser of a campaign sees while it goes on: progress, judges, and the figures that commands print of its judgments. */
import type { Dropped, JudgeSign, JudgeSigns, PlaceFigures, TaskKind } from '../../human/index.ts';
import type { AcceptReport } from '../accept/acceptReport.ts';
import type { AgreeReport } from '../agree/agreeReport.ts';
import type { RankReport } from '../rank/rankReport.ts';
import type { Report } from '../table.ts';

/** A pure function of the journal up to `seq`, the moment, and the settings. What is not defined is NaN, null in JSON. */
export interface LiveCampaign {
  readonly version: string;
  readonly title: string;
  readonly task: string;
  /** When it was made: ISO 8601. */
  readonly generatedAt: string;
  /** Number of the last entry of the journal that is in it. */
  readonly seq: number;
  /** Of the campaign and all answers: the hash that commands print of the same judgments. */
  readonly sha256: string;
  /** Of the resamples, and how many there are. Commands with the same numbers print the same. */
  readonly seed: number;
  readonly samples: number;
  readonly frozen: boolean;
  readonly kinds: readonly LiveKind[];
  readonly judges: readonly LiveJudge[];
  /** By hour in which answers were first given, or by day if there are many hours; in order, those without answers left out. */
  readonly pace: readonly LivePace[];
  /** Answers left out of all figures, and why. */
  readonly dropped: readonly Dropped[];
  /** As `assay agree --each-judge --curves` prints it. Absent as long as there is nothing to agree on. */
  readonly agreement?: LiveFigures<AgreeReport>;
  /** As `assay rank` prints it. Absent as long as there is nothing to rank by. */
  readonly ranking?: LiveFigures<RankReport>;
  /** As `assay accept` prints it. Absent as long as there are no verdicts. */
  readonly acceptability?: LiveFigures<AcceptReport>;
  /** How often outputs win by the place they are shown at. Absent without rankings. */
  readonly positions?: LiveFigures<readonly PlaceFigures[]>;
  /** The latest comments, last first. */
  readonly comments: readonly LiveComment[];
  /** Figures that cannot be computed, and why. */
  readonly problems: readonly string[];
}

/** Figures, and the same as tables and notes, ready to be shown. */
export interface LiveFigures<Data> {
  readonly data: Data;
  readonly report: Report;
}

export interface LiveKind {
  readonly kind: TaskKind;
  /** Whether it is offered; while the campaign is frozen, answers are taken of none. */
  readonly open: boolean;
  /** Of judges who count: what is assigned and what is answered, practice left out. */
  readonly done: number;
  readonly total: number;
}

export interface LiveJudge {
  readonly judge: string;
  readonly consented: boolean;
  /** At their own wish; nothing is left of what they said. */
  readonly erased: boolean;
  /** Why the judge's answers do not count, if they do not. */
  readonly excluded?: string;
  /** Practice left out. */
  readonly done: number;
  readonly total: number;
  readonly kinds: readonly {
    readonly kind: TaskKind;
    readonly done: number;
    readonly total: number;
    /** How often the judge could not say. */
    readonly none: number;
    readonly medianSeconds: number;
  }[];
  /** When the last answer came: ISO 8601. Absent before the first. */
  readonly lastSeen?: string;
  /** Answers in the last hour, and for each hour of work by the time that answers took. */
  readonly lastHour: number;
  readonly perHour: number;
  readonly medianSeconds: number;
  readonly checks: JudgeSigns['checks'];
  readonly signs: readonly { readonly sign: JudgeSign['sign']; readonly text: string }[];
}

export interface LivePace {
  /** `2026-03-01T09` or `2026-03-01`, in universal time. */
  readonly from: string;
  readonly answers: number;
}

export interface LiveComment {
  readonly judge: string;
  readonly kind: TaskKind;
  /** Key of the segment. */
  readonly segment: string;
  readonly at: string;
  readonly text: string;
}
