import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainDistance } from '../../text/testing/plainDistances.ts';
import { checkCases, scorer } from '../testing/cases.ts';
import { segments, sum } from '../testing/rates.ts';
import { shownSteps } from '../testing/shownSteps.ts';
import cer from './cer.ts';

const scores = scorer(cer);

checkCases('jiwer 4.0.0', cer, [
  ['english', {}, 35.625, [28.5714285714, 63.1578947368, 0, 17.1428571429, 150]],
  ['czech', {}, 54.1353383459, [23.0769230769, 73.2142857143, 36, 100]],
  ['emoji', {}, 26.9230769231, [40, 28.5714285714, 13.3333333333, 0]],
  ['spaces', {}, 17.5257731959, [10.5263157895, 20.6896551724, 7.4074074074, 31.8181818182]],
  ['possessive', {}, 26.2295081967, [0, 34.7826086957]],
]);

describe('plain CER', () => {
  it.each([true, false])('equals edits per character, spaces: %s', (spaces) => {
    const lettersOf = (text: string): string[] => Array.from(spaces ? text : text.replaceAll(' ', ''));
    fc.assert(
      fc.property(segments, (texts) => {
        const found = scores(
          { spaces },
          texts.map(({ hypothesis }) => hypothesis),
          texts.map(({ references }) => references),
        );
        const rows = texts.map(({ hypothesis, references }) => ({
          errors: Math.min(...references.map((each) => plainDistance(lettersOf(hypothesis), lettersOf(each)))),
          length: sum(references.map((each) => lettersOf(each).length)) / references.length,
        }));
        const rate = (errors: number, length: number) => 100 * (length > 0 ? errors / length : Math.min(1, errors));
        rows.forEach(({ errors, length }, i) => expect(found.segments[i]).toBeCloseTo(rate(errors, length), 8));
        const whole = rate(sum(rows.map(({ errors }) => errors)), sum(rows.map(({ length }) => length)));
        expect(found.corpus).toBeCloseTo(whole, 8);
      }),
      { seed: 27, numRuns: 300 },
    );
  });
});

describe('CER', () => {
  it('counts a character outside the Basic Multilingual Plane once, and spaces if asked', () => {
    expect(scores({}, ['😀 b'], [['a b']]).corpus).toBeCloseTo(100 / 3, 12);
    expect(scores({ spaces: false }, ['😀b'], [['a b']]).corpus).toBe(50);
    expect(scores({ lowercase: true }, ['AB'], [['ab']]).corpus).toBe(0);
  });

  it('explains its edits', () => {
    const { values, formulas } = shownSteps(cer(), 'cart', ['cat s']);
    expect(values).toEqual({ E: 3, N: 5, score: 60 });
    expect(formulas).toEqual({ score: '100 * (E / N)' });
  });
});
