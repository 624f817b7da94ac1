/** AMBER from the sums of one text type: its score, its penalties and their product. Chen and Kuhn (WMT 2011), section 2. */
import { exp, expEach, log, logEach, pow } from '../../../core/index.ts';
import { type PenaltyName, type Settings, optionOf, penaltyNames } from './options.ts';
import type { ItemLayout, RowLayout } from './rowLayout.ts';

// The ten penalties as formulas of sums: section 2.2. 1 means no penalty. Of those that are exponentials, the exponents.

/** Equation 11: `shorter` is the sum of min(|t|, |r|). */
export function strictBrevityExponent(shorter: number, reference: number): number {
  if (reference === 0) return 0;
  return shorter === 0 ? -Infinity : 1 - reference / shorter;
}

/** Equation 12: `longer` is the sum of max(|t|, |r|). */
export function strictRedundancyExponent(longer: number, reference: number): number {
  if (reference === 0) return longer === 0 ? 0 : -Infinity;
  return 1 - longer / reference;
}

/** Equations 15: for short words and for long words. */
export function wordDifferenceExponent(difference: number, referenceWords: number): number {
  if (difference === 0) return 0;
  return referenceWords === 0 ? -Infinity : -difference / referenceWords;
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
 * Equation 14 corrected: mean − 1, which is 0 if all matches are contiguous. `sums` has the matches of 1, 2, … words from `matches`,
 * and from `followers`, for all but the last of these `orders`, how many matches a longer one could start with: in each segment all
 * but one. Orders without any are ignored.
 */
export function continuityExponent(
  sums: ArrayLike<number>,
  matches: number,
  followers: number,
  orders: number,
): number {
  let shares = 0;
  let sum = 0;
  for (let n = 1; n < orders; n++) {
    const most = sums[followers + n - 1]!;
    if (most <= 0) continue;
    shares++;
    sum += Math.min(1, sums[matches + n]! / most);
  }
  return shares === 0 ? 0 : sum / shares - 1;
}

/** Equation 14 as printed: −mean, where #segment also counts segments without a match. Orders with a denominator of 0 or less are ignored. */
export function printedContinuityExponent(
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
  return shares === 0 ? 0 : -(sum / shares);
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

/** The mean score over types, from 0 to 1, or all parts of the score of the type whose sums start at `at`. */
export function amberFormula(layout: RowLayout, settings: Settings) {
  const { items, counts, weighted } = layout;
  const { order, tfIdf, gamma, beta, chunks, continuity, wordDifferences, without } = settings;
  const names = penaltyNames.filter((name) => !without.includes(name));
  const powers = names.map((name) => settings[optionOf(name)]);
  const types = settings.types.length;
  const atOfTypes = (of: readonly number[]): Uint32Array =>
    Uint32Array.from({ length: types * of.length }, (_, i) => Math.floor(i / of.length) * all + of[i % of.length]!);
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

  // Written over by the next sums, because samples ask for scores far more often than anybody asks for penalties. Type by type.
  const penalties = new Float64Array(types * all);
  const powered = new Float64Array(types * names.length);
  const exponentialAt = atOfTypes(exponentials.map((name) => place[name]));
  const usedAt = atOfTypes(names.map((name) => place[name]));
  const exponents = new Float64Array(exponentialAt.length);
  const weights = Float64Array.from(powered, (_, i) => powers[i % powers.length]!);
  /** Which powers need no logarithm. */
  const simple = Array.from(usedAt.keys()).filter((i) => [0, 1, 2].includes(weights[i]!));
  /** All penalties of a type, in the order of `penaltyNames`, or their exponents. */
  const findPenalties = (sums: ArrayLike<number>, at: number, to: number): void => {
    const hypothesis = sums[at + items.width]!;
    const reference = sums[at + 2 * items.width]!;
    const shorter = sums[at + layout.shorter]!;
    const characters = sums[at + layout.characters]!;
    const referenceCharacters = sums[at + layout.characters + 1]!;
    const fewer = sums[at + layout.characters + 2]!;
    const first = sums[at + layout.shortWords]!;
    const second = sums[at + layout.shortWords + 1]!;
    penalties[to + place.SBP] = strictBrevityExponent(shorter, reference);
    // max(a, b) = a + b − min(a, b)
    penalties[to + place.SRP] = strictRedundancyExponent(hypothesis + reference - shorter, reference);
    penalties[to + place.CSBP] = strictBrevityExponent(fewer, referenceCharacters);
    penalties[to + place.CSRP] = strictRedundancyExponent(
      characters + referenceCharacters - fewer,
      referenceCharacters,
    );
    penalties[to + place.SWDP] = wordDifferenceExponent(byTotals ? Math.abs(first - second) : first, reference);
    // Words that are not short are long.
    const ofLong = byTotals ? Math.abs(hypothesis - first - (reference - second)) : second;
    penalties[to + place.LWDP] = wordDifferenceExponent(ofLong, reference);
    penalties[to + place.CKP] = chunkPenalty(sums[at + layout.chunks]!, sums[at]!, gamma, beta, chunks === 'printed');
    penalties[to + place.CTP] =
      continuity === 'printed'
        ? printedContinuityExponent(sums, at, sums[at + layout.continuity]!, order)
        : continuityExponent(sums, at, at + layout.continuity, order);
    penalties[to + place.NSCP] = reference > 0 ? sums[at + layout.wordOrder]! / reference : 1;
    penalties[to + place.NKCP] = reference > 0 ? sums[at + layout.wordOrder + 1]! / reference : 1;
  };
  /**
   * The penalties of some types and their powers. Processors do several exponentials or logarithms at once if none has to wait for another,
   * so each step is done for all penalties before the next.
   */
  const raisePenalties = (sums: ArrayLike<number>, at: number, count: number): void => {
    for (let t = 0; t < count; t++) findPenalties(sums, at + t * layout.width, t * all);
    const ofExponentials = count * exponentials.length;
    for (let i = 0; i < ofExponentials; i++) exponents[i] = penalties[exponentialAt[i]!]!;
    expEach(exponents, ofExponentials);
    for (let i = 0; i < ofExponentials; i++) penalties[exponentialAt[i]!] = exponents[i]!;
    const used = count * powers.length;
    for (let i = 0; i < used; i++) powered[i] = penalties[usedAt[i]!]!;
    logEach(powered, used);
    for (let i = 0; i < used; i++) powered[i]! *= weights[i]!;
    expEach(powered, used);
    for (let i = 0; i < simple.length; i++) {
      const at = simple[i]!;
      if (at < used) powered[at] = pow(penalties[usedAt[at]!]!, weights[at]!);
    }
  };
  const product = (type: number): number => {
    let found = 1;
    for (let k = 0; k < powers.length; k++) found *= powered[type * powers.length + k]!;
    return found;
  };

  return {
    mean(sums: ArrayLike<number>): number {
      raisePenalties(sums, 0, types);
      let sum = 0;
      for (let t = 0; t < types; t++) sum += scored(sums, t * layout.width).score * product(t);
      return sum / types;
    },
    parts(sums: ArrayLike<number>, at: number): Record<string, number> {
      const found = scored(sums, at);
      raisePenalties(sums, at, 1);
      const penalty = product(0);
      const byName = Object.fromEntries(penaltyNames.map((name) => [name, penalties[place[name]]!]));
      return { AMBER: found.score * penalty, ...found, penalty, ...byName };
    },
  };
}

const all = penaltyNames.length;
const place = Object.fromEntries(penaltyNames.map((name, k) => [name, k])) as Readonly<Record<PenaltyName, number>>;
const exponentials: readonly PenaltyName[] = ['SBP', 'SRP', 'CSBP', 'CSRP', 'SWDP', 'LWDP', 'CTP'];
