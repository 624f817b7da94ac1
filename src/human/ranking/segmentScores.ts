/** Scores that people gave to single outputs, by system and segment, and their means. */
import { byCodeUnits } from '../comparisons.ts';

/** What is missing is NaN. */
export interface SegmentScores {
  /** Sorted by name. */
  readonly systems: readonly string[];
  /** Keys of segments, in order of first appearance. */
  readonly segments: readonly string[];
  /** By system: the mean over the segments that were scored. */
  readonly ofSystems: Float64Array;
  /** Segment g of system s at s * segments.length + g: the mean over judges. */
  readonly ofSegments: Float64Array;
}

interface Scored {
  readonly system: string;
  readonly segment: string;
  readonly score: number;
}

/** Scores that are NaN are passed over, but their systems and segments are there. */
export function meanScores(scored: readonly Scored[]): SegmentScores {
  const systems = [...new Set(scored.map(({ system }) => system))].sort(byCodeUnits);
  const segments = [...new Set(scored.map(({ segment }) => segment))];
  const rows = new Map(systems.map((system, s) => [system, s]));
  const columns = new Map(segments.map((segment, g) => [segment, g]));
  const sums = new Float64Array(systems.length * segments.length);
  const counts = new Float64Array(sums.length);
  for (const { system, segment, score } of scored) {
    if (Number.isNaN(score)) continue;
    const at = rows.get(system)! * segments.length + columns.get(segment)!;
    sums[at]! += score;
    counts[at]!++;
  }
  const ofSegments = sums.map((sum, at) => sum / counts[at]!);
  return { systems, segments, ofSystems: systemMeans(ofSegments, systems.length), ofSegments };
}

/** Without the last digits, which depend on the order of adding: whether two outputs are alike must not. */
export const settled = (score: number): number => Number(score.toPrecision(12));

/** The mean of what is there; NaN of nothing. */
function systemMeans(ofSegments: Float64Array, systems: number): Float64Array {
  const segments = ofSegments.length / systems;
  return Float64Array.from({ length: systems }, (_, s) => {
    let sum = 0;
    let count = 0;
    for (const score of ofSegments.subarray(s * segments, (s + 1) * segments)) {
      if (Number.isNaN(score)) continue;
      sum += score;
      count++;
    }
    return sum / count;
  });
}
