import { describe, expect, it } from 'vitest';
import {
  type Judgments,
  allJudgments,
  countJudgments,
  droppedText,
  judgmentsOfTasks,
  systemsByTask,
} from './judgments.ts';

describe('what was left out, with its number', () => {
  const cases: [count: number, what: string, text: string][] = [
    [2, 'answers given for practice', '2 answers given for practice'],
    [0, 'rows without a judge', '0 rows without a judge'],
    [1, 'answers given for practice', '1 answer given for practice'],
    [1, 'verdicts on edits by k, who is excluded (too fast)', '1 verdict on edits by k, who is excluded (too fast)'],
    [1, 'answers that do not fit the assignment', '1 answer that does not fit the assignment'],
    [1, 'malformed rows', '1 malformed row'],
    [1, 'error spans in damaged outputs and references', '1 error span in damaged outputs and references'],
    [1, 'segments that were skipped', '1 segment that was skipped'],
    [1, 'rows that repeat an earlier one', '1 row that repeats an earlier one'],
  ]; // prettier-ignore
  it.each(cases)('%i %s', (count, what, text) => expect(droppedText({ count, what })).toBe(text));
});

describe('judgments of several tasks', () => {
  const of = (task: string) => ({ task, segment: '1', judge: 'j', at: 0 }) as const;
  const all = {
    rankings: [{ ...of('de-en'), systems: ['a', 'b'], ranks: [1, 2] }],
    ratings: [{ ...of('de-en'), system: 'c', score: 1, item: 'output' }],
    annotations: [{ ...of('en-de'), system: 'a', errors: [] }],
    edits: [],
    verdicts: [{ ...of('fr-en'), system: 'd', acceptable: true }],
    dropped: [],
  } as unknown as Judgments;

  it('are all of them, or those of some tasks', () => {
    expect(allJudgments(all).map(({ task }) => task)).toEqual(['de-en', 'de-en', 'en-de', 'fr-en']);
    const some = judgmentsOfTasks(all, new Set(['en-de', 'fr-en']));
    expect(countJudgments(some)).toEqual({ rankings: 0, ratings: 0, annotations: 1, edits: 0, verdicts: 1 });
    expect(judgmentsOfTasks(all, new Set(), all.annotations).annotations).toEqual(all.annotations);
  });

  it('name the systems that can be ranked, which verdicts do not', () => {
    expect(systemsByTask(all)).toEqual(new Map([['de-en', ['a', 'b', 'c']], ['en-de', ['a']]])); // prettier-ignore
  });
});
