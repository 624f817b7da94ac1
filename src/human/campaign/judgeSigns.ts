/**
 * Warning signs about judges: damaged outputs not noticed, the same answer again and again, very short times, agreement no better than
 * chance. A sign is a reason to look closer, not a verdict.
 */
import { incompleteBeta, median, statisticalDefaults } from '../../stats/index.ts';
import type { JudgeAgreement } from '../agreement/judgeAgreement.ts';
import type { KindAgreement } from '../agreement/measureAgreement.ts';
import { scoreErrors } from '../ranking/outputScores.ts';
import { fewestChecks, passedBy } from '../ranking/judgeChecks.ts';
import type { Answer, Assignment, MarkedSpan, TaskKind } from './campaign.ts';
import type { CampaignRecord, JudgeRecord } from './campaignRecord.ts';
import { textAnswers } from './designOf.ts';

export type JudgeSign =
  /** Damage was noticed no more often than by chance. */
  | { readonly sign: 'checks'; readonly passed: number; readonly seen: number; readonly p: number }
  /** The most frequent answer is far more frequent than that of other judges. */
  | { readonly sign: 'same'; readonly kind: TaskKind; readonly share: number; readonly others: number }
  /** The median time of the judge, and of the other judges. */
  | { readonly sign: 'fast'; readonly kind: TaskKind; readonly seconds: number; readonly others: number }
  /** Agreement with the judge's own earlier answers, or with others, that may be chance. */
  | {
      readonly sign: 'self' | 'others';
      readonly kind: KindAgreement['kind'];
      readonly agreed: number;
      readonly compared: number;
      readonly p: number;
    };

export interface JudgeSigns {
  readonly judge: string;
  /** Damaged outputs seen, and noticed. */
  readonly checks: Checks;
  readonly kinds: readonly KindFigures[];
  readonly signs: readonly JudgeSign[];
}

interface Checks {
  readonly seen: number;
  readonly passed: number;
  /** One-sided p-value: the probability that chance notices at least as many. 1 if none was seen. */
  readonly p: number;
}

/** A judge's answers to one kind of task, without practice. */
interface KindFigures {
  readonly kind: TaskKind;
  readonly answers: number;
  /** Number of “Cannot judge” answers. */
  readonly none: number;
  /** NaN, in JSON null, without answers. */
  readonly medianSeconds: number;
  /** Frequency of the most frequent answer. */
  readonly same: number;
}

/** Minimum number of answers or pairs for a conclusion. */
const fewest = 10;
const { alpha } = statisticalDefaults;
/** A median below this share of the others' median is a sign. */
const fastShare = 1 / 3;
/** A share this much above the others' is a sign, if p is below `sameAlpha`. */
const sameMore = 0.25;
const sameAlpha = 0.001;

/** Signs of all judges, including excluded ones. `agreementSigns` finds those in their agreement. */
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

/** The last answers to known assignments, without practice. */
export const inEarnest = (record: CampaignRecord, { answers }: JudgeRecord) =>
  [...answers].flatMap(([id, { last }]) => {
    const assignment = record.assignment(id);
    return !assignment || assignment.part === 'practice' ? [] : [{ assignment, last }];
  });

/** The answer without the parts that necessarily differ between outputs. */
function saidBy(answer: Answer): string {
  switch (answer.kind) {
    case 'rank':
    case 'pairwise':
      return answer.ranks.join(' ');
    case 'assess':
      return textAnswers(answer)
        .map(({ scores = [] }) => scores.join('/'))
        .join(' ');
    case 'mark':
      return textAnswers(answer)
        .map(({ errors = [] }) => errors.length)
        .join(' ');
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

/** By judge, if the agreement of each was measured. */
export function agreementSigns(agreement: readonly KindAgreement[]): Map<string, JudgeSign[]> {
  const signs = new Map<string, JudgeSign[]>();
  for (const { kind, judges = [] } of agreement) {
    for (const each of judges) signs.set(each.judge, [...(signs.get(each.judge) ?? []), ...chanceSigns(kind, each)]);
  }
  return signs;
}

/** Pairs of one ranking depend on each other, so p is a little too small, and the sign rarely appears without reason. */
function chanceSigns(kind: KindAgreement['kind'], { withSelf, withOthers }: JudgeAgreement): JudgeSign[] {
  const chance = kind === 'verdicts' ? 1 / 2 : 1 / 3;
  return (['self', 'others'] as const).flatMap((sign) => {
    const { agreed, compared } = sign === 'self' ? withSelf : withOthers;
    const p = atLeastOf(agreed, compared, chance);
    return compared >= fewest && p >= alpha ? [{ sign, kind, agreed, compared, p }] : [];
  });
}

/** P(X ≥ successes) in n trials with this probability of success: I_chance(k, n − k + 1). */
function atLeastOf(successes: number, n: number, chance: number): number {
  if (successes === 0) return 1;
  return incompleteBeta(successes, n - successes + 1, chance);
}

/** Whether the judge noticed damaged outputs, without practice. */
export function checksOf(record: CampaignRecord, judge: JudgeRecord): Checks {
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

/** The judge's scores of undamaged outputs: the rating, or the cost of the errors. */
function originalScores(record: CampaignRecord, judge: JudgeRecord): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { assignment, last } of inEarnest(record, judge)) {
    if (last.answer.kind !== assignment.kind) continue;
    assignment.entries.forEach((entry, place) => {
      const score = scoreOf(last.answer, place);
      if (entry.damaged !== undefined || score === undefined) return;
      for (const system of entry.systems) {
        const key = scoreKey(assignment, system);
        if (!scores.has(key)) scores.set(key, score);
      }
    });
  }
  return scores;
}

const scoreKey = ({ kind, segment }: Assignment, system: number): string => `${kind} ${segment} ${system}`;

/** The rating of one of the texts, or the cost of its errors; `byScore`: the rating if there are both. */
export function scoreOf(answer: Answer, place: number, byScore = answer.kind === 'assess'): number | undefined {
  const { errors, scores } = textAnswers(answer)[place] ?? {};
  return scores && byScore ? scores[0] : errors && -errorCost(errors);
}

/** Custom severities have no weight: then errors are counted. */
function errorCost(errors: readonly MarkedSpan[]): number {
  const weighed = errors.every(({ severity }) => /^(?:major|minor|neutral|no-error)$/i.test(severity));
  return weighed ? -scoreErrors(errors) : errors.length;
}

/**
 * Undefined if there is nothing to compare with. Chance notices at most half: an output ranked at random among k others is worse than more
 * than half of them with probability ½ or less.
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
      const own = scoreOf(answer, place);
      const others = entries.flatMap(({ damaged }, e) =>
        damaged === undefined ? (scoreOf(answer, e, true) ?? []) : [],
      );
      const beside = scoreOf(answer, place, true);
      // Side by side, as in contrastive ESA: all others must be better.
      if (beside !== undefined && others.length > 0) return others.every((other) => other > beside);
      const keys = systems.map((system) => scoreKey(assignment, system));
      const original = keys.map((key) => originals.get(key)).find((score) => score !== undefined);
      if (original !== undefined && own !== undefined) return own < original;
      // Without the original, any mark counts as noticing.
      return answer.kind === 'mark' ? textAnswers(answer)[place]!.errors!.length > 0 : undefined;
    }
    case 'edit':
      return answer.outcome !== 'unchanged';
    case 'accept':
      return !answer.acceptable;
    case 'none':
      return undefined;
  }
}
