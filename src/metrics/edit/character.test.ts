import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMetric } from '../../core/index.ts';
import { plainCharacter } from '../../text/testing/plainDistances.ts';
import character from './character.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTexts, goldenTitle, readGolden } from '../testing/golden.ts';
import { segments, sum, wordsOf } from '../testing/rates.ts';
import { shownSteps } from '../testing/shownSteps.ts';

const scores = scorer(character);

describe('plain CharacTER', () => {
  it('scores the same', () => {
    fc.assert(
      fc.property(segments, (texts) => {
        const found = scores(
          { tokenizer: 'none' },
          texts.map(({ hypothesis }) => hypothesis),
          texts.map(({ references }) => references),
        );
        const expected = texts.map(({ hypothesis, references }) =>
          Math.min(1, ...references.map((reference) => plainCharacter(wordsOf(hypothesis), wordsOf(reference)))),
        );
        expected.forEach((rate, i) => expect(found.segments[i]).toBeCloseTo(100 * rate, 9));
        expect(found.corpus).toBeCloseTo((100 * sum(expected)) / expected.length, 9);
      }),
      { seed: 20273, numRuns: 500 },
    );
  });

  it('scores the same when much is moved', () => {
    const pieces = fc.shuffledSubarray([...'a b cc dd e f ggg h i j k l cc b dd a m n oo p q r s t'.split(' ')]);
    const text = fc.tuple(pieces, pieces).map(([one, other]) => [...one, ...other]);
    fc.assert(
      fc.property(text, text, (hypothesis, reference) => {
        const found = scores({ tokenizer: 'none' }, [hypothesis.join(' ')], [[reference.join(' ')]]).corpus;
        expect(found).toBeCloseTo(100 * Math.min(1, plainCharacter(hypothesis, reference)), 9);
      }),
      { seed: 20273, numRuns: 60 },
    );
  });
});

describe('CharacTER', () => {
  it('is found by its name in any spelling', () => {
    for (const name of ['CharacTER', 'characTER', 'character']) {
      expect(findMetric(name, [character]).definition).toBe(character);
    }
  });

  it('charges a shift the mean length of the shifted words', () => {
    // Two words of 4 and 6 letters are shifted, and nothing is left to edit in 13 characters.
    expect(scores({}, ['long phrase c'], [['c long phrase']]).corpus).toBeCloseTo((100 * 5) / 13, 12);
  });

  it('is 100 for an empty text, but 0 for two empty texts', () => {
    expect(scores({}, ['', 'a', ''], [['a'], [''], ['']]).segments).toEqual([100, 100, 0]);
  });

  it('compares characters in NFC', () => {
    expect(scores({ tokenizer: 'none' }, ['e\u0301a'], [['\u00e9a']]).corpus).toBe(0);
  });
});

describe.skipIf(goldenMissing)(goldenTitle('the golden file'), () => {
  it.each(['A1', 'A3'] as const)('CharacTER.py, %s', (corpus) => {
    const lines = (readGolden().reference[`CharacTER/${corpus}`] as unknown as { stdout: string[] }).stdout;
    const printed = lines.flatMap((line) => /^CharacTER of sentence \d+ is (.*)$/.exec(line)?.[1] ?? []);
    const whole = lines.find((line) => /^[\d.]+$/.test(line));
    const { ids, hypotheses, references } = goldenTexts(corpus);
    const found = scores({ tokenizer: 'none' }, hypotheses, references);
    expect(printed).toHaveLength(ids.length);
    expect(found.segments.map((segment) => (segment / 100).toFixed(4))).toEqual(printed);
    expect(found.corpus / 100).toBeCloseTo(Number(whole), 9);
  });
});

it('explains shifts and letters', () => {
  // Two words of 4 and 6 letters are shifted, and one letter is missing, of 13 characters.
  const { values, formulas, notes, wordsBehind } = shownSteps(character(), 'long phrase c', ['x', 'c long phrases']);
  expect(values).toEqual({ S: 5, L: 1, c: 13, s: 0.461538, n: 1, score: 46.153846 });
  expect(formulas).toEqual({ s: 'min(1, (S + L) / c)', score: '100 * (s / n)' });
  expect(notes['S']).toBe('reference 2 has the lowest rate');
  expect(wordsBehind('S')).toEqual(['shift long phrase +5: moved to place 2']);
  expect(wordsBehind('L')).toEqual([
    'match c → c (2) +0',
    'match long → long (2) +0',
    'substitution phrase → phrases (2) +1',
  ]);
});
