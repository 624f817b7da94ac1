import { describe, expect, it } from 'vitest';
import { plainCover, plainLetterCost } from '../../text/testing/plainDistances.ts';
import cder from './cder.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTitle, readGolden } from '../testing/golden.ts';
import { checkErrorRate, checkGolden, fractions } from '../testing/rates.ts';
import { shownSteps } from '../testing/shownSteps.ts';

const scores = scorer(cder);

describe('plain CDER', () => checkErrorRate(cder, {}, (hypothesis, reference) => plainCover(hypothesis, reference)));

describe('plain CDER with letter-based substitution costs', () =>
  checkErrorRate(cder, { substitution: 'letters' }, (hypothesis, reference) =>
    plainCover(hypothesis, reference, plainLetterCost),
  ));

describe('a jump', () => {
  it('costs one edit, even before the first word', () => {
    // To b, back to a, and on to the end.
    expect(scores({}, ['a b c d e f'], [['d e f a b c']]).corpus).toBeCloseTo((100 * 3) / 6, 12);
    expect(scores({}, ['x y a b'], [['a b']]).corpus).toBe(50);
  });

  it('to the end is the only error against an empty reference', () => {
    expect(scores({}, ['', 'a b', ''], [['a b'], [''], ['']])).toEqual({ corpus: 150, segments: [100, 100, 0] });
  });
});

describe.skipIf(goldenMissing)(goldenTitle('the golden file'), () => {
  it.each(['A1', 'A3'] as const)('Moses, %s', (corpus) => {
    const { corpus: whole, segments } = readGolden().reference[`moses-mert-CDER/${corpus}`]!;
    const expected = { corpus: 1 - whole.score, segments: fractions(segments, ({ score }) => 1 - score) };
    checkGolden(cder, {}, corpus, expected);
  });

  it('with the best of two references is at most the rate of Moses with the first, A2', () => {
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

describe('steps', () => {
  it('list blocks and jumps', () => {
    // To d, back to a, and past the words that were read before.
    const { values, wordsBehind } = shownSteps(cder(), 'a b c d e f', ['d e f a b c']);
    expect(values).toEqual({ E: 3, N: 6, score: 50 });
    expect(wordsBehind('E')).toEqual([
      'jump d +1: ahead to word 4',
      'match d e f → d e f +0',
      'jump a +1: back to word 1',
      'match a b c → a b c +0',
      'jump d e f +1: to the end',
    ]);
  });

  it('charge a substitution 1, or the share of its letters that change', () => {
    const texts = ['we met on thursday .', ['we all met on thursdays .']] as const;
    expect(shownSteps(cder(), ...texts).wordsBehind('E')).toEqual([
      'match we → we +0',
      'missing → all +1',
      'match met on → met on +0',
      'substitution thursday → thursdays +1',
      'match . → . +0',
    ]);
    // One of the nine steps from thursday to thursdays is an edit.
    const { values, wordsBehind } = shownSteps(cder({ substitution: 'letters' }), ...texts);
    expect(values).toEqual({ E: 1.111111, N: 6, score: 18.518519 });
    expect(wordsBehind('E')).toContain('substitution thursday → thursdays +0.1111');
  });
});
