import { describe, expect, test } from 'vitest';
import { numpyMean, sacrebleuBootstrapP, sacrebleuRandomizationP } from './sacrebleu.ts';

describe('p of the bootstrap', () => {
  test('counts absolute differences that exceed their mean by more than the one observed', () => {
    // |d| = 0, 0, 0, 4, 1 with a mean of 1; centred −1, −1, −1, 3, 0.
    const baseline = [5, 5, 5, 5, 5];
    const system = [5, 5, 5, 1, 6];
    expect(sacrebleuBootstrapP(baseline, system, 2.9)).toBe(2 / 6);
    expect(sacrebleuBootstrapP(baseline, system, 3)).toBe(1 / 6);
    expect(sacrebleuBootstrapP(baseline, system, -0.5)).toBe(3 / 6);
    expect(sacrebleuBootstrapP(system, baseline, 2.9)).toBe(2 / 6);
  });

  test('calls equal systems significantly different, as sacreBLEU does', () => {
    const scores = Float64Array.from({ length: 1000 }, (_, i) => 30 + (i % 7));
    expect(sacrebleuBootstrapP(scores, scores, 0)).toBe(1 / 1001);
    expect(sacrebleuRandomizationP(scores, scores, 0)).toBe(1 / 1001);
  });

  // The same statements in NumPy 2.4.6, on arrays of float32 and of float64.
  test('rounds every step to single precision if asked to', () => {
    const baseline = Float32Array.of(8.5, 77.75, 1.75, 60.25, 33.25);
    const system = Float32Array.of(56.5, 24, 19.7, 73.5, 48.2);
    expect(sacrebleuBootstrapP(baseline, system, 18.42, Math.fround)).toBe(3 / 6);
    expect(sacrebleuBootstrapP(baseline, system, 18.42)).toBe(2 / 6);
  });
});

describe('p of randomization', () => {
  test('counts trials that separate the systems by more than they are apart', () => {
    expect(sacrebleuRandomizationP([1, 2, 3, 4], [1, 4, 0, 8], 2)).toBe(3 / 5);
    expect(sacrebleuRandomizationP([1, 2, 3, 4], [1, 4, 0, 8], 4)).toBe(1 / 5);
  });
});

describe('the mean of NumPy', () => {
  /** 7 i² mod 1000, divided by 9.7: plain numbers whose sums round. */
  const values = (count: number) => Float64Array.from({ length: count }, (_, i) => ((7 * i * i) % 1000) / 9.7);

  // Printed by NumPy 2.4.6: v = np.array([(7 * i * i % 1000) / 9.7 for i in range(n)]); v.mean(); v.astype('float32').mean()
  test.each([
    [1, 0.0, 0.0],
    [3, 1.202749140893471, 1.2027491331100464],
    [7, 9.381443298969073, 9.381443977355957],
    [8, 12.628865979381445, 12.628866195678711],
    [9, 16.357388316151205, 16.35738754272461],
    [20, 32.422680412371136, 32.42267990112305],
    [127, 47.29036447763618, 47.29036331176758],
    [128, 47.64819587628867, 47.648193359375],
    [129, 47.828658195476706, 47.82865524291992],
    [300, 50.292096219931274, 50.29209518432617],
    [1000, 49.53608247422681, 49.53608322143555],
    [5001, 49.52617723877905, 49.52617645263672],
  ])('of %i numbers', (count, double, single) => {
    expect(numpyMean(values(count))).toBe(double);
    expect(numpyMean(Float32Array.from(values(count)), Math.fround)).toBe(single);
  });

  /** By hand: in a sum that starts with ±2⁵³ halves are lost, until it is 0 again. The other seven of eight interleaved sums keep theirs. */
  test.each([
    // One block: 7 halves after −2⁵³, and 7 sums of 16.
    [128, 59.5],
    // 64 numbers and 65: 2⁵³ and 7 sums of 8, then −2⁵³ and 7 sums of 8; the last half is lost.
    [129, 56],
  ])('of %i numbers is of one block, or of two', (count, sum) => {
    const halves = new Float64Array(count)
      .fill(0.5)
      .with(0, 2 ** 53)
      .with(64, -(2 ** 53));
    expect(numpyMean(halves)).toBe(sum / count);
  });
});
