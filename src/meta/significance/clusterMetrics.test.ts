import { describe, expect, it } from 'vitest';
import { clusterMetrics } from '../testMetrics.ts';

/** p is 0.01 for the pairs named, better first, and 0.5 for all others. */
const pValues = (names: string, better: readonly string[]): number[][] =>
  [...names].map((a) => [...names].map((b) => (better.includes(a + b) ? 0.01 : 0.5)));

const rankOf = (names: string, values: readonly number[], better: readonly string[], alpha = 0.05): string =>
  clusterMetrics([...names], values, pValues(names, better), alpha)
    .map(({ name, rank, isWinner }) => `${name}${rank ?? '–'}${isWinner ? '*' : ''}`)
    .join(' ');

describe('clusterMetrics', () => {
  it.each([
    ['none differ', 'abc', [0.9, 0.8, 0.7], [], 'a1* b1* c1*'],
    ['all differ', 'abc', [0.9, 0.8, 0.7], ['ab', 'ac', 'bc'], 'a1* b2 c3'],
    ['the order is that of agreement', 'abc', [0.7, 0.9, 0.8], ['ba'], 'b1* c1* a2'],
    ['one in the cluster is enough', 'abcd', [0.9, 0.8, 0.7, 0.6], ['bc'], 'a1* b1* c2 d2*'],
    ['only the present cluster counts for the rank', 'abcd', [0.9, 0.8, 0.7, 0.6], ['ac', 'ad'], 'a1* b1* c2 d2'],
    ['a winner may be in a lower cluster', 'abc', [0.9, 0.8, 0.7], ['ab'], 'a1* b2 c2*'],
    ['equally good: the first named in front', 'ab', [0.5, 0.5], [], 'a1* b1*'],
    ['without agreement: last and not ranked', 'abc', [NaN, 0.2, 0.4], ['cb'], 'c1* b2 a–'],
    ['one', 'a', [0.3], [], 'a1*'],
    ['none', '', [], [], ''],
  ])('%s', (_, names, values, better, expected) => {
    expect(rankOf(names, values, better)).toBe(expected);
  });

  it('counts p = alpha as significant, and NaN never', () => {
    expect(rankOf('ab', [0.9, 0.8], ['ab'], 0.01)).toBe('a1* b2');
    const unknown = [[NaN, NaN], [NaN, NaN]]; // prettier-ignore
    expect(clusterMetrics(['a', 'b'], [0.9, 0.8], unknown, 0.05).map(({ rank }) => rank)).toEqual([1, 1]);
  });
});
