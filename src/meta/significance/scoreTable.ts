/** Scores of people and of one or two metrics for the same systems and segments: what tests between metrics work on. */
import { type Scores, type SegmentUnits, cellsOf, numberUnits, sharedNames, systemScores, upward } from '../scores.ts';

/**
 * A table of human scores and the scores of one or two metrics for the same systems and segments. Segment g of system s is at s * segments
 * + g; a missing score is NaN. Higher is better for all of them.
 */
export interface ScoreTable {
  readonly systems: number;
  readonly segments: number;
  /** One score for each cell; for agreement of whole systems it may be one for each system instead. */
  readonly human: Float64Array;
  /** One metric, or two to be compared. */
  readonly metrics: readonly Float64Array[];
  /** By segment: which are drawn and exchanged together, numbered from 0. By default each alone. */
  readonly units?: Uint32Array;
}

/**
 * Builds a table of the systems and segments that people and all metrics share, in the order of the human scores. Error metrics are
 * negated, so that higher is better.
 */
export function alignScores(human: Scores, metrics: readonly Scores[], units?: SegmentUnits): ScoreTable {
  const sides = [human, ...metrics].map(upward);
  const systems = sharedNames(sides.map((scores) => scores.systems));
  const segments = sharedNames(sides.map((scores) => scores.segments));
  const [first, ...others] = sides.map((scores) => cellsOf(scores, systems, segments));
  return {
    systems: systems.length,
    segments: segments.length,
    human: first!,
    metrics: others,
    ...(units && { units: numberUnits(segments, units) }),
  };
}

/** Builds a table with one column: the system scores of the systems that people and all metrics have scored. */
export function alignSystems(human: Scores, metrics: readonly Scores[]): ScoreTable {
  const sides = [human, ...metrics].map((scores) => systemScores(upward(scores), human.systems));
  const kept = [...human.systems.keys()].filter((s) => !sides.some((scores) => Number.isNaN(scores[s]!)));
  const [first, ...others] = sides.map((scores) => Float64Array.from(kept, (s) => scores[s]!));
  return { systems: kept.length, segments: 1, human: first!, metrics: others };
}

/** A table without cells that any side lacks, and with metrics on the same scale. */
export interface ComparableTable {
  readonly systems: number;
  readonly segments: number;
  /** The cells that all sides have, in order. */
  readonly cells: Uint32Array;
  /** By cell, standardised over all of those; of a table with one score for each system, that of the cell's system. */
  readonly human: Float64Array;
  /** By system as given, if the table has system scores. */
  readonly humanOfSystems?: Float64Array;
  /** Standardised over all common cells, so that exchanging scores between metrics makes sense. */
  readonly metrics: readonly Float64Array[];
}

/** What scores of two metrics are standardised by: the mean and deviation of each, or those of both together. */
export type Scale = 'own' | 'common';

export function comparableTable(table: ScoreTable, scale: Scale = 'own'): ComparableTable {
  const { systems, segments, human, metrics } = table;
  const size = systems * segments;
  const hasSystemsOnly = human.length === systems && systems !== size;
  if (!hasSystemsOnly && human.length !== size) {
    throw new RangeError(`${systems} systems × ${segments} segments need ${size} human scores, not ${human.length}.`);
  }
  for (const { length } of metrics) {
    if (length !== size)
      throw new RangeError(`${systems} systems × ${segments} segments need ${size} scores, not ${length}.`);
  }
  if (metrics.length < 1 || metrics.length > 2)
    throw new RangeError(`One or two metrics can be tested, not ${metrics.length}.`);
  const humanCells = hasSystemsOnly
    ? Float64Array.from({ length: size }, (_, at) => human[Math.floor(at / segments)]!)
    : human;
  const cells = new Uint32Array(size);
  let count = 0;
  for (let at = 0; at < size; at++) {
    if (Number.isFinite(humanCells[at]) && metrics.every((scores) => Number.isFinite(scores[at]))) cells[count++] = at;
  }
  const common = cells.slice(0, count);
  return {
    systems,
    segments,
    cells: common,
    human: standardise([humanCells], common, 'own')[0]!,
    ...(hasSystemsOnly && { humanOfSystems: human }),
    metrics: standardise(metrics, common, scale),
  };
}

/**
 * (x − mean) / standard deviation over the given cells; scores that do not vary become 0. Then scores that differ only by rounding are made
 * exactly equal, so metrics that differ only in scale are the same, and mixtures of two keep their ties.
 */
function standardise(sides: readonly Float64Array[], cells: Uint32Array, scale: Scale): Float64Array[] {
  const count = cells.length;
  const pooled = new Float64Array(count * sides.length);
  const parts = sides.map((scores, side) => {
    const own = pooled.subarray(side * count, (side + 1) * count);
    cells.forEach((at, k) => (own[k] = scores[at]!));
    return own;
  });
  for (const part of scale === 'common' ? [pooled] : parts) {
    const origin = part[0]!;
    const mean = origin + part.reduce((sum, score) => sum + (score - origin), 0) / part.length;
    const deviation = Math.sqrt(part.reduce((sum, score) => sum + (score - mean) * (score - mean), 0) / part.length);
    const varies = part.some((score) => score !== origin);
    for (let k = 0; k < part.length; k++) part[k] = varies ? (part[k]! - mean) / deviation : 0;
  }
  mergeClose(pooled, pooled.length, pooled.slice());
  return sides.map((scores, side) => {
    const result = new Float64Array(scores.length).fill(NaN);
    cells.forEach((at, k) => (result[at] = parts[side]![k]!));
    return result;
  });
}

/** Standardised scores, and means of them, closer than this are equal: sums in different orders leave some 10⁻¹⁴ between them. */
const rounding = 1e-12;

/**
 * Makes numbers equal that differ only by rounding, so they tie: each of the first `count` values becomes the lowest value that it
 * differs from only by rounding. `spare` has the same length.
 */
export function mergeClose(values: Float64Array, count: number, spare: Float64Array): void {
  const sorted = spare.subarray(0, count);
  sorted.set(values.subarray(0, count));
  sorted.sort();
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (i === 0 || sorted[i]! - sorted[kept - 1]! > rounding) sorted[kept++] = sorted[i]!;
  }
  if (kept === count) return;
  for (let i = 0; i < count; i++) {
    // The last kept value that is not higher.
    let low = 0;
    for (let high = kept; high - low > 1;) {
      const middle = (low + high) >>> 1;
      if (sorted[middle]! <= values[i]!) low = middle;
      else high = middle;
    }
    values[i] = sorted[low]!;
  }
}
