/**
 * The p-values of sacreBLEU's paired tests (Post, WMT 2018; version 2.6), for comparison with its numbers only. The bootstrap is that of
 * Koehn (EMNLP 2004) as in Moses; it takes differences without their signs before it centres them, and so finds one about twice as often as
 * it should where there is none. Randomization is that of MultEval (Clark et al., ACL 2011). Both count only what is strictly greater, so
 * that equal systems come out as significantly different.
 */

/** How each intermediate result is rounded: not at all, or to single precision as NumPy does with arrays of float32. */
type Rounding = (value: number) => number;

const keep: Rounding = (value) => value;

/**
 * Computes the p-value of sacreBLEU's paired bootstrap test from scores on resamples. It is (#{|systemᵢ − baselineᵢ| − mean > observed} +
 * 1) / (n + 1), where the mean is that of the absolute differences and `observed` is the absolute difference on the whole test set.
 */
export function sacrebleuBootstrapP(
  baseline: ArrayLike<number>,
  system: ArrayLike<number>,
  observed: number,
  round: Rounding = keep,
): number {
  const differences = Float64Array.from({ length: system.length }, (_, i) =>
    Math.abs(round(system[i]! - baseline[i]!)),
  );
  const mean = numpyMean(differences, round);
  return exceedance(
    differences.map((difference) => round(difference - mean)),
    round(observed),
  );
}

/**
 * Computes the p-value of sacreBLEU's paired approximate randomization test from the scores of two pseudo-systems in each trial. It is
 * (#{|aᵢ − bᵢ| > observed} + 1) / (n + 1).
 */
export function sacrebleuRandomizationP(a: ArrayLike<number>, b: ArrayLike<number>, observed: number): number {
  return exceedance(
    Float64Array.from({ length: a.length }, (_, i) => Math.abs(a[i]! - b[i]!)),
    observed,
  );
}

function exceedance(statistics: Float64Array, observed: number): number {
  let greater = 0;
  for (let i = 0; i < statistics.length; i++) if (statistics[i]! > observed) greater++;
  return (greater + 1) / (statistics.length + 1);
}

/** The mean as NumPy computes it: the sum is pairwise, and each addition and the division are rounded. */
export function numpyMean(values: ArrayLike<number>, round: Rounding = keep): number {
  return round(pairwiseSum(values, 0, values.length, round) / values.length);
}

/** Up to 128 values are added in eight interleaved sums, more of them in halves of a multiple of eight. */
function pairwiseSum(values: ArrayLike<number>, start: number, count: number, round: Rounding): number {
  if (count > 128) {
    const half = (count >> 1) & ~7;
    return round(pairwiseSum(values, start, half, round) + pairwiseSum(values, start + half, count - half, round));
  }
  const end = start + count;
  let sum = 0;
  let at = start;
  if (count >= 8) {
    const sums = Float64Array.from({ length: 8 }, (_, i) => values[start + i]!);
    for (at = start + 8; at + 8 <= end; at += 8) {
      for (let i = 0; i < 8; i++) sums[i] = round(sums[i]! + values[at + i]!);
    }
    for (let step = 1; step < 8; step *= 2) {
      for (let i = 0; i < 8; i += 2 * step) sums[i] = round(sums[i]! + sums[i + step]!);
    }
    sum = sums[0]!;
  }
  for (; at < end; at++) sum = round(sum + values[at]!);
  return sum;
}
