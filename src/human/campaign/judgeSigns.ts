/**
 * What may be wrong with a judge: damaged outputs not noticed, the same answer again and again, little time, agreement no better than
 * chance. A sign is a reason to look, no verdict.
 */
import { incompleteBeta, median, statisticalDefaults } from '../../stats/index.ts';
import type { JudgeAgreement } from '../agreement/judgeAgreement.ts';
import type { KindAgreement } from '../agreement/measureAgreement.ts';
import { scoreErrors } from '../ranking/outputScores.ts';
import { fewestChecks, passedBy } from '../ranking/judgeChecks.ts';
import type { Answer, Assignment, TaskKind } from './campaign.ts';
import type { CampaignRecord, JudgeRecord } from './campaignRecord.ts';

export type JudgeSign =
  /** Damage was noticed so seldom that a coin might have decided. */
  | { readonly sign: 'checks'; readonly passed: number; readonly seen: number; readonly p: number }
  /** One answer was given far more often than other judges give theirs. */
  | { readonly sign: 'same'; readonly kind: TaskKind; readonly share: number; readonly others: number }
  /** Half of the answers took less than this, where the other judges' usual answer takes `others`. */
  | { readonly sign: 'fast'; readonly kind: TaskKind; readonly seconds: number; readonly others: number }
  /** Agreement with what the judge said before, or with others, that may be chance. */
  | {
      readonly sign: 'self' | 'others';
      readonly kind: KindAgreement['kind'];
      readonly agreed: number;
      readonly compared: number;
      readonly p: number;
    };

export interface JudgeSigns {
  readonly judge: string;
  /** Damaged outputs seen, and how many were noticed. */
  readonly checks: Checks;
  readonly kinds: readonly KindFigures[];
  readonly signs: readonly JudgeSign[];
}

interface Checks {
  readonly seen: number;
  readonly passed: number;
  /** One-sided: how likely at least as many would be if a coin decided. 1 if none was seen. */
  readonly p: number;
}

/** How a judge answers one kind of task, practice left out. */
interface KindFigures {
  readonly kind: TaskKind;
  readonly answers: number;
  /** How often the judge could not say. */
  readonly none: number;
  /** NaN, in JSON null, without answers. */
  readonly medianSeconds: number;
  /** How often the most frequent answer was given. */
  readonly same: number;
}

/** Of fewer answers, or pairs, nothing is concluded. */
const fewest = 10;
const { alpha } = statisticalDefaults;
/** So much less time than others makes a sign. */
const fastShare = 1 / 3;
/** So much more of the same than others makes a sign, if chance is less likely than `sameAlpha` to bring it about. */
const sameMore = 0.25;
const sameAlpha = 0.001;

/** Of all judges, those excluded, too; signs in their agreement are told by `agreementSigns`. */
export function judgeSigns(record: CampaignRecord): JudgeSigns[] {
  const judges = [...record.judges.values()];
  const figures = new Map(judges.map((judge) => [judge.id, kindFigures(record, judge)]));
  return judges.map((judge) => {
    const kinds = figures.get(judge.id)!;
    const checks = checksOf(record, judge);
    const failed = checks.seen >= fewestChecks && checks.p >= alpha;
    return {
      judge: judge.id,
      checks,
      kinds,
      signs: [
        ...(failed ? [{ sign: 'checks', ...checks } as const] : []),
        ...kinds.flatMap((own) => {
          const others = judges.flatMap(({ id, excluded }) =>
            id === judge.id || excluded !== undefined
              ? []
              : figures.get(id)!.filter(({ kind, answers }) => kind === own.kind && answers >= fewest),
          );
          return own.answers >= fewest && others.length > 0 ? habitSigns(own, others) : [];
        }),
      ],
    };
  });
}

function kindFigures(record: CampaignRecord, judge: JudgeRecord): KindFigures[] {
  const byKind = new Map<TaskKind, { seconds: number[]; given: Map<string, number>; none: number }>();
  for (const { assignment, last } of inEarnest(record, judge)) {
    let found = byKind.get(assignment.kind);
    if (!found) byKind.set(assignment.kind, (found = { seconds: [], given: new Map(), none: 0 }));
    found.seconds.push(last.seconds);
    const said = saidBy(last.answer);
    found.given.set(said, (found.given.get(said) ?? 0) + 1);
    if (last.answer.kind === 'none') found.none++;
  }
  return [...byKind].map(([kind, { seconds, given, none }]) => ({
    kind,
    answers: seconds.length,
    none,
    medianSeconds: median(seconds),
    same: Math.max(...given.values()),
  }));
}

/** The last answers to what is known to have been asked, practice left out. */
const inEarnest = (record: CampaignRecord, { answers }: JudgeRecord) =>
  [...answers].flatMap(([id, { last }]) => {
    const assignment = record.assignment(id);
    return !assignment || assignment.part === 'practice' ? [] : [{ assignment, last }];
  });

/** What was answered, without what must differ from output to output. */
function saidBy(answer: Answer): string {
  switch (answer.kind) {
    case 'rank':
    case 'pairwise':
      return answer.ranks.join(' ');
    case 'assess':
      return String(answer.score);
    case 'mark':
      return String(answer.errors.length);
    case 'edit':
      return answer.outcome;
    case 'accept':
      return String(answer.acceptable);
    case 'none':
      return 'none';
  }
}

function habitSigns(own: KindFigures, others: readonly KindFigures[]): JudgeSign[] {
  const { kind, answers, same, medianSeconds } = own;
  const seconds = median(others.map((each) => each.medianSeconds));
  const sum = (of: 'same' | 'answers') => others.reduce((total, each) => total + each[of], 0);
  const usual = sum('same') / sum('answers');
  const share = same / answers;
  const isSame = share >= usual + sameMore && atLeastOf(same, answers, usual) < sameAlpha;
  return [
    ...(isSame ? [{ sign: 'same', kind, share, others: usual } as const] : []),
    ...(medianSeconds < fastShare * seconds
      ? [{ sign: 'fast', kind, seconds: medianSeconds, others: seconds } as const]
      : []),
  ];
}

/** By judge, where the agreement of each was measured. */
export function agreementSigns(agreement: readonly KindAgreement[]): Map<string, JudgeSign[]> {
  const signs = new Map<string, JudgeSign[]>();
  for (const { kind, judges = [] } of agreement) {
    for (const each of judges) signs.set(each.judge, [...(signs.get(each.judge) ?? []), ...chanceSigns(kind, each)]);
  }
  return signs;
}

/** Pairs of one ranking depend on each other, so that p is a little too small, and the sign is seldom given without reason. */
function chanceSigns(kind: KindAgreement['kind'], { withSelf, withOthers }: JudgeAgreement): JudgeSign[] {
  const chance = kind === 'verdicts' ? 1 / 2 : 1 / 3;
  return (['self', 'others'] as const).flatMap((sign) => {
    const { agreed, compared } = sign === 'self' ? withSelf : withOthers;
    const p = atLeastOf(agreed, compared, chance);
    return compared >= fewest && p >= alpha ? [{ sign, kind, agreed, compared, p }] : [];
  });
}

/** P(X ≥ successes) of n trials that succeed with this chance: I_chance(k, n − k + 1). */
function atLeastOf(successes: number, n: number, chance: number): number {
  if (successes === 0) return 1;
  return incompleteBeta(successes, n - successes + 1, chance);
}

/** Whether the judge noticed damaged outputs, those of practice left out. */
function checksOf(record: CampaignRecord, judge: JudgeRecord): Checks {
  const originals = originalScores(record, judge);
  let seen = 0;
  let passed = 0;
  for (const { assignment, last } of inEarnest(record, judge)) {
    if (last.answer.kind !== assignment.kind) continue;
    assignment.entries.forEach((entry, place) => {
      if (entry.damaged === undefined) return;
      const noticed = isNoticed(assignment, place, last.answer, originals);
      if (noticed === undefined) return;
      seen++;
      if (noticed) passed++;
    });
  }
  return { seen, passed, p: passedBy(passed, seen - passed) };
}

/** What the judge thought of outputs as they were: the score, or what the errors cost. */
function originalScores(record: CampaignRecord, judge: JudgeRecord): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { assignment, last } of inEarnest(record, judge)) {
    if (last.answer.kind !== assignment.kind) continue;
    const [entry] = assignment.entries;
    const score = scoreOf(last.answer);
    if (!entry || entry.damaged !== undefined || score === undefined) continue;
    for (const system of entry.systems) {
      const key = scoreKey(assignment, system);
      if (!scores.has(key)) scores.set(key, score);
    }
  }
  return scores;
}

const scoreKey = ({ kind, segment }: Assignment, system: number): string => `${kind} ${segment} ${system}`;

const scoreOf = (answer: Answer): number | undefined =>
  answer.kind === 'assess' ? answer.score : answer.kind === 'mark' ? -errorCost(answer.errors) : undefined;

/** Severities of one's own have no weight: then errors are counted. */
function errorCost(errors: Extract<Answer, { kind: 'mark' }>['errors']): number {
  const weighed = errors.every(({ severity }) => /^(?:major|minor|neutral|no-error)$/i.test(severity));
  return weighed ? -scoreErrors(errors) : errors.length;
}

/**
 * Undefined where there is nothing to compare with. A coin notices in half of the cases at most: an output ranked at random among k others
 * is worse than more than half of them with a chance of ½ or less.
 */
function isNoticed(
  assignment: Assignment,
  place: number,
  answer: Answer,
  originals: ReadonlyMap<string, number>,
): boolean | undefined {
  const { entries } = assignment;
  const { systems } = entries[place]!;
  switch (answer.kind) {
    case 'rank':
    case 'pairwise': {
      const own = answer.ranks[place]!;
      const others = entries.flatMap((entry, e) =>
        entry.damaged === undefined ? [{ entry, rank: answer.ranks[e]! }] : [],
      );
      const original = others.find(({ entry }) => entry.systems.some((system) => systems.includes(system)));
      if (original) return own > original.rank;
      if (others.length === 0) return undefined;
      return 2 * others.filter(({ rank }) => own > rank).length > others.length;
    }
    case 'assess':
    case 'mark': {
      const keys = systems.map((system) => scoreKey(assignment, system));
      const original = keys.map((key) => originals.get(key)).find((score) => score !== undefined);
      if (original !== undefined) return scoreOf(answer)! < original;
      // Without the original, a mark is all that can be asked for.
      return answer.kind === 'mark' ? answer.errors.length > 0 : undefined;
    }
    case 'edit':
      return answer.outcome !== 'unchanged';
    case 'accept':
      return !answer.acceptable;
    case 'none':
      return undefined;
  }
}
