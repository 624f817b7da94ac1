/** Agreement on scores: Krippendorff's α for interval data (Krippendorff 2004), of ratings and of scores from marked errors. */
import type { Judgment } from '../judgments.ts';
import { type Estimate, type Resampling, estimatesOf } from './estimates.ts';
import { inOrder, numberSegments } from './labels.ts';

/** A judge's score of an output. */
export interface JudgedScore extends Judgment {
  readonly system: string;
  readonly score: number;
}

export interface ScoreAgreement {
  /** Between judges, with the first score of each for an output. */
  readonly inter: AlphaOfScores;
  /** Of each judge with themselves: scores of the same output at different times. */
  readonly intra: AlphaOfScores;
}

interface AlphaOfScores {
  /** Number of outputs scored at least twice. */
  readonly units: number;
  readonly scores: number;
  readonly alpha: Estimate;
}

export function agreementOnScores(scores: readonly JudgedScore[], resampling: Resampling): ScoreAgreement {
  const sorted = inOrder(scores);
  const { segmentOf, segments } = numberSegments(sorted);
  // Subtracted from all scores, to keep sums of squares small; differences do not change.
  const mean = sorted.reduce((sum, { score }) => sum + score, 0) / sorted.length;
  const [inter, intra] = [unitRows(segments, mean), unitRows(segments, mean)];
  const outputs = new Map<string, Map<string, number[]>>();
  const finish = (segment: number) => {
    for (const judges of outputs.values()) {
      const firsts = Array.from(judges.values(), ([first]) => first!);
      inter.add(segment, firsts);
      for (const own of judges.values()) intra.add(segment, own);
    }
    outputs.clear();
  };
  sorted.forEach(({ system, judge, score }, s) => {
    if (s > 0 && segmentOf[s] !== segmentOf[s - 1]) finish(segmentOf[s - 1]!);
    const judges = outputs.get(system) ?? new Map<string, number[]>();
    outputs.set(system, judges);
    const own = judges.get(judge) ?? [];
    judges.set(judge, own);
    own.push(score);
  });
  if (segments > 0) finish(segments - 1);
  return { inter: inter.alpha(resampling), intra: intra.alpha(resampling) };
}

const width = 5;

/** A row for each segment: units, scores, their sum, the sum of their squares, and the observed disagreement of units. */
function unitRows(segments: number, mean: number) {
  const rows = new Float64Array(segments * width);
  return {
    /** A unit with a single score is ignored. */
    add(segment: number, scores: readonly number[]): void {
      const count = scores.length;
      if (count < 2) return;
      let sum = 0;
      let squares = 0;
      for (const score of scores) {
        sum += score - mean;
        squares += (score - mean) ** 2;
      }
      const figures = [1, count, sum, squares, squaredDifferences(count, sum, squares) / (count - 1)];
      figures.forEach((figure, k) => (rows[segment * width + k]! += figure));
    },
    alpha(resampling: Resampling): AlphaOfScores {
      let units = 0;
      let scores = 0;
      for (let at = 0; at < rows.length; at += width) {
        units += rows[at]!;
        scores += rows[at + 1]!;
      }
      const [alpha] = estimatesOf(rows, width, [intervalAlpha], resampling) as [Estimate];
      return { units, scores, alpha };
    },
  };
}

/** 1 − observed / expected disagreement, both mean squared differences; NaN if all scores are equal. */
function intervalAlpha(sums: Float64Array): number {
  const count = sums[1]!;
  const expected = squaredDifferences(count, sums[2]!, sums[3]!);
  return expected > 0 ? 1 - (sums[4]! * (count - 1)) / expected : NaN;
}

/** Σ (x − y)² over all ordered pairs; rounding errors become 0. */
function squaredDifferences(count: number, sum: number, squares: number): number {
  const spread = count * squares - sum * sum;
  return spread > 1e-12 * count * squares ? 2 * spread : 0;
}
