/** Numbers and times of the organiser's page, and the ticks of its charts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticksOver } from '../../web/organiser/ticks.ts';
import { agoText, numberText, percentText, secondsText } from '../../web/organiser/words.ts';

/** As it comes out of JSON. */
const none = null as unknown as number;

it.each([
  [numberText(2.345), '2'],
  [numberText(2.345, 2), '2.35'],
  [numberText(none), '–'],
  [numberText(NaN), '–'],
  [secondsText(3.21), '3.2 s'],
  [secondsText(42.4), '42 s'],
  [secondsText(150), '2.5 min'],
  [secondsText(none), '–'],
  [percentText(0, 0), '–'],
  [percentText(199, 200), '99 %'], // 100 % only when all is done
  [percentText(200, 200), '100 %'],
])('%s is %s', (text, expected) => expect(text).toBe(expected));

it.each([
  ['2026-03-01T12:00:30.000Z', 'just now'],
  ['2026-03-01T11:59:59.000Z', '1 min ago'],
  ['2026-03-01T11:01:01.000Z', '59 min ago'],
  ['2026-03-01T11:00:00.000Z', '1 h ago'],
  ['2026-02-27T12:02:00.000Z', '47 h ago'],
  ['2026-02-27T12:00:00.000Z', '2 days ago'],
  ['2026-03-01T12:05:00.000Z', 'just now'], // servers side by side may differ a little
])('%s is %s', (then, expected) => expect(agoText(then, '2026-03-01T12:01:00.000Z')).toBe(expected));

describe('ticksOver', () => {
  it.each([
    [0, 0.48, 5, 0.01, [0, 0.1, 0.2, 0.3, 0.4, 0.5]],
    [-0.1, 1, 5, 0.01, [-0.5, 0, 0.5, 1]],
    [0, 19, 6, 1, [0, 5, 10, 15, 20]],
    [0, 1, 6, 1, [0, 1]],
    [0, 0, 5, 0.01, [0, 0.01]],
    [0, 0.30000000000000004, 3, 0.01, [0, 0.1, 0.2, 0.3]],
  ])('from %j to %j, at most %j of %j or more', (low, high, most, least, ticks) =>
    expect(ticksOver(low, high, most, least)).toEqual(ticks),
  );

  it('hold the range in even steps, not too many', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -300, max: 300 }),
        fc.nat(900),
        fc.integer({ min: 2, max: 8 }),
        (low, span, most) => {
          const ticks = ticksOver(low / 100, (low + span) / 100, most, 0.01);
          expect(ticks[0]).toBeLessThanOrEqual(low / 100);
          expect(ticks.at(-1)).toBeGreaterThanOrEqual((low + span) / 100);
          expect(ticks.length).toBeLessThanOrEqual(most + 3);
          const step = ticks[1]! - ticks[0]!;
          for (const [i, tick] of ticks.entries()) expect(tick).toBeCloseTo(ticks[0]! + i * step, 6);
        },
      ),
    );
  });
});
