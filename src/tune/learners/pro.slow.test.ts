/** PRO on made-up lists for which the right weights are known, and on real ones. */
import { describe, expect, it } from 'vitest';
import { bleu, nist, ter } from '../../metrics/index.ts';
import { poolScore } from '../lists/rerank.ts';
import { present, sharedPool, skipped } from '../testing/sharedLists.ts';
import { noisyPool, oracleScore, poolOf, share, shareLost } from '../testing/syntheticPool.ts';
import { tuningObjective } from './tuningObjective.ts';
import { type ProSettings, proDefaults, tuneByPro } from './pro.ts';

const start = Float64Array.of(0.1, 0.3, 0.5, 0.1);

describe('PRO', () => {
  it('finds the feature that is the metric', () => {
    const pool = noisyPool(1, 40, 30, 0);
    const { weights, score, startScore, trace } = tuneByPro(pool, share, start);
    expect(score).toBe(poolScore(pool, share, weights));
    expect(startScore).toBe(poolScore(pool, share, start));
    expect(score).toBeGreaterThan(oracleScore(pool) - 1);
    expect(startScore).toBeLessThan(60);
    expect(trace).toHaveLength(1);
    expect(trace[0]!.accuracy).toBeGreaterThan(0.99);
  });

  it('comes close if the feature is noisy', () => {
    const pool = noisyPool(2, 60, 30, 0.3);
    expect(tuneByPro(pool, share, start).score).toBeGreaterThan(oracleScore(pool) - 8);
  });

  it('lowers a metric if lower is better', () => {
    const pool = noisyPool(3, 40, 30, 0);
    const high = tuneByPro(pool, share, start);
    const low = tuneByPro(pool, shareLost, start);
    expect(low.score).toBeCloseTo(100 - high.score, 9);
    low.weights.forEach((weight, f) => expect(weight).toBeCloseTo(high.weights[f]!, 9));
  });

  it('keeps the size of the start, and the weight of a feature that is constant in each list', () => {
    const { weights } = tuneByPro(noisyPool(1, 20, 20, 0), share, start);
    expect(weights[3]).toBe(0.1);
    expect(weights.reduce((sum, weight) => sum + Math.abs(weight), 0)).toBeCloseTo(1, 12);
    expect(weights[0]).toBeGreaterThan(0.5);
  });

  it('from a start at 0 returns the weights as learned', () => {
    const { weights } = tuneByPro(noisyPool(1, 20, 20, 0), share, new Float64Array(4));
    expect(weights[0]).toBeGreaterThan(1);
    expect(weights[3]).toBe(0);
  });

  it('gives the same weights from the same seed, and others from another', () => {
    const pool = noisyPool(4, 20, 30, 0.5);
    const tuned = (seed: number) => tuneByPro(pool, share, start, { ...proDefaults, draws: 200, seed });
    expect(tuned(1)).toEqual(tuned(1));
    expect(tuned(2).weights).not.toEqual(tuned(1).weights);
  });

  it('interpolates with the previous weights', () => {
    const pool = noisyPool(4, 20, 30, 0.5);
    const learned = tuneByPro(pool, share, start).weights;
    const { weights } = tuneByPro(pool, share, start, { ...proDefaults, interpolation: 0.25 });
    weights.forEach((weight, f) => expect(weight).toBeCloseTo(0.25 * learned[f]! + 0.75 * start[f]!, 12));
    const { trace } = tuneByPro(pool, share, start, { ...proDefaults, draws: 200, interpolation: 0.5, iterations: 4 });
    expect(trace).toHaveLength(4);
    expect(trace[3]!.score).toBeGreaterThan(trace[0]!.score - 5);
    expect(new Set(trace.map(({ loss }) => loss)).size).toBe(4); // each iteration has its own pairs
  });

  it('stays close to the start if pulled', () => {
    const pool = noisyPool(4, 20, 30, 0.5);
    const away = (pull: number) =>
      tuneByPro(pool, share, start, { ...proDefaults, pull }).weights.reduce(
        (sum, w, f) => sum + (w - start[f]!) ** 2,
        0,
      );
    expect(away(1e9)).toBeLessThan(1e-6);
    expect(away(0)).toBeGreaterThan(0.1);
  });

  const two = (first: readonly number[], second: readonly number[]) => [
    { features: [1, 0, 0], row: first },
    { features: [0, 1, 0], row: second },
  ];
  it.each([
    ['no segments', []],
    ['empty lists', [[], []]],
    ['single candidates', [two([1, 2], [0, 2]).slice(0, 1), two([1, 2], [0, 2]).slice(1)]],
    ['candidates that are all equal', [two([1, 2], [1, 2])]],
    ['scores of 0 everywhere', [two([0, 2], [0, 2])]],
    ['features that are all the same', [two([1, 2], [0, 2]).map((each) => ({ ...each, features: [1, 1, 1] }))]],
    ['no features', [two([1, 2], [0, 2]).map((each) => ({ ...each, features: [] }))]],
  ])('keeps the weights with %s', (_, lists) => {
    const weights = Float64Array.of(0.5, -0.25, 0);
    const pool = poolOf(lists);
    const tuned = tuneByPro(pool, share, weights);
    expect(tuned.weights).toEqual(weights);
    expect(tuned.weights).not.toBe(weights);
    expect(tuned.score).toBe(tuned.startScore);
  });

  it('learns from negative scores', () => {
    const below = { ...share, score: (sums: ArrayLike<number>) => share.score(sums) - 200, segmentScore: (row: ArrayLike<number>) => share.score(row) - 200 }; // prettier-ignore
    const pool = noisyPool(1, 20, 20, 0);
    expect(tuneByPro(pool, below, start).weights).toEqual(tuneByPro(pool, share, start).weights);
  });

  it('takes differences relative to the spread if a metric has no scale', () => {
    const pool = poolOf([two([3, 100], [4, 100]), two([13, 100], [3, 100])]);
    const pairs = (minDifference: number) =>
      tuneByPro(pool, { ...share, scale: Infinity }, new Float64Array(3), { ...proDefaults, minDifference }).trace[0]!
        .pairs;
    // The spread is 10 points; one pair differs by 1, one by 10.
    expect([pairs(0.1), pairs(0.11), pairs(1), pairs(1.01)]).toEqual([2, 1, 1, 0]);
  });

  it.each<[Partial<ProSettings>, string]>([
    [{ draws: 0 }, 'The number of pairs drawn must be an integer of at least 1, not 0.'],
    [{ kept: 1.5 }, 'The number of pairs kept'],
    [{ minDifference: NaN }, 'The least difference'],
    [{ maxLengthGap: -1 }, 'The longest gap of lengths'],
    [{ l2: 0 }, 'The prior'],
    [{ pull: Infinity }, 'The pull'],
    [{ interpolation: 0 }, 'The interpolation must be above 0 and at most 1, not 0.'],
    [{ iterations: 0 }, 'The number of iterations'],
    [{ seed: -1 }, 'The seed'],
  ])('refuses %o', (given, message) => {
    expect(() => tuneByPro(noisyPool(1, 1, 2, 0), share, start, { ...proDefaults, ...given })).toThrow(message);
  });

  it.each([
    ['features that are not numbers', { features: [NaN, 0, 0], row: [1, 1] }, [1, 1, 1], 'feature a is NaN'],
    ['infinite features', { features: [0, -Infinity, 0], row: [1, 1] }, [1, 1, 1], 'feature b is -Infinity'],
    ['counts that are not numbers', { features: [0, 0, 0], row: [NaN, 1] }, [1, 1, 1], 'must be finite numbers'],
    ['rows of another width', { features: [0, 0, 0], row: [1] }, [1, 1, 1], 'into rows of 2 for 1 candidate'],
    ['weights that are not numbers', { features: [0, 0, 0], row: [1, 1] }, [1, NaN, 1], 'the weight of b is NaN'],
    ['too few weights', { features: [0, 0, 0], row: [1, 1] }, [1], 'has 1 weight for 3 features'],
  ])('refuses %s', (_, candidate, weights, message) => {
    expect(() => tuneByPro(poolOf([[candidate]]), share, Float64Array.from(weights))).toThrow(message);
  });
});

describe.skipIf(!present)(`PRO on real lists${skipped}`, () => {
  const options = { lowercase: true, tokenizer: 'none' } as const;

  it('is better than the first hypotheses of Moses, also with the smoothing of Moses', () => {
    const metric = bleu(options);
    const pool = sharedPool('moses', metric);
    const first = new Float64Array(pool.candidates.featureNames.length); // all candidates tie, so the first are chosen
    const { score, startScore } = tuneByPro(pool, tuningObjective(metric), first);
    expect(score).toBeGreaterThan(startScore + 2);
    const ofMoses = tuningObjective(metric, bleu({ ...options, smoothing: 'chiang' }));
    const other = tuneByPro(pool, ofMoses, first);
    expect(other.score).toBeGreaterThan(startScore + 2);
    expect(other.score).not.toBe(score);
  });

  it.each([
    ['BLEU', bleu(options), 0.2],
    ['TER', ter(), 1],
    ['NIST', nist(options), 0.05],
  ])('is better than equal weights on the lists of Portage: %s', (_, metric, least) => {
    const pool = sharedPool('portage', metric);
    const equal = new Float64Array(pool.candidates.featureNames.length).fill(1);
    const { score, startScore } = tuneByPro(pool, tuningObjective(metric), equal);
    expect((score - startScore) * (metric.higherIsBetter ? 1 : -1)).toBeGreaterThan(least);
  });
});
