import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Tokenizer, cutSpaces, tercom, tokenizerNamed } from '../text/index.ts';
import { nastyText, tokensOf } from '../text/testing/texts.ts';
import { WordPlacer } from './placedWords.ts';

const named = (name: 'none' | '13a' | 'intl' | 'char' | 'zh') => tokenizerNamed(name, '', new Map());

/** Words as they stand in the text. */
function slices(tokenizer: Tokenizer, text: string, lowercase = false): string[] {
  const { starts, ends } = new WordPlacer({ tokenizer, lowercase }).read(text);
  return Array.from(starts, (start, k) => text.slice(start, ends[k]));
}

/** Rewrites as SentencePiece does: each word in pieces, the space before it as a mark of its own. */
const pieces: Tokenizer = {
  name: 'pieces',
  rewrite: (text) =>
    text.normalize('NFKC').trim().split(/\s+/u).filter(Boolean).map((word) => `\u2581${word.slice(0, 2)} ${word.slice(2)}`).join(' '), // prettier-ignore
  cut: cutSpaces,
};

/** Rewrites as MeCab does: words are found, spaces put between. */
const pairsOfLetters: Tokenizer = {
  name: 'pairs',
  rewrite: (text) => [...text.replace(/\s+/gu, '')].join('').replace(/(..)/gu, '$1 ').trim(),
  cut: cutSpaces,
};

const all = [
  ...(['none', '13a', 'intl', 'char', 'zh'] as const).map(named),
  tercom({ normalized: true, punctuation: true, asian: true }),
  tercom({ normalized: true, punctuation: false, asian: true }),
  pieces,
  pairsOfLetters,
];

describe('WordPlacer', () => {
  it.each(
    all.flatMap((tokenizer) => [false, true].map((lowercase) => ({ name: tokenizer.name, tokenizer, lowercase }))),
  )('places the words of $name in order, lower case $lowercase', ({ tokenizer, lowercase }) => {
    fc.assert(
      fc.property(nastyText(), fc.constantFrom('', 'İ', 'ΑΣ', 'ﬁ'), (start, end) => {
        const text = start + end;
        const { ids, starts, ends } = new WordPlacer({ tokenizer, lowercase }).read(text);
        const tokens = tokensOf(tokenizer, lowercase ? text.toLowerCase() : text);
        expect([ids.length, starts.length, ends.length]).toEqual([tokens.length, tokens.length, tokens.length]);
        let before = 0;
        ids.forEach((id, k) => {
          expect(starts[k]).toBeGreaterThanOrEqual(before);
          expect(ends[k]).toBeGreaterThanOrEqual(starts[k]!);
          before = ends[k]!;
          expect(id).toBe(ids[tokens.indexOf(tokens[k]!)]);
        });
        expect(before).toBeLessThanOrEqual(text.length);
      }),
      { seed: 20301, numRuns: 300 },
    );
  });

  it.each(['none', 'intl', 'char', 'zh'] as const)('gives the words of %s letter for letter', (name) => {
    // A sigma is written otherwise at the end of a word, and words end elsewhere when taken alone.
    const folded = (word: string) => word.toLowerCase().replaceAll('ς', 'σ');
    fc.assert(
      fc.property(nastyText(), fc.boolean(), (text, lowercase) => {
        const found = slices(named(name), text, lowercase);
        const tokens = tokensOf(named(name), lowercase ? text.toLowerCase() : text);
        expect(lowercase ? found.map(folded) : found).toEqual(lowercase ? tokens.map(folded) : tokens);
      }),
      { seed: 20302, numRuns: 500 },
    );
  });

  it.each<[string, Tokenizer, string, string[]]>([
    ['plain text', named('13a'), 'On 3.5 days, he ran.', ['On', '3.5', 'days', ',', 'he', 'ran', '.']],
    ['entities', named('13a'), 'Kern &amp; Sohn &quot;a&quot; &lt;b', ['Kern', '&amp;', 'Sohn', '&quot;', 'a', '&quot;', '&lt;', 'b']],
    ['an entity in an entity', named('13a'), 'x &amp;lt; y', ['x', '&amp;lt;', 'y']],
    ['an ampersand that is none', named('13a'), 'a & amp', ['a', '&', 'amp']],
    ['an entity at the end', named('13a'), 'Kern &amp;', ['Kern', '&amp;']],
    ['skipped text', named('13a'), 'a <skipped> b', ['a', 'b']],
    ['a word over two lines', named('13a'), 'trans-\nlated &gt; text', ['trans-\nlated', '&gt;', 'text']],
    ['dropped marks', tercom({ normalized: false, punctuation: false, asian: false }), 'a, (b) c.', ['a', 'b', 'c']],
    ['marks set apart', tercom({ normalized: true, punctuation: true, asian: true }), '他說「好」。', [...'他說「好」。']],
    ['pieces', pieces, 'Hello  wide world', ['He', 'llo', 'wi', 'de', 'wo', 'rld']],
    ['pieces of letters that are written otherwise', pieces, 'ﬁne Ｗｏｒｄ', ['ﬁ', 'ne', 'Ｗｏ', 'ｒｄ']],
    ['words without spaces', pairsOfLetters, '機械 翻訳機', ['機械', '翻訳', '機']],
    ['combining marks', named('13a'), 'cafe\u0301 &amp; e\u0301', ['cafe\u0301', '&amp;', 'e\u0301']],
  ])('finds %s', (_, tokenizer, text, expected) => {
    expect(slices(tokenizer, text)).toEqual(expected);
  }); // prettier-ignore

  it('finds words that get longer in lower case', () => {
    expect(slices(named('none'), 'İİ aİ b', true)).toEqual(['İİ', 'aİ', 'b']);
    expect(slices(named('13a'), 'İ &amp; İ.', true)).toEqual(['İ', '&amp;', 'İ', '.']);
  });

  it('is done with long lines that share nothing with what they are rewritten to', () => {
    const stranger: Tokenizer = { name: 'stranger', rewrite: (text) => text.replace(/./gu, 'x '), cut: cutSpaces };
    const { starts, ends } = new WordPlacer({ tokenizer: stranger, lowercase: false }).read('y'.repeat(100_000));
    expect(starts).toHaveLength(100_000);
    expect([starts[7], ends[7], ends.at(-1)]).toEqual([7, 8, 100_000]);
  });

  it('knows words of other texts of the segment until it forgets them', () => {
    const placer = new WordPlacer({ tokenizer: named('13a'), lowercase: true });
    expect([...placer.read('A b').ids, ...placer.read('B a c').ids]).toEqual([0, 1, 1, 0, 2]);
    placer.forget();
    expect([...placer.read('c').ids]).toEqual([0]);
  });
});
