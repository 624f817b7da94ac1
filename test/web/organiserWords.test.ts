/** Numbers and times of the organiser's page. */
import { expect, it } from 'vitest';
import { agoText, numberText, percentText, secondsText } from '../../web/organiser/words.ts';

/** As parsed from JSON. */
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
  [percentText(199, 200), '99 %'], // 100 % only when everything is done
  [percentText(200, 200), '100 %'],
])('%s is %s', (text, expected) => expect(text).toBe(expected));

it.each([
  ['2026-03-01T12:00:30.000Z', 'just now'],
  ['2026-03-01T11:59:59.000Z', '1 min ago'],
  ['2026-03-01T11:01:01.000Z', '59 min ago'],
  ['2026-03-01T11:00:00.000Z', '1 h ago'],
  ['2026-02-27T12:02:00.000Z', '47 h ago'],
  ['2026-02-27T12:00:00.000Z', '2 days ago'],
  ['2026-03-01T12:05:00.000Z', 'just now'], // clocks of several servers may differ a little
])('%s is %s', (then, expected) => expect(agoText(then, '2026-03-01T12:01:00.000Z')).toBe(expected));
