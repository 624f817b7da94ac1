import { describe, expect, it } from 'vitest';
import { type MeasuredDrop, judgeDrops } from './judgeDrops.ts';

// Differences of 12 segments, new minus baseline. SciPy 1.17: stats.t(11).ppf(.95), ttest_1samp(−d, 0, 'greater'), ttest_1samp(−d, margin, 'less').
const differences = [0.4, -1.2, 0.3, -0.8, -0.5, 0.1, -1.0, 0.6, -0.9, -0.4, 0.2, -0.7];
const units = differences.length;
const mean = differences.reduce((sum, each) => sum + each, 0) / units;
/** What the bootstrap comes to for a mean. */
const standardError = Math.sqrt(differences.reduce((sum, each) => sum + (each - mean) ** 2, 0)) / units;
const measured: MeasuredDrop = { difference: mean, standardError, higherIsBetter: true, units };

describe('judgeDrops', () => {
  it('has the bounds and p of Student’s test', () => {
    const [{ drop, low, high, p, marginP, power, detectable }] = judgeDrops([{ ...measured, margin: 0.9 }], 0.05)
      .drops as [Required<ReturnType<typeof judgeDrops>['drops'][0]>];
    expect(drop).toBeCloseTo(0.325, 12);
    expect(low).toBeCloseTo(0.0053244004074498585, 10);
    expect(high).toBeCloseTo(0.64467559959255, 10);
    expect(p).toBeCloseTo(0.04756181782605608, 10);
    expect(marginP).toBeCloseTo(0.004005794451680108, 10);
    expect(power).toBeCloseTo(0.9962016342378498, 10);
    expect(detectable).toBeCloseTo(0.44260374252928475, 10);
  });

  it.each<[name: string, metrics: Partial<MeasuredDrop>[], verdicts: string[], whole: string]>([
    ['worse without a margin', [{}], ['worse'], 'worse'],
    ['significant, but within the margin', [{ margin: 0.65 }], ['pass'], 'pass'],
    ['worse, and not shown to be within the margin', [{ margin: 0.64 }], ['worse'], 'worse'],
    ['an error metric that falls is better', [{ higherIsBetter: false }], ['pass'], 'pass'],
    ['no drop, but the margin is too small to tell', [{ difference: 0, margin: 0.3 }], ['unclear'], 'unclear'],
    ['two metrics: p of the worse one is doubled', [{}, { difference: 0 }], ['pass', 'pass'], 'pass'],
    ['two metrics: still worse', [{ difference: -0.5 }, { difference: 0 }], ['worse', 'pass'], 'worse'],
    ['all must pass', [{ margin: 0.65 }, { difference: 0, margin: 0.3 }], ['pass', 'unclear'], 'unclear'],
    ['worse outweighs unclear', [{ difference: -0.9 }, { difference: 0, margin: 0.3 }], ['worse', 'unclear'], 'worse'],
    ['identical outputs', [{ difference: 0, standardError: 0, margin: 0.1 }], ['pass'], 'pass'],
    ['every segment worse by the same', [{ difference: -0.2, standardError: 0 }], ['worse'], 'worse'],
  ])('%s', (_, metrics, verdicts, whole) => {
    const { verdict, drops } = judgeDrops(
      metrics.map((each) => ({ ...measured, ...each })),
      0.05,
    );
    expect(drops.map((each) => each.verdict)).toEqual(verdicts);
    expect(verdict).toBe(whole);
  });

  it('says how many units could tell', () => {
    // n ((1.6449 + 0.8416) error / distance)²; error = 0.178, distance = 0.5 to the margin: 9.4; with 0.1 left to a drop of 0.4: 14.7.
    const needed = (difference: number, margin: number) =>
      judgeDrops([{ ...measured, difference, margin }], 0.001).drops[0]!.needed;
    const strength = 3.090232306167813 + 0.8416212335729143;
    const error = standardError * Math.sqrt(12 / 11);
    expect(needed(0, 0.5)).toBe(Math.ceil(12 * ((strength * error) / 0.5) ** 2));
    expect(needed(-0.4, 0.5)).toBe(Math.ceil(12 * ((strength * error) / 0.4) ** 2));
    expect(needed(-0.1, 0.5)).toBe(Math.ceil(12 * ((strength * error) / 0.4) ** 2));
  });
});
