/** The live page of the organiser: progress, judges, and the figures that the commands print for the judgments. */
import { UsageError, counted, present, version } from '../../core/index.ts';
import {
  type CampaignRecord,
  type CountedAnswers,
  type Dropped,
  type JudgeRecord,
  checkVerdict,
  completionOf,
  type JudgeSign,
  type JudgeSigns,
  type Judgments,
  type PlaceFigures,
  type TaskKind,
  agreementSigns,
  judgeSigns,
  positionBias,
} from '../../human/index.ts';
import { median } from '../../stats/index.ts';
import { type AcceptReport, acceptDefaults, reportAcceptability } from '../accept/acceptReport.ts';
import { acceptTables } from '../accept/acceptTables.ts';
import { type AgreeReport, agreeDefaults, reportAgreement } from '../agree/agreeReport.ts';
import { agreeTables } from '../agree/agreeTables.ts';
import { kindNames } from '../agree/kindNames.ts';
import type { JudgmentInput } from '../notes.ts';
import { type RankReport, isRanked, rankDefaults, reportRanking } from '../rank/rankReport.ts';
import { rankTables } from '../rank/rankTables.ts';
import type { Report } from '../table.ts';
import { fine, intervalText, numberCell, percent, right, shownP } from '../wording.ts';

/** A pure function of the journal up to `seq`, the time, and the settings. Undefined values are NaN, null in JSON. */
export interface LiveCampaign {
  readonly version: string;
  readonly title: string;
  readonly task: string;
  /** When it was made: ISO 8601. */
  readonly generatedAt: string;
  /** Number of the last journal entry included. */
  readonly seq: number;
  /** Hash of the campaign and all answers: the one that the commands print for the same judgments. */
  readonly sha256: string;
  /** Seed and number of resamples. Commands with the same numbers print the same figures. */
  readonly seed: number;
  readonly samples: number;
  readonly frozen: boolean;
  readonly kinds: readonly LiveKind[];
  readonly judges: readonly LiveJudge[];
  /** By the hour in which answers were first given, or by day if there are many hours; in order, without empty ones. */
  readonly pace: readonly LivePace[];
  /** Answers left out of all figures, and why. */
  readonly dropped: readonly Dropped[];
  /** As `assay agree --each-judge --curves` prints it. Absent until an item was judged twice. */
  readonly agreement?: LiveFigures<AgreeReport>;
  /** As `assay rank` prints it. Absent until there are judgments to rank by. */
  readonly ranking?: LiveFigures<RankReport>;
  /** As `assay accept` prints it. Absent until there are verdicts. */
  readonly acceptability?: LiveFigures<AcceptReport>;
  /** How often outputs win, by their position on the screen. Absent without rankings. */
  readonly positions?: LiveFigures<readonly PlaceFigures[]>;
  /** The latest comments, last first. */
  readonly comments: readonly LiveComment[];
  /** Figures that cannot be computed, and why. */
  readonly problems: readonly string[];
}

/** Figures, and the same as tables and notes to show. */
interface LiveFigures<Data> {
  readonly data: Data;
  readonly report: Report;
}

export interface LiveKind {
  readonly kind: TaskKind;
  /** Whether the task is open; while the campaign is frozen, judges cannot submit answers to any. */
  readonly open: boolean;
  /** Answered and assigned, of included judges, without practice. */
  readonly done: number;
  readonly total: number;
}

export interface LiveJudge {
  readonly judge: string;
  readonly consented: boolean;
  /** At their own request; none of their answers are left. */
  readonly erased: boolean;
  /** Why the judge is excluded, if so. */
  readonly excluded?: string;
  /** Without practice. */
  readonly done: number;
  readonly total: number;
  readonly kinds: readonly {
    readonly kind: TaskKind;
    readonly done: number;
    readonly total: number;
    /** Number of “Cannot judge” answers. */
    readonly none: number;
    readonly medianSeconds: number;
  }[];
  /** Time of the last answer: ISO 8601. Absent before the first. */
  readonly lastSeen?: string;
  /** Answers in the last hour, and per hour of work, by the time that answers took. */
  readonly lastHour: number;
  readonly perHour: number;
  readonly medianSeconds: number;
  readonly checks: JudgeSigns['checks'];
  /** By the rule of the campaign, if it has one. */
  readonly passed?: boolean;
  /** Why the judge gets no more assignments, if so. */
  readonly stopped?: string;
  /** Parameters of the address by which the judge enrolled: `PROLIFIC_PID`. */
  readonly enrolled?: Readonly<Record<string, string>>;
  /** What the judge was shown at the end. */
  readonly code?: string;
  readonly signs: readonly { readonly sign: JudgeSign['sign']; readonly text: string }[];
}

export interface LivePace {
  /** `2026-03-01T09` or `2026-03-01`, in UTC. */
  readonly from: string;
  readonly answers: number;
}

interface LiveComment {
  readonly judge: string;
  readonly kind: TaskKind;
  /** Key of the segment. */
  readonly segment: string;
  readonly at: string;
  readonly text: string;
}

/** The judgments of a campaign, and the description of their source for reports. */
export interface CampaignJudgments {
  readonly judgments: Judgments;
  readonly input: JudgmentInput;
  readonly answers: CountedAnswers;
}

export interface LiveOptions {
  /** The time that pace is relative to; default: now. */
  readonly now?: Date;
  /** Resamples for intervals and rank ranges: fewer than the commands use, because the page is updated every few seconds. */
  readonly samples?: number;
  readonly seed?: number;
  /** Which systems count only as opponents, and which are constrained, as in `assay rank`. */
  readonly isListed?: (task: string, system: string) => boolean;
  readonly isConstrained?: (task: string, system: string) => boolean;
  /** Yields to other requests. */
  readonly pause?: () => Promise<void>;
}

/** Maximum number of points of each agreement curve; fewer if each takes long. */
const mostPoints = 20;
const fewestPoints = 4;
/** Maximum number of labels read for a curve. */
const curveLabels = 2_000_000;
const mostComments = 200;
const mostHours = 96;
const hour = 3_600_000;

/** Reads the record before the first pause, so all parts are of the same state. Yields to other requests between the parts. */
export async function reportLive(
  record: CampaignRecord,
  { judgments, input, answers }: CampaignJudgments,
  options: LiveOptions = {},
): Promise<LiveCampaign> {
  const { now = new Date(), samples = 200, seed = rankDefaults.seed, pause } = options;
  const { campaign, seq, frozen } = record;
  const level = agreeDefaults.level;
  const places = positionBias(answers.counted, level);
  const kinds = liveKinds(record);
  const signs = judgeSigns(record);
  const progress = [...record.judges.values()].map((judge, j) => judgeProgress(record, judge, signs[j]!, now));
  const pace = paceOf(record);
  const comments = commentsOf(record);
  await pause?.();

  const problems: string[] = [];
  const attempt = async <Data>(make: () => LiveFigures<Data> | undefined) => {
    try {
      return make();
    } catch (error) {
      // An unusual answer or setting must not break the rest of the page.
      if (!(error instanceof UsageError)) throw error;
      problems.push(error.message);
      return undefined;
    } finally {
      await pause?.();
    }
  };
  const resampling = { samples, seed };
  const agreement = await attempt(() => agreementOf(judgments, input, resampling));
  const ranking = await attempt(() => rankingOf(judgments, input, resampling, options));
  const acceptability = await attempt(() => acceptabilityOf(judgments, input));

  const inAgreement = agreementSigns(agreement?.data.kinds ?? []);
  const judges = progress.map(({ found, ...judge }) => ({
    ...judge,
    signs: [...found, ...(inAgreement.get(judge.judge) ?? [])].map((sign) => ({
      sign: sign.sign,
      text: signText(sign),
    })),
  }));
  return {
    version,
    title: campaign.title,
    task: campaign.task,
    generatedAt: now.toISOString(),
    seq,
    sha256: input.sha256,
    seed,
    samples,
    frozen,
    kinds,
    judges,
    pace,
    dropped: judgments.dropped,
    ...(agreement && { agreement }),
    ...(ranking && { ranking }),
    ...(acceptability && { acceptability }),
    ...(places.length > 0 && { positions: { data: places, report: positionTables(places, level) } }),
    comments,
    problems,
  };
}

type Resampling = Required<Pick<LiveOptions, 'samples' | 'seed'>>;

function agreementOf(judgments: Judgments, input: JudgmentInput, resampling: Resampling) {
  const { rankings, verdicts } = judgments;
  const labels = rankings.reduce((sum, { systems: { length } }) => sum + (length * (length - 1)) / 2, verdicts.length);
  const points = Math.min(mostPoints, Math.max(fewestPoints, Math.floor(curveLabels / labels)));
  const ends = { mostFirst: points, mostWorst: points };
  const settings = { ...agreeDefaults, ...resampling, judges: true, curves: true, ...ends };
  const data = reportAgreement(judgments, input, settings);
  return data.kinds.length === 0 ? undefined : { data, report: agreeTables(data) };
}

function rankingOf(judgments: Judgments, input: JudgmentInput, resampling: Resampling, options: LiveOptions) {
  if (!isRanked(judgments)) return undefined;
  const { isListed, isConstrained } = options;
  const data = reportRanking(judgments, input, { ...rankDefaults, ...resampling }, {
    ...(isListed && { isListed }),
    ...(isConstrained && { isConstrained }),
  }); // prettier-ignore
  return { data, report: rankTables(data, false) };
}

function acceptabilityOf(judgments: Judgments, input: JudgmentInput) {
  if (judgments.verdicts.length === 0) return undefined;
  const data = reportAcceptability(judgments, input, acceptDefaults);
  return { data, report: acceptTables(data) };
}

/** Assigned and answered, by kind, without practice. */
function countAssignments({ assignments, answers }: JudgeRecord, kind: string): { done: number; total: number } {
  let done = 0;
  let total = 0;
  for (const each of assignments) {
    if (each.kind !== kind || each.part === 'practice') continue;
    total++;
    if (answers.has(each.id)) done++;
  }
  return { done, total };
}

function liveKinds(record: CampaignRecord): LiveKind[] {
  const counting = [...record.judges.values()].filter(({ excluded, erased }) => excluded === undefined && !erased);
  return record.campaign.kinds.map((kind) => {
    const counts = counting.map((judge) => countAssignments(judge, kind));
    const sum = (of: 'done' | 'total') => counts.reduce((all, each) => all + each[of], 0);
    return { kind, open: record.open.has(kind), done: sum('done'), total: sum('total') };
  });
}

/** Everything except the texts of the signs, some of which are found later. */
function judgeProgress(
  record: CampaignRecord,
  judge: JudgeRecord,
  { checks, kinds: habits, signs: found }: JudgeSigns,
  now: Date,
): Omit<LiveJudge, 'signs'> & { readonly found: JudgeSigns['signs'] } {
  const { id, consented, erased, excluded, answers } = judge;
  const since = new Date(now.getTime() - hour).toISOString();
  const seconds: number[] = [];
  let lastSeen = '';
  let lastHour = 0;
  for (const [assignment, { first, last }] of answers) {
    // Times of one clock in the same format compare as strings.
    if (last.at > lastSeen) lastSeen = last.at;
    if (record.assignment(assignment)?.part === 'practice') continue;
    if (first.at > since) lastHour++;
    seconds.push(last.seconds);
  }
  const kinds = record.campaign.kinds.map((kind) => {
    const habit = habits.find((each) => each.kind === kind);
    const counts = countAssignments(judge, kind);
    return { kind, ...counts, none: habit?.none ?? 0, medianSeconds: habit?.medianSeconds ?? NaN };
  });
  const worked = seconds.reduce((sum, each) => sum + each, 0);
  return {
    judge: id,
    consented: consented !== undefined,
    erased,
    ...(excluded !== undefined && { excluded }),
    done: kinds.reduce((sum, { done }) => sum + done, 0),
    total: kinds.reduce((sum, { total }) => sum + total, 0),
    kinds,
    ...(lastSeen !== '' && { lastSeen }),
    lastHour,
    perHour: worked > 0 ? (3600 * seconds.length) / worked : NaN,
    medianSeconds: median(seconds),
    checks,
    ...(record.campaign.checks && { passed: checkVerdict(record, judge).passed }),
    ...present({ stopped: judge.stopped, enrolled: judge.enrolled, code: completionOf(record, judge)?.code }),
    found,
  };
}

function paceOf(record: CampaignRecord): LivePace[] {
  const byHour = new Map<string, number>();
  for (const { answers } of record.judges.values()) {
    for (const { first } of answers.values()) {
      const from = first.at.slice(0, '2026-03-01T09'.length);
      byHour.set(from, (byHour.get(from) ?? 0) + 1);
    }
  }
  const times = byHour.size <= mostHours ? byHour : new Map<string, number>();
  if (times !== byHour) {
    for (const [from, count] of byHour) {
      const day = from.slice(0, '2026-03-01'.length);
      times.set(day, (times.get(day) ?? 0) + count);
    }
  }
  return [...times].sort(([a], [b]) => (a < b ? -1 : 1)).map(([from, answers]) => ({ from, answers }));
}

function commentsOf(record: CampaignRecord): LiveComment[] {
  const found: { readonly seq: number; readonly comment: LiveComment }[] = [];
  for (const { id, answers } of record.judges.values()) {
    for (const [assignment, { last }] of answers) {
      const { seq, at, comment: text = '' } = last;
      const asked = record.assignment(assignment);
      const segment = asked && record.campaign.segments[asked.segment];
      if (text === '' || !segment) continue;
      found.push({ seq, comment: { judge: id, kind: asked.kind, segment: segment.key, at, text } });
    }
  }
  const latest = found.sort((a, b) => b.seq - a.seq).slice(0, mostComments);
  return latest.map(({ comment }) => comment);
}

function positionTables(places: readonly PlaceFigures[], level: number, digits = fine): Report {
  const outside = places.filter(({ low, high }) => low > 0.5 || high < 0.5).map(({ place }) => place);
  const found =
    outside.length === 0
      ? 'No position wins significantly more or less often than the others.'
      : `Significant position bias: position ${outside.join(', ')} (interval excludes 0.5).`;
  return {
    title: 'Positions on the screen',
    tables: [
      {
        caption: 'How often an output beats the others of its ranking, by its position',
        columns: ['position', 'rankings', 'wins', 'ties', 'losses', 'wins / decided', percent(level)].map(right),
        rows: places.map(({ place, rankings, wins, ties, losses, share, ...interval }) => [
          ...[place, rankings, wins, ties, losses].map(String),
          numberCell(share, digits),
          intervalText(interval, digits),
        ]),
      },
    ],
    findings: [{ name: 'places', text: found }],
    notes: [
      {
        name: 'wins / decided',
        text: 'comparisons with the other outputs on the same screen, without ties; 0.5 if the position does not matter; intervals use whole rankings as the unit',
      },
    ],
  };
}

const taskNames: Readonly<Record<TaskKind, string>> = {
  rank: 'ranking',
  pairwise: 'pairs',
  assess: 'rating',
  mark: 'errors',
  edit: 'editing',
  accept: 'yes/no',
};

function signText(sign: JudgeSign): string {
  switch (sign.sign) {
    case 'checks':
      return `noticed ${sign.passed} of ${counted(sign.seen, 'damaged output')} (${shownP(sign.p)})`;
    case 'same':
      return `${taskNames[sign.kind]}: the same answer in ${share(sign.share)}, other judges in ${share(sign.others)}`;
    case 'fast':
      return `${taskNames[sign.kind]}: median ${seconds(sign.seconds)}, other judges ${seconds(sign.others)}`;
    case 'self':
    case 'others': {
      const whom = sign.sign === 'self' ? 'themselves' : 'others';
      return `${kindNames[sign.kind]}: agrees with ${whom} in ${sign.agreed} of ${counted(sign.compared, 'pair')}, which may be chance (${shownP(sign.p)})`;
    }
  }
}

const share = (value: number): string => `${Math.round(100 * value)} %`;
const seconds = (value: number): string => `${Number(value.toFixed(1))} s`;
