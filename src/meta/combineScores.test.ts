import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Scores, combineScores } from './scores.ts';

const scoresOf = (
  name: string,
  systems: readonly string[],
  ofSystems: readonly number[],
  segments: readonly string[] = [],
  ofSegments: readonly number[] = [],
  higherIsBetter = true,
): Scores => ({
  name,
  higherIsBetter,
  systems,
  segments,
  ofSystems: Float64Array.from(ofSystems),
  ofSegments: Float64Array.from(ofSegments),
});

const plain = { normalized: false };
const normalized = { normalized: true };

// Two systems, two segments; the second metric counts errors and has its systems and segments in another order.
const bleu = scoresOf('BLEU', ['a', 'b'], [40, 20], ['1', '2'], [50, 30, 20, 20]);
const ter = scoresOf('TER', ['b', 'c', 'a'], [80, 10, 60], ['2', '1', '3'], [70, 90, 0, 1, 2, 3, 60, 40, 0], false);

describe('by hand', () => {
  it('the mean, errors with a minus, for systems and segments that both have', () => {
    const found = combineScores('ULC', [bleu, ter], plain);
    expect(found).toMatchObject({ name: 'ULC', higherIsBetter: true, systems: ['a', 'b'], segments: ['1', '2'] });
    expect([...found.ofSystems]).toEqual([(40 - 60) / 2, (20 - 80) / 2]);
    expect([...found.ofSegments]).toEqual([(50 - 40) / 2, (30 - 60) / 2, (20 - 90) / 2, (20 - 70) / 2]);
  });

  it('divided by the best, those of errors raised so that the lowest is 0, each level by itself', () => {
    const found = combineScores('ULC', [bleu, ter], normalized);
    // BLEU 40/40, 20/40; −TER −60, −80 becomes 20/20, 0/20.
    expect([...found.ofSystems]).toEqual([(1 + 1) / 2, (0.5 + 0) / 2]);
    // BLEU by 50; −TER −40 −60 −90 −70 becomes 50 30 0 20 by 50.
    const expected = [1 + 1, 0.6 + 0.6, 0.4 + 0, 0.4 + 0.4].map((sum) => sum / 2);
    found.ofSegments.forEach((score, i) => expect(score).toBeCloseTo(expected[i]!, 12));
  });

  it('nothing is divided by nothing', () => {
    const zero = scoresOf('zero', ['a', 'b'], [0, 0]);
    const alone = scoresOf('alone', ['a', 'b'], [-3, -3]);
    expect([...combineScores('x', [zero, bleu], normalized).ofSystems]).toEqual([1, 0.75]);
    expect([...combineScores('x', [zero, bleu], plain).ofSystems]).toEqual([20, 10]);
    // All are equal, so that all are the best.
    expect([...combineScores('x', [alone, bleu], normalized).ofSystems]).toEqual([1, 0.75]);
  });

  it('what one has not, the mean has not', () => {
    const holes = scoresOf('holes', ['a', 'b'], [NaN, 1], ['1', '2'], [1, NaN, 1, 2]);
    const found = combineScores('x', [bleu, holes], normalized);
    expect([...found.ofSystems].map(Number.isNaN)).toEqual([true, false]);
    expect([...found.ofSegments].map(Number.isNaN)).toEqual([false, true, false, false]);
    const bare = combineScores('x', [bleu, scoresOf('systems only', ['b', 'a'], [1, 2])], plain);
    expect(bare.segments).toEqual([]);
    expect(bare.ofSegments).toHaveLength(0);
    expect([...bare.ofSystems]).toEqual([21, 10.5]);
    expect(combineScores('x', [bleu, scoresOf('others', ['c'], [1])], plain).systems).toEqual([]);
  });
});

it('a scale that is stretched changes a plain mean, and none that is divided by the best', () => {
  const number = fc.integer({ min: -50, max: 100 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(number, number), { minLength: 2, maxLength: 6 }),
      fc.constantFrom(2, 10, 100),
      (list, factor) => {
        const systems = list.map((_, s) => String(s));
        const [one, two] = [0, 1].map((k) =>
          scoresOf(
            `m${k}`,
            systems,
            list.map((pair) => pair[k]!),
          ),
        );
        const stretched = scoresOf('m1', systems, list.map(([, score]) => factor * score)); // prettier-ignore
        const [before, after] = [two!, stretched].map((part) => combineScores('x', [one!, part], normalized).ofSystems);
        before!.forEach((score, s) => {
          expect(after![s]).toBeCloseTo(score, 9);
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        });
      },
    ),
    { seed: 20287 },
  );
});
