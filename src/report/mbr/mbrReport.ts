/** What minimum-Bayes-risk selection chose, against references. */
import type { TextInput } from '../notes.ts';
import { type Metric, type TextsAhead, present, systemScore, teach, version } from '../../core/index.ts';
import { SegmentCounter, measureAll, referencesPerSegment } from '../../measure/index.ts';
import { type ScoredMetric, scoredMetric } from '../score/scoreReport.ts';
import { type Evidence, type MbrUtility, utilityName } from '../../tune/index.ts';

/** The data that `assay mbr -f json` prints. */
export interface MbrReport {
  readonly version: string;
  readonly from: 'lists' | 'systems' | 'lattices';
  readonly segments: number;
  /** In all segments; unknown where all paths of lattices were. */
  readonly candidates?: number;
  /** The utility, and how it is computed. */
  readonly utility: {
    readonly form: MbrUtility['form'];
    /** Signature of the metric, θ of the linear gain, or the file of utilities. */
    readonly of: string;
  };
  /** How probable candidates are taken to be, in words. */
  readonly posteriors: string;
  readonly metrics: readonly ScoredMetric[];
  /** What there was before, then the choice, then what would be best if the references were known. */
  readonly rows: readonly {
    readonly name: string;
    readonly kind: 'rival' | 'choice' | 'oracle';
    /** The number of segments in which the choice is the same text. */
    readonly chosen?: number;
    readonly scores: readonly number[];
  }[];
  readonly input: TextInput;
}

/** The choice, the candidates, and the alternatives. */
export interface MbrSelection {
  readonly from: MbrReport['from'];
  readonly chosen: readonly string[];
  /** Absent if all paths of lattices were searched. */
  readonly evidence?: readonly Evidence[];
  /** What is scored beside the choice: what a system says, or a decoder thinks best. */
  readonly rivals: readonly { readonly name: string; readonly texts: readonly string[] }[];
  readonly utility: MbrUtility;
  /** How probable candidates are taken to be, in words. */
  readonly posteriors: string;
  readonly references: readonly (readonly string[])[];
  readonly sources?: readonly string[];
  readonly notes?: readonly string[];
  readonly sha256?: string;
}

/** The texts that `reportMbr` scores, for metrics that read ahead. */
export const mbrTexts = ({ chosen, evidence, rivals, references, sources }: MbrSelection): TextsAhead[] =>
  references.map((ofSegment, i) => ({
    hypotheses: [...rivals.map(({ texts }) => texts[i]!), chosen[i]!, ...(evidence?.[i]!.texts ?? [])],
    references: ofSegment,
    source: sources?.[i],
  }));

/** Scores what minimum-Bayes-risk selection chose, next to the alternatives and to the best possible choice. */
export function reportMbr(selection: MbrSelection, metrics: readonly Metric[]): MbrReport {
  const { from, chosen, evidence, rivals, utility, posteriors, references, sha256 = '', notes = [] } = selection;
  const taught = metrics.map((metric) => teach(metric, references));
  const measured = measureAll(taught, selection, [...rivals.map(({ texts }) => texts), chosen]);
  const scoresOf = (s: number) => measured.map((each) => systemScore(each, s));
  const perSegment = referencesPerSegment(references);
  return {
    version,
    from,
    segments: references.length,
    ...present({ candidates: evidence?.reduce((sum, { texts }) => sum + texts.length, 0) }),
    utility: { form: utility.form, of: utilityName(utility) },
    posteriors,
    metrics: metrics.map((metric) => scoredMetric(metric, { references: perSegment })),
    rows: [
      ...rivals.map(({ name, texts }, s) => {
        const same = texts.filter((text, i) => text === chosen[i]).length;
        return { name, kind: 'rival' as const, chosen: same, scores: scoresOf(s) };
      }),
      { name: 'MBR choice', kind: 'choice', scores: scoresOf(rivals.length) },
      ...(evidence
        ? [{ name: 'oracle', kind: 'oracle' as const, scores: oracleScores(evidence, selection, taught) }]
        : []),
    ],
    input: { references: perSegment, sha256, notes },
  };
}

/** By metric: the score of the candidates that are best segment by segment. */
function oracleScores(
  evidence: readonly Evidence[],
  { references, sources }: MbrSelection,
  taught: readonly Metric[],
): number[] {
  const counter = new SegmentCounter(taught);
  const sums = taught.map(({ statistics }) => new Float64Array(statistics.length));
  evidence.forEach(({ texts }, i) => {
    const distinct = [...new Set(texts)];
    const rows = taught.map(({ statistics }) => new Float64Array(distinct.length * statistics.length));
    counter.count(distinct, references[i]!, sources?.[i], rows, 0, 1);
    taught.forEach(({ statistics: { length: width }, forSegments, higherIsBetter }, m) => {
      let best: Float64Array | undefined;
      let most = -Infinity;
      for (let k = 0; k < distinct.length; k++) {
        const row = rows[m]!.subarray(k * width, (k + 1) * width);
        const score = (higherIsBetter ? 1 : -1) * forSegments.score(row);
        if (best === undefined || score > most) [best, most] = [row, score];
      }
      best!.forEach((value, n) => (sums[m]![n]! += value));
    });
  });
  return taught.map((metric, m) => metric.score(sums[m]!));
}
