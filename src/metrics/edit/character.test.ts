import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMetric } from '../../core/index.ts';
import { plainCharacter } from '../../text/testing/plainDistances.ts';
import character from './character.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTexts, goldenTitle, readGolden } from '../testing/golden.ts';
import { segments, sum, wordsOf } from '../testing/rates.ts';

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

  it('scores the same where much is moved', () => {
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
  it('is found by its name, however it is written', () => {
    for (const name of ['CharacTER', 'characTER', 'character']) {
      expect(findMetric(name, [character]).definition).toBe(character);
    }
  });

  it('prices a shift by the mean length of the words moved', () => {
    // Two words of 4 and 6 letters move, and nothing is left to edit in 13 characters.
    expect(scores({}, ['long phrase c'], [['c long phrase']]).corpus).toBeCloseTo((100 * 5) / 13, 12);
  });

  it('is 100 for an empty text, but 0 for two', () => {
    expect(scores({}, ['', 'a', ''], [['a'], [''], ['']]).segments).toEqual([100, 100, 0]);
  });

  it('takes characters as they are in NFC', () => {
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
