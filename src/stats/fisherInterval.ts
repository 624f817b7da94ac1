/**
 * Interval of a correlation by Fisher's transformation z = artanh r. Fisher (1921); for Spearman Bonett and Wright (2000),
 * for Kendall Fieller, Hartley and Pearson (1957).
 */
import { exp, log } from '../core/index.ts';
import { normalQuantile } from './distributions.ts';

/**
 * The interval that holds the true correlation with probability `level`, roughly: points are taken to be independent and, for Pearson,
 * normal. None for too few points (Pearson and Spearman need 4, Kendall 5), nor for r = ±1, where the formula would claim certainty.
 */
export function fisherInterval(
  kind: 'pearson' | 'spearman' | 'kendall',
  r: number,
  n: number,
  level: number,
): { low: number; high: number } | undefined {
  if (!(level > 0 && level < 1)) {
    throw new RangeError(`The level of an interval must be between 0 and 1, not ${level}.`);
  }
  const variance = { pearson: 1 / (n - 3), spearman: (1 + (r * r) / 2) / (n - 3), kendall: 0.437 / (n - 4) }[kind];
  if (!(Math.abs(r) < 1) || !(variance > 0 && variance < Infinity)) return undefined;
  const z = log((1 + r) / (1 - r)) / 2;
  const half = normalQuantile((1 + level) / 2) * Math.sqrt(variance);
  return { low: tanh(z - half), high: tanh(z + half) };
}

const tanh = (z: number): number => 1 - 2 / (exp(2 * z) + 1);
