/** Which pairs are kept, against all possible pairs. */
import { describe, expect, it } from 'vitest';
import { noisyPool, poolOf } from '../testing/syntheticPool.ts';
import { type PairSettings, samplePairs } from './samplePairs.ts';

const settings = (given: Partial<PairSettings> = {}): PairSettings => ({
  draws: 5000,
  kept: 50,
  minDifference: 5,
  maxLengthGap: Infinity,
  seed: 1,
  round: 0,
  ...given,
});

const listsOf = (texts: readonly (readonly string[])[]) =>
  poolOf(texts.map((list) => list.map((text) => ({ text, features: [], row: [0, 0] })))).candidates;

const pairsOf = ({ better, worse }: { better: Int32Array; worse: Int32Array }): [number, number][] =>
  Array.from(better, (b, i) => [b, worse[i]!]);

describe('pairs', () => {
  it('belong to one segment, the better first, and have at least the minimum difference', () => {
    const { candidates } = noisyPool(1, 5, 20, 0);
    const gains = Float64Array.from(candidates.texts, (_, c) => (c * 37) % 23);
    const found = pairsOf(samplePairs(candidates, gains, settings({ draws: 180, kept: 180, minDifference: 10 })));
    expect(found.length).toBeGreaterThan(150);
    for (const [better, worse] of found) {
      expect(Math.floor(better / 20)).toBe(Math.floor(worse / 20));
      expect(gains[better]! - gains[worse]!).toBeGreaterThanOrEqual(10);
    }
  });

  it('that differ equally are kept in the order drawn', () => {
    const candidates = listsOf([new Array<string>(4).fill('a')]);
    const gains = Float64Array.of(0, 10, 10, 10);
    expect(pairsOf(samplePairs(candidates, gains, settings({ kept: 2 })))).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });

  it('kept are those that differ most', () => {
    const candidates = listsOf([new Array<string>(30).fill('a')]);
    const gains = Float64Array.from({ length: 30 }, (_, c) => (c * c) % 101);
    const differences = (kept: number): number[] =>
      pairsOf(samplePairs(candidates, gains, settings({ kept }))).map(([b, w]) => gains[b]! - gains[w]!);
    const all = differences(5000).sort((a, b) => b - a);
    expect(differences(50)).toEqual(all.slice(0, 50));
  });

  it('are all pairs, each once, if a list has no more than would be drawn', () => {
    const gains = Float64Array.of(10, 90, 40);
    const found = samplePairs(listsOf([['a', 'b', 'c']]), gains, settings({ draws: 3 }));
    expect(pairsOf(found)).toEqual([[1, 0], [1, 2], [2, 0]]); // prettier-ignore
    const drawn = samplePairs(listsOf([['a', 'b', 'c']]), gains, settings({ draws: 2 }));
    expect(pairsOf(drawn).length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['empty lists', [[], []], []],
    ['single candidates', [['a'], ['b']], [1, 9]],
    ['candidates that are equal', [['a', 'b']], [4, 4]],
    ['differences too small', [['a', 'b']], [0, 4.9]],
  ])('there are none of %s', (_, texts, gains) => {
    expect(samplePairs(listsOf(texts), Float64Array.from(gains), settings()).better).toHaveLength(0);
  });

  it('differ even with a minimum difference of 0', () => {
    const candidates = listsOf([['a', 'b', 'c']]);
    const found = pairsOf(samplePairs(candidates, Float64Array.of(1, 1, 1.5), settings({ minDifference: 0 })));
    expect(found.every(([better]) => better === 2)).toBe(true);
  });

  it('with very different lengths are dropped if requested', () => {
    // Lengths 1, 2, 2, 2, 9: their standard deviation is 2.93.
    const candidates = listsOf([['a', 'a b', 'a b', 'a b', 'a b c d e f g h i']]);
    const gains = Float64Array.of(90, 70, 50, 30, 0);
    const longest = (maxLengthGap: number): boolean =>
      pairsOf(samplePairs(candidates, gains, settings({ maxLengthGap, kept: 5000 }))).some(([, worse]) => worse === 4);
    expect([longest(Infinity), longest(2.4), longest(2.3)]).toEqual([true, true, false]);
  });

  it('depend on the seed, and not on other segments', () => {
    const { candidates } = noisyPool(3, 4, 40, 0);
    const draws = 400; // of 780 pairs
    const gains = Float64Array.from(candidates.texts, (_, c) => (c * 7919) % 101);
    const found = (given: Partial<PairSettings>) =>
      pairsOf(samplePairs(candidates, gains, settings({ draws, ...given })));
    expect(found({})).toEqual(found({}));
    expect(found({ seed: 2 })).not.toEqual(found({}));
    expect(found({ round: 1 })).not.toEqual(found({}));
    const flat = gains.map((gain, c) => (c < 40 ? 0 : gain)); // nothing to learn from in the first segment
    const rest = found({}).filter(([better]) => better >= 40);
    expect(pairsOf(samplePairs(candidates, flat, settings({ draws })))).toEqual(rest);
  });
});
