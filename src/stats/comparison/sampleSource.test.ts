import { describe, expect, it } from 'vitest';
import { allExchanges, countAllExchanges, exchanges, resamples } from './sampleSource.ts';

const read = (source: ReturnType<typeof resamples>, samples: readonly number[]): number[][] =>
  samples.map((sample) => {
    const times = new Uint32Array(source.units);
    source.read(sample, times);
    return [...times];
  });

describe('samples', () => {
  it('are those of NumPy', () => {
    // np.random.default_rng(12345).choice(5, (3, 5)), each row as np.bincount(row, minlength=5)
    expect(read(resamples(5, 12345), [0, 1, 2])).toEqual([
      [0, 3, 0, 2, 0],
      [0, 1, 0, 3, 1],
      [0, 2, 2, 0, 1],
    ]);
    // np.random.default_rng(12345).integers(2, size=(4, 7), dtype=bool)
    expect(read(exchanges(7, 12345), [0, 1, 2, 3])).toEqual([
      [1, 0, 1, 1, 1, 0, 0],
      [1, 1, 0, 0, 0, 0, 0],
      [1, 1, 1, 1, 1, 1, 1],
      [1, 1, 1, 0, 1, 0, 0],
    ]);
  });

  it.each([
    ['resamples', () => resamples(50, 3)],
    ['exchanges', () => exchanges(50, 3)],
    ['all exchanges', () => allExchanges(12)],
  ])('%s are the same in any order', (_, source) => {
    const inOrder = read(source(), [0, 1, 2, 3, 4, 5]);
    const shared = source();
    for (const sample of [5, 2, 2, 0, 4, 1, 3]) expect(read(shared, [sample])).toEqual([inOrder[sample]]);
  });

  it('are all exchanges up to which system comes first', () => {
    const all = read(
      allExchanges(5),
      Array.from({ length: countAllExchanges(5) }, (_, n) => n),
    );
    expect(all[0]).toEqual([0, 0, 0, 0, 0]);
    const turned = all.map((times) => times.map((exchanged) => 1 - exchanged));
    expect(new Set([...all, ...turned].map(String)).size).toBe(2 ** 5);
  });
});
