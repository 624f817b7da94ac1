/** AMBER from the sums of one text type: its score, its penalties and their product. Chen and Kuhn (WMT 2011), section 2. */
import { exp, log, pow } from '../../../core/index.ts';
import { type PenaltyName, type Settings, optionOf, penaltyNames } from './options.ts';
import type { ItemLayout, RowLayout } from './rowLayout.ts';

// The ten penalties as formulas of sums: section 2.2. 1 means no penalty.

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

/** Equations 15: for short words and for long words. */
export function wordDifference(difference: number, referenceWords: number): number {
  if (difference === 0) return 1;
  return referenceWords === 0 ? 0 : exp(-difference / referenceWords);
}

/**
 * Equation 13. The text defines #chunks as matching bigrams − matching words, which is reversed; `printed` takes it so. The share is then
 * negative: an odd β rewards chunks, an even β changes nothing, and a fractional β has no meaning.
 */
export function chunkPenalty(chunks: number, words: number, gamma: number, beta: number, printed: boolean): number {
  if (words === 0) return 1;
  const share = pow(chunks / words, beta);
  return Math.max(0, 1 - gamma * (printed && beta % 2 === 1 ? -share : share));
}

/**
 * Equation 14 corrected: exp(mean − 1), which is 1 if all matches are contiguous. `sums` has the matches of 1, 2, … words from `matches`,
 * and from `followers`, for all but the last of these `orders`, how many matches a longer one could start with: in each segment all
 * but one. Orders without any are ignored.
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

/** Equation 14 as printed: exp(−mean), where #segment also counts segments without a match. Orders with a denominator of 0 or less are ignored. */
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

/** The score before penalties: section 2.1. */
/** N and M, α, θ₁ and θ₂. */
export type ScoreSettings = Pick<Settings, 'order' | 'recallOrder' | 'alpha' | 'avgP' | 'fMean'>;

/** `sums` holds at `at` the matches, then the items of the hypothesis, then those of the reference, each in the order of the layout. */
export function scoreParts(
  sums: ArrayLike<number>,
  at: number,
  layout: ItemLayout,
  { order, recallOrder, alpha, avgP, fMean }: ScoreSettings,
): { AvgP: number; Fmean: number; AvgF: number; score: number } {
  let present = 0; // orders that either side has
  let precisions = 0;
  let logarithms = 0; // −∞ if a precision is 0
  let fs = 0;
  for (let n = 1; n <= order; n++) {
    const p = precisionOf(sums, at, layout, n);
    if (p < 0) continue;
    present++;
    precisions += p;
    logarithms += p > 0 ? log(p) : -Infinity;
    fs += fOf(p, Math.max(0, recallOf(sums, at, layout, n)), alpha);
  }
  if (present === 0) return { AvgP: 0, Fmean: 0, AvgF: 0, score: 0 };
  let recalled = 0;
  let recalls = 0;
  for (let n = 1; n <= recallOrder; n++) {
    const r = recallOf(sums, at, layout, n);
    if (r < 0) continue;
    recalled++;
    recalls += r;
  }
  const AvgP = logarithms === -Infinity ? 0 : exp(logarithms / present);
  const Fmean = fOf(precisions / present, recalled > 0 ? recalls / recalled : 0, alpha);
  const AvgF = fs / present;
  return { AvgP, Fmean, AvgF, score: avgP * AvgP + fMean * Fmean + (1 - avgP - fMean) * AvgF };
}

/** Equation 2 for n words, averaged over the kinds of items that either side has; −1 if there is none. */
function precisionOf(sums: ArrayLike<number>, at: number, { width, places }: ItemLayout, n: number): number {
  const ofKinds = places[n - 1]!;
  let present = 0;
  let sum = 0;
  for (let kind = 0; kind < ofKinds.length; kind++) {
    const matches = at + ofKinds[kind]!;
    const inHypothesis = sums[matches + width]!;
    if (inHypothesis === 0 && sums[matches + 2 * width] === 0) continue;
    present++;
    if (inHypothesis > 0) sum += sums[matches]! / inHypothesis;
  }
  return present > 0 ? sum / present : -1;
}

/** Equation 3, of n-grams only; −1 if neither side has any. Matches with a longer reference can exceed the n-grams of the closest one. */
function recallOf(sums: ArrayLike<number>, at: number, { width }: ItemLayout, n: number): number {
  const matches = at + n - 1;
  const inReference = sums[matches + 2 * width]!;
  if (inReference > 0) return Math.min(1, sums[matches]! / inReference);
  return sums[matches + width] === 0 ? -1 : 0;
}

function fOf(p: number, r: number, alpha: number): number {
  const divisor = alpha * p + (1 - alpha) * r;
  return divisor > 0 ? (p * r) / divisor : 0;
}

/** Given sums that start at `at`: the score, from 0 to 1, or all its parts. */
export function amberFormula(layout: RowLayout, settings: Settings) {
  const { items, counts, weighted } = layout;
  const { order, tfIdf, gamma, beta, chunks, continuity, wordDifferences, without } = settings;
  const names = penaltyNames.filter((name) => !without.includes(name));
  const powers = names.map((name) => settings[optionOf(name)]);
  const used = names.map((name) => place[name]);
  const byTotals = wordDifferences === 'totals';

  /** The mean of the score by counts and the score by idf, if both are requested. */
  const scored = (sums: ArrayLike<number>, at: number): ReturnType<typeof scoreParts> => {
    const first = scoreParts(sums, at + (tfIdf === 'yes' ? weighted : counts), items, settings);
    if (tfIdf !== 'both') return first;
    const second = scoreParts(sums, at + weighted, items, settings);
    return {
      AvgP: (first.AvgP + second.AvgP) / 2,
      Fmean: (first.Fmean + second.Fmean) / 2,
      AvgF: (first.AvgF + second.AvgF) / 2,
      score: (first.score + second.score) / 2,
    };
  };

  /** Written over by the next sums, because samples ask for scores far more often than anybody asks for penalties. */
  const penalties = new Float64Array(penaltyNames.length);
  /** All penalties, in the order of `penaltyNames`. */
  const findPenalties = (sums: ArrayLike<number>, at: number): void => {
    const hypothesis = sums[at + items.width]!;
    const reference = sums[at + 2 * items.width]!;
    const shorter = sums[at + layout.shorter]!;
    const characters = sums[at + layout.characters]!;
    const referenceCharacters = sums[at + layout.characters + 1]!;
    const fewer = sums[at + layout.characters + 2]!;
    const first = sums[at + layout.shortWords]!;
    const second = sums[at + layout.shortWords + 1]!;
    penalties[place.SBP] = strictBrevity(shorter, reference);
    // max(a, b) = a + b − min(a, b)
    penalties[place.SRP] = strictRedundancy(hypothesis + reference - shorter, reference);
    penalties[place.CSBP] = strictBrevity(fewer, referenceCharacters);
    penalties[place.CSRP] = strictRedundancy(characters + referenceCharacters - fewer, referenceCharacters);
    penalties[place.SWDP] = wordDifference(byTotals ? Math.abs(first - second) : first, reference);
    // Words that are not short are long.
    const ofLong = byTotals ? Math.abs(hypothesis - first - (reference - second)) : second;
    penalties[place.LWDP] = wordDifference(ofLong, reference);
    penalties[place.CKP] = chunkPenalty(sums[at + layout.chunks]!, sums[at]!, gamma, beta, chunks === 'printed');
    penalties[place.CTP] =
      continuity === 'printed'
        ? continuityAsPrinted(sums, at, sums[at + layout.continuity]!, order)
        : continuityPenalty(sums, at, at + layout.continuity, order);
    penalties[place.NSCP] = reference > 0 ? sums[at + layout.wordOrder]! / reference : 1;
    penalties[place.NKCP] = reference > 0 ? sums[at + layout.wordOrder + 1]! / reference : 1;
  };
  const product = (): number => {
    let found = 1;
    for (let k = 0; k < used.length; k++) found *= pow(penalties[used[k]!]!, powers[k]!);
    return found;
  };

  return {
    of(sums: ArrayLike<number>, at: number): number {
      findPenalties(sums, at);
      return scored(sums, at).score * product();
    },
    parts(sums: ArrayLike<number>, at: number): Record<string, number> {
      const found = scored(sums, at);
      findPenalties(sums, at);
      const penalty = product();
      const byName = Object.fromEntries(penaltyNames.map((name) => [name, penalties[place[name]]!]));
      return { AMBER: found.score * penalty, ...found, penalty, ...byName };
    },
  };
}

const place = Object.fromEntries(penaltyNames.map((name, k) => [name, k])) as Readonly<Record<PenaltyName, number>>;
