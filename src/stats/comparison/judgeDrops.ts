/**
 * Whether a new output may replace its baseline: by how much each metric drops, within which bounds, and what that means for a gate.
 *
 * Both questions are one-sided, each at level alpha, with Student's t on the bootstrap standard error of the difference: is there a drop
 * (its lower bound is above 0), and is it smaller than the margin (its upper bound is below that)? The latter is a test of
 * non-inferiority. The t bounds of a mean are those of Student's paired test; the bootstrap alone is overconfident on few segments.
 */
import { normalQuantile, studentQuantile, studentUpperTail } from '../distributions.ts';
import { correctP } from './corrections.ts';

/** What was measured of one metric: its difference, new minus baseline, and the bootstrap standard error of that. */
export interface MeasuredDrop {
  readonly difference: number;
  readonly standardError: number;
  readonly higherIsBetter: boolean;
  /** Segments, or documents if those were resampled; at least 2. */
  readonly units: number;
  /** A drop of this many points is too much. Without it, any drop that is not significant passes. */
  readonly margin?: number;
}

/** `unclear`: the drop is not significant, and not shown to be below the margin. */
export type GateVerdict = 'pass' | 'worse' | 'unclear';

/** What a metric says. */
export interface JudgedDrop {
  /** Points by which the new output is worse; negative if it is better. */
  readonly drop: number;
  /** Its bounds, each one-sided at level 1 − alpha. */
  readonly low: number;
  readonly high: number;
  /** Of no drop, one-sided; and corrected for the number of metrics by Holm's method. */
  readonly p: number;
  readonly corrected: number;
  readonly margin?: number;
  /** Of a drop as large as the margin. */
  readonly marginP?: number;
  readonly verdict: GateVerdict;
  /** How often an output that is as good as the baseline is found to be within the margin, on test sets like this one. */
  readonly power?: number;
  /** The smallest true drop that 80 % of test sets like this one would find, before correction. */
  readonly detectable: number;
  /** If `unclear`: as many units would tell with a probability of at least 80 %, if the true drop is the one observed. */
  readonly needed?: number;
}

export interface GateJudgment {
  readonly verdict: GateVerdict;
  readonly drops: readonly JudgedDrop[];
}

const usualPower = 0.8;

/**
 * Judges all metrics together. The whole passes if every metric does, which needs no correction: it passes wrongly no more often than the
 * metric that should have stopped it (Berger 1982). It is worse if any metric is, so those p-values are corrected.
 */
export function judgeDrops(measured: readonly MeasuredDrop[], alpha: number): GateJudgment {
  const found = measured.map((each) => {
    const { difference, standardError, higherIsBetter, units, margin } = each;
    const drop = difference === 0 ? 0 : higherIsBetter ? -difference : difference;
    // The bootstrap divides by the number of units, Student by one less.
    const error = standardError * Math.sqrt(units / (units - 1));
    const reach = studentQuantile(1 - alpha, units - 1) * error;
    const tail = (distance: number): number =>
      error === 0 ? (distance > 0 ? 0 : 1) : studentUpperTail(distance / error, units - 1);
    return {
      drop,
      error,
      units,
      low: drop - reach,
      high: drop + reach,
      p: tail(drop),
      ...(margin !== undefined && { margin, marginP: tail(margin - drop), power: 1 - tail(margin - reach) }),
    };
  });
  const corrected = correctP(
    found.map(({ p }) => p),
    'holm',
  );
  const strength = normalQuantile(1 - alpha) + normalQuantile(usualPower);
  const drops = found.map(({ error, units, ...each }, m): JudgedDrop => {
    const verdict = verdictOf(each, corrected[m]!, alpha);
    // Either answer may come first: that the drop is below the margin, or that there is one.
    const distance = Math.max(each.drop, (each.margin ?? 0) - each.drop);
    return {
      ...each,
      corrected: corrected[m]!,
      verdict,
      detectable: strength * error,
      ...(verdict === 'unclear' && { needed: Math.ceil(units * ((strength * error) / distance) ** 2) }),
    };
  });
  const said = (verdict: GateVerdict): boolean => drops.some((each) => each.verdict === verdict);
  return { verdict: said('worse') ? 'worse' : said('unclear') ? 'unclear' : 'pass', drops };
}

function verdictOf(
  { margin, marginP }: Pick<JudgedDrop, 'margin' | 'marginP'>,
  corrected: number,
  alpha: number,
): GateVerdict {
  if (marginP !== undefined && marginP < alpha) return 'pass';
  if (corrected < alpha) return 'worse';
  return margin === undefined ? 'pass' : 'unclear';
}
