/** Do two metrics correlate differently with the same human scores? Williams (1959), as recommended by Steiger (1980) and Graham and Baldwin (2014). */
import { studentUpperTail } from './distributions.ts';

export interface Williams {
  readonly t: number;
  /** n − 3. Some programs have used n − 2. */
  readonly df: number;
  /** One-sided: how likely a t at least as high would be if both metrics correlated equally. */
  readonly p: number;
}

/**
 * `r12` and `r13` are correlations of the human scores with one and with the other metric, `r23` is that of the metrics, all over the same
 * n systems. Error metrics must be turned round before. t and p are NaN where there is no answer: fewer than four systems, a correlation
 * that is NaN, three that no three variables can have, or two metrics that are each other's mirror image.
 */
export function williams(r12: number, r13: number, r23: number, n: number): Williams {
  for (const r of [r12, r13, r23]) {
    if (Math.abs(r) > 1) throw new RangeError(`A correlation must be from −1 to 1, not ${r}.`);
  }
  const df = n - 3;
  const determinant = 1 - r12 * r12 - r13 * r13 - r23 * r23 + 2 * r12 * r13 * r23;
  // The determinant of a matrix of correlations is never negative, but for rounding.
  if (!(n >= 4) || !(determinant >= -1e-9) || !(r23 > -1 + 1e-12)) return { t: NaN, df, p: NaN };
  const difference = r12 - r13;
  // Metrics that agree but for rounding leave 0 / 0: they do not differ.
  if (Math.abs(difference) <= 1e-12) return { t: 0, df, p: 0.5 };
  const mean = (r12 + r13) / 2;
  const apart = 1 - r23;
  const spread = (2 * Math.max(0, determinant) * (n - 1)) / df + mean * mean * apart * apart * apart;
  const t = difference * Math.sqrt(((n - 1) * (1 + r23)) / spread);
  return { t, df, p: studentUpperTail(t, df) };
}
