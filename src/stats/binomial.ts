/** Interval of a share. Wilson (1927); Brown, Cai and DasGupta (2001) on why not the share ± its standard error. */
import { normalQuantile } from './distributions.ts';

/** Computes Wilson's interval of a proportion after `successes` out of `n`, at a level such as 0.95. For n = 0 it is 0 to 1. */
export function wilsonInterval(successes: number, n: number, level: number): { low: number; high: number } {
  if (!(level > 0 && level < 1)) {
    throw new RangeError(`The level of an interval must be between 0 and 1, not ${level}.`);
  }
  if (!(successes >= 0 && successes <= n)) throw new RangeError(`${successes} of ${n} is not a share.`);
  if (n === 0) return { low: 0, high: 1 };
  const z = normalQuantile((1 + level) / 2);
  const share = successes / n;
  const shrunk = 1 + (z * z) / n;
  const center = (share + (z * z) / (2 * n)) / shrunk;
  const half = (z / shrunk) * Math.sqrt((share * (1 - share) + (z * z) / (4 * n)) / n);
  // At the ends the formula gives 0 and 1, but for rounding.
  return { low: successes === 0 ? 0 : center - half, high: successes === n ? 1 : center + half };
}
