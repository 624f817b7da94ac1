import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairsOf } from './comparison.ts';
import type { Side } from '../signTest.ts';
import { rankSystems } from './corrections.ts';

/** `0>1` says that system 0 is significantly better than 1; pairs that are not named are not told apart. */
const comparisons = (systems: number, ...found: readonly string[]) =>
  pairsOf(systems).map(([first, second]): { first: number; second: number; verdict: Side } => ({
    first,
    second,
    verdict: found.includes(`${first}>${second}`) ? 1 : found.includes(`${second}>${first}`) ? -1 : 0,
  }));

describe('rankSystems', () => {
  it.each([
    ['all told apart', [1, 3, 2], true, ['1>0', '1>2', '2>0'], [[1], [2], [0]]],
    ['errors: fewer are better', [1, 3, 2], false, ['0>1', '0>2', '2>1'], [[0], [2], [1]]],
    ['nothing found', [1, 3, 2], true, [], [[1, 2, 0]]],
    // The best and the worst differ, but neither from the one between: no line can be drawn.
    ['a chain', [3, 2, 1], true, ['0>2'], [[0, 1, 2]]],
    [
      'two clusters',
      [9, 8, 2, 1],
      true,
      ['0>2', '0>3', '1>2', '1>3'],
      [
        [0, 1],
        [2, 3],
      ],
    ],
    ['equal scores keep their order', [5, 5, 5], true, [], [[0, 1, 2]]],
  ] as const)('%s', (_, scores, higherIsBetter, found, clusters) => {
    expect(rankSystems(scores, higherIsBetter, comparisons(scores.length, ...found)).clusters).toEqual(clusters);
  });

  it('gives the places a system may have', () => {
    const { places } = rankSystems([4, 3, 2, 1], true, comparisons(4, '0>2', '0>3', '1>3'));
    expect(places).toEqual([
      { from: 1, to: 2 },
      { from: 1, to: 3 },
      { from: 2, to: 4 },
      { from: 3, to: 4 },
    ]);
  });

  it('keeps its promise, and draws every line that it can', () => {
    const situation = fc.integer({ min: 2, max: 7 }).chain((systems) =>
      fc.record({
        scores: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: systems, maxLength: systems }),
        verdicts: fc.array(fc.constantFrom<Side>(-1, 0, 1, 1), {
          minLength: pairsOf(systems).length,
          maxLength: pairsOf(systems).length,
        }),
      }),
    );
    fc.assert(
      fc.property(situation, ({ scores, verdicts }) => {
        const found = pairsOf(scores.length).map(([first, second], p) => ({ first, second, verdict: verdicts[p]! }));
        const beats = (a: number, b: number): boolean =>
          found.some(
            ({ first, second, verdict }) =>
              (first === a && second === b && verdict === 1) || (first === b && second === a && verdict === -1),
          );
        const { clusters } = rankSystems(scores, true, found);
        const order = clusters.flat();
        expect(order.toSorted((a, b) => a - b)).toEqual([...scores.keys()]);
        const lines = new Set<number>();
        let at = 0;
        for (const cluster of clusters) lines.add((at += cluster.length));
        for (let line = 1; line < order.length; line++) {
          const separates = order.slice(0, line).every((a) => order.slice(line).every((b) => beats(a, b)));
          expect(lines.has(line)).toBe(separates);
        }
      }),
    );
  });
});
