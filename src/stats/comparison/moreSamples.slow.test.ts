import { describe, expect, it } from 'vitest';
import { rowMeasurement } from '../../core/index.ts';
import { compareMeasured } from './compareMeasured.ts';
import { type ComparisonSettings, comparisonDefaults, pairsOf } from './comparison.ts';
import { meanMeasurement } from './meanMeasurement.ts';
import { furtherSamples, mostSamples } from './moreSamples.ts';
import { planComparison } from './planComparison.ts';
import { resamples } from './sampleSource.ts';
import { type Drawn, type SamplingPlan, countAt, countKept, countsOfPair, emptyCounts } from './sampler.ts';

/** Two systems that differ by `observed`, and by `differences` on resamples. */
function kept(differences: readonly number[], observed: number, margin?: number): { plan: SamplingPlan; drawn: Drawn } {
  const samples = differences.length;
  const shape = { name: 'made', systems: 2, segments: 1, higherIsBetter: true, width: 1 };
  const plan: SamplingPlan = {
    measured: rowMeasurement(shape, Float64Array.of(observed, 0), (sums) => sums[0]!),
    pairs: pairsOf(2),
    scores: Float64Array.of(observed, 0),
    rounding: 1e-12,
    settings: { samples, seed: 1 },
    tested: 'recount',
    counted: ['recount'],
    most: samples,
    ...(margin !== undefined && { margin }),
  };
  const scores = Float64Array.from([...differences, ...differences.map(() => 0)]);
  return { plan, drawn: { scores, samples: Uint32Array.of(samples), counts: emptyCounts(1) } };
}

describe('countKept', () => {
  it.each([
    // By hand: |dᵦ − 2| is 0, 1, 2, 3 and 1; at least 2 are two of five.
    [[2, 3, 0, 5, 1], 2, 2],
    [[2, 3, 0, 5, 1].map((difference) => -difference), -2, 2],
    // Nothing differs.
    [[0, 0, 0], 0, 3],
    // No difference is observed, but resamples differ.
    [[1, -1, 0], 0, 3],
    // All resamples agree.
    [[2, 2, 2, 2], 2, 0],
    // As far but for rounding: 0.3 − 0.1 is not 0.2.
    [[0.1 - 0.1, 0.3 - 0.1 + 0.2], 0.3 - 0.1, 2],
  ])('of %j around %d are %d as extreme', (differences, observed, extreme) => {
    const { plan, drawn } = kept(differences, observed);
    countKept(plan, drawn);
    expect(drawn.counts[countAt.extreme]).toBe(extreme);
  });

  it.each([
    // By hand, margin 2 around 0.5: dᵦ − 0.5 is −1.5, −1, 0, 1.5, 2.5; at least 2.5 is one, at most −1.5 is one.
    [[-1, -0.5, 0.5, 2, 3], 0.5, 2, 1],
    // The observed difference is above the margin by as much as resamples scatter.
    [[2, 3, 4], 3, 2, 3],
    [[0, 0, 0], 0, 0.1, 0],
  ])('of %j around %d against %d reach a margin: %d', (differences, observed, margin, reached) => {
    for (const sign of [1, -1]) {
      const { plan, drawn } = kept(
        differences.map((difference) => sign * difference),
        sign * observed,
        margin,
      );
      countKept(plan, drawn);
      expect(Math.max(drawn.counts[countAt.above]!, drawn.counts[countAt.below]!)).toBe(reached);
    }
  });
});

/** Ratings of `segments` by systems whose means are `step` apart, with the same noise pattern shifted from system to system. */
function ladder(systems: number, step: number, segments = 200): ReturnType<typeof meanMeasurement> {
  const noise = (s: number, i: number): number => ((i * 7919 + s * 104_729) % 1009) / 1009 - 0.5;
  return meanMeasurement({
    name: 'rating',
    higherIsBetter: true,
    systemNames: Array.from({ length: systems }, (_, s) => `system ${s}`),
    scores: Array.from({ length: systems }, (_, s) =>
      Float64Array.from({ length: segments }, (__, i) => s * step + noise(s, i)),
    ),
  });
}

describe('more samples', () => {
  it.each([
    ['holm', 3, 10_000, 10_000],
    ['holm', 561, 10_000, 44_880],
    ['bh', 561, 1000, 44_880],
    ['none', 561, 1000, 1000],
    ['holm', 1_000_000, 1000, 200_000],
    ['holm', 1_000_000, 300_000, 300_000],
  ] as const)('with %s of %d comparisons and %d asked for are at most %d', (correction, family, samples, most) => {
    expect(mostSamples({ samples, alpha: 0.05, correction }, family)).toBe(most);
  });

  it.each(['bootstrap', 'randomization'] as const)('tell many systems apart by %s', (test) => {
    const compared = compareMeasured(ladder(34, 1), { ...comparisonDefaults, samples: 1000, test });
    expect(compared.comparisons.filter(({ verdict }) => verdict !== 0)).toHaveLength(561);
    expect(compared.ranking!.clusters).toHaveLength(34);
    for (const { p, isBound, samples } of compared.comparisons) {
      expect({ isBound, samples }).toEqual({ isBound: true, samples: 44_904 }); // whole streams
      expect(p).toBe(1 / 44_905);
    }
    // A quarter of alpha, or a little less.
    expect(compared.leastCorrected).toBeCloseTo(561 / 44_905, 12);
  });

  it('are only for pairs that need them', () => {
    const settings = { ...comparisonDefaults, samples: 1000 };
    const { comparisons } = compareMeasured(ladder(20, 0.012), settings);
    const drawn = new Set(comparisons.map(({ samples }) => samples));
    expect(drawn).toContain(1000);
    expect(drawn).toContain(15_208);
    for (const { p, samples } of comparisons) {
      if (samples < 15_200) expect(p * (samples + 1) - 1).toBeGreaterThanOrEqual(25);
    }
  });

  it('are counted as those kept are', () => {
    const settings: ComparisonSettings = { ...comparisonDefaults, samples: 100, equivalence: 0.02 };
    const measured = ladder(8, 0.03, 60);
    const { comparisons } = compareMeasured(measured, settings);
    // From the resamples themselves: 100, then from the next stream on, three times as many in each round, in whole streams of 64.
    const { pairs, scores } = planComparison(measured, settings);
    const source = resamples(60, settings.seed);
    const picks = new Uint32Array(60);
    const meanOn = (system: number): number =>
      picks.reduce((sum, segment) => sum + measured.rows[(system * 60 + segment) * 2]!, 0) / 60;
    pairs.forEach(([first, second], p) => {
      const observed = scores[first]! - scores[second]!;
      let extreme = 0;
      let above = 0;
      let below = 0;
      let samples = 0;
      const take = (from: number, to: number): void => {
        for (let sample = from; sample < to; sample++, samples++) {
          source.pick(sample, picks);
          const scatter = meanOn(first) - meanOn(second) - observed;
          if (Math.abs(scatter) >= Math.abs(observed) - 1e-12) extreme++;
          if (scatter >= observed + 0.02 - 1e-12) above++;
          if (-scatter >= 0.02 - observed - 1e-12) below++;
        }
      };
      take(0, 100);
      for (const [from, to] of [
        [128, 448],
        [448, 1728],
        [1728, 2304],
      ] as const) {
        if (extreme < 25 || Math.max(above, below) < 25) take(from, to);
      }
      const found = comparisons[p]!;
      expect(found.samples).toBe(samples);
      expect(found.p).toBeCloseTo((extreme + 1) / (samples + 1), 12);
      expect(found.equivalence!.p).toBeCloseTo((Math.max(above, below) + 1) / (samples + 1), 12);
    });
  });

  it('leave p valid: without a difference it is at most u with probability at most u', () => {
    // Every true p is equally likely then, so of n samples each count from 0 to n is equally likely; and after k of n the next is extreme
    // with probability (k + 1) / (n + 2). All that can happen is followed, with its probability.
    const most = 800;
    const { plan } = kept([0], 1);
    const asked: SamplingPlan = { ...plan, most };
    const ends = new Map<number, number>();
    const follow = (samples: number, chances: readonly number[]): void => {
      const open: number[] = [];
      let next = 0;
      chances.forEach((chance, extreme) => {
        const counts = emptyCounts(1);
        counts[countAt.extreme] = extreme;
        const drawn: Drawn = { scores: new Float64Array(2), samples: Uint32Array.of(samples), counts };
        const more = furtherSamples([asked], [drawn]);
        const p = (extreme + 1) / (samples + 1);
        if (!more) ends.set(p, (ends.get(p) ?? 0) + chance);
        else {
          open[extreme] = chance;
          next = more.to - more.from;
        }
      });
      if (next > 0) follow(samples + next, grow(samples, open, next));
    };
    const grow = (samples: number, chances: readonly number[], steps: number): number[] => {
      let now = Array.from(chances, (chance) => chance ?? 0);
      for (let n = samples; n < samples + steps; n++) {
        const then = Array.from({ length: now.length + 1 }, () => 0);
        now.forEach((chance, k) => {
          then[k + 1]! += (chance * (k + 1)) / (n + 2);
          then[k]! += (chance * (n + 1 - k)) / (n + 2);
        });
        now = then;
      }
      return now;
    };
    follow(
      50,
      Array.from({ length: 51 }, () => 1 / 51),
    );
    let below = 0;
    for (const [p, chance] of [...ends].sort(([a], [b]) => a - b)) {
      below += chance;
      expect(below).toBeLessThanOrEqual(p * (1 + 1e-9));
    }
    expect(below).toBeCloseTo(1, 9);
    expect(ends.size).toBeGreaterThan(60);
    expect(countsOfPair).toBe(Object.keys(countAt).length);
  });
});
