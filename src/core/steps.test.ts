import { describe, expect, it } from 'vitest';
import { Steps, evaluateFormula, formulaTokens, isSymbol, renameSymbols } from './steps.ts';

describe('evaluateFormula', () => {
  const values: Readonly<Record<string, number>> = { a: 2, b: 3, p1: 50, BP: 0.5, τ: 0.25, h_c1: 7 };
  const valueOf = (symbol: string): number | undefined => values[symbol];

  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['8 / 4 / 2', 1], // from left to right
    ['8 - 4 - 2', 2],
    ['2 * b ^ a', 18],
    ['-a ^ 2', -4], // the sign of the power, as in mathematics
    ['a ^ -1', 0.5],
    ['a - -b', 5],
    ['100 * (h_c1 / 14)', 50],
    ['exp(0) + ln(1)', 1],
    ['min(a, b) + max(a, b, 1)', 5],
    ['sqrt(4) * abs(0 - 3)', 6],
    ['BP * p1 + τ', 25.25],
    ['1e-16 * 1', 1e-16],
  ])('%s = %d', (formula, value) => expect(evaluateFormula(formula, valueOf)).toBe(value));

  it.each([
    ['1 +', 'it ends too early'],
    ['(1 + 2', 'expected ) before the end'],
    ['1 2', '"2" is not expected there'],
    ['unknown * 2', 'there is no step unknown before it'],
    ['exp 2', 'expected ( before 2'],
    ['2 % 3', '"%" is not expected there'],
  ])('refuses %s', (formula, fault) =>
    expect(() => evaluateFormula(formula, valueOf)).toThrow(`Formula "${formula}": ${fault}.`),
  );

  it('knows symbols from functions, numbers and signs', () => {
    expect(formulaTokens('BP * exp(ln(p1) / 4)').filter(isSymbol)).toEqual(['BP', 'p1']);
  });

  it('stays the same with other symbols', () => {
    const renamed = renameSymbols('exp(1 - r / c) * (m_1 + 1e-16)^e', (symbol) => `${symbol}_4`);
    expect(renamed).toBe('exp(1 - r_4 / c_4) * (m_1_4 + 1e-16)^e_4');
  });
});

describe('Steps', () => {
  it('computes from the steps before', () => {
    const steps = new Steps();
    steps.counted('m', 'matches', 3);
    steps.counted('t', 'words', 4);
    expect(steps.computed('score', 'score', '100 * m / t', { note: 'in percent' })).toBe(75);
    expect(steps.list.at(-1)).toEqual({
      id: 'score',
      name: 'score',
      value: 75,
      formula: '100 * m / t',
      note: 'in percent',
    });
  });

  it('keeps the words of a step that is counted again', () => {
    const steps = new Steps([{ id: 'm', name: 'matches', value: 3, items: [{ kind: 'match', adds: 3 }] }]);
    steps.counted('m', 'matches', 3);
    expect(steps.list).toHaveLength(1);
    expect(steps.list[0]!.items).toHaveLength(1);
    expect(() => steps.counted('m', 'matches', 4)).toThrow('Step m is 3 and 4.');
  });

  it('does not compute from a step that comes later', () => {
    expect(() => new Steps().computed('score', 'score', '2 * later')).toThrow('there is no step later before it');
  });
});
