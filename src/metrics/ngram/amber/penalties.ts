/** AMBER's ten penalties, as formulas of sums: Chen and Kuhn (WMT 2011), section 2.2. 1 means no penalty. */
import { exp, pow } from '../../../core/index.ts';

export const penaltyNames = ['SBP', 'SRP', 'CSBP', 'CSRP', 'SWDP', 'LWDP', 'CKP', 'CTP', 'NSCP', 'NKCP'] as const;
export type PenaltyName = (typeof penaltyNames)[number];

/** The option that says how much a penalty counts. */
export const optionOf = (name: PenaltyName) => name.toLowerCase() as Lowercase<PenaltyName>;

/** Equation 11: `shorter` is the sum of min(|t|, |r|). */
export function strictBrevity(shorter: number, reference: number): number {
  if (reference === 0) return 1;
  return shorter === 0 ? 0 : exp(1 - reference / shorter);
}

/** Equation 12: `longer` is the sum of max(|t|, |r|). */
export function strictRedundancy(longer: number, reference: number): number {
  if (reference === 0) return longer === 0 ? 1 : 0;
  return exp(1 - longer / reference);
}

/** Equations 15: for short words and for long ones. */
export function wordDifference(difference: number, referenceWords: number): number {
  if (difference === 0) return 1;
  return referenceWords === 0 ? 0 : exp(-difference / referenceWords);
}

/**
 * Equation 13. The text defines #chunks as matching bigrams − matching words, the wrong way round; `printed` takes it so, and as the
 * share is then negative, an odd β rewards chunks and an even one does not change; a β with a fraction has no meaning.
 */
export function chunkPenalty(chunks: number, words: number, gamma: number, beta: number, printed: boolean): number {
  if (words === 0) return 1;
  const share = pow(chunks / words, beta);
  return Math.max(0, 1 - gamma * (printed && beta % 2 === 1 ? -share : share));
}

/**
 * Equation 14 the right way round: exp(mean − 1), which is 1 if all matches hang together. `sums` has from `matches` on those of 1, 2, …
 * words, and from `followers` on, for all but the last of these `orders`, how many a longer one could start with: in each segment all
 * but one. Orders without any are left out.
 */
export function continuityPenalty(sums: ArrayLike<number>, matches: number, followers: number, orders: number): number {
  let shares = 0;
  let sum = 0;
  for (let n = 1; n < orders; n++) {
    const most = sums[followers + n - 1]!;
    if (most <= 0) continue;
    shares++;
    sum += Math.min(1, sums[matches + n]! / most);
  }
  return shares === 0 ? 1 : exp(sum / shares - 1);
}

/** Equation 14 to the letter: exp(−mean), where #segment counts segments without a match, too. Orders that leave nothing to divide by are left out. */
export function continuityAsPrinted(
  sums: ArrayLike<number>,
  matches: number,
  segments: number,
  orders: number,
): number {
  let shares = 0;
  let sum = 0;
  for (let n = 1; n < orders; n++) {
    const most = sums[matches + n - 1]! - segments;
    if (most <= 0) continue;
    shares++;
    sum += sums[matches + n]! / most;
  }
  return shares === 0 ? 1 : exp(-(sum / shares));
}
