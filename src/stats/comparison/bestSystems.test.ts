import { describe, expect, it } from 'vitest';
import { Pcg64 } from '../random.ts';
import { normals } from '../testing/chance.ts';
import { bestSystems } from './bestSystems.ts';
import { means, resampled } from './testing/makeMeasured.ts';

const settings = { higherIsBetter: true, alpha: 0.05, level: 0.95 };
const meanOf = (values: Float64Array): number => values.reduce((sum, each) => sum + each, 0) / values.length;

/** Segment scores of systems with these true means; segments differ in difficulty. */
function simulate(trueMeans: readonly number[], segments: number, random: Pcg64, samples = 199) {
  const difficulty = normals(segments, random);
  const scores = trueMeans.map((mean) => normals(segments, random).map((value, i) => value + difficulty[i]! + mean));
  return { scores: scores.map(meanOf), samples: resampled(means(...scores), samples, 1) };
}

describe('bestSystems', () => {
  it('p is the share of samples in which the luckiest other system beats it as far, in standard errors', () => {
    // By hand: differences of B − A are 1 ± 1, of C − A −4 ± 2; the standard deviations of the samples are √(4/3) and √(16/3).
    const a = Float64Array.of(0, 0, 0, 0);
    const b = Float64Array.of(0, 2, 0, 2);
    const c = Float64Array.of(-6, -6, -2, -2);
    const { best, systems } = bestSystems([0, 1, -4], [a, b, c], settings);
    expect(best).toBe(1);
    // Observed: 1 / 1.1547 = 0.866 for B. Scatter of B: ∓0.866, of C: ∓0.866, so the greatest is −0.866 once and 0.866 three times.
    expect(systems[0]).toEqual({ difference: -1, interval: { low: -2, high: 0 }, p: 4 / 5, mayBeBest: true });
    expect(systems[1]).toEqual({ difference: 0, interval: { low: 0, high: 0 }, p: 1, mayBeBest: true });
  });

  it('is the same for error metrics, negated', () => {
    const { scores, samples } = simulate([0, 0.1, 0.5], 60, new Pcg64(1));
    const turned = bestSystems(scores.map((score) => -score), samples.map((some) => some.map((score) => -score)), { ...settings, higherIsBetter: false }); // prettier-ignore
    expect(turned.systems.map(({ p }) => p)).toEqual(bestSystems(scores, samples, settings).systems.map(({ p }) => p));
  });

  it('identical outputs may all be the best', () => {
    const same = Float64Array.from({ length: 99 }, (_, b) => b / 7);
    const { systems } = bestSystems([2, 2, 1], [same, same, same.map((score) => score - 1)], settings);
    expect(systems.map(({ mayBeBest }) => mayBeBest)).toEqual([true, true, false]);
  });

  it('holds the truly best system in at least 95 % of cases, and leaves out what is clearly worse', () => {
    const random = new Pcg64(2);
    let missed = 0;
    let kept = 0;
    const times = 300;
    for (let i = 0; i < times; i++) {
      // Eight as good as the best are the hardest case; the last is three standard errors worse.
      const { scores, samples } = simulate([0, 0, 0, 0, 0, 0, 0, 0, -0.6], 60, random);
      const { systems } = bestSystems(scores, samples, settings);
      if (!systems[0]!.mayBeBest) missed++;
      if (systems[8]!.mayBeBest) kept++;
    }
    expect(missed / times).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / times));
    expect(kept / times).toBeLessThan(0.5);
  });
});
