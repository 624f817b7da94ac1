/**
 * Agreement on labels: P(A), P(E) and κ of different judges and of judges with themselves, as in WMT09 (Callison-Burch et al. 2009, section
 * 3.4); Fleiss' κ (1971); Krippendorff's α (2004). NaN if nothing was compared, or if chance agreement is 1. As with metrics, each segment
 * has a row of numbers and rows add up; coefficients are functions of a sum of rows.
 */
import { type Estimate, type Resampling, estimatesOf } from './estimates.ts';
import type { LabelChoice, Labels } from './labels.ts';

export interface Counting {
  readonly chance: Chance;
  readonly average: Average;
}

/** Agreement over pairs of labels of the same key. */
export interface PairAgreement {
  readonly agreed: number;
  readonly compared: number;
  readonly pA: number;
  readonly pE: number;
  readonly kappa: number;
}

export interface LabelAgreement {
  /** Number of items labelled: pairs of systems in a segment, or edited outputs. */
  readonly keys: number;
  readonly labels: number;
  /** Between judges. */
  readonly inter: LabelledAgreement;
  /** Of each judge with themselves. */
  readonly intra: LabelledAgreement;
  /** Over the first label of each judge, like α and `units`, the number of keys that two or more judges labelled. */
  readonly fleiss: Estimate;
  readonly alpha: Estimate;
  readonly units: number;
}

export interface LabelledAgreement extends Omit<PairAgreement, 'pA' | 'kappa'> {
  readonly pA: Estimate;
  readonly kappa: Estimate;
  /** Of κ, after Landis and Koch. */
  readonly strength: Strength | null;
}

export function agreementOnLabels(labels: Labels, counting: Counting, resampling: Resampling): LabelAgreement {
  const counter = agreementCounter(labels);
  const sums = counter.sums();
  const observed = (judges: Judges) => (each: Float64Array) => observedAgreement(each, judges, counting.average);
  const corrected = (judges: Judges) => (each: Float64Array) => pairAgreement(each, judges, labels, counting).kappa;
  const [interObserved, interKappa, intraObserved, intraKappa, fleiss, alpha] = estimatesOf(
    counter.rows(),
    counter.width,
    [
      observed('inter'),
      corrected('inter'),
      observed('intra'),
      corrected('intra'),
      (each) => fleissKappa(each, labels),
      (each) => nominalAlpha(each, labels),
    ],
    resampling,
  ) as [Estimate, Estimate, Estimate, Estimate, Estimate, Estimate];
  const labelled = (judges: Judges, pA: Estimate, ofKappa: Estimate): LabelledAgreement => ({
    ...pairAgreement(sums, judges, labels, counting),
    pA,
    kappa: ofKappa,
    strength: landisKoch(ofKappa.value) ?? null,
  });
  return {
    keys: labels.keys,
    labels: labels.label.length,
    inter: labelled('inter', interObserved, interKappa),
    intra: labelled('intra', intraObserved, intraKappa),
    fleiss,
    alpha,
    units: sums[column.units]!,
  };
}

/** Agreement from sums of counts. */
export function pairAgreement(
  sums: Float64Array,
  judges: Judges,
  choice: LabelChoice,
  { chance, average }: Counting,
): PairAgreement {
  const pA = observedAgreement(sums, judges, average);
  const pE = chanceAgreement(sums, choice, chance);
  return {
    agreed: sums[column[judges].agreed]!,
    compared: sums[column[judges].compared]!,
    pA,
    pE,
    kappa: kappa(pA, pE),
  };
}

/** Chance agreement: all labels equally likely, or as frequent as observed. */
type Chance = 'uniform' | 'empirical';
/** Whether each pair of labels has the same weight, or each key, whose pairs are averaged first. */
type Average = 'pairs' | 'keys';
type Judges = 'inter' | 'intra';

export const kappa = (observed: number, expected: number): number => (observed - expected) / (1 - expected);

/** P(A). */
function observedAgreement(sums: Float64Array, judges: Judges, average: Average): number {
  const { agreed, compared, shares, keys } = column[judges];
  return average === 'pairs' ? sums[agreed]! / sums[compared]! : sums[shares]! / sums[keys]!;
}

/**
 * P(E). For rankings, the empirical one is that of WMT13 to WMT16: p² + 2 ((1 − p) / 2)² for a share p of ties. For verdicts it is p² + (1
 * − p)² for a share p of yes. All labels count, including those of keys labelled once.
 */
export function chanceAgreement(sums: Float64Array, choice: LabelChoice, chance: Chance): number {
  if (chance === 'uniform') return 1 / choice.categories;
  const { labels, squares } = countLabels(sums, column.labels, choice);
  return squares / (labels * labels);
}

/** Fleiss' κ with any number of judges for each key; chance agreement from the labels of keys that two or more judges labelled. */
export function fleissKappa(sums: Float64Array, choice: LabelChoice): number {
  const { labels, squares } = countLabels(sums, column.labels + choice.categories, choice);
  return kappa(sums[column.unitShares]! / sums[column.units]!, squares / (labels * labels));
}

/** Krippendorff's α for nominal labels: 1 − observed / expected disagreement. */
export function nominalAlpha(sums: Float64Array, choice: LabelChoice): number {
  const { labels, squares } = countLabels(sums, column.labels + choice.categories, choice);
  const unequal = labels * labels - squares;
  return unequal === 0 ? NaN : 1 - (sums[column.disagreement]! * (labels - 1)) / unequal;
}

/**
 * Number of labels, and the sum of their squared frequencies. Mirrored labels share their count: otherwise chance agreement would depend on
 * the names of the systems, which decide the order within a pair.
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

/** The names of Landis and Koch (1977) for values of κ. */
type Strength = 'poor' | 'slight' | 'fair' | 'moderate' | 'substantial' | 'almost perfect';

/**
 * Returns the name that Landis and Koch give a value of κ: poor, slight, fair, moderate, substantial or almost perfect. It is undefined for
 * NaN.
 */
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

/** The columns of a row; counts of labels follow, then counts of the labels that can be paired. */
export const column = {
  /** Pairs of labels by different judges: equal pairs, all pairs, the sum over keys of the share of equal pairs, and the number of keys with a pair. */
  inter: { agreed: 0, compared: 1, shares: 2, keys: 3 },
  /** The same for pairs of labels by one judge. */
  intra: { agreed: 4, compared: 5, shares: 6, keys: 7 },
  /** With only the first label of each judge: the number of keys that two or more judges labelled, and the sum of their shares of equal pairs. */
  units: 8,
  unitShares: 9,
  /** Krippendorff's observed disagreement, not yet divided by the number of labels: Σ (unequal ordered pairs) / (labels − 1). */
  disagreement: 10,
  labels: 11,
} as const;

export type AgreementCounter = ReturnType<typeof agreementCounter>;

/** Counts pairs of labels of the same key: between judges, within judges, and the sums for Fleiss and Krippendorff. */
export function agreementCounter(labels: Labels) {
  const { categories, segments, segment, keys, starts, label, judge, judgment } = labels;
  const width = column.labels + 2 * categories;
  // Counts of each label for the current key: by all judges, by the current judge, and counting only each judge's first label.
  const all = new Int32Array(categories);
  const own = new Int32Array(categories);
  const firsts = new Int32Array(categories);
  return {
    width,
    /** One row for each segment. */
    rows(): Float64Array {
      const rows = new Float64Array(segments * width);
      for (let key = 0; key < keys; key++) addKey(key, undefined, rows, segment[key]! * width);
      return rows;
    },
    /** The sum over all segments, or over those with a 1 in `within`, of the judgments with a 1 in `kept`. */
    sums(kept?: Uint8Array, within?: Uint8Array): Float64Array {
      const sums = new Float64Array(width);
      for (let key = 0; key < keys; key++) {
        if (within === undefined || within[segment[key]!] === 1) addKey(key, kept, sums, 0);
      }
      return sums;
    },
  };

  function addKey(key: number, kept: Uint8Array | undefined, out: Float64Array, at: number): void {
    const start = starts[key]!;
    const end = starts[key + 1]!;
    // Most keys of a ranking campaign are labelled once and have nothing to compare.
    if (end - start === 1) {
      if (kept === undefined || kept[judgment[start]!] === 1) out[at + column.labels + label[start]!]! += 1;
      return;
    }
    for (let c = 0; c < categories; c++) all[c] = firsts[c] = 0;
    let seen = 0;
    let agreed = 0;
    let compared = 0;
    let intraAgreed = 0;
    let intraCompared = 0;
    let judges = 0;
    for (let i = start; i < end;) {
      const by = judge[i]!;
      let repeats = 0;
      for (let c = 0; c < categories; c++) own[c] = 0;
      for (; i < end && judge[i] === by; i++) {
        if (kept !== undefined && kept[judgment[i]!] === 0) continue;
        const given = label[i]!;
        if (repeats === 0) {
          firsts[given]!++;
          judges++;
        }
        // Each label is compared with those before it.
        intraAgreed += own[given]!++;
        intraCompared += repeats++;
        agreed += all[given]!++;
        compared += seen++;
      }
    }
    for (let c = 0; c < categories; c++) out[at + column.labels + c]! += all[c]!;
    const interAgreed = agreed - intraAgreed;
    const interCompared = compared - intraCompared;
    if (interCompared > 0) addPairs(out, at, column.inter, interAgreed, interCompared);
    if (intraCompared > 0) addPairs(out, at, column.intra, intraAgreed, intraCompared);
    if (judges < 2) return;
    let equal = 0;
    for (let c = 0; c < categories; c++) {
      const count = firsts[c]!;
      equal += count * (count - 1);
      out[at + column.labels + categories + c]! += count;
    }
    const pairs = judges * (judges - 1);
    out[at + column.units]! += 1;
    out[at + column.unitShares]! += equal / pairs;
    out[at + column.disagreement]! += (pairs - equal) / (judges - 1);
  }
}

function addPairs(
  out: Float64Array,
  at: number,
  to: (typeof column)['inter' | 'intra'],
  agreed: number,
  compared: number,
): void {
  out[at + to.agreed]! += agreed;
  out[at + to.compared]! += compared;
  out[at + to.shares]! += agreed / compared;
  out[at + to.keys]! += 1;
}
