import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import per from './per.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTitle, readGolden } from '../testing/golden.ts';
import { checkErrorRate, checkGolden, fractions, segments, sum, wordsOf } from '../testing/rates.ts';
import { shownSteps } from '../testing/shownSteps.ts';

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

  it('scores segments like the unpooled one, with any number of references', () => {
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

describe('steps', () => {
  const texts = ['the cat the dog sat down', ['a cat sat on the mat here', 'the dog sat']] as const;

  it('pair the words that are left over', () => {
    // Six words against seven, of which three are in both: cat, the, sat. Against the second reference three of six are extra.
    const { values, notes, wordsBehind } = shownSteps(per(), ...texts);
    expect(values).toEqual({ E: 3, N: 5, score: 60 });
    expect(notes).toEqual({ E: 'against reference 2, the closest', N: 'mean of 2 references' });
    expect(wordsBehind('E')).toEqual([
      'match the → the (2) +0',
      'match dog → dog (2) +0',
      'match sat → sat (2) +0',
      'extra cat +1',
      'extra the +1',
      'extra down +1',
    ]);
    expect(shownSteps(per(), texts[0], texts[1].slice(0, 1)).wordsBehind('E').slice(3)).toEqual([
      'substitution the → a +1',
      'substitution dog → on +1',
      'substitution down → mat +1',
      'missing → here +1',
    ]);
  });

  it('count the words in common if sums are pooled', () => {
    const { values, wordsBehind } = shownSteps(per({ pooled: true }), ...texts);
    expect(values).toEqual({ m: 3, c: 6, r: 3, N: 5, E: 3, score: 60 });
    expect(wordsBehind('m')).toContain('match the → the (2) +1');
  });
});
