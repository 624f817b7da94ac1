/** Combines the p-values of independent tests of one question: Stouffer et al. (1949). */
import { normalCdf, normalQuantile } from './distributions.ts';

/** Returns the p of all tests together: the quantiles of their p-values are added up, each with the same weight. Without any, p is 1. */
export function stouffer(pValues: readonly number[]): number {
  if (pValues.length === 0) return 1;
  const sum = pValues.reduce((total, p) => total + normalQuantile(p), 0);
  return normalCdf(sum / Math.sqrt(pValues.length));
}
