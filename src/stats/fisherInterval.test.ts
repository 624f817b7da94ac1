import { describe, expect, it } from 'vitest';
import { fisherInterval } from './correlation.ts';

describe('fisherInterval', () => {
  // The regression values of nlpstats' tests (fisher, global and system), for the correlations that SciPy finds in their data.
  it.each([
    ['pearson', 0.308449952513266, 35, -0.02763744135012373, 0.5818846438651135],
    ['spearman', 0.27815126050420175, 35, -0.06733469087453943, 0.5640758668009686],
    ['kendall', 0.2, 35, -0.029964677270600665, 0.4098565164085108],
    ['pearson', 0.5511000136061099, 5, -0.6445648014599665, 0.9644395142168088],
    ['spearman', 0.6, 5, -0.6708734441360908, 0.9756771001362685],
    ['kendall', 0.4, 5, -0.7023910748254728, 0.9377789575997956],
  ] as const)('%s of %d with %i points', (kind, r, n, low, high) => {
    const interval = fisherInterval(kind, r, n, 0.95)!;
    expect(interval.low).toBeCloseTo(low, 12);
    expect(interval.high).toBeCloseTo(high, 12);
  });

  it('is narrower at a lower level', () => {
    const wide = fisherInterval('pearson', -0.9, 10, 0.99)!;
    const narrow = fisherInterval('pearson', -0.9, 10, 0.9)!;
    // tanh(artanh(−0.9) ± Φ⁻¹(0.95) / √7) in NumPy 2.4.
    expect(narrow.low).toBeCloseTo(-0.9700955919295878, 13);
    expect(narrow.high).toBeCloseTo(-0.6913427315896961, 13);
    expect(wide.low).toBeLessThan(narrow.low);
    expect(wide.high).toBeGreaterThan(narrow.high);
  });

  it.each([
    ['pearson', 0.5, 3],
    ['spearman', 0.5, 3],
    ['kendall', 0.5, 4],
    ['pearson', 0.5, 0],
    ['pearson', 1, 20],
    ['kendall', -1, 20],
    ['spearman', NaN, 20],
  ] as const)('there is none: %s of %d with %i points', (kind, r, n) => {
    expect(fisherInterval(kind, r, n, 0.95)).toBeUndefined();
  });

  it.each([95, 1, 0, -0.5, NaN])('refuses the level %d', (level) => {
    expect(() => fisherInterval('pearson', 0.5, 20, level)).toThrow(new RangeError(`The level of an interval must be between 0 and 1, not ${level}.`)); // prettier-ignore
  });
});
