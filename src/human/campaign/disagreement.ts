/** How far a judge's answers differ from those of others about the same outputs: from 0, as the others, to 1, as different as can be. */
import type { Answer, Assignment, Campaign, MarkedSpan } from './campaign.ts';
import type { CampaignRecord } from './campaignRecord.ts';
import { designOf, textAnswers } from './designOf.ts';

interface Said {
  readonly assignment: Assignment;
  readonly answer: Answer;
}

/** By assignment, of answers that somebody else also gave. Practice, and answers that nothing can be judged, are left out. */
export function disagreements(record: CampaignRecord): Map<string, number> {
  const groups = new Map<string, Said[]>();
  for (const { assignments, answers } of record.judges.values()) {
    for (const assignment of assignments) {
      const answer = answers.get(assignment.id)?.last.answer;
      if (!answer || answer.kind === 'none' || assignment.part === 'practice') continue;
      const key = `${assignment.kind} ${assignment.segment} ${assignment.edited?.editor ?? ''}`;
      const group = groups.get(key);
      if (group) group.push({ assignment, answer });
      else groups.set(key, [{ assignment, answer }]);
    }
  }
  const found = new Map<string, number>();
  for (const group of groups.values()) {
    for (const one of group) {
      const apart = group
        .filter(({ assignment }) => assignment.judge !== one.assignment.judge)
        .map((other) => distance(record.campaign, one, other))
        .filter((each) => each !== undefined);
      if (apart.length > 0) found.set(one.assignment.id, apart.reduce((sum, each) => sum + each, 0) / apart.length);
    }
  }
  return found;
}

/** Undefined if the two have no output in common, or none that they can be compared by. */
function distance(campaign: Campaign, one: Said, other: Said): number | undefined {
  const [a, b] = [one.answer, other.answer];
  const shared = sharedTexts(one.assignment, other.assignment);
  if ('ranks' in a && 'ranks' in b) {
    const apart: number[] = [];
    shared.forEach(([i, j], at) => {
      for (const [k, l] of shared.slice(0, at))
        apart.push(Math.sign(a.ranks[i]! - a.ranks[k]!) === Math.sign(b.ranks[j]! - b.ranks[l]!) ? 0 : 1);
    });
    return mean(apart);
  }
  if (a.kind === 'accept' && b.kind === 'accept') return a.acceptable === b.acceptable ? 0 : 1;
  const [said, others] = [textAnswers(a), textAnswers(b)];
  const [scale] = designOf(campaign, one.assignment.kind).scales;
  return mean(
    shared.flatMap(([i, j]) => {
      const [x, y] = [said[i], others[j]];
      const [score, second] = [x?.scores?.[0], y?.scores?.[0]];
      if (scale && score !== undefined && second !== undefined)
        return [Math.abs(score - second) / (scale.max - scale.min)];
      return x?.errors && y?.errors ? [unlike(x.errors, y.errors)] : [];
    }),
  );
}

/** Places of the same text in two assignments. */
function sharedTexts({ entries }: Assignment, other: Assignment): [number, number][] {
  const name = ({ systems, damaged }: Assignment['entries'][number]) => `${systems[0]} ${damaged ?? ''}`;
  return entries.flatMap((entry, i): [number, number][] => {
    const j = other.entries.findIndex((each) => name(each) === name(entry));
    return j < 0 ? [] : [[i, j]];
  });
}

/** One minus Dice's coefficient of the marked characters; an error without characters counts as one. */
function unlike(errors: readonly MarkedSpan[], others: readonly MarkedSpan[]): number {
  const [a, b] = [marked(errors), marked(others)];
  if (a.size + b.size === 0) return 0;
  let common = 0;
  for (const place of a) if (b.has(place)) common++;
  return 1 - (2 * common) / (a.size + b.size);
}

function marked(errors: readonly MarkedSpan[]): Set<string> {
  const places = new Set<string>();
  for (const { side, start, end, marker } of errors) {
    if (end <= start) places.add(`${side} ${marker ?? 'empty'}`);
    for (let i = start; i < end; i++) places.add(`${side} ${i}`);
  }
  return places;
}

const mean = (list: readonly number[]): number | undefined =>
  list.length === 0 ? undefined : list.reduce((sum, each) => sum + each, 0) / list.length;
