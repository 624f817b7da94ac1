/** Agreement on labels: P(A), P(E) and κ of different judges and of judges with themselves, Fleiss' κ, Krippendorff's α. */
import { AgreementCounter, column } from './agreementCounter.ts';
import {
  type Average,
  type Chance,
  type Judges,
  type Strength,
  chanceAgreement,
  fleissKappa,
  kappa,
  landisKoch,
  nominalAlpha,
  observedAgreement,
} from './coefficients.ts';
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
  /** What was labelled: pairs of systems in a segment, edited outputs. */
  readonly keys: number;
  readonly labels: number;
  /** Of different judges. */
  readonly inter: LabelledAgreement;
  /** Of judges with themselves. */
  readonly intra: LabelledAgreement;
  /** Over the first label of each judge, as are α and `units`, the keys that two judges or more labelled. */
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
  const counter = new AgreementCounter(labels);
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

/** What sums of counts come to. */
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
