import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import per from './per.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTitle, readGolden } from '../testing/golden.ts';
import { checkErrorRate, checkGolden, fractions, segments, sum, wordsOf } from '../testing/rates.ts';

const scores = scorer(per);

function plainMatches(hypothesis: readonly string[], reference: readonly string[]): number {
  const left = [...reference];
  return hypothesis.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}

const plainErrors = (hypothesis: readonly string[], reference: readonly string[]): number =>
  Math.max(hypothesis.length, reference.length) - plainMatches(hypothesis, reference);

describe('plain PER', () => checkErrorRate(per, {}, plainErrors));

describe('pooled PER', () => {
  it('is the formula on sums', () => {
    fc.assert(
      fc.property(segments, (texts) => {
        const hypotheses = texts.map(({ hypothesis }) => hypothesis);
        const references = texts.map(({ references: [first] }) => first!);
        const matches = sum(texts.map((_, i) => plainMatches(wordsOf(hypotheses[i]!), wordsOf(references[i]!))));
        const length = sum(hypotheses.map((each) => wordsOf(each).length));
        const target = sum(references.map((each) => wordsOf(each).length));
        const errors = Math.max(length, target) - matches;
        const found = scores(
          { pooled: true },
          hypotheses,
          references.map((each) => [each]),
        );
        expect(found.corpus).toBeCloseTo(target > 0 ? (100 * errors) / target : errors > 0 ? 100 : 0, 9);
      }),
      { seed: 20273, numRuns: 300 },
    );
  });

  it('scores segments as the other does, with any number of references', () => {
    fc.assert(
      fc.property(segments, fc.constantFrom('best', 'mean'), (texts, divisor) => {
        const hypotheses = texts.map(({ hypothesis }) => hypothesis);
        const references = texts.map((each) => each.references);
        const found = scores({ pooled: true, divisor }, hypotheses, references);
        expect(found.segments).toEqual(scores({ divisor }, hypotheses, references).segments);
      }),
      { seed: 20273, numRuns: 300 },
    );
  });
});

describe.skipIf(goldenMissing)(goldenTitle('the golden file'), () => {
  it.each(['A1', 'A3'] as const)('Moses, which pools, %s', (corpus) => {
    const { corpus: whole, segments: each } = readGolden().reference[`moses-mert-PER/${corpus}`]!;
    const expected = { corpus: 1 - whole.score, segments: fractions(each, ({ score }) => 1 - score) };
    checkGolden(per, { pooled: true }, corpus, expected);
    checkGolden(per, {}, corpus, { ...expected, corpus: undefined });
  });

  it('the oracle, A3', () => {
    const results = readGolden().oracle.results['A3'];
    const expected = fractions(results.segments, (each: Record<string, number>) => each['PER']!);
    checkGolden(per, {}, 'A3', { corpus: results['PER(sum of sentence errors)'], segments: expected });
  });
});
