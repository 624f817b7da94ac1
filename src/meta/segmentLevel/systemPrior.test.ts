import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { type Comparisons, type Ranking, compareRankings } from '../../human/index.ts';
import { Pcg64 } from '../../stats/index.ts';
import { scoresOfRankings } from '../humanSide.ts';
import type { Scores } from '../scores.ts';
import { asErrors, makeScores, systemScores } from '../testing/makeScores.ts';
import { comparisonMeasures } from './segmentMeasures.ts';
import { interpolatePrior, mixWithPrior, systemPrior } from './systemPrior.ts';

const consistency = comparisonMeasures.find(({ id }) => id === 'consistency')!;
const names = ['a', 'b', 'c', 'd'];

/** Two rankings of each segment, by people who see the quality of systems and of segments with some noise. */
function simulate(segments: number, noise: number, random: Pcg64): { comparisons: Comparisons; metric: Scores } {
  const quality = names.map((_, s) => Array.from({ length: segments }, () => s / 2 + 2 * random.float()));
  const rankings = Array.from({ length: 2 * segments }, (_, r): Ranking => {
    const g = r % segments;
    const seen = quality.map((row) => row[g]! + random.float());
    const ranks = seen.map((own) => 1 + seen.filter((other) => Math.round(other) > Math.round(own)).length);
    return { task: 't', segment: String(g + 1), judge: String(r % 3), order: r, systems: names, ranks };
  });
  const scores = quality.map((row) => row.map((value) => value + noise * random.float()));
  return {
    comparisons: compareRankings('t', rankings),
    metric: makeScores(scores.map((row, s) => [names[s]!, row])),
  };
}

describe('systemPrior', () => {
  it('gives each segment the score of its system', () => {
    const prior = systemPrior(systemScores([['a', 0.3], ['b', NaN]], false), ['7', '9', '11']); // prettier-ignore
    expect(prior.segments).toEqual(['7', '9', '11']);
    expect([...prior.ofSegments]).toEqual([0.3, 0.3, 0.3, NaN, NaN, NaN]);
    expect(prior.higherIsBetter).toBe(false);
  });

  it('as an oracle puts systems in the order people have them', () => {
    const { comparisons } = simulate(60, 1, new Pcg64(2));
    const oracle = consistency.of(comparisons, systemPrior(scoresOfRankings(comparisons), comparisons.segments));
    const other = consistency.of(comparisons, systemPrior(systemScores(names.map((name, s) => [name, -s])), comparisons.segments)); // prettier-ignore
    expect(oracle.value).toBeGreaterThan(0.6);
    // Reversed, it is wrong where it was right.
    expect(other.value).toBeCloseTo(1 - oracle.value, 12);
    expect(oracle.missing).toBe(0);
  });
});

describe('interpolatePrior', () => {
  /** Leaving out one segment at a time, from the definition. */
  function leaveOneOut(comparisons: Comparisons, metric: Scores, steps: number) {
    const turn = metric.higherIsBetter ? 1 : -1;
    const z = (values: Float64Array) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
      return values.map((value) => (turn * (value - mean)) / spread);
    };
    const [own, whole] = [z(metric.ofSegments), z(metric.ofSystems)];
    const score = (system: string, segment: string, weight: number) => {
      const s = metric.systems.indexOf(system);
      return weight * own[s * metric.segments.length + metric.segments.indexOf(segment)]! + (1 - weight) * whole[s]!;
    };
    const isRight = (c: number, weight: number) => {
      const segment = comparisons.segments[comparisons.segment[c]!]!;
      const [first, second] = [comparisons.first[c]!, comparisons.second[c]!].map((s) => score(comparisons.systems[s]!, segment, weight)); // prettier-ignore
      return Math.sign(first! - second!) === comparisons.outcome[c];
    };
    const decided = Array.from(comparisons.outcome.keys()).filter((c) => comparisons.outcome[c] !== 0);
    const rightAt = (among: readonly number[], weight: number) => among.filter((c) => isRight(c, weight)).length;
    const weights = Array.from({ length: steps + 1 }, (_, k) => k / steps);
    let right = 0;
    const chosen = [...new Set(decided.map((c) => comparisons.segment[c]))].map((segment) => {
      const others = decided.filter((c) => comparisons.segment[c] !== segment);
      const found = weights.map((weight) => rightAt(others, weight));
      const weight = weights[found.indexOf(Math.max(...found))]!;
      right += rightAt(decided.filter((c) => comparisons.segment[c] === segment), weight); // prettier-ignore
      return weight;
    });
    return {
      consistency: right / decided.length,
      weights: chosen.sort((a, b) => a - b),
      curve: weights.map((weight) => rightAt(decided, weight) / decided.length),
    };
  }

  it('is the same as from the definition when each segment is a fold of its own', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.nat(1000), fc.boolean(), (segments, seed, asError) => {
        const { comparisons, metric } = simulate(segments, 3, new Pcg64(seed));
        const turned = asError ? asErrors(metric) : metric;
        const found = interpolatePrior(comparisons, turned, { folds: 1000, steps: 8 });
        const expected = leaveOneOut(comparisons, turned, 8);
        expect(found.consistency).toBeCloseTo(expected.consistency, 12);
        expect([...found.weights].sort((a, b) => a - b)).toEqual(expected.weights);
        expect(found.curve).toEqual(expected.curve.map((share, k) => ({ weight: k / 8, consistency: share })));
        expect([found.systemAlone, found.segmentAlone]).toEqual([expected.curve[0], expected.curve[8]]);
        expect(found.missing).toBe(0);
      }),
      { numRuns: 20 },
    );
  });

  const { comparisons, metric } = simulate(150, 3, new Pcg64(1));

  it('with weights 0 and 1 is the consistency of the system’s and of the segment’s score', () => {
    const found = interpolatePrior(comparisons, metric);
    const prior = consistency.of(comparisons, systemPrior(metric, comparisons.segments));
    expect(found.systemAlone).toBe(prior.value);
    expect(found.segmentAlone).toBe(consistency.of(comparisons, metric).value);
    expect(found.counted).toBe(prior.counted);
    expect(found.weights).toHaveLength(10);
    expect(found.curve).toHaveLength(21);
  });

  it('finds that both together are better than either where both say something', () => {
    const found = interpolatePrior(comparisons, metric);
    expect(found.consistency).toBeGreaterThan(Math.max(found.systemAlone, found.segmentAlone));
    expect(found.consistency).toBeLessThanOrEqual(Math.max(...found.curve.map((point) => point.consistency)));
  });

  it('finds that a segment’s score that is mere noise has no weight', () => {
    const random = new Pcg64(9);
    const noise = { ...metric, ofSegments: metric.ofSegments.map(() => random.float()) };
    const found = interpolatePrior(comparisons, noise);
    expect(Math.max(...found.weights)).toBeLessThan(0.3);
    expect(found.segmentAlone).toBeLessThan(found.consistency);
  });

  it('depends on the seed only in how it divides segments, and not on the scale of scores', () => {
    expect(interpolatePrior(comparisons, metric, { seed: 3 })).toEqual(
      interpolatePrior(comparisons, metric, { seed: 3 }),
    );
    const { curve } = interpolatePrior(comparisons, metric);
    expect(interpolatePrior(comparisons, metric, { seed: 4 }).curve).toEqual(curve);
    const scaled = {
      ...metric,
      ofSegments: metric.ofSegments.map((score) => 100 * score - 7),
      ofSystems: metric.ofSystems.map((score) => score / 3 + 1),
    };
    expect(interpolatePrior(comparisons, scaled)).toEqual(interpolatePrior(comparisons, metric));
  });

  it('counts what has no score, or none that can be added', () => {
    const holes = {
      ...metric,
      ofSegments: metric.ofSegments.map((score, at) => (at === 0 ? -Infinity : at === 1 ? NaN : score)),
      ofSystems: metric.ofSystems.map((score, s) => (s === 3 ? NaN : score)),
    };
    const decided = comparisons.outcome.filter((outcome) => outcome !== 0).length;
    const found = interpolatePrior(comparisons, holes);
    expect(found.missing).toBeGreaterThan(0);
    expect(found.counted + found.missing).toBe(decided);
  });

  it('without two segments to divide has no weight; where nothing varies all is tied', () => {
    const one = simulate(1, 1, new Pcg64(4));
    expect(interpolatePrior(one.comparisons, one.metric)).toMatchObject({ weights: [], consistency: NaN });
    expect(interpolatePrior(compareRankings('t', []), metric)).toMatchObject({ counted: 0, systemAlone: NaN });
    const constant = {
      ...metric,
      ofSegments: metric.ofSegments.map(() => 1),
      ofSystems: metric.ofSystems.map(() => 1),
    };
    expect(interpolatePrior(comparisons, constant)).toMatchObject({ consistency: 0, systemAlone: 0, segmentAlone: 0 });
  });

  it('refuses impossible numbers', () => {
    expect(() => interpolatePrior(comparisons, metric, { folds: 0 })).toThrow(UsageError);
    expect(() => interpolatePrior(comparisons, metric, { steps: 1.5 })).toThrow(/steps/);
  });
});

describe('mixWithPrior', () => {
  it('gives scores with the consistency that was found for the mixture', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 40 }),
        fc.integer({ min: 2, max: 10 }),
        fc.nat(1000),
        fc.boolean(),
        (segments, folds, seed, asError) => {
          const { comparisons, metric } = simulate(segments, 3, new Pcg64(seed));
          const turned = asError ? asErrors(metric) : metric;
          const { consistency: expected, counted } = interpolatePrior(comparisons, turned, { folds, seed });
          const found = consistency.of(comparisons, mixWithPrior(comparisons, turned, { folds, seed }));
          expect([found.value, found.counted]).toEqual([expected, counted]);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('has no scores where there is no weight', () => {
    const { comparisons, metric } = simulate(1, 1, new Pcg64(4));
    expect(mixWithPrior(comparisons, metric).ofSegments.every(Number.isNaN)).toBe(true);
    const three = simulate(3, 1, new Pcg64(5));
    const elsewhere = { ...three.metric, segments: ['1', '2', 'elsewhere'] };
    mixWithPrior(three.comparisons, elsewhere).ofSegments.forEach((score, at) => {
      expect(Number.isNaN(score)).toBe(at % 3 === 2);
    });
  });
});
