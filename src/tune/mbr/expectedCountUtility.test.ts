/** The utility by expected counts, compared with counting strings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Metric } from '../../core/index.ts';
import { bleu, chrf, ter } from '../../metrics/index.ts';
import { expectedCountUtility } from './utilities.ts';
import { pairwiseUtility } from './utilities.ts';
import { normalized } from './evidence.ts';

const seed = 20260801;

function countNgrams(tokens: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= tokens.length; i++) {
    const ngram = tokens.slice(i, i + n).join('\0');
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}

const total = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0);

/** By order: n-grams of the candidate, of the average reference, and what both have. */
function plainCounts(texts: readonly string[][], posteriors: Float64Array, k: number, order: number) {
  return Array.from({ length: order }, (_, n) => {
    const expected = new Map<string, number>();
    texts.forEach((tokens, j) => {
      for (const [ngram, count] of countNgrams(tokens, n + 1)) {
        expected.set(ngram, (expected.get(ngram) ?? 0) + posteriors[j]! * count);
      }
    });
    const own = countNgrams(texts[k]!, n + 1);
    let matches = 0;
    for (const [ngram, count] of own) matches += Math.min(count, expected.get(ngram) ?? 0);
    return { own: total(own), expected: total(expected), matches };
  });
}

const cutWords = (text: string): string[] => text.split(' ').filter((word) => word !== '');
const cutCharacters = (text: string): string[] => [...text].filter((character) => character !== ' ');

function plainBleu(texts: readonly string[], posteriors: Float64Array, k: number): number {
  const counts = plainCounts(texts.map(cutWords), posteriors, k, 4);
  if (counts.every(({ matches }) => matches === 0)) return 0;
  let logs = 0;
  let orders = 0;
  let halving = 1;
  for (const { own, matches } of counts) {
    if (own === 0) break;
    orders++;
    logs += Math.log(matches > 0 ? matches / own : 1 / ((halving *= 2) * own));
  }
  const [{ own, expected }] = counts as [(typeof counts)[0]];
  return 100 * Math.min(1, Math.exp(1 - expected / own)) * Math.exp(logs / orders);
}

function plainChrf(texts: readonly string[], posteriors: Float64Array, k: number): number {
  const counts = [
    ...plainCounts(texts.map(cutCharacters), posteriors, k, 6),
    ...plainCounts(texts.map(cutWords), posteriors, k, 2),
  ].filter(({ own, expected }) => own > 0 && expected > 0);
  const mean = (of: (each: (typeof counts)[0]) => number) => counts.reduce((sum, each) => sum + of(each), 0) / counts.length; // prettier-ignore
  const precision = mean(({ matches, own }) => matches / own);
  const recall = mean(({ matches, expected }) => matches / expected);
  return counts.length === 0 || precision + recall === 0 ? 0 : (500 * precision * recall) / (4 * precision + recall);
}

const word = fc.constantFrom('aa', 'ab', 'ba', 'c', 'caba', 'toString');
const text = fc.array(word, { maxLength: 9 }).map((each) => each.join(' '));
const list = fc.uniqueArray(text, { minLength: 1, maxLength: 6 });

describe('expectedCountUtility', () => {
  it.each([
    ['BLEU', bleu({ tokenizer: 'none' }), plainBleu],
    ['chrF++', chrf({ wordOrder: 2 }), plainChrf],
  ] as const)('scores against the average of the candidates: %s', (_, metric, plain) => {
    const form = expectedCountUtility(metric);
    fc.assert(
      fc.property(list, fc.infiniteStream(fc.nat(4)), (texts, weights) => {
        const posteriors = normalized(texts.map((_text, k) => weights.next().value! + (k === 0 ? 1 : 0)));
        const found = new Float64Array(texts.length);
        form.expect(texts, { texts, posteriors }, undefined, found);
        texts.forEach((_text, k) => expect(found[k]).toBeCloseTo(plain(texts, posteriors, k), 9));
      }),
      { seed, numRuns: 300 },
    );
  });

  it.each([bleu(), bleu({ order: 2, lowercase: true }), chrf(), chrf({ charOrder: 0, wordOrder: 1 }), chrf({ effectiveOrder: false })])(
    'is the utility itself where only one candidate has any probability',
    (metric: Metric) => {
      const [form, pairwise] = [expectedCountUtility(metric), pairwiseUtility(metric)];
      fc.assert(
        fc.property(list, fc.nat(), (texts, which) => {
          const posteriors = new Float64Array(texts.length);
          posteriors[which % texts.length] = 1;
          const [found, expected] = [new Float64Array(texts.length), new Float64Array(texts.length)];
          form.expect(texts, { texts, posteriors }, undefined, found);
          pairwise.expect(texts, { texts, posteriors }, undefined, expected);
          expect([...found]).toEqual([...expected]);
        }),
        { seed, numRuns: 100 },
      );
    },
  ); // prettier-ignore

  it('says for which metrics there is none', () => {
    expect(() => expectedCountUtility(ter())).toThrow('Expected counts do not work with ter, only with bleu and chrf');
  });
});
