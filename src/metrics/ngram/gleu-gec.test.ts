import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemScore } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import { clippedMatches, countNgrams } from '../testing/plainNgrams.ts';
import { segments, sum, wordsOf } from '../testing/rates.ts';
import gleuGec from './gleu-gec.ts';

const none = { tokenizer: 'none' } as const;

function scores(sources: readonly string[], hypotheses: readonly string[], references: readonly (readonly string[])[]) {
  const measured = measure(gleuGec(none), { sources, references }, [hypotheses]);
  return { corpus: systemScore(measured, 0), segments: hypotheses.map((_, i) => measured.segmentScore(i)) };
}

/** Source, correction, and two references. */
const texts = [
  ['There is several reasons for this .', 'There are several reasons for this .', 'There are several reasons for this .', 'There are a few reasons for this .'], // prettier-ignore
  ['I has a apple in bag', 'I have a apple in bag', 'I have an apple in my bag', 'I have an apple in the bag'],
  ['She go to school yesterday .', 'She went to the school yesterday .', 'She went to school yesterday .', 'Yesterday she went to school .'], // prettier-ignore
  ['He are happy', 'He are happy', 'He is happy', 'He is happy'],
  ['This sentence is fine .', 'This sentence is fine .', 'This sentence is fine .', 'This sentence is fine .'],
  ['the the the cat', 'the cat', 'the cat the', 'a cat'],
] as const;
const [sources, hypotheses] = [texts.map(([source]) => source), texts.map(([, hypothesis]) => hypothesis)];

describe('gleu.py of github.com/cnap/gec-ranking, 50b5032', () => {
  it.each([
    [2, 58.4698605886, [100, 27.4825457108, 48.8923022435, 63.8943104246, 100, 60.6530659713]],
    [3, 26.5182991729, [31.6891743831, 27.4825457108, 22.0895911342, 63.8943104246, 100, 84.0896415254]],
  ] as const)('one reference, column %d', (column, corpus, expected) => {
    const found = scores(sources, hypotheses, texts.map((text) => [text[column]])); // prettier-ignore
    expect(found.corpus).toBeCloseTo(corpus, 8);
    expected.forEach((score, i) => expect(found.segments[i]).toBeCloseTo(score, 8));
  });

  it('two references: the means of 500 draws come closer the longer the text is', () => {
    const differenceOf = (times: number, printed: number): number => {
      const repeated = Array.from({ length: times }, () => texts).flat();
      const found = scores(
        repeated.map(([source]) => source),
        repeated.map(([, hypothesis]) => hypothesis),
        repeated.map(([, , one, other]) => [one, other]),
      );
      return Math.abs(found.corpus - printed);
    };
    expect(differenceOf(1, 41.0682743657)).toBeLessThan(2);
    expect(differenceOf(50, 42.8370308911)).toBeLessThan(0.1);
  });
});

it('subtracts what was kept from the source and is not in the reference', () => {
  // By hand: words he, is, happy are right and are is wrongly kept: (3 − 1) / 4; pairs: is happy right,
  // he are wrongly kept: (1 − 1) / 3, and so 0, which counts as 1 in a single segment; no more: 1 / 2, 1 / 1.
  const { segments: found } = scores(['he are happy'], ['he are is happy'], [['he is happy']]);
  expect(found[0]).toBeCloseTo(100 * ((2 / 4) * (1 / 3) * (1 / 2) * (1 / 1)) ** 0.25, 10);
});

describe('plain GLEU', () => {
  it('scores the same', () => {
    fc.assert(
      fc.property(segments, (drawn) => {
        const rows = drawn.map(({ hypothesis, references }) => {
          // The last reference is the source.
          const [own, theirs, source] = [hypothesis, references[0]!, references.at(-1)!].map(wordsOf) as [string[], string[], string[]]; // prettier-ignore
          const orders = [1, 2, 3, 4].map((n) => {
            const [counts, right, original] = [own, theirs, source].map((words) => countNgrams(words, n)) as [Map<string, number>, Map<string, number>, Map<string, number>]; // prettier-ignore
            const kept = [...counts].map(([ngram, count]) =>
              right.has(ngram) ? 0 : Math.min(count, original.get(ngram) ?? 0),
            );
            return [Math.max(0, clippedMatches(own, [theirs], n) - sum(kept)), Math.max(0, own.length - n + 1)];
          });
          return [own.length, theirs.length, ...orders.flat()];
        });
        const score = ([own, theirs, ...counts]: readonly number[]): number => {
          if (own === 0 || counts.includes(0)) return 0;
          const product = counts.reduce((all, count, k) => (k % 2 === 0 ? all * count : all / count), 1);
          return 100 * Math.min(1, Math.exp(1 - theirs! / own!)) * product ** 0.25;
        };
        const found = scores(
          drawn.map(({ references }) => references.at(-1)!),
          drawn.map(({ hypothesis }) => hypothesis),
          drawn.map(({ references }) => references.slice(0, 1)),
        );
        rows.forEach((row, i) => {
          const smoothed = row.map((count, k) => (k > 0 && count === 0 ? 1 : count));
          expect(found.segments[i]).toBeCloseTo(score(smoothed), 8);
        });
        const whole = rows[0]!.map((_, k) => sum(rows.map((row) => row[k]!)));
        expect(found.corpus).toBeCloseTo(score(whole), 8);
      }),
      { seed: 27, numRuns: 300 },
    );
  });
});
