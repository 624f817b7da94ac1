import { describe, expect, it } from 'vitest';
import { plainCover, plainLetterCost } from '../../text/testing/plainDistances.ts';
import cder from './cder.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTitle, readGolden } from '../testing/golden.ts';
import { checkErrorRate, checkGolden, fractions } from '../testing/rates.ts';

const scores = scorer(cder);

describe('plain CDER', () => checkErrorRate(cder, {}, (hypothesis, reference) => plainCover(hypothesis, reference)));

describe('plain CDER with substitutions by letters', () =>
  checkErrorRate(cder, { substitution: 'letters' }, (hypothesis, reference) =>
    plainCover(hypothesis, reference, plainLetterCost),
  ));

describe('a jump', () => {
  it('costs one edit, before the first word, too', () => {
    // To b, back to a, and on to the end.
    expect(scores({}, ['a b c d e f'], [['d e f a b c']]).corpus).toBeCloseTo((100 * 3) / 6, 12);
    expect(scores({}, ['x y a b'], [['a b']]).corpus).toBe(50);
  });

  it('to the end is the one error against an empty reference', () => {
    expect(scores({}, ['', 'a b', ''], [['a b'], [''], ['']])).toEqual({ corpus: 150, segments: [100, 100, 0] });
  });
});

describe.skipIf(goldenMissing)(goldenTitle('the golden file'), () => {
  it.each(['A1', 'A3'] as const)('Moses, %s', (corpus) => {
    const { corpus: whole, segments } = readGolden().reference[`moses-mert-CDER/${corpus}`]!;
    const expected = { corpus: 1 - whole.score, segments: fractions(segments, ({ score }) => 1 - score) };
    checkGolden(cder, {}, corpus, expected);
  });

  it('is no worse with the best of two references than Moses with the first, A2', () => {
    const { segments } = readGolden().reference['moses-mert-CDER/A2']!;
    const { items } = readGolden();
    for (const [id, { score }] of Object.entries(segments)) {
      const { hyp, refs } = items.find((each) => each.id === id)!;
      const found = scores({ tokenizer: 'none' }, [hyp], [refs.slice(0, 2)]).corpus;
      expect(found).toBeLessThanOrEqual(100 * (1 - score) + 1e-4);
    }
  });

  it('the oracle, A3', () => {
    const results = readGolden().oracle.results['A3'];
    const of = (key: string) => ({
      corpus: results[key],
      segments: fractions(results.segments, (each: Record<string, number>) => each[key]!),
    });
    checkGolden(cder, {}, 'A3', of('CDER'));
    checkGolden(cder, { substitution: 'letters' }, 'A3', of('CDER_wsub_lev'));
  });
});
