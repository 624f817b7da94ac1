/**
 * Does one metric agree better than another with people who compared outputs? As in `permuteMetrics`, scores of the two metrics are
 * exchanged; the statistic is a WMT rule for comparisons, such as consistency.
 */
import type { Comparisons } from '../../human/index.ts';
import { statisticalDefaults } from '../../stats/index.ts';
import { type Scores, type SegmentUnits, cellsOf, countUnits, numberUnits, upward, valueOf } from '../scores.ts';
import { type CellRule, applyRule, relationOf, relations, totalRelations } from '../segmentLevel/judgedPairs.ts';
import { type EvaluateSwapped, type MetricComparison, type Swap, permuteScores } from './permuteMetrics.ts';
import { comparableTable } from './scoreTable.ts';

interface ComparisonPermutation {
  readonly rule: CellRule;
  readonly comparisons: Comparisons;
  readonly metrics: readonly [Scores, Scores];
  readonly swap: Swap;
  readonly units?: SegmentUnits | undefined;
  readonly permutations?: number;
  readonly seed?: number;
}

/** Only comparisons count for which both metrics have both scores. */
export function permuteComparisons({
  rule,
  comparisons,
  metrics,
  swap,
  units,
  permutations = statisticalDefaults.samples,
  seed = statisticalDefaults.seed,
}: ComparisonPermutation): MetricComparison {
  const pairs = alignComparisons(comparisons, metrics);
  const { systems, segments } = pairs;
  const unitOf = units && numberUnits(comparisons.segments, units);
  if (swap !== 'inputs') {
    const shape = { systems, segments, ...(unitOf && { units: unitOf }) };
    return permuteScores(byCells(pairs, rule), swap, shape, permutations, seed);
  }
  // If whole segments or units are exchanged, one coin per segment or unit is enough.
  const shape = { systems: 1, segments: unitOf ? countUnits(unitOf) : segments };
  return permuteScores(byUnits(pairs, rule, shape.segments, unitOf), swap, shape, permutations, seed);
}

/** Comparisons by the cells of a table of two metrics: segment g of system s is at s * segments + g. */
interface AlignedComparisons {
  readonly systems: number;
  readonly segments: number;
  readonly count: number;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
  readonly outcome: Int8Array;
  readonly segment: Uint32Array;
  readonly metrics: readonly [Float64Array, Float64Array];
}

/** The table has only the systems and segments that were compared: no coin is tossed for others. */
function alignComparisons(comparisons: Comparisons, metrics: readonly [Scores, Scores]): AlignedComparisons {
  const systems = comparisons.systems.length;
  const segments = comparisons.segments.length;
  const tables = metrics.map((scores) => cellsOf(upward(scores), comparisons.systems, comparisons.segments));
  // Exchanging scores makes sense only on the same scale; scores that the other metric lacks are left out.
  const { metrics: standardised } = comparableTable({
    systems,
    segments,
    human: new Float64Array(systems * segments),
    metrics: tables,
  });
  const [x, y] = standardised as [Float64Array, Float64Array];
  const first = new Uint32Array(comparisons.count);
  const second = new Uint32Array(comparisons.count);
  const outcome = new Int8Array(comparisons.count);
  const segment = new Uint32Array(comparisons.count);
  let count = 0;
  for (let c = 0; c < comparisons.count; c++) {
    const g = comparisons.segment[c]!;
    const a = comparisons.first[c]! * segments + g;
    const b = comparisons.second[c]! * segments + g;
    if (Number.isNaN(x[a]! + x[b]! + y[a]! + y[b]!)) continue;
    first[count] = a;
    second[count] = b;
    outcome[count] = comparisons.outcome[c]!;
    segment[count] = g;
    count++;
  }
  return { systems, segments, count, first, second, outcome, segment, metrics: [x, y] };
}

const width = relations.length;

/** Counts of a unit, or of a segment without units, change sides as a whole, so they are computed once. */
function byUnits(pairs: AlignedComparisons, rule: CellRule, units: number, unitOf?: Uint32Array): EvaluateSwapped {
  const [x, y] = pairs.metrics;
  const { count, first, second, outcome, segment } = pairs;
  const rows = [new Float64Array(units * width), new Float64Array(units * width)] as const;
  for (let c = 0; c < count; c++) {
    const unit = unitOf ? unitOf[segment[c]!]! : segment[c]!;
    const [a, b, at] = [first[c]!, second[c]!, unit * width];
    rows[0][at + relationOf(outcome[c]!, x[a]! - x[b]!, 0)]! += 1;
    rows[1][at + relationOf(outcome[c]!, y[a]! - y[b]!, 0)]! += 1;
  }
  const sums = [new Float64Array(width), new Float64Array(width)] as const;
  return (swapped, values) => {
    sums[0].fill(0);
    sums[1].fill(0);
    for (let unit = 0; unit < units; unit++) {
      const side = swapped[unit]!;
      const [own, other] = [sums[side as 0 | 1], sums[(1 - side) as 0 | 1]];
      for (let k = 0, at = unit * width; k < width; k++, at++) {
        own[k]! += rows[0][at]!;
        other[k]! += rows[1][at]!;
      }
    }
    writeValues(sums, rule, values);
  };
}

function byCells(pairs: AlignedComparisons, rule: CellRule): EvaluateSwapped {
  const [x, y] = pairs.metrics;
  const { count, first, second, outcome } = pairs;
  const sums = [new Float64Array(width), new Float64Array(width)] as const;
  return (swapped, values) => {
    sums[0].fill(0);
    sums[1].fill(0);
    for (let c = 0; c < count; c++) {
      const [a, b, said] = [first[c]!, second[c]!, outcome[c]!];
      const [isMovedA, isMovedB] = [swapped[a] === 1, swapped[b] === 1];
      sums[0][relationOf(said, (isMovedA ? y[a]! : x[a]!) - (isMovedB ? y[b]! : x[b]!), 0)]! += 1;
      sums[1][relationOf(said, (isMovedA ? x[a]! : y[a]!) - (isMovedB ? x[b]! : y[b]!), 0)]! += 1;
    }
    writeValues(sums, rule, values);
  };
}

function writeValues(sums: readonly [Float64Array, Float64Array], rule: CellRule, values: Float64Array): void {
  values[0] = valueOf(applyRule(rule, totalRelations(sums[0])));
  values[1] = valueOf(applyRule(rule, totalRelations(sums[1])));
}
