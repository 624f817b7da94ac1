/** The answers of a campaign that count as judgments, and what of the others was left out, and why. */
import { type Dropped, LeftOut } from '../judgments.ts';
import type { Answer, Assignment, Campaign } from './campaign.ts';
import type { CampaignRecord, GivenAnswer, JudgeRecord } from './campaignRecord.ts';

export interface CollectOptions {
  /** Which answer counts where a judge corrected one: the last one unless told otherwise. */
  readonly answers?: 'last' | 'first';
}

export interface CountedAnswer {
  readonly assignment: Assignment;
  readonly given: GivenAnswer;
}

export interface CountedAnswers {
  /** In the order in which they were first given: a correction does not move them. */
  readonly counted: readonly CountedAnswer[];
  readonly dropped: readonly Dropped[];
}

export function countedAnswers(record: CampaignRecord, { answers = 'last' }: CollectOptions = {}): CountedAnswers {
  const counted: (CountedAnswer & { readonly since: number })[] = [];
  const against: { readonly reason: string; readonly since: number }[] = [];
  for (const judge of record.judges.values()) {
    for (const [id, { first, [answers]: given }] of judge.answers) {
      const assignment = record.assignment(id);
      const reason = reasonAgainst(record, judge, assignment, given.answer);
      const since = first.seq;
      if (reason === undefined) counted.push({ assignment: assignment!, given, since });
      else against.push({ reason, since });
    }
  }
  // In the order of the journal.
  counted.sort((a, b) => a.since - b.since);
  const left = new LeftOut();
  for (const { reason, since } of against.sort((a, b) => a.since - b.since)) left.add(reason, placeOf(since));
  return { counted, dropped: left.list() };
}

export const placeOf = (seq: number): string => `entry ${seq} of the journal`;

/** Why an answer does not count, as it goes on after a number; undefined if it does. */
function reasonAgainst(
  record: CampaignRecord,
  judge: JudgeRecord,
  assignment: Assignment | undefined,
  answer: Answer,
): string | undefined {
  if (assignment?.part === 'practice') return 'answers given for practice';
  if (judge.excluded !== undefined) return `answers of ${judge.id}, who is excluded (${judge.excluded})`;
  if (answer.kind === 'none') return 'answers that the judge cannot say';
  if (!assignment || !fits(record.campaign, assignment, answer)) return 'answers that do not fit what was asked';
  const editor = assignment.edited && record.judges.get(assignment.edited.editor);
  if (editor?.excluded !== undefined) {
    return `verdicts on what ${editor.id} edited, who is excluded (${editor.excluded})`;
  }
  return undefined;
}

/** Servers check answers before they store them; a journal that was put together elsewhere may hold anything. */
function fits({ segments, systems }: Campaign, assignment: Assignment, answer: Answer): boolean {
  const { kind, segment, entries, edited } = assignment;
  if (answer.kind !== kind || segments[segment] === undefined || entries.length === 0) return false;
  if (!entries.every((entry) => entry.systems.every((system) => systems[system] !== undefined))) return false;
  switch (answer.kind) {
    case 'rank':
    case 'pairwise':
      return answer.ranks.length === entries.length && answer.ranks.every((rank) => Number.isInteger(rank) && rank > 0);
    case 'assess':
      return Number.isFinite(answer.score);
    case 'accept':
      return edited !== undefined;
    case 'mark':
    case 'edit':
      return true;
  }
}
