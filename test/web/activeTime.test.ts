/** Active seconds, counted by hand. */
import { describe, expect, it } from 'vitest';
import { ActiveTime } from '../../web/judge/activeTime.ts';

type Step = readonly ['note' | 'leave', at: number];

describe('active time', () => {
  it.each<[string, readonly Step[], end: number, seconds: number]>([
    ['is 0 before the judge arrives', [], 100, 0],
    ['continues from the last input', [['note', 10]], 25, 15],
    ['adds up short pauses', [['note', 0], ['note', 30], ['note', 80]], 90, 90],
    ['counts a long pause as one minute', [['note', 0], ['note', 1000]], 1005, 65],
    ['counts one minute of a pause that has not ended', [['note', 0]], 1000, 60],
    ['stops while the page is hidden', [['note', 0], ['leave', 20], ['note', 500]], 510, 30],
    ['counts one minute before a late leave', [['note', 0], ['leave', 300]], 900, 60],
    ['does not run backwards with the clock', [['note', 50], ['note', 40]], 45, 5],
  ])('%s', (_, steps, end, seconds) => {
    const time = new ActiveTime();
    for (const [what, at] of steps) time[what](at);
    expect(time.seconds(end)).toBe(seconds);
  }); // prettier-ignore

  it('continues from the time counted before a reload', () => {
    const time = new ActiveTime(12.5);
    time.note(0);
    expect(time.seconds(2)).toBe(14.5);
  });
});
