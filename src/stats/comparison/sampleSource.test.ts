import { describe, expect, it } from 'vitest';
import { Xoshiro128 } from '../xoshiro128.ts';
import {
  allExchanges,
  countAllExchanges,
  exchanges,
  numpyExchanges,
  numpyResamples,
  resamples,
  samplesTogether,
  wordsOf,
} from './sampleSource.ts';

/** Units as picked. */
const pick = (source: ReturnType<typeof resamples>, samples: readonly number[]): number[][] =>
  samples.map((sample) => {
    const picks = new Uint32Array(source.units);
    const count = source.pick(sample, picks);
    return [...picks.subarray(0, count)];
  });

/** How often each unit is in a sample. */
const read = (source: ReturnType<typeof resamples>, samples: readonly number[]): number[][] =>
  pick(source, samples).map((picks) => {
    const times = new Array<number>(source.units).fill(0);
    for (const unit of picks) times[unit]!++;
    return times;
  });

describe('samples', () => {
  it('are those of NumPy', () => {
    // np.random.default_rng(12345).choice(5, (3, 5)), each row as np.bincount(row, minlength=5)
    expect(read(numpyResamples(5, 12345), [0, 1, 2])).toEqual([
      [0, 3, 0, 2, 0],
      [0, 1, 0, 3, 1],
      [0, 2, 2, 0, 1],
    ]);
    // np.random.default_rng(12345).integers(2, size=(4, 7), dtype=bool)
    expect(read(numpyExchanges(7, 12345), [0, 1, 2, 3])).toEqual([
      [1, 0, 1, 1, 1, 0, 0],
      [1, 1, 0, 0, 0, 0, 0],
      [1, 1, 1, 1, 1, 1, 1],
      [1, 1, 1, 0, 1, 0, 0],
    ]);
  });

  it('are drawn from a stream for every 64 of them', () => {
    const jumped = Xoshiro128.seeded(12345);
    jumped.jump();
    for (const [stream, random] of [Xoshiro128.seeded(12345), jumped].entries()) {
      const [forResamples, forExchanges] = [random.copy(), random.copy()];
      for (let sample = stream * samplesTogether; sample < (stream + 1) * samplesTogether; sample++) {
        const expected = new Uint32Array(40);
        forResamples.fillBelow(expected, 40);
        expect(pick(resamples(40, 12345), [sample])).toEqual([[...expected]]);
        const words = [forExchanges.uint32(), forExchanges.uint32()];
        const bits = Array.from({ length: 40 }, (_, unit) => (words[unit >> 5]! >>> (unit & 31)) & 1);
        expect(read(exchanges(40, 12345), [sample])).toEqual([bits]);
      }
    }
  });

  it.each([
    ['resamples', () => resamples(50, 3)],
    ['exchanges', () => exchanges(50, 3)],
    ["NumPy's resamples", () => numpyResamples(50, 3)],
    ["NumPy's exchanges", () => numpyExchanges(50, 3)],
    ['all exchanges', () => allExchanges(12)],
  ])('%s are the same in any order', (_, source) => {
    const inOrder = pick(
      source(),
      Array.from({ length: 200 }, (__, n) => n),
    );
    const shared = source();
    for (const sample of [5, 2, 2, 0, 4, 1, 64, 63, 64, 65, 130, 199, 128, 127, 3]) {
      expect(pick(shared, [sample])).toEqual([inOrder[sample]]);
    }
  });

  it.each([
    ['resamples', () => resamples(50, 3)],
    ['exchanges', () => exchanges(50, 3)],
    ["NumPy's resamples", () => numpyResamples(50, 3)],
    ["NumPy's exchanges", () => numpyExchanges(50, 3)],
    ['all exchanges', () => allExchanges(12)],
  ])('%s are the same as counts or bits', (_, make) => {
    const [picked, tallied] = [make(), make()];
    const { units, repeats } = picked;
    for (const sample of [0, 1, 2, 63, 64, 66, 65, 130, 5]) {
      const tally = new Uint32Array(repeats ? units : wordsOf(units));
      tallied.tally(sample, tally);
      const times = Array.from({ length: units }, (__, u) => (repeats ? tally[u]! : (tally[u >> 5]! >>> (u & 31)) & 1));
      expect([times]).toEqual(read(picked, [sample]));
    }
  });

  it.each([
    ['resamples', resamples, 1],
    ['exchanges', exchanges, 0.5],
  ] as const)('%s hold every unit equally often', (_, sourceOf, expected) => {
    const samples = Array.from({ length: 4000 }, (__, n) => n);
    const sums = new Float64Array(70);
    for (const times of read(sourceOf(70, 1), samples)) times.forEach((count, unit) => (sums[unit]! += count));
    // Variance of a sample: 1 − 1/n of a count, 1/4 of a coin; the largest of 70 lies within 4.5 standard errors.
    const standardError = Math.sqrt((expected === 1 ? 1 - 1 / 70 : 0.25) / samples.length);
    for (const sum of sums) expect(Math.abs(sum / samples.length - expected)).toBeLessThan(4.5 * standardError);
  });

  it('are all exchanges up to which system comes first', () => {
    const all = read(
      allExchanges(5),
      Array.from({ length: countAllExchanges(5) }, (_, n) => n),
    );
    expect([all.length, all[0]]).toEqual([16, [0, 0, 0, 0, 0]]);
    const turned = all.map((times) => times.map((exchanged) => 1 - exchanged));
    expect(new Set([...all, ...turned].map(String)).size).toBe(2 ** 5);
  });
});
