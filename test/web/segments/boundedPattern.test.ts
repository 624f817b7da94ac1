import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundedPattern, Steps, TooManySteps } from '../../../web/segments/boundedPattern.ts';

/** All matches, one after the other, as `matchAll` finds them. */
const matches = (source: string, text: string): [start: number, found: string][] =>
  Array.from(new BoundedPattern(source).all(text, new Steps()), ([start, end]) => [start, text.slice(start, end)]);
const native = (source: string, text: string): [number, string][] =>
  Array.from(text.matchAll(new RegExp(source, 'gimu')), ({ index, 0: found }) => [index, found]);

describe('a pattern', () => {
  const { pattern } = fc.letrec<{ pattern: string; part: string; one: string }>((tie) => ({
    one: fc.constantFrom('a', 'B', 'é', '😀', '.', '\\w', '\\W', '\\s', '[ab]', '[^a\\]]', '\\p{Lu}', '\\u{1f600}', '\\x61', ' ', '\\.', '[\\d-]', '\\ud83d\\ude00', '\\n'), // prettier-ignore
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('one'),
      fc.constantFrom('^', '$', '\\b', '\\B', ''),
      fc.tuple(fc.constantFrom('(', '(?:', '(?=', '(?!', '(?<=', '(?<!'), tie('pattern')).map(([open, inner]) => `${open}${inner})`), // prettier-ignore
      fc.tuple(tie('one'), fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{1,}', '{0,2}', '{1,2}?')).map(([inner, times]) => inner + times), // prettier-ignore
      fc.tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,3}', '{0,2}?')).map(([inner, times]) => `(${inner})${times}`), // prettier-ignore
    ),
    pattern: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('part'),
      fc.array(tie('part'), { maxLength: 3 }).map((parts) => parts.join('')),
      fc.tuple(tie('pattern'), tie('pattern')).map(([x, y]) => `${x}|${y}`),
    ),
  }));
  // Without pairs of surrogates: V8 finds \B and the like in the middle of one.
  const text = fc.array(fc.constantFrom('a', 'A', 'b', 'B', 'é', 'É', ' ', '.', '-', '7', '\n'), { maxLength: 9 }).map((parts) => parts.join('')); // prettier-ignore

  it('finds what the browser finds', () => {
    fc.assert(
      fc.property(pattern, text, (source, text) => {
        expect(matches(source, text)).toEqual(native(source, text));
      }),
      { numRuns: 4000 },
    );
  });

  it.each([
    ['\\b(\\w+) \\1\\b', 'the The cat sat sat on'],
    ['(?<word>\\w+)-\\k<word>', 'so-so no-on ha-ha'],
    ['(?:(a)|b)*\\1', 'abab aab'],
    ['(?=(a+))a*b\\1', 'baaabac'],
    ['(?<=the )\\w+|(?<!a )\\bcat', 'the dog, a cat, cat'],
    ['(z)((a+)?(b+)?(c))*', 'zaacbbbcac'],
    ['\\1(a)', 'aa'],
    ['.*ing\\b', 'nothing is going on\nbut singing'],
    ['a{2,}?b|[^]', 'aaab'],
    ['(?:)*x|', 'ax'],
    ['ſ|K', 'sSkK\u212a'],
    ['.', 'a😀\ud83d'],
    ['(?:😀|a)+?[^b]', '😀a😀😀b'],
    ['\\u{1f600}{2}|[😀-😂]', '😀😀😁'],
    ['\\ud83d\\ude00*', '😀😀'],
  ])('%s in %j: as in the browser', (source, text) => expect(matches(source, text)).toEqual(native(source, text)));

  it.each([
    '^(([a-zA-Z ,.])+)+!$',
    '(a|a)*!',
    '(.*)*!',
    '\\w*\\w*\\w*\\w*\\w*\\w*!',
    '(?:a?){60}a{60}!',
    '(?=(\\w+)+!)',
    '(?<=(a|aa)+!)',
  ])('%s gives up soon where it would never end', (source) => {
    const text = 'a'.repeat(3000);
    const started = performance.now();
    expect(() => new BoundedPattern(source).isIn(text, new Steps())).toThrow(TooManySteps);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('that is slow in a browser may be quick', () => {
    expect(new BoundedPattern('.*x').isIn('a'.repeat(100_000), new Steps())).toBe(false);
  });

  it('with flags of a group is refused', () =>
    expect(() => new BoundedPattern('(?i:a)')).toThrow('flags of a group are not supported here'));
});
