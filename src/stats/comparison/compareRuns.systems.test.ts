import { describe, expect, it } from 'vitest';
import { type Measurement, UsageError, systemScore } from '../../core/index.ts';
import { studentQuantile, studentUpperTail } from '../distributions.ts';
import { Pcg64 } from '../random.ts';
import { xoshiroStreams } from '../xoshiro128.ts';
import { expectHonest, normal, normals, rejections, repeat } from '../testing/chance.ts';
import { standardDeviation } from './bootstrapFindings.ts';
import { type RunSettings, compareRuns } from './compareRuns.ts';
import { comparisonDefaults } from './comparison.ts';
import { samplesTogether } from './sampleSource.ts';
import { means, ratios, reordered, resampled } from './testing/makeMeasured.ts';

const settings = (test: RunSettings['test'], more: Partial<RunSettings> = {}): RunSettings => {
  const { correction, seed, level, alpha } = comparisonDefaults;
  return { correction, seed, level, alpha, samples: 199, test, ...more };
};

const pairs = [[0, 1, 2], [3, 4, 5]]; // prettier-ignore

/** Three runs of each of two systems, the second better by `shift`; runs differ as a whole by so much. */
function simulate(ofRuns: number, shift: number, random: Pcg64): Measurement {
  const segments = 60;
  const difficulty = normals(segments, random);
  const runs = Array.from({ length: 6 }, (_, run) => {
    const luck = ofRuns * normal(random) + (run < 3 ? 0 : shift);
    return difficulty.map((value) => value + luck + 0.5 * normal(random));
  });
  return means(...runs);
}

const rows = ratios([
  [[3, 5], [1, 4], [2, 2], [0, 3], [4, 9]],
  [[2, 5], [2, 4], [1, 2], [1, 3], [4, 9]],
  [[5, 6], [4, 5], [2, 2], [2, 3], [6, 8]],
  [[4, 6], [3, 4], [2, 3], [3, 3], [7, 9]],
  [[1, 5], [1, 4], [0, 2], [0, 3], [2, 9]],
]); // prettier-ignore

describe('compareRuns', () => {
  const runs = [[0, 1], [2, 3], [4]]; // prettier-ignore

  it('has the mean, s_sel and s_test of every system', () => {
    const found = compareRuns(rows, runs, settings('crossed', { samples: 300, seed: 9 }));
    const deviationsOfRuns = resampled(rows, 300, 9).map(standardDeviation);
    const scores = [10 / 23, 10 / 23, 19 / 24, 19 / 25, 4 / 23];
    found.systems.forEach((system, s) => {
      const own = runs[s]!.map((run) => scores[run]!);
      expect(system.scores).toEqual(own.map((score) => expect.closeTo(score, 12)));
      expect(system.score).toBeCloseTo(own.reduce((sum, score) => sum + score, 0) / own.length, 12);
      const deviations = runs[s]!.map((run) => deviationsOfRuns[run]!);
      expect(system.selection).toBeCloseTo(deviations.reduce((sum, each) => sum + each, 0) / own.length, 12);
      if (own.length === 1) expect(system.optimizer).toBeUndefined();
      else expect(system.optimizer).toBeCloseTo(Math.abs(own[0]! - own[1]!) / Math.SQRT2, 12);
    });
    expect(found).toMatchObject({ name: 'ratio', segments: 5, units: 5, family: 3 });
  });

  it.each([0.95, 0.8])('adds up the variances of test sets and of runs, by Welch and Satterthwaite, at %d', (level) => {
    const found = compareRuns(rows, runs, settings('crossed', { samples: 300, seed: 9, level }));
    const scores = resampled(rows, 300, 9);
    const { first, second, difference, p, standardError, interval } = found.comparisons[0]!;
    expect([first, second]).toEqual([0, 1]);
    const differences = scores[0]!.map((score, b) => (score + scores[1]![b]! - scores[2]![b]! - scores[3]![b]!) / 2);
    const parts = [
      [standardDeviation(differences) ** 2, 4],
      [found.systems[0]!.optimizer! ** 2 / 2, 1],
      [found.systems[1]!.optimizer! ** 2 / 2, 1],
    ] as const;
    const variance = parts.reduce((sum, [part]) => sum + part, 0);
    const degrees = variance ** 2 / parts.reduce((sum, [part, df]) => sum + part ** 2 / df, 0);
    expect(standardError).toBeCloseTo(Math.sqrt(variance), 12);
    expect(p).toBeCloseTo(2 * studentUpperTail(Math.abs(difference) / Math.sqrt(variance), degrees), 12);
    const margin = studentQuantile((1 + level) / 2, degrees) * Math.sqrt(variance);
    expect(interval.low).toBeCloseTo(difference - margin, 12);
    expect(interval.high).toBeCloseTo(difference + margin, 12);
  });

  it.each([true, false])('says who is better and by what it is found, higher is better: %s', (higherIsBetter) => {
    const apart = { ...means([1, 2, 3, 2, 1, 2], [1, 2, 3, 2, 2, 2], [7, 9, 8, 9, 8, 7], [8, 9, 8, 9, 8, 8]), higherIsBetter }; // prettier-ignore
    const winner = higherIsBetter ? -1 : 1;
    const two = [[0, 1], [2, 3]]; // prettier-ignore
    const [found] = compareRuns(apart, two, settings('crossed')).comparisons;
    expect(found).toMatchObject({
      difference: expect.closeTo((23 - 98) / 12, 12) as number,
      better: winner,
      verdict: winner,
    });
    // As likely as alpha is found; less likely is not.
    const at = (alpha: number) => compareRuns(apart, two, settings('crossed', { alpha }));
    expect([at(found!.p), at(0.99 * found!.p)].map(({ comparisons }) => comparisons[0]!.verdict)).toEqual([winner, 0]);
    expect(at(0.05).ranking!.clusters).toEqual(higherIsBetter ? [[1], [0]] : [[0], [1]]);
    expect(at(1e-12).ranking!.clusters).toEqual([higherIsBetter ? [1, 0] : [0, 1]]);
  });

  it.each(['crossed', 'stratified'] as const)('%s: neither order of systems nor of runs matters', (test) => {
    const order = [3, 4, 2, 0, 1];
    const found = compareRuns(rows, runs, settings(test));
    const again = compareRuns(reordered(rows, order), [[1], [2, 0], [4, 3]], settings(test)); // systems 2, 1, 0
    for (const comparison of found.comparisons) {
      const same = again.comparisons.find(
        ({ first, second }) => first === 2 - comparison.second && second === 2 - comparison.first,
      )!;
      expect(same.p).toBeCloseTo(comparison.p, 12);
      expect(same.difference).toBeCloseTo(-comparison.difference, 12);
      expect(same.interval.low).toBeCloseTo(-comparison.interval.high, 12);
      expect(same.better).toBe(comparison.better === 0 ? 0 : -comparison.better);
    }
  });

  it.each(['crossed', 'stratified'] as const)('%s: identical systems have p = 1', (test) => {
    const twice = reordered(rows, [0, 2, 0, 2]);
    expect(compareRuns(twice, [[0, 1], [2, 3]], settings(test)).comparisons[0]).toMatchObject({
      difference: 0,
      better: 0,
      p: 1,
      verdict: 0,
    }); // prettier-ignore
  });

  it('stratified deals out picks of rows, by the definition', () => {
    const { samples, seed } = settings('stratified');
    const { segments: units } = rows;
    const streams = xoshiroStreams(seed);
    for (const { first, second, difference, p } of compareRuns(rows, runs, {
      ...settings('stratified'),
      correction: 'none',
    }).comparisons) {
      // Runs are ordered by score, the lower side first; no two of these runs and systems have the same but 0 and 1.
      const byScore = (a: number, b: number) => systemScore(rows, a) - systemScore(rows, b) || b - a;
      const sides = (difference < 0 ? [first, second] : [second, first]).map((s) => runs[s]!.toSorted(byScore));
      let far = 0;
      for (let sample = 0, random = streams(0); sample < samples; sample++) {
        if (sample % samplesTogether === 0) random = streams(sample / samplesTogether);
        const dealt = sides.flat();
        const picks = dealt.map(() => new Uint32Array(units));
        for (let u = 0; u < units; u++) {
          for (let left = dealt.length; left > 1; left--) {
            const drawn = random.below(left);
            [dealt[left - 1], dealt[drawn]] = [dealt[drawn]!, dealt[left - 1]!];
          }
          dealt.forEach((run, j) => (picks[j]![u] = run * units + u));
        }
        const scores = picks.map((each) => rows.score(each));
        const mean = (some: readonly number[]) => some.reduce((sum, score) => sum + score, 0) / some.length;
        const apart = mean(scores.slice(0, sides[0]!.length)) - mean(scores.slice(sides[0]!.length));
        if (Math.abs(apart) >= Math.abs(difference) - 1e-12) far++;
      }
      expect(p).toBeCloseTo((far + 1) / (samples + 1), 12);
    }
  });

  it('deals out all runs of both systems: all ways, for one segment', () => {
    // Four outputs of one segment have six ways to be split in two; |mean − mean| is 3 in two of them, and less in the others.
    const single = means([1], [2], [4], [5]);
    const found = compareRuns(single, [[0, 1], [2, 3]], settings('stratified', { samples: 6000 })); // prettier-ignore
    expect(Math.abs(found.comparisons[0]!.p - 1 / 3)).toBeLessThan(0.02);
  });

  it('draws whole documents', () => {
    const units = Uint32Array.of(0, 0, 1, 1, 1);
    const found = compareRuns(rows, runs, settings('crossed', { units, baseline: 2 }));
    expect(found).toMatchObject({ segments: 5, units: 2, family: 2 });
    expect(found.ranking).toBeUndefined();
  });

  it('says why nothing can be said', () => {
    const constant = means([1, 1], [2, 2]);
    expect(compareRuns(constant, [[0], [1]], settings('crossed')).comparisons[0]).toMatchObject({
      p: NaN,
      verdict: 0,
      interval: { low: -1, high: -1 },
      reason: 'Neither segments nor runs vary, so that there is no spread to go by.',
    });
    // Sums of 0.1 and 0.3 are rounded in one way or the other, which is not variation either.
    const rounded = means(new Array<number>(7).fill(0.1), new Array<number>(7).fill(0.3), [1, 2, 3, 1, 2, 3, 4]);
    const found = compareRuns(rounded, [[0], [1], [2]], settings('crossed'));
    expect(found.comparisons.map(({ p }) => Number.isNaN(p))).toEqual([true, false, false]);
    expect(found.family).toBe(2);
    // Even if runs are alike, one segment says nothing about others.
    expect(compareRuns(means([1], [1.01], [2], [2.01]), [[0, 1], [2, 3]], settings('crossed')).comparisons[0]).toMatchObject({
      p: NaN,
      verdict: 0,
      reason: 'There is only one segment or document, so every resample is the same.',
    }); // prettier-ignore
  });

  it.each<[string, readonly (readonly number[])[], Partial<RunSettings>, string]>([
    ['one system', [[0, 1]], {}, 'A comparison needs runs of two systems; there is 1.'],
    ['a system without runs', [[0], []], {}, 'System 2 has no runs.'],
    ['a run that is not there', [[0], [5]], {}, 'There is no run 5: runs are 0 to 4.'],
    ['no system', [], {}, 'A comparison needs runs of two systems; there are 0.'],
    ['a negative run', [[0], [-1]], {}, 'There is no run -1: runs are 0 to 4.'],
    ['half a run', [[0], [0.5]], {}, 'There is no run 0.5: runs are 0 to 4.'],
    ['a run of both', [[0, 1], [1]], {}, 'Run 1 is given twice.'],
    ['a baseline that is not there', [[0], [1]], { baseline: 2 }, 'There is no system 2 to be the baseline: systems are 0 to 1.'],
    ['no samples', [[0], [1]], { samples: 0 }, 'The number of resamples must be an integer of at least 1, not 0.'],
    ['an unknown test', [[0], [1]], { test: 't' as never }, 'The test of runs must be crossed or stratified, not t.'],
  ])('refuses %s', (_, groups, more, message) => {
    expect(() => compareRuns(rows, groups, settings('crossed', more))).toThrow(new UsageError(message));
  }); // prettier-ignore
});

describe('how often a difference is found', () => {
  const p = (test: RunSettings['test'], ofRuns: number, shift: number) => (random: Pcg64) =>
    compareRuns(simulate(ofRuns, shift, random), pairs, settings(test)).comparisons[0]!.p;

  it('crossed: not too often, whether runs differ much or little', () => {
    expectHonest(repeat(1000, p('crossed', 0.3, 0), new Pcg64(1)), { atLeast: 0.4 });
    expectHonest(repeat(1000, p('crossed', 0, 0), new Pcg64(2)), { atLeast: 0.1 });
  });

  it('crossed: mostly, where systems differ', () => {
    expect(rejections(repeat(100, p('crossed', 0.1, 0.6), new Pcg64(3)), 0.05)).toBeGreaterThan(0.9);
  });

  it('stratified: on target where runs do not differ as a whole, far too often where they do', () => {
    expectHonest(repeat(1000, p('stratified', 0, 0), new Pcg64(4)), { atLeast: 0.6 });
    expect(rejections(repeat(100, p('stratified', 0.3, 0), new Pcg64(5)), 0.05)).toBeGreaterThan(0.4);
  });
});
