/** Batch MIRA against a plain implementation, on made-up lists for which the right weights are known, and on real ones. */
import { describe, expect, it } from 'vitest';
import { bleu, nist, ter } from '../../metrics/index.ts';
import { Pcg64 } from '../../stats/index.ts';
import type { Pool } from '../lists/candidates.ts';
import { poolScore } from '../lists/rerank.ts';
import { present, sharedPool, skipped } from '../testing/sharedLists.ts';
import { noisyPool, oracleScore, poolOf, share, shareLost } from '../testing/syntheticPool.ts';
import { tuningObjective } from './tuningObjective.ts';
import { type MiraSettings, miraDefaults, tuneByMira } from './mira.ts';

const start = Float64Array.of(-0.1, 0.3, 0.5, 0.1);

/** With features of sizes that suit the steps of MIRA. */
const miraPool = (seed: number, segments: number, candidates: number, noise: number): Pool =>
  noisyPool(seed, segments, candidates, noise, 10, 3);

/** Not a mean over segments, so that the background matters. */
const squaredShare = { ...share, score: (sums: ArrayLike<number>) => share.score(sums) ** 2 / 100 };

/** Straight from the paper, with objects and all weights kept; the mean weights after each epoch. */
function plainMira({ candidates, rows, width }: Pool, settings: MiraSettings): number[][] {
  const { segments, starts, features, featureNames } = candidates;
  const lists = Array.from({ length: segments }, (_, s) =>
    Array.from({ length: starts[s + 1]! - starts[s]! }, (_unused, i) => {
      const c = starts[s]! + i;
      const vector = featureNames.map(() => 0);
      for (let at = features.starts[c]!; at < features.starts[c + 1]!; at++)
        vector[features.indices[at]!] = features.values[at]!;
      return { vector, row: [...rows.subarray(c * width, (c + 1) * width)] };
    }),
  );
  const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
  const random = new Pcg64(settings.seed);
  let weights = [...start];
  let background = [0, 0];
  for (const list of lists) {
    for (const { row } of list) background = background.map((x, k) => x + row[k]! / list.length / segments);
  }
  const all: number[][] = [];
  const order = lists.map((_, s) => s);
  return Array.from({ length: settings.epochs }, () => {
    for (let i = order.length - 1; i > 0; i--) {
      const j = random.below(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    for (const s of order) {
      const seen = lists[s]!.map(({ vector, row }) => {
        const [right, length] = [background[0]! + row[0]!, background[1]! + row[1]!];
        return { vector, row, model: dot(weights, vector), gain: (right / length) ** 2 * length };
      });
      const best = (value: (each: (typeof seen)[number]) => number) =>
        seen.reduce((a, b) => (value(b) > value(a) + 1e-12 ? b : a));
      const hope = best(({ model, gain }) => model + gain);
      const fear = best(({ model, gain }) => model - gain);
      const change = hope.vector.map((x, f) => x - fear.vector[f]!);
      const loss = hope.gain - fear.gain - dot(weights, change);
      if (hope.gain > fear.gain && loss > 0) {
        const step = Math.min(settings.maxStep, loss / dot(change, change));
        weights = weights.map((w, f) => w + step * change[f]!);
      }
      const joins = settings.background === 'hope' ? hope : best(({ model }) => model);
      background = background.map((x, k) => settings.decay * x + joins.row[k]!);
      all.push(weights);
    }
    return start.reduce<number[]>((mean, _, f) => [...mean, all.reduce((sum, w) => sum + w[f]!, 0) / all.length], []);
  });
}

describe('MIRA', () => {
  it.each(['hope', 'model'] as const)('agrees with a plain implementation, with a background of %s', (background) => {
    const pool = miraPool(5, 12, 6, 0.4);
    const settings = { ...miraDefaults, epochs: 5, decay: 0.9, background };
    const plain = plainMira(pool, settings);
    const { weights, epoch, trace } = tuneByMira(pool, squaredShare, start, settings);
    const scores = plain.map((w) => poolScore(pool, squaredShare, Float64Array.from(w)));
    trace.forEach(({ score }, e) => expect(score).toBeCloseTo(scores[e]!, 9));
    expect(epoch).toBe(scores.indexOf(Math.max(...scores)) + 1);
    weights.forEach((weight, f) => expect(weight).toBeCloseTo(plain[epoch - 1]![f]!, 9));
  });

  it('finds the feature that is the metric', () => {
    const pool = miraPool(1, 40, 30, 0);
    const { weights, score, startScore, epoch, trace } = tuneByMira(pool, share, start);
    expect(score).toBe(poolScore(pool, share, weights));
    expect(score).toBe(trace[epoch - 1]!.score);
    expect(score).toBe(Math.max(...trace.map((each) => each.score)));
    expect(score).toBeGreaterThan(oracleScore(pool) - 3);
    expect(startScore).toBeLessThan(60);
    expect(trace).toHaveLength(60);
  });

  it('lowers a metric if lower is better', () => {
    const pool = miraPool(3, 30, 20, 0);
    const { score, startScore } = tuneByMira(pool, shareLost, start);
    expect(score).toBeLessThan(startScore - 20);
    expect(score).toBeLessThan(100 - oracleScore(pool) + 3);
  });

  it('gives the same weights from the same seed, and others from another', () => {
    const pool = miraPool(4, 20, 30, 0.5);
    const tuned = (seed: number) => tuneByMira(pool, share, start, { ...miraDefaults, seed, epochs: 10 });
    expect(tuned(1)).toEqual(tuned(1));
    expect(tuned(2).weights).not.toEqual(tuned(1).weights);
  });

  it('does not depend on the size of the start, and keeps it', () => {
    const pool = miraPool(4, 20, 30, 0.5);
    const small = tuneByMira(pool, share, start);
    const large = tuneByMira(pool, share, start.map((weight) => 1024 * weight)); // prettier-ignore
    expect(large.score).toBe(small.score);
    large.weights.forEach((weight, f) => expect(weight).toBeCloseTo(1024 * small.weights[f]!, 6));
    expect(small.weights[3]).toBeCloseTo(0.1, 12); // constant in each list
  });

  it('needs no reference length and uses words instead', () => {
    const pool = miraPool(1, 30, 20, 0);
    const { score } = tuneByMira(pool, { ...share, lengthAt: undefined }, start);
    expect(score).toBeGreaterThan(oracleScore(pool) - 3);
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
    const tuned = tuneByMira(poolOf(lists), share, weights, { ...miraDefaults, epochs: 3 });
    expect(tuned.weights).toEqual(weights);
    expect(tuned.weights).not.toBe(weights);
    expect(tuned).toMatchObject({ epoch: 0, score: tuned.startScore });
    expect(tuned.trace.map(({ updates }) => updates)).toEqual([0, 0, 0]);
  });

  it('learns from negative scores', () => {
    const below = { ...share, score: (sums: ArrayLike<number>) => share.score(sums) - 200 };
    const pool = miraPool(1, 30, 20, 0);
    const { score, startScore } = tuneByMira(pool, below, start);
    expect(score).toBeLessThan(0);
    expect(score).toBeGreaterThan(startScore + 20);
  });

  it('ignores a segment without candidates', () => {
    const candidates = two([1, 2], [0, 2]);
    const settings = { ...miraDefaults, epochs: 2 };
    const weights = Float64Array.of(0, 1, 0);
    const tuned = tuneByMira(poolOf([[], candidates, []]), share, weights, settings);
    expect(tuned).toEqual(tuneByMira(poolOf([candidates]), share, weights, settings));
    expect(tuned.trace[0]!.updates).toBe(1);
  });

  it.each<[Partial<MiraSettings>, string]>([
    [{ maxStep: 0 }, 'The longest step must be a number above 0, not 0.'],
    [{ decay: 1.1 }, 'The decay'],
    [{ epochs: 0 }, 'The number of epochs'],
    [{ seed: 0.5 }, 'The seed'],
  ])('refuses %o', (given, message) => {
    expect(() => tuneByMira(miraPool(1, 1, 2, 0), share, start, { ...miraDefaults, ...given })).toThrow(message);
  });

  it('refuses features that are not numbers', () => {
    const pool = poolOf([[{ features: [0, NaN, 0], row: [1, 1] }]]);
    expect(() => tuneByMira(pool, share, new Float64Array(3))).toThrow('feature b is NaN');
  });
});

describe.skipIf(!present)(`MIRA on real lists${skipped}`, () => {
  const options = { lowercase: true, tokenizer: 'none' } as const;

  it.each([
    ['moses', 'BLEU', bleu(options), 2.5],
    ['moses', 'TER', ter(), 3],
    ['moses', 'NIST', nist(options), 0.8],
    ['portage', 'BLEU', bleu(options), 0.1],
    ['portage', 'TER', ter(), 1],
    ['portage', 'NIST', nist(options), 0.05],
  ] as const)('is better than the first hypotheses of %s: %s', (name, _, metric, least) => {
    const pool = sharedPool(name, metric);
    const first = new Float64Array(pool.candidates.featureNames.length); // all candidates tie, so the first are chosen
    const { score, startScore } = tuneByMira(pool, tuningObjective(metric), first);
    expect((score - startScore) * (metric.higherIsBetter ? 1 : -1)).toBeGreaterThan(least);
  });
});
