import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nastyText, pythonSplit } from '../testing/texts.ts';
import { tokenizerEuroparl } from '../tokenizers/europarl.ts';
import { CorpusCounter, type CorpusSettings } from './corpusCounter.ts';
import { DistinctCounter } from './distinctCounter.ts';
import { OverlapSearch, SoughtLines } from './overlapSearch.ts';
import { scriptNames } from './letters.ts';

const plain: CorpusSettings = { lowercase: false, overlong: 5 };
const bytesOf = (lines: readonly string[]): Uint8Array => Buffer.from(lines.map((line) => `${line}\n`).join(''));

function count(lines: readonly string[], settings = plain) {
  const counter = new CorpusCounter(settings, isUtf8);
  counter.add(bytesOf(lines));
  return counter.statistics();
}

const lowerCase = (text: string): string =>
  Array.from(text, (each) => ([...each.toLowerCase()].length === 1 ? each.toLowerCase() : each)).join('');

/** One line has no line break, and UTF-8 has no lone surrogates. */
const lines = fc.array(
  nastyText().map((text) => text.replace(/\n/g, ' ').replace(/\p{Surrogate}/gu, '')),
  { maxLength: 12 },
);

describe('counts of a corpus', () => {
  it.each([false, true])('are those of a plain count, in lower case: %s', (lowercase) => {
    fc.assert(
      fc.property(lines, (texts) => {
        const words = texts.map((text) => pythonSplit(text));
        const filled = words.filter((each) => each.length > 0);
        const shown = (each: string): string => (lowercase ? lowerCase(each) : each);
        const found = count(texts, { ...plain, lowercase });
        expect(found).toMatchObject({
          lines: texts.length,
          words: words.flat().length,
          distinctWords: new Set(words.flat().map(shown)).size,
          characters: texts.reduce((sum, text) => sum + [...text].length, 0),
          duplicates: filled.length - new Set(filled.map((each) => shown(each.join(' ')))).size,
          estimated: [],
          malformed: { count: 0, first: [] },
        });
        expect(found.empty.count).toBe(words.length - filled.length);
        expect(found.overlong.count).toBe(words.filter((each) => each.length > 5).length);
        expect(found.lengths.longest).toBe(Math.max(0, ...words.map((each) => each.length)));
        const sorted = filled.map((each) => each.length).sort((a, b) => a - b);
        expect(found.lengths.median).toBe(sorted[Math.ceil(sorted.length / 2) - 1] ?? 0);
        const letters = new Map(found.scripts.map(({ script, letters: some }) => [script, some]));
        for (const script of scriptNames.filter((each) => each !== 'Kana' && each !== 'Other')) {
          const own = [...texts.join('')].filter((each) => new RegExp(`^(?=\\p{L})\\p{Script=${script}}$`, 'u').test(each)); // prettier-ignore
          expect(letters.get(script) ?? 0).toBe(own.length);
        }
      }),
    );
  });

  it('name lines that are empty, too long or not UTF-8', () => {
    const counter = new CorpusCounter(plain, isUtf8);
    counter.add(bytesOf(['one', '  ', 'a b c d e f']));
    counter.add(Buffer.from([0x61, 0xff, 0x0a, 0xc3, 0x0a, 0xe2, 0x82, 0x0a, 0x62, 0x0a]));
    expect(counter.statistics()).toMatchObject({
      lines: 7,
      words: 11,
      empty: { count: 1, first: [2] },
      overlong: { count: 1, first: [3] },
      malformed: { count: 3, first: [4, 5, 6] },
    });
  });

  it('give the script of most letters of a line', () => {
    const { scripts } = count(['abc где', 'где это', 'かな漢字', '123']);
    expect(scripts).toEqual([
      { script: 'Cyrillic', letters: 9, lines: 1 },
      { script: 'Latin', letters: 3, lines: 1 },
      { script: 'Han', letters: 2, lines: 1 },
      { script: 'Kana', letters: 2, lines: 0 },
    ]);
  });

  it('use the words of a tokenizer, in lower case after it', () => {
    const settings = { lowercase: true, overlong: 100, tokenizer: tokenizerEuroparl('en') };
    expect(count(['Mr. Smith saw U.S. dogs.', 'Dogs, dogs.'], settings)).toMatchObject({ words: 10, distinctWords: 7 });
  });
});

describe('DistinctCounter', () => {
  /** A hash of an item: SplitMix64's mixer on two halves. */
  const half = (item: number, salt: number): number => {
    let mixed = Math.imul(item ^ salt, 0x9e3779b1);
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return mixed ^ (mixed >>> 16);
  };

  it.each([
    [1 << 22, 50_000, 0],
    [1 << 12, 50_000, 0.1], // keeps 2,048 to 4,096: the standard error is about 2 %, and 0.1 is 5 of them
  ])('with room for %i of %i items is off by at most %d', (most, items, tolerance) => {
    const counter = new DistinctCounter(most);
    for (let i = 0; i < items; i++) for (let again = 0; again <= i % 3; again++) counter.add(half(i, 1), half(i, 7919));
    expect(counter.isExact).toBe(tolerance === 0);
    expect(Math.abs(counter.distinct / items - 1)).toBeLessThanOrEqual(tolerance);
    const repeats = Array.from({ length: items }, (_, i) => i % 3).reduce((sum, each) => sum + each, 0);
    expect(Math.abs(counter.repeats / repeats - 1)).toBeLessThanOrEqual(tolerance);
  });
});

/** Words as they are compared. */
const folded = (text: string): string[] =>
  lowerCase(text)
    .split(/[\p{P}\p{S}\s\p{Cc}]+/u)
    .filter((word) => word !== '');

/** For each line of the small side: exact matches, and the first line that shares the most words in runs of n. */
function plainSearch(small: readonly string[], large: readonly string[], n: number) {
  const runs = (words: readonly string[]) => words.slice(n - 1).map((_, i) => words.slice(i, i + n).join(' '));
  return small.flatMap((text, line) => {
    const words = folded(text);
    const same = large.filter((each) => words.length > 0 && folded(each).join(' ') === words.join(' '));
    let [best, foundLine] = [0, 0];
    for (const [l, each] of large.entries()) {
      const there = new Set(runs(folded(each)));
      const covered = new Set(runs(words).flatMap((run, i) => (there.has(run) ? Array.from({ length: n }, (_, w) => i + w) : []))); // prettier-ignore
      if (covered.size > best) [best, foundLine] = [covered.size, l + 1];
    }
    if (same.length > 0) [best, foundLine] = [words.length, large.indexOf(same[0]!) + 1];
    return best === 0 ? [] : [{ line: line + 1, words: words.length, foundLine, shared: best, exact: same.length }];
  });
}

describe('OverlapSearch', () => {
  const few = fc.array(
    fc
      .array(fc.constantFrom('a', 'B', 'c', 'ä', 'Ä', '.', '-', 'd,e', '1'), { maxLength: 9 })
      .map((words) => words.join(' ')),
    { maxLength: 8 },
  );

  it('finds the pairs of a plain search', () => {
    fc.assert(
      fc.property(few, few, fc.integer({ min: 2, max: 4 }), (small, large, n) => {
        const sought = new SoughtLines(n);
        sought.add(bytesOf(small));
        const search = new OverlapSearch(sought);
        // In two parts: what is kept between them must not matter.
        search.add(bytesOf(large.slice(0, 3)));
        search.add(bytesOf(large.slice(3)));
        const { found, lines: all } = search.overlap();
        expect(all).toBe(small.length);
        const inOrder = found
          .map(({ line, words, foundLine, shared, exact }) => ({ line, words, foundLine, shared, exact }))
          .sort((a, b) => a.line - b.line);
        expect(inOrder).toEqual(plainSearch(small, large, n));
        for (const { line, foundLine, text, foundText } of found) {
          expect([text, foundText]).toEqual([small[line - 1], large[foundLine - 1]]);
        }
      }),
    );
  });

  it('takes characters of scripts without spaces as words', () => {
    const sought = new SoughtLines(4);
    sought.add(bytesOf(['今天天气很好。', '天气']));
    const search = new OverlapSearch(sought);
    search.add(bytesOf(['他说今天天气不好', '天 气！']));
    const { found, coveredWords } = search.overlap();
    expect(found.map(({ line, foundLine, shared, exact }) => [line, foundLine, shared, exact])).toEqual([
      [2, 2, 2, 1],
      [1, 1, 4, 0],
    ]);
    expect(coveredWords).toBe(6);
  });
});
