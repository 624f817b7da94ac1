import { describe, expect, it } from 'vitest';
import { Pcg64 } from '../../stats/index.ts';
import { ListSpace } from './listSpace.ts';
import type { Objective, SearchSpace } from './searchSpace.ts';
import { type Candidate, noisyPool, oracleScore, poolOf, share, shareLost } from '../testing/syntheticPool.ts';
import { MertTraining, tuneByMert } from './mert.ts';
import { type MertSettings, mertDefaults } from './settings.ts';

const spaceOf = (pool: ReturnType<typeof poolOf>): ListSpace => new ListSpace(pool);

/** Brute force, straight from the definition. */
function scoreOf(space: SearchSpace, objective: Objective, weights: Float64Array): number {
  const sums = new Float64Array(space.width);
  for (let s = 0; s < space.segments; s++) {
    const best = space.best(s, weights);
    for (let k = 0; best >= 0 && k < space.width; k++) sums[k]! += space.rows()[best * space.width + k]!;
  }
  return objective.score(sums);
}

const quick = { restarts: 4, randomDirections: 3 };
const l1 = (weights: Float64Array): number => weights.reduce((sum, weight) => sum + Math.abs(weight), 0);

describe('tuneByMert', () => {
  it('finds the only informative feature', () => {
    const pool = noisyPool(5, 30, 20);
    const { score, startScore, weights } = tuneByMert(spaceOf(pool), share, Float64Array.of(-1, 1, 1, 1), quick);
    expect(score).toBe(oracleScore(pool));
    expect(startScore).toBeLessThan(70);
    expect(weights[0]!).toBeGreaterThan(0);
    expect(l1(weights)).toBeCloseTo(1, 12);
  });

  it.each([
    [1, 1],
    [-1, 1],
    [1, 100],
  ])('moves away from weights whose choice has no score: from %d, best %d', (from, best) => {
    // A higher a chooses a row that cannot be scored, a lower a one that can; the best is in between.
    const list: Candidate[] = [
      { features: [2, 0, 0], row: [1, 0] },
      { features: [0, 1, 0], row: [best, 100] },
      { features: [-2, 0, 0], row: [0, 100] },
    ];
    const objective: Objective = { higherIsBetter: true, score: (sums) => (100 * sums[0]!) / (sums[1]! || NaN) };
    const start = Float64Array.of(from, 0.1, 0);
    const { score, weights } = tuneByMert(spaceOf(poolOf([list])), objective, start, quick);
    expect(score).toBe(best);
    expect(Math.abs(weights[0]!)).toBeLessThan(weights[1]!);
  });

  it.each([1, 2, 3, 4, 5])('minimising is the same as maximising the negated score: seed %d', (seed) => {
    const space = spaceOf(noisyPool(seed, 20, 15, 1));
    const start = Float64Array.of(1, 1, 1, 1);
    const high = tuneByMert(space, share, start, { ...quick, seed });
    const low = tuneByMert(space, shareLost, start, { ...quick, seed });
    expect(low.weights).toEqual(high.weights);
    expect(low.score).toBeCloseTo(100 - high.score, 10);
    expect(low.startScore).toBeCloseTo(100 - high.startScore, 10);
  });

  it.each<Partial<MertSettings>>([
    {},
    { smoothing: { kind: 'average', window: 3 } },
    { smoothing: { kind: 'min', window: 2 } },
    { penalty: 5 },
    { normalization: 'none' },
    { bounds: new Map([[0, [0, Infinity]]]) },
    { fixed: [2] },
    { randomDirections: 0 },
    { restarts: 0 },
    { maxRounds: 1 },
  ])('is never worse than the start, and reports the score of its weights: %o', (settings) => {
    for (let seed = 0; seed < 6; seed++) {
      const random = new Pcg64(seed);
      const space = spaceOf(noisyPool(seed, 8, 10, 2));
      const start = Float64Array.from({ length: 4 }, () => random.float());
      const result = tuneByMert(space, share, start, { ...quick, seed, ...settings });
      expect(result.startScore).toBe(scoreOf(space, share, start));
      expect(result.score).toBe(scoreOf(space, share, result.weights));
      if (settings.penalty === undefined) expect(result.score).toBeGreaterThanOrEqual(result.startScore);
      for (const { score, weights, rounds } of result.starts) {
        expect(score).toBe(scoreOf(space, share, weights));
        expect(rounds).toBeGreaterThan(0);
      }
      if (!settings.smoothing) {
        expect(result.starts[result.best]!.value).toBe(Math.max(...result.starts.map(({ value }) => value)));
      }
    }
  });

  it('works with negative scores', () => {
    const pool = noisyPool(5, 30, 20);
    const below: Objective = { higherIsBetter: true, score: (sums) => share.score(sums) - 1000 };
    const { score, weights } = tuneByMert(spaceOf(pool), below, Float64Array.of(-1, 1, 1, 1), quick);
    expect(score).toBe(oracleScore(pool) - 1000);
    expect(weights.some((weight) => weight !== 0)).toBe(true);
  });

  it.each([
    [
      'a constant feature',
      [
        [
          [1, 5, 0],
          [2, 5, 0],
        ],
        [
          [0, 5, 1],
          [4, 5, 2],
        ],
      ],
    ],
    [
      'features that are huge',
      [
        [
          [1e99, 1, 0],
          [-1e99, 2, 0],
        ],
        [
          [0, 1, 1e99],
          [1e98, 2, 2],
        ],
      ],
    ],
    ['single candidates', [[[1, 2, 3]], [[3, 2, 1]]]],
    [
      'equal candidates',
      [
        [
          [1, 2, 3],
          [1, 2, 3],
          [1, 2, 3],
        ],
      ],
    ],
    [
      'empty lists',
      [
        [],
        [
          [1, 2, 3],
          [3, 2, 1],
        ],
        [],
      ],
    ],
    ['no candidates', [[], []]],
    ['no segments', []],
    [
      'no features',
      [
        [
          [0, 0, 0],
          [0, 0, 0],
        ],
      ],
    ],
  ] as const)('keeps weights finite and sound with %s', (_, lists) => {
    let k = 0;
    const made = lists.map((list) => list.map((features): Candidate => ({ features, row: [++k % 3, 2] })));
    const space = spaceOf(poolOf(made));
    const start = Float64Array.of(0.5, 0.25, -0.25);
    const { weights, score, startScore, starts } = tuneByMert(space, share, start, quick);
    expect(weights.every(Number.isFinite)).toBe(true);
    expect(l1(weights)).toBeCloseTo(1, 12);
    expect(score).toBeGreaterThanOrEqual(startScore);
    expect(starts).toHaveLength(5);
  });

  it('keeps the weight of a feature that is the same in all lists', () => {
    const { weights } = tuneByMert(spaceOf(noisyPool(3, 20, 10, 1)), share, Float64Array.of(1, 1, 1, 2), { ...quick, normalization: 'none' }); // prettier-ignore
    expect(weights[3]).toBe(2);
    expect(weights[0]).not.toBe(1);
  });

  it('can start from 0', () => {
    const pool = noisyPool(5, 30, 20);
    const { score } = tuneByMert(spaceOf(pool), share, new Float64Array(4), quick);
    expect(score).toBe(oracleScore(pool));
  });

  it('does not depend on the scale of a feature', () => {
    const scores = [1, 1e-6, 1e6].map((scale) => {
      const space = spaceOf(noisyPool(9, 25, 20, 1, scale));
      return tuneByMert(space, share, Float64Array.of(1 / scale, 1, 1, 1), { ...quick, normalization: 'none' }).score;
    });
    expect(scores[1]).toBeCloseTo(scores[0]!, 9);
    expect(scores[2]).toBeCloseTo(scores[0]!, 9);
  });
});

describe('bounds', () => {
  const space = spaceOf(noisyPool(4, 25, 20, 1));

  it('are kept', () => {
    const bounds = new Map<number, readonly [number, number]>([[0, [-2, -1]], [1, [0, 3]], [2, [0.5, 0.5]]]); // prettier-ignore
    const { weights, starts } = tuneByMert(space, share, Float64Array.of(-1, 1, 0.5, 1), { ...quick, bounds });
    for (const each of [weights, ...starts.map((start) => start.weights)]) {
      for (const [f, [low, high]] of bounds) {
        expect(each[f]).toBeGreaterThanOrEqual(low);
        expect(each[f]).toBeLessThanOrEqual(high);
      }
    }
  });

  it('on the sign alone work with normalization', () => {
    const { weights, score, startScore } = tuneByMert(space, share, Float64Array.of(0, 1, 1, 1), { ...quick, bounds: new Map([[1, [0, Infinity]], [2, [0, Infinity]]]) }); // prettier-ignore
    expect(l1(weights)).toBeCloseTo(1, 12);
    expect(weights[1]).toBeGreaterThanOrEqual(0);
    expect(weights[2]).toBeGreaterThanOrEqual(0);
    expect(score).toBeGreaterThan(startScore);
  });

  it('fixed weights stay to the last digit', () => {
    const { weights } = tuneByMert(space, share, Float64Array.of(0.1, 1 / 3, 1, 1), { ...quick, fixed: [1, 3] });
    expect(weights[1]).toBe(1 / 3);
    expect(weights[3]).toBe(1);
  });

  it('with all weights fixed there is nothing to do', () => {
    const result = tuneByMert(space, share, Float64Array.of(1, 2, 3, 4), { fixed: [0, 1, 2, 3] });
    expect(result.weights).toEqual(Float64Array.of(1, 2, 3, 4));
    expect(result.starts).toHaveLength(1);
    expect(result.intervals).toBe(0);
  });
});

describe('regularisation', () => {
  it('keeps weights close to the start, closer the higher it is', () => {
    const space = spaceOf(noisyPool(6, 15, 20, 2));
    const start = Float64Array.of(0.25, 0.25, 0.25, 0.25);
    const distances = [0, 10, 1e6].map((penalty) => {
      const { weights, starts, best } = tuneByMert(space, share, start, { ...quick, penalty });
      const distance = Math.sqrt(weights.reduce((sum, weight, f) => sum + (weight - start[f]!) ** 2, 0));
      expect(starts[best]!.value).toBeCloseTo(starts[best]!.score - penalty * distance, 6);
      return distance;
    });
    expect(distances[1]).toBeLessThan(distances[0]!);
    expect(distances[2]).toBe(0);
  });
});

describe('MertTraining', () => {
  const space = spaceOf(noisyPool(8, 20, 20, 1));
  const start = Float64Array.of(1, 0.5, 0.5, 0);
  const settings = { ...mertDefaults, ...quick };

  it('gives the same result in any order of starts', () => {
    const forth = tuneByMert(space, share, start, quick);
    const training = new MertTraining(space, share, start, settings);
    const found = [4, 2, 0, 3, 1].map((number) => ({ number, start: training.run(number) }));
    const starts = found.sort((a, b) => a.number - b.number).map((each) => each.start);
    expect(training.conclude(starts)).toEqual(forth);
  });

  it('gives different starts for another seed, and the same for the same', () => {
    const [one, again, other] = [1, 1, 2].map((seed) => tuneByMert(space, share, start, { ...quick, seed }));
    expect(one).toEqual(again);
    expect(other!.starts[1]!.weights).not.toEqual(one!.starts[1]!.weights);
  });

  it('has no start beyond the last', () => {
    expect(() => new MertTraining(space, share, start, settings).run(5)).toThrow(
      'There is no start 5: starts are numbered 0 to 4.',
    );
  });
});

describe('settings that make no sense', () => {
  const space = spaceOf(noisyPool(1, 2, 2));
  const ones = Float64Array.of(1, 1, 1, 1);
  it.each<[string, Float64Array, Partial<MertSettings>, string]>([
    ['too few weights', Float64Array.of(1), {}, 'The start has 1 weight for 4 features.'],
    ['NaN', Float64Array.of(1, NaN, 1, 1), {}, 'The start: the weight of b is NaN. It must be a finite number.'],
    ['large', Float64Array.of(1, 1e200, 1, 1), {}, 'The weight of b is 1e+200. It must be at most 1e+100.'],
    ['restarts', ones, { restarts: -1 }, 'Restarts must be a whole number of at least 0, not -1.'],
    ['rounds', ones, { maxRounds: 0 }, 'Rounds must be a whole number of at least 1, not 0.'],
    ['directions', ones, { randomDirections: 1.5 }, 'Random directions must be'],
    ['seed', ones, { seed: -3 }, 'The seed must be'],
    ['gain', ones, { minGain: NaN }, 'The least gain must be a number of at least 0, not NaN.'],
    ['penalty', ones, { penalty: -1 }, 'The penalty must be a number of at least 0, not -1.'],
    ['window', ones, { smoothing: { kind: 'min', window: -1 } }, 'The window of smoothing must be'],
    [
      'smoothing',
      ones,
      { smoothing: { kind: 'max' as 'min', window: 1 } },
      'Smoothing must be one of none, average, min, not max.',
    ],
    ['normalization', ones, { normalization: 'l2' as 'l1' }, 'Normalization must be one of l1, none, not l2.'],
    ['a feature', ones, { fixed: [4] }, 'There is no feature 4: features are numbered 0 to 3.'],
    ['bounds of an unknown feature', ones, { bounds: new Map([[-1, [0, 1]]]) }, 'There is no feature -1'],
    ['bounds reversed', ones, { bounds: new Map([[0, [2, 1]]]) }, 'The weight of a cannot be from 2 to 1.'],
    [
      'out of bounds',
      ones,
      { bounds: new Map([[0, [2, 3]]]) },
      'The weight of a is 1 at the start, outside its bounds 2 to 3.',
    ],
    ['normalized bounds', ones, { bounds: new Map([[0, [1, 3]]]), normalization: 'l1' }, 'Use normalization none.'],
  ])('%s', (_, weights, settings, message) => {
    expect(() => tuneByMert(space, share, weights, settings)).toThrow(message);
  });
});
