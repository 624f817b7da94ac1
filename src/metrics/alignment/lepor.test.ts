import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scorer } from '../testing/cases.ts';
import { segments, wordsOf } from '../testing/rates.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';
import hlepor from './hlepor.ts';
import lepor from './lepor.ts';

const none = { tokenizer: 'none' } as const;
const scores = { lepor: scorer(lepor), hlepor: scorer(hlepor) };

type Words = readonly string[];
type Choose = (candidates: readonly number[], i: number, sharesNeighbour: (j: number) => boolean) => number;

const nearest = (candidates: readonly number[], i: number): number =>
  candidates.reduce((best, j, k) => (Math.abs(i - j) < Math.abs(i - candidates[best]!) ? k : best), 0);

/** An index into the candidates: the nearest in context, or the nearest of all. */
const asDefined: Choose = (candidates, i, sharesNeighbour) => {
  const inContext = candidates.filter(sharesNeighbour);
  if (inContext.length === 0) return nearest(candidates, i);
  return candidates.indexOf(inContext[nearest(inContext, i)]!);
};

/** hLepor 0.0.4 uses the index into those in context as one into all candidates. */
const asPackage: Choose = (candidates, i, sharesNeighbour) => {
  const inContext = candidates.filter(sharesNeighbour);
  return nearest(inContext.length === 0 ? candidates : inContext, i);
};

/** LP, NPP and HPR with weights 9 and 1, written plainly. */
function plainFactors(own: Words, theirs: Words, window: number, compat: 'none' | 'hlepor'): [number, number, number] {
  if (own.length === 0) return [0, 0, 0];
  // Python counts a negative place from the end.
  const around = (words: Words, at: number): Words => {
    const first = at - window;
    const start = first >= 0 ? first : compat === 'none' ? 0 : Math.max(0, words.length + first);
    return [...words.slice(start, Math.max(start, at)), ...words.slice(at + 1, at + 1 + window)];
  };
  const choose = compat === 'none' ? asDefined : asPackage;
  const free = theirs.map(() => true);
  let [difference, matches] = [0, 0];
  own.forEach((word, i) => {
    const candidates = [...theirs.keys()].filter((j) => free[j] && theirs[j] === word);
    if (candidates.length === 0) return;
    const shares = (j: number) => around(own, i).some((each) => around(theirs, j).includes(each));
    const j = own.join(' ') === theirs.join(' ') ? i : candidates[choose(candidates, i, shares)]!;
    free[j] = false;
    matches++;
    difference += Math.abs((i + 1) / own.length - (j + 1) / theirs.length);
  });
  const [c, r] = [own.length, theirs.length];
  const [precision, recall] = [matches / c, matches / r];
  return [
    c < r ? Math.exp(1 - r / c) : Math.exp(1 - c / r),
    Math.exp(-difference / c),
    matches > 0 ? 10 / (9 / recall + 1 / precision) : 0,
  ];
}

const harmonic = ([lp, npp, hpr]: readonly [number, number, number]): number =>
  hpr > 0 ? 10 / (2 / lp + 1 / npp + 7 / hpr) : 0;

describe('LEPOR and hLEPOR', () => {
  it('NPD is 1/2 in the example of Han et al. (WMT 2013)', () => {
    const [output, reference] = ['Two chairs and two clever boys', 'Two clever boys sat in two chairs'];
    const steps = segmentSteps(lepor(none), output, [reference]);
    // |1/6 − 6/7| + |2/6 − 7/7| + |4/6 − 1/7| + |5/6 − 2/7| + |6/6 − 3/7| = 3, of 6 words
    expect(steps.step('m').value).toBe(5);
    expect(steps.step('D').value).toBeCloseTo(3, 12);
    expect(steps.step('NPP').value).toBeCloseTo(Math.exp(-1 / 2), 12);
    expect(steps.step('LP').value).toBeCloseTo(Math.exp(1 - 7 / 6), 12);
    const mean = 10 / (9 / (5 / 7) + 1 / (5 / 6));
    const factors = [Math.exp(1 - 7 / 6), Math.exp(-1 / 2), mean] as const;
    expect(scores.lepor(none, [output], [[reference]]).corpus).toBeCloseTo(100 * factors[0] * factors[1] * mean, 9);
    expect(scores.hlepor(none, [output], [[reference]]).corpus).toBeCloseTo(100 * harmonic(factors), 9);
  });

  it.each([
    ['Two chairs and two clever boys', 'Two clever boys sat in two chairs', 37.2041390603328],
    ['Before answering she read it twice', 'She read the letter twice before answering', 41.2476698758461],
    [
      'Tomorrow we meet the delegation at airport',
      'We will meet the delegation at the airport tomorrow',
      46.7921928077953,
    ],
    ['In the last quarter prices sharply rose', 'Prices rose sharply in the last quarter .', 49.0274742950696],
    ['It rains today in the city', 'It is raining', 10.8424603491638],
    ['Who knows', 'Nobody knew the answer', 0],
    ['old near a cat mat tree the', 'a it mat tree the old near cat', 50.0383146082825],
    ['house sat old', 'house rained old sat it', 25.6945181566992],
    ['sat house while', 'tree while it on sat', 14.0245948002735],
    ['while the tree house mat', 'the tree near mat while rained on', 29.1275596227958],
    ['tree on the house', 'house tree near the', 54.8711721709981],
    ['mat on sat the house while', 'mat on sat house while near the', 62.0603101326613],
    ['old while on it rained cat', 'a rained old near sat cat on', 38.5213632409395],
    ['mat house tree while old', 'mat tree while a old house', 52.7900335396969],
    ['it a house while sat', 'a tree while mat house rained it', 28.9615910724243],
    ['near while a cat house old mat', 'mat old a cat near', 45.0046491719275],
  ])('LEPOR_V1.0.perl of the authors: %j against %j', (output, reference, expected) => {
    // Texts of at most ten words. The program takes the first of several equal words with an equal neighbour, not the nearest, and gives
    // permutations of the reference no order penalty; such texts are left out.
    expect(scores.lepor(none, [output], [[reference]]).segments[0]).toBeCloseTo(expected, 10);
  });

  it('documentation of hLepor 0.0.4', () => {
    const references = [
      'It is a guide to action that ensures that the military will forever heed Party commands',
      'It is the practical guide for the army always to heed the directions of the party',
    ];
    const hypotheses = [
      'It is a guide to action which ensures that the military always obeys the commands of the party',
      'It is to insure the troops forever hearing the activity guidebook that party direct',
    ];
    const options = { ...none, compat: 'hlepor' } as const;
    const found = scores.hlepor(
      options,
      hypotheses,
      references.map((text) => [text]),
    );
    expect(found.segments[0]).toBeCloseTo(78.42, 2);
    expect(found.corpus).toBeCloseTo(62.14, 2);
  });

  it.each(['none', 'hlepor'] as const)('agree with a plain implementation, compat=%s', (compat) => {
    fc.assert(
      fc.property(segments, fc.integer({ min: 1, max: 3 }), (texts, window) => {
        const hypotheses = texts.map(({ hypothesis }) => hypothesis);
        const references = texts.map((each) => each.references);
        const options = { ...none, compat, window, lowercase: false };
        const factors = hypotheses.map((own, i) =>
          references[i]!.filter((text) => wordsOf(text).length > 0).map((text) =>
            plainFactors(wordsOf(own), wordsOf(text), window, compat),
          ),
        );
        const [products, means] = [scores.lepor(options, hypotheses, references), scores.hlepor(options, hypotheses, references)]; // prettier-ignore
        factors.forEach((each, i) => {
          expect(products.segments[i]).toBeCloseTo(100 * Math.max(0, ...each.map(([a, b, c]) => a * b * c)), 9);
          expect(means.segments[i]).toBeCloseTo(100 * Math.max(0, ...each.map(harmonic)), 9);
        });
      }),
      { seed: 27, numRuns: 300 },
    );
  });

  it('the two ways to score a whole text are those of the authors’ programs', () => {
    const hypotheses = ['a b c d', 'a x c', 'y'];
    const references = [['a b d c'], ['a c e f g'], ['z z']];
    const factors = hypotheses.map((own, i) => plainFactors(wordsOf(own), wordsOf(references[i]![0]!), 2, 'none'));
    const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
    const [lp, npp, hpr] = [0, 1, 2].map((k) => mean(factors.map((each) => each[k]!))) as [number, number, number];
    const corpus = 'factors' as const;
    expect(scores.lepor(none, hypotheses, references).corpus).toBeCloseTo(100 * mean(factors.map(([a, b, c]) => a * b * c)), 9); // prettier-ignore
    expect(scores.lepor({ ...none, corpus }, hypotheses, references).corpus).toBeCloseTo(100 * lp * npp * hpr, 9);
    expect(scores.hlepor(none, hypotheses, references).corpus).toBeCloseTo(100 * mean(factors.map(harmonic)), 9);
    expect(scores.hlepor({ ...none, corpus }, hypotheses, references).corpus).toBeCloseTo(100 * harmonic([lp, npp, hpr]), 9); // prettier-ignore
  });

  it('weights that leave nothing to average are refused', () => {
    expect(() => lepor({ alpha: 0, beta: 0 })).toThrow('alpha and beta cannot both be 0.');
    expect(() => hlepor({ lengthWeight: 0, orderWeight: 0, wordWeight: 0 })).toThrow('cannot all be 0');
  });
});
