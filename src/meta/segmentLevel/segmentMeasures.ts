/** Agreement of a metric with people over single segments, by comparisons of outputs or by scores of outputs, as each year counted it. */
import { UsageError, rowMeasurement } from '../../core/index.ts';
import type { Comparisons, Resampling } from '../../human/index.ts';
import {
  type Correlation,
  type Interval,
  Pcg64,
  bootstrapAll,
  kendallTauB,
  pearson,
  percentileInterval,
} from '../../stats/index.ts';
import {
  type Fraction,
  type Scores,
  type SegmentUnits,
  type SharedSegments,
  countUnits,
  numberUnits,
  sharedNames,
  sharedSegments,
  valueOf,
} from '../scores.ts';
import type { Agreement } from '../significance/agreement.ts';
import { bootstrapAgreement } from '../significance/bootstrapAgreement.ts';
import {
  type Averaging,
  type CellRule,
  type Described,
  type JudgedPairs,
  type RelationCounts,
  applyRule,
  cellRules,
  countRelations,
  layOut,
  pairsOfComparisons,
  pairsOfScores,
  relations,
  totalRelations,
} from './judgedPairs.ts';
import { calibrateTies, groupAccuracies } from './tieCalibration.ts';

/** How segments are drawn, and which of them are drawn together. */
export interface SegmentResampling extends Resampling {
  readonly units?: SegmentUnits;
}

/** From comparisons of two outputs for one segment. */
export interface ComparisonMeasure extends Described {
  readonly needs: 'comparisons';
  readonly rule: CellRule;
  /** With an interval if it says how to draw segments. */
  of(human: Comparisons, metric: Scores, resampling?: SegmentResampling): SegmentAgreement;
}

/** From scores of single outputs. */
export interface ScoreMeasure extends Described {
  readonly needs: 'scores';
  /** Of a correlation: which one, over what. */
  readonly agreement?: Agreement;
  /** Pairs that people scored closer than this do not count. */
  readonly gap?: number;
  of(human: Scores, metric: Scores, resampling?: SegmentResampling): SegmentAgreement;
}

export interface SegmentAgreement {
  /** NaN if the measure is undefined. */
  readonly value: number;
  /** The number of pairs of outputs, or of outputs if the measure does not use pairs. */
  readonly counted: number;
  /** The number of judged comparisons, or outputs, without a metric score. */
  readonly missing: number;
  readonly interval?: Interval;
  /** Of a measure over all pairs, to pool tasks by. */
  readonly fraction?: Fraction;
  readonly counts?: RelationCounts;
  /** The tie threshold of acc_eq: scores at most this far apart count as ties. It is fixed for the interval. */
  readonly epsilon?: number;
  /** The value of an uninformative metric. */
  readonly chance?: number;
}

/** The measures of agreement with human comparisons of outputs, including those of every year of WMT that used comparisons. */
export const comparisonMeasures: readonly ComparisonMeasure[] = cellRules
  .filter(({ gap }) => gap === undefined)
  .map((rule) => ({
    ...rule,
    needs: 'comparisons',
    rule,
    of: (human, metric, resampling) =>
      agreementByRule(rule, pairsOfComparisons(human, metric), human.segments, resampling),
  }));

const correlations = { kendall: kendallTauB, pearson } as const;

/** The measures of agreement with human scores of outputs. Only daRR requires raw scores from 0 to 100. */
export const scoreMeasures: readonly ScoreMeasure[] = [
  ...cellRules.flatMap((rule): ScoreMeasure[] => {
    const { gap } = rule;
    if (gap === undefined) return [];
    const of: ScoreMeasure['of'] = (human, metric, resampling) =>
      agreementByRule(rule, pairsOfScores(human, metric, 'item', gap), segmentsOf(human, metric), resampling);
    return [{ ...rule, needs: 'scores', of }];
  }),
  correlationMeasure('kendall', 'Kendall’s τ_b', 'kendall', 'none', [2021, 2022]),
  correlationMeasure('kendall-item', 'Kendall’s τ_b, mean over segments', 'kendall', 'item'),
  correlationMeasure('kendall-system', 'Kendall’s τ_b, mean over systems', 'kendall', 'system'),
  correlationMeasure('pearson', 'Pearson’s r', 'pearson', 'none'),
  correlationMeasure('pearson-item', 'Pearson’s r, mean over segments', 'pearson', 'item'),
  correlationMeasure('pearson-system', 'Pearson’s r, mean over systems', 'pearson', 'system'),
  { id: 'acc-eq', title: 'acc_eq', years: [2023, 2025], needs: 'scores', of: accuracyWithTies },
  {
    id: 'tau-eq',
    title: 'τ_eq',
    needs: 'scores',
    of(human, metric, resampling) {
      const { value, interval, chance, ...rest } = accuracyWithTies(human, metric, resampling);
      return {
        ...rest,
        value: 2 * value - 1,
        ...(interval && { interval: { low: 2 * interval.low - 1, high: 2 * interval.high - 1 } }),
        ...(chance !== undefined && { chance: 2 * chance - 1 }),
      };
    },
  },
];

/** Returns the official segment-level measure of a year of WMT. */
export function measureOfYear(year: number): ComparisonMeasure | ScoreMeasure {
  const all = [...comparisonMeasures, ...scoreMeasures];
  const found = all.find(({ years }) => years && years[0] <= year && year <= years[1]);
  if (found) return found;
  const known = all.flatMap(({ years }) => years ?? []);
  throw new UsageError(
    `No measure of segments is known for WMT ${year}: years go from ${Math.min(...known)} to ${Math.max(...known)}.`,
  );
}

/** The groups of pairs within segments. */
const segmentsOf = (human: Scores, metric: Scores): string[] => sharedNames([human.segments, metric.segments]);

/** `segments` are the groups of the pairs. */
function agreementByRule(
  rule: CellRule,
  pairs: JudgedPairs,
  segments: readonly string[],
  resampling?: SegmentResampling,
): SegmentAgreement {
  const rows = countRelations(pairs);
  const counts = totalRelations(rows);
  const fraction = applyRule(rule, counts);
  const interval =
    resampling &&
    intervalOfRows(
      byUnit(rows, relations.length, segments, resampling),
      relations.length,
      (sums) => valueOf(applyRule(rule, totalRelations(sums))),
      resampling,
    );
  return {
    value: valueOf(fraction),
    counted: fraction.below,
    missing: pairs.missing,
    ...(interval && { interval }),
    fraction,
    counts,
  };
}

function correlationMeasure(
  id: string,
  title: string,
  correlation: keyof typeof correlations,
  averaging: Averaging,
  years?: readonly [number, number],
): ScoreMeasure {
  const agreement = { level: 'segment', averaging, correlation } as const;
  return {
    id,
    title,
    ...(years && { years }),
    needs: 'scores',
    agreement,
    of(human, metric, resampling) {
      const shared = sharedSegments(human, metric);
      const value = correlateSegments(shared, correlations[correlation], averaging);
      const interval =
        resampling && !Number.isNaN(value) ? correlationInterval(shared, agreement, resampling) : undefined;
      return { value, counted: shared.counted, missing: shared.missing, ...(interval && { interval }) };
    },
  };
}

/**
 * Correlation of a metric's scores with those of people, over all outputs, or averaged over segments or over systems. NaN if no group has one.
 * As at WMT, groups without a correlation, because few outputs were scored or all scores are equal, are left out of the mean.
 */
function correlateSegments(shared: SharedSegments, correlate: Correlation, averaging: Averaging): number {
  const { groups, members, step, stride } = layOut(shared, averaging);
  const x = new Float64Array(members);
  const y = new Float64Array(members);
  let sum = 0;
  let defined = 0;
  for (let group = 0; group < groups; group++) {
    let count = 0;
    for (let k = 0, at = group * step; k < members; k++, at += stride) {
      if (Number.isNaN(shared.human[at]!)) continue;
      x[count] = shared.human[at]!;
      y[count] = shared.metric[at]!;
      count++;
    }
    const value = correlate(x.subarray(0, count), y.subarray(0, count));
    if (Number.isNaN(value)) continue;
    sum += value;
    defined++;
  }
  return sum / defined;
}

function correlationInterval(
  { systems, segments, human, metric }: SharedSegments,
  agreement: Agreement,
  { units, ...resampling }: SegmentResampling,
): Interval | undefined {
  const table = { systems: systems.length, segments: segments.length, human, metrics: [metric] };
  return bootstrapAgreement({
    agreement,
    table: units ? { ...table, units: numberUnits(segments, units) } : table,
    draw: 'inputs',
    ...resampling,
  }).agreements[0]!.interval;
}

/** By segment, as at WMT since 2023. */
function accuracyWithTies(human: Scores, metric: Scores, resampling?: SegmentResampling): SegmentAgreement {
  const pairs = pairsOfScores(human, metric, 'item');
  const { accuracy, epsilon, chance } = calibrateTies(pairs);
  const interval = resampling && intervalOfMean(groupAccuracies(pairs, epsilon), segmentsOf(human, metric), resampling);
  return {
    value: accuracy,
    counted: pairs.count,
    missing: pairs.missing,
    ...(interval && { interval }),
    counts: totalRelations(countRelations(pairs, epsilon)),
    epsilon,
    chance,
  };
}

/**
 * The interval of a figure made of a sum of rows, one for each segment, by drawing segments with replacement: all judgments
 * of one segment are drawn together. Undefined if no draw has a value. Rows of zeros are segments without judgments and are
 * not drawn.
 */
export function intervalOfRows(
  rows: Float64Array,
  width: number,
  score: (sums: ArrayLike<number>) => number,
  { samples, seed, level }: Resampling,
): Interval | undefined {
  const filled = rows.filter((_, at) => {
    const from = at - (at % width);
    return rows.subarray(from, from + width).some((entry) => entry !== 0);
  });
  const segments = filled.length / width;
  if (segments === 0) return undefined;
  const measured = rowMeasurement({ name: '', systems: 1, segments, higherIsBetter: true, width }, filled, score);
  const [scores] = bootstrapAll(measured, samples, new Pcg64(seed));
  const defined = scores!.filter((each) => !Number.isNaN(each)).sort();
  return defined.length === 0 ? undefined : percentileInterval(defined, level);
}

/** The interval of the mean of a value per segment; NaN if missing. */
function intervalOfMean(
  values: Float64Array,
  segments: readonly string[],
  resampling: SegmentResampling,
): Interval | undefined {
  const rows = new Float64Array(2 * values.length);
  values.forEach((value, at) => rows.set(Number.isNaN(value) ? [0, 0] : [value, 1], 2 * at));
  return intervalOfRows(byUnit(rows, 2, segments, resampling), 2, (sums) => sums[0]! / sums[1]!, resampling);
}

/** Rows of segments that are drawn together, added up. */
function byUnit(
  rows: Float64Array,
  width: number,
  segments: readonly string[],
  { units }: SegmentResampling,
): Float64Array {
  if (!units) return rows;
  const unitOf = numberUnits(segments, units);
  const sums = new Float64Array(countUnits(unitOf) * width);
  rows.forEach((entry, at) => (sums[unitOf[Math.floor(at / width)]! * width + (at % width)]! += entry));
  return sums;
}
