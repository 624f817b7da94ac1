/**
 * Coefficients of agreement, from sums that an AgreementCounter made. κ as in WMT09 (Callison-Burch et al. 2009, section 3.4);
 * Fleiss (1971); Krippendorff (2004). NaN where nothing was compared, or where agreement by chance would be certain.
 */
import { column } from './agreementCounter.ts';
import type { LabelChoice } from './labels.ts';

/** How often two labels would be equal by chance: all labels equally likely, or as likely as they were given. */
export type Chance = 'uniform' | 'empirical';
/** Whether each pair of labels counts alike, or each key, whose pairs are then averaged first. */
export type Average = 'pairs' | 'keys';
export type Judges = 'inter' | 'intra';

export const kappa = (observed: number, expected: number): number => (observed - expected) / (1 - expected);

/** P(A). */
export function observedAgreement(sums: Float64Array, judges: Judges, average: Average): number {
  const { agreed, compared, shares, keys } = column[judges];
  return average === 'pairs' ? sums[agreed]! / sums[compared]! : sums[shares]! / sums[keys]!;
}

/**
 * P(E). Of rankings the empirical one is that of WMT13 to WMT16, p² + 2 ((1 − p) / 2)² for a share p of ties. Of verdicts it is
 * p² + (1 − p)² for a share p of yes. All labels count, also those of keys labelled once.
 */
export function chanceAgreement(sums: Float64Array, choice: LabelChoice, chance: Chance): number {
  if (chance === 'uniform') return 1 / choice.categories;
  const { labels, squares } = countLabels(sums, column.labels, choice);
  return squares / (labels * labels);
}

/** Fleiss' κ with any number of judges for each key; chance from the labels of keys that two judges or more labelled. */
export function fleissKappa(sums: Float64Array, choice: LabelChoice): number {
  const { labels, squares } = countLabels(sums, column.labels + choice.categories, choice);
  return kappa(sums[column.unitShares]! / sums[column.units]!, squares / (labels * labels));
}

/** Krippendorff's α for labels without order: 1 − observed / expected disagreement. */
export function nominalAlpha(sums: Float64Array, choice: LabelChoice): number {
  const { labels, squares } = countLabels(sums, column.labels + choice.categories, choice);
  const unequal = labels * labels - squares;
  return unequal === 0 ? NaN : 1 - (sums[column.disagreement]! * (labels - 1)) / unequal;
}

/**
 * How many labels were given, and the sum of the squares of how often each was. Labels of two sides share what both have: else the names
 * of systems, by which a pair is spelled, would decide how much agreement is chance.
 */
function countLabels(
  sums: Float64Array,
  from: number,
  { categories, twoSided }: LabelChoice,
): { labels: number; squares: number } {
  let labels = 0;
  let squares = 0;
  for (let c = 0; c < categories; c++) {
    const given = sums[from + c]!;
    const count = twoSided ? (given + sums[from + categories - 1 - c]!) / 2 : given;
    labels += count;
    squares += count * count;
  }
  return { labels, squares };
}

/** What Landis and Koch (1977) call a κ. */
export type Strength = 'poor' | 'slight' | 'fair' | 'moderate' | 'substantial' | 'almost perfect';

export function landisKoch(value: number): Strength | undefined {
  if (Number.isNaN(value)) return undefined;
  if (value < 0) return 'poor';
  return strengths.find(([upTo]) => value <= upTo)?.[1] ?? 'almost perfect';
}

const strengths: readonly (readonly [number, Strength])[] = [
  [0.2, 'slight'],
  [0.4, 'fair'],
  [0.6, 'moderate'],
  [0.8, 'substantial'],
];
