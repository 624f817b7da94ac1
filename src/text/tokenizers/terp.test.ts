import { describe, expect, it } from 'vitest';
import { cutWords } from '../words/views.ts';
import { tokenizerTerp } from './tercom.ts';

describe('tokenizerTerp', () => {
  const cut = (text: string, settings: Partial<Parameters<typeof tokenizerTerp>[0]> = {}) =>
    cutWords(tokenizerTerp({ normalized: true, punctuation: true, ...settings }))(text).join(' ');

  // The first five are lines of the sample that comes with TERp, as its output shows them.
  it.each([
    ['congress yields: us government can pump 700 billion dollars into banks', 'congress yields : us government can pump 700 billion dollars into banks'],
    ['can inject $700 billion dollars in the banks', 'can inject $ 700 billion dollars in the banks'],
    ["and george w. bush's cabinet have agreed.", "and george w . bush 's cabinet have agreed ."],
    ['in the u.s. house of representatives, which', 'in the u.s. house of representatives , which'],
    ['energy enterprise (ez) reached', 'energy enterprise ( ez ) reached'],
    // Periods and commas within words, and of words with more than one of them, stay.
    ['1,000.5 at 9 a.m., they', '1,000.5 at 9 a.m., they'],
    ['5-10 well-known', '5 - 10 well-known'],
    ['&quot;a&quot; &lt;b&gt; &amp;amp; <skipped>', '" a " < b > & amp ;'],
    ['a/b {c} [d] e@f x_y ~', 'a / b { c } [ d ] e @ f x _ y ~'],
    ["it's 's john's", "it 's 's john 's"],
    ['(etc. )', '(etc . )'],
    [' a \t\n b\u00a0c ', 'a b c'],
    ['', ''],
    ['...', '...'],
  ])('%s', (text, expected) => expect(cut(text)).toBe(expected)); // prettier-ignore

  it('drops punctuation if asked to', () => {
    expect(cut('(a, b.) c! "d" e-f', { punctuation: false })).toBe('a b c d e-f');
    expect(cut('(a, b.) c! "d" e-f', { punctuation: false, normalized: false })).toBe('a b c d e-f');
  });

  it('splits only at white space without normalization', () => {
    expect(cut('(a, b.) 5-10 &quot;', { normalized: false })).toBe('(a, b.) 5-10 &quot;');
  });
});
