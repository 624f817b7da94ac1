import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pcg64 } from '../../stats/index.ts';
import { damage, damageOutput, isUnspaced, spanLength } from './damage.ts';
import { planCampaign } from './planCampaign.ts';
import { idMaker, makeInput, settingsOf } from './testing/makeInput.ts';

const words = (count: number, name = 'w'): string => Array.from({ length: count }, (_, i) => `${name}${i}`).join(' ');

// Lengths as in the scripts of Appraise: judging of WMT17 and later.
const lengths: [units: number, words: number][] = [
  [0, 2], [1, 2], [5, 2], [6, 3], [8, 3], [9, 4], [15, 4], [16, 5], [20, 5], [21, 6], [200, 6],
]; // prettier-ignore
it.each(lengths)('of %i words %i are replaced, of characters twice as many', (units, expected) => {
  expect(spanLength(units, false)).toBe(expected);
  expect(spanLength(units, true)).toBe(2 * expected);
});

describe('damage', () => {
  it('replaces an inner span by as many neighbouring words of another text', () =>
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 40 }), fc.integer({ min: 6, max: 40 }), fc.nat(), (count, other, seed) => {
        const text = words(count);
        const damaged = damage(text, [words(other, 'x')], new Pcg64(seed))!.split(' ');
        expect(damaged).toHaveLength(count);
        expect([damaged[0], damaged.at(-1)]).toEqual(['w0', `w${count - 1}`]);
        const changed = damaged.flatMap((word, i) => (word.startsWith('x') ? [i] : []));
        const span = spanLength(count, false);
        expect(changed).toEqual(Array.from({ length: span }, (_, i) => changed[0]! + i));
        const taken = changed.map((i) => Number(damaged[i]!.slice(1)));
        expect(taken).toEqual(Array.from({ length: span }, (_, i) => taken[0]! + i));
        damaged.forEach((word, i) => expect(word.startsWith('x') || word === `w${i}`).toBe(true));
      }),
    ));

  const short: [text: string, expected: RegExp][] = [
    ['', /^x\d x\d$/],
    ['a', /^x\d x\d$/],
    ['a b', /^a x\d x\d$/],
    ['a b c', /^a x\d x\d$/],
    ['a b c d', /^a x\d x\d d$/],
    ['  a\u00a0 b  c d ', /^ {2}a\u00a0 x\d x\d d $/],
  ];
  it.each(short)('%j is too short for an inner span, or just long enough', (text, expected) => {
    expect(damage(text, [words(9, 'x')], new Pcg64(1))).toMatch(expected);
  });

  it('by characters, with their combining marks', () => {
    const damaged = damage('東京都に住んでいる人々', ['あいうえおかきくけこ'], new Pcg64(3), { unspaced: true })!;
    expect([...damaged]).toHaveLength(11);
    expect([...damaged].filter((each) => 'あうえおかきくけこ'.includes(each)).length).toBeGreaterThanOrEqual(6);
    expect(damaged.startsWith('東') && damaged.endsWith('々')).toBe(true);
    // Thai: vowels above and tone marks belong to the character before.
    const thai = damage('ที่นี่ดีที่สุด', ['กิ่งก้านใบไม้'], new Pcg64(1), { unspaced: true })!;
    expect(thai.startsWith('ที่')).toBe(true);
    expect(thai).not.toMatch(/^\p{M}|\s/u);
  });

  it('twice as long a span for practice', () => {
    const damaged = damage(words(10), [words(30, 'x')], new Pcg64(5), { strength: 2 })!;
    expect(damaged.split(' ').filter((word) => word.startsWith('x'))).toHaveLength(8);
  });

  it('always changes something, or returns undefined', () =>
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.string(), { maxLength: 4 }),
        fc.boolean(),
        fc.nat(),
        (text, others, unspaced, seed) => {
          expect(damage(text, others, new Pcg64(seed), { unspaced })).not.toBe(text);
        },
      ),
    ));

  it('reverses the words if there is no other text', () => {
    expect(damage('a b c', [], new Pcg64(1))).toBe('c b a');
    expect(damage('a b c', ['', ' '], new Pcg64(1))).toBe('c b a');
    expect(damage('a a', ['a'], new Pcg64(1))).toBeUndefined();
    expect(damage('', [''], new Pcg64(1))).toBeUndefined();
  });
});

it.each([
  ['zh', true], ['zh-Hant', true], ['ja_JP', true], ['TH', true], ['ko', false], ['en', false], ['vi', false], ['', false],
] as const)('%s is written without spaces: %s', (tag, expected) => expect(isUnspaced(tag)).toBe(expected)); // prettier-ignore

it('the result is never the output of a system', () => {
  const settings = settingsOf({ judges: 1, perJudge: 2, repeats: 0, pool: 0, checks: 0 });
  const { campaign } = planCampaign(makeInput({ systems: 2, segments: 2, kinds: ['rank'] }), settings, idMaker());
  const damaged = (outputs: string[][]) =>
    damageOutput({ ...campaign, outputs }, 0, { systems: [0] }, Int32Array.of(0, 1), new Pcg64(1));
  // Any span of the other segment turns the first output into the second.
  expect(damaged([['a b c d', 'x x'], ['a x x d', 'x x']])).toBeUndefined(); // prettier-ignore
  expect(damaged([['a b c d', 'x x'], ['a b', 'x x']])).toEqual({ systems: [0], damaged: 'a x x d' }); // prettier-ignore
});
