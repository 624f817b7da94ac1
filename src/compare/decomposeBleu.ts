/**
 * What a difference of BLEU is made of. With precisions pₙ of N orders and brevity penalty BP, ln BLEU = Σ ln pₙ / N + ln BP, so that on the
 * log scale the difference of two systems is exactly the sum of those of the parts. Papineni et al. (ACL 2002).
 */
import { type PrecisionFactors, log, sumRows } from '../core/index.ts';
import type { Measured } from '../measure/index.ts';
import { checkSystem } from '../stats/index.ts';

interface BleuParts extends PrecisionFactors {
  readonly score: number;
  readonly hypothesisLength: number;
  readonly referenceLength: number;
  /** Hypothesis length by reference length; 0 without a reference. */
  readonly lengthRatio: number;
}

/** First system minus second. */
interface BleuPart {
  /** The order of n-grams, or the brevity penalty. */
  readonly part: number | 'brevity penalty';
  /** Its share of the difference of ln BLEU. */
  readonly log: number;
  /**
   * The same in points of BLEU: the share times the logarithmic mean of both scores, (a − b) / (ln a − ln b). So the points add up to the
   * difference of the scores, and a part that makes a system better on the one scale does so on the other.
   */
  readonly points: number;
}

export interface BleuDecomposition {
  readonly first: BleuParts;
  readonly second: BleuParts;
  readonly difference: number;
  /** Orders, then the brevity penalty; null where a score is 0, since there is no logarithm. */
  readonly parts: readonly BleuPart[] | null;
}

/**
 * Splits the BLEU difference of two systems into the shares of each n-gram precision and of the brevity penalty. Returns undefined unless
 * the metric is a geometric mean of equally weighted precisions times a brevity penalty.
 */
export function decomposeBleu(measured: Measured, first: number, second: number): BleuDecomposition | undefined {
  for (const system of [first, second]) checkSystem(system, measured.systems);
  if (!measured.metric.factors) return undefined;
  const [a, b] = [partsOf(measured, first), partsOf(measured, second)];
  const difference = a.score - b.score;
  if (a.score === 0 || b.score === 0) return { first: a, second: b, difference, parts: null };
  const [ofFirst, ofSecond] = [logParts(a), logParts(b)];
  const mean = logarithmicMean(a.score, b.score);
  const parts = ofFirst.map((value, n) => {
    const share = value - ofSecond[n]!;
    return { part: n < a.precisions.length ? n + 1 : ('brevity penalty' as const), log: share, points: share * mean };
  });
  return { first: a, second: b, difference, parts };
}

function partsOf(measured: Measured, system: number): BleuParts {
  const { metric } = measured;
  const sums = sumRows(measured, system);
  const lengthAt = (place: number | undefined): number => (place === undefined ? NaN : sums[place]!);
  const hypothesisLength = lengthAt(metric.lengths?.hypothesis);
  const referenceLength = lengthAt(metric.lengths?.reference);
  const lengthRatio = referenceLength > 0 ? hypothesisLength / referenceLength : 0;
  return { score: metric.score(sums), ...metric.factors!(sums), hypothesisLength, referenceLength, lengthRatio };
}

/** ln pₙ / N by order, then ln BP. Orders that a short text leaves out (effective order) have no precision and add nothing. */
function logParts({ precisions, brevityPenalty }: BleuParts): number[] {
  const orders = precisions.filter((precision) => precision > 0).length;
  return [...precisions.map((precision) => (precision > 0 ? log(precision / 100) / orders : 0)), log(brevityPenalty)];
}

/** Between both, and either one if they are equal. */
function logarithmicMean(a: number, b: number): number {
  const ratio = log(a / b);
  // There the quotient loses all digits, and the usual mean is right to the square of the ratio.
  return Math.abs(ratio) < 1e-8 ? (a + b) / 2 : (a - b) / ratio;
}
