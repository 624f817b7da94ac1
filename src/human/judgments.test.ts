import { describe, expect, it } from 'vitest';
import { droppedText } from './judgments.ts';

describe('what was left out, with its number', () => {
  const cases: [count: number, what: string, text: string][] = [
    [2, 'answers given for practice', '2 answers given for practice'],
    [0, 'rows without a judge', '0 rows without a judge'],
    [1, 'answers given for practice', '1 answer given for practice'],
    [1, 'verdicts on what k edited, who is excluded (too fast)', '1 verdict on what k edited, who is excluded (too fast)'],
    [1, 'answers that do not fit what was asked', '1 answer that does not fit what was asked'],
    [1, 'malformed rows', '1 malformed row'],
    [1, 'error spans in damaged outputs and references', '1 error span in damaged outputs and references'],
    [1, 'segments that were skipped', '1 segment that was skipped'],
    [1, 'rows that repeat an earlier one', '1 row that repeats an earlier one'],
  ]; // prettier-ignore
  it.each(cases)('%i %s', (count, what, text) => expect(droppedText({ count, what })).toBe(text));
});
