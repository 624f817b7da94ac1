import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tokens } from '../../../core/index.ts';
import { FlexibleGaps } from './flexibleGaps.ts';
import { ItemMatches } from './itemMatches.ts';
import { ClippedMatches, NumberedTexts } from './numberedTexts.ts';
import { type Matching, matchings } from './options.ts';
import { ItemLayout, type ItemSettings } from './rowLayout.ts';
import { SkipMatches } from './skipMatches.ts';
import { EqualWeights } from './weights.ts';

const seed = 20278;
const gap = 3;

const tokens = (ids: readonly number[]): Tokens => ({
  ids: Int32Array.from([7, ...ids, 7]),
  start: 1,
  end: ids.length + 1,
});

/** All items of n words, as strings. */
function itemsOf(words: readonly number[], kind: Matching, n: number): string[] {
  const places = (from: number, left: number): number[][] =>
    left === 0 ? [[]] : words.flatMap((_, i) => (i >= from ? places(i + 1, left - 1).map((rest) => [i, ...rest]) : []));
  return places(0, n).flatMap((chosen) => {
    const steps = chosen.slice(1).map((place, k) => place - chosen[k]! - 1);
    const gaps = steps.flatMap((step, k) => (step > 0 ? [k] : []));
    const isOne = {
      ngram: gaps.length === 0,
      fixed: steps.every((step) => step === 1),
      flexible: gaps.length === 1,
      skip: steps.every((step) => step <= gap),
    }[kind];
    return isOne ? [`${kind === 'flexible' ? gaps[0]! : ''}:${chosen.map((place) => words[place]).join(' ')}`] : [];
  });
}

const count = (list: readonly string[], item: string): number => list.filter((each) => each === item).length;

function plainMatches(
  hypothesis: readonly number[],
  references: readonly (readonly number[])[],
  kind: Matching,
  n: number,
) {
  const items = itemsOf(hypothesis, kind, n);
  const lists = references.map((reference) => itemsOf(reference, kind, n));
  return [...new Set(items)].reduce(
    (sum, item) => sum + Math.min(count(items, item), Math.max(...lists.map((list) => count(list, item)))),
    0,
  );
}

describe('matches and totals', () => {
  const order = 4;
  const settings: ItemSettings = { order, longest: order, matching: matchings, gap };
  const layout = new ItemLayout(settings);
  const texts = new NumberedTexts(order, true);
  const weights = new EqualWeights(settings, layout);
  const kernels: Record<Matching, (matches: Float64Array) => void> = {
    ngram: (matches) => ngrams.match(texts, weights.ngram, 1, order, matches, 0),
    fixed: (matches) => fixed.match(texts, weights.words, 2, order, matches, 0),
    flexible: (matches) => flexible.match(texts, weights.words, weights.isEqual, matches, 0),
    skip: (matches) => skips.match(texts, weights.words, matches, 0),
  };
  const ngrams = new ClippedMatches(false);
  const fixed = new ClippedMatches(true);
  const flexible = new FlexibleGaps(order);
  const skips = new SkipMatches(order, gap);

  it.each(matchings)('of kind %s are those of all items written out', (kind) => {
    const word = fc.nat({ max: 5 });
    const text = fc.oneof(fc.array(word, { maxLength: 10 }), fc.uniqueArray(fc.nat({ max: 200 }), { maxLength: 10 }));
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 1, maxLength: 3 }), (hypothesis, references) => {
        texts.setReferences(references.map(tokens));
        // Twice, because nothing of the first may be left.
        for (const each of [references[0]!, hypothesis]) {
          texts.setHypothesis(tokens(each));
          weights.setTexts(texts);
          const matches = new Float64Array(order + 1);
          kernels[kind](matches);
          const totals = new Float64Array(layout.width);
          weights.total(each.length, undefined, totals, 0);
          for (let n = kind === 'ngram' ? 1 : 2; n <= order; n++) {
            expect(matches[n]).toBe(plainMatches(each, references, kind, n));
            expect(totals[layout.at(kind, n)]).toBe(itemsOf(each, kind, n).length);
          }
        }
      }),
      { seed, numRuns: 150 },
    );
  });

  it('of flexible gaps, with more parts than bits in an integer', () => {
    const hypothesis = Array.from({ length: 150 }, (_, i) => (i * 37) % 101);
    const references = [
      Array.from({ length: 140 }, (_, i) => (i * 41) % 103),
      Array.from({ length: 150 }, (_, i) => (i * 37 + (i > 70 ? 5 : 0)) % 101),
    ];
    texts.setReferences(references.map(tokens));
    texts.setHypothesis(tokens(hypothesis));
    weights.setTexts(texts);
    const matches = new Float64Array(order + 1);
    flexible.match(texts, weights.words, true, matches, 0);
    const oneByOne = new Float64Array(order + 1);
    flexible.match(texts, weights.words, false, oneByOne, 0);
    const pairs = (words: readonly number[]) => {
      const counts = new Map<string, number>();
      words.forEach((one, i) =>
        words.slice(i + 2).forEach((other) => counts.set(`${one} ${other}`, (counts.get(`${one} ${other}`) ?? 0) + 1)),
      );
      return counts;
    };
    const inReferences = references.map(pairs);
    const expected = [...pairs(hypothesis)].reduce(
      (sum, [pair, times]) => sum + Math.min(times, Math.max(...inReferences.map((counts) => counts.get(pair) ?? 0))),
      0,
    );
    expect(matches[2]).toBe(expected);
    expect([...oneByOne]).toEqual([...matches]);
  });
});

describe('matches from pairs of equal words', () => {
  const order = 4;
  const settings: ItemSettings = { order, longest: order, matching: matchings, gap };
  const layout = new ItemLayout(settings);
  const weights = new EqualWeights(settings, layout);
  const all = new ItemMatches(settings, layout); // shared, to check that nothing is left from text to text

  const check = (hypothesis: readonly number[], references: readonly (readonly number[])[]) => {
    all.setReferences(references.map(tokens));
    all.setHypothesis(tokens(hypothesis));
    const found = new Float64Array(layout.width);
    all.match(weights, undefined, found, 0);
    for (const kind of matchings) {
      for (let n = kind === 'ngram' ? 1 : 2; n <= order; n++) {
        expect([kind, n, found[layout.at(kind, n)]]).toEqual([kind, n, plainMatches(hypothesis, references, kind, n)]);
      }
    }
  };

  it('are those of all items written out, no matter how often words repeat', () => {
    const text = fc.constantFrom(1, 2, 4, 8, 16).chain((most) => fc.array(fc.nat({ max: most }), { maxLength: 12 }));
    fc.assert(fc.property(text, fc.array(text, { minLength: 1, maxLength: 3 }), check), { seed, numRuns: 400 });
  });

  it('with more words than bits in an integer', () => {
    const long = Array.from({ length: 36 }, (_, i) => (i * i) % 41);
    check(long, [[...long.slice(30), ...long.slice(0, 30)], long.slice(10)]);
  });

  it('with more repeated parts than one table takes', () => {
    const words = Array.from({ length: 700 }, (_, i) => (i * i + (i >> 4)) % 331);
    const references = [[...words.slice(300), ...words.slice(0, 290)], words.toReversed()];
    const settings: ItemSettings = { order, longest: order, matching: ['ngram', 'flexible'], gap };
    const layout = new ItemLayout(settings);
    const matches = new ItemMatches(settings, layout);
    matches.setReferences(references.map(tokens));
    matches.setHypothesis(tokens(words));
    expect(matches.arePaired).toBe(true);
    const found = new Float64Array(layout.width);
    matches.match(new EqualWeights(settings, layout), undefined, found, 0);
    const texts = new NumberedTexts(order, false);
    const numbered = new Float64Array(order + 1);
    const weights = new EqualWeights(settings, layout);
    texts.setReferences(references.map(tokens));
    texts.setHypothesis(tokens(words));
    weights.setTexts(texts);
    new FlexibleGaps(order).match(texts, weights.words, true, numbered, 0);
    for (let n = 2; n <= order; n++) expect([n, found[layout.at('flexible', n)]]).toEqual([n, numbered[n]]);
  });

  it('or from numbered n-grams, if there are too many pairs', () => {
    const long = new Array<number>(150).fill(3);
    all.setReferences([tokens(long)]);
    all.setHypothesis(tokens([...long, 4]));
    expect(all.arePaired).toBe(false);
    const found = new Float64Array(layout.width);
    all.match(weights, undefined, found, 0);
    expect(found[layout.at('flexible', 2)]).toBe((149 * 148) / 2);
  });
});

describe('skip n-grams without a gap', () => {
  it('are n-grams', () => {
    const texts = new NumberedTexts(4, false);
    const skips = new SkipMatches(4, 0);
    const ngrams = new ClippedMatches(false);
    const settings: ItemSettings = { order: 4, longest: 4, matching: ['ngram', 'skip'], gap: 0 };
    const weights = new EqualWeights(settings, new ItemLayout(settings));
    const text = fc.array(fc.nat({ max: 4 }), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (hypothesis, reference) => {
        texts.setReferences([tokens(reference)]);
        texts.setHypothesis(tokens(hypothesis));
        weights.setTexts(texts);
        const [found, expected] = [new Float64Array(5), new Float64Array(5)];
        skips.match(texts, weights.words, found, 0);
        ngrams.match(texts, weights.ngram, 2, 4, expected, 0);
        expect([...found]).toEqual([...expected]);
      }),
      { seed, numRuns: 200 },
    );
  });
});
