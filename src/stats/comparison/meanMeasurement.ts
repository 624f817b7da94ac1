/** Scores or ratings of segments that came from elsewhere, as a measurement whose system scores are their means. */
import { type Measurement, UsageError, counted, rowMeasurement } from '../../core/index.ts';

interface SegmentScores {
  readonly name: string;
  readonly higherIsBetter: boolean;
  readonly systemNames: readonly string[];
  /** By system, one for each segment. */
  readonly scores: readonly ArrayLike<number>[];
  /** By segment, above 0, the same for all systems; 1 without. */
  readonly weights?: ArrayLike<number>;
}

export interface MeanMeasurement extends Measurement {
  readonly systemNames: readonly string[];
  /** Says that `scoreMean` scores its rows. */
  readonly isMean: true;
}

/**
 * Turns scores or ratings of segments into a measurement whose system scores are their means. Every system needs a score for every segment:
 * leave out of all systems what one of them lacks.
 */
export function meanMeasurement(given: SegmentScores): MeanMeasurement {
  const { name, higherIsBetter, systemNames, scores, weights } = given;
  const systems = scores.length;
  const segments = scores[0]?.length ?? 0;
  if (systemNames.length !== systems) {
    throw new UsageError(
      `${name}: ${counted(systemNames.length, 'system name')} given for scores of ${counted(systems, 'system')}.`,
    );
  }
  if (weights && weights.length !== segments) {
    throw new UsageError(`${name}: ${counted(weights.length, 'weight')} given for ${counted(segments, 'segment')}.`);
  }
  const rows = new Float64Array(systems * segments * 2);
  scores.forEach((ofSystem, s) => {
    if (ofSystem.length !== segments) {
      throw new UsageError(
        `${name}: ${systemNames[s]} has scores for ${ofSystem.length} segments, ${systemNames[0]} for ${segments}.`,
      );
    }
    for (let i = 0; i < segments; i++) {
      const weight = weights?.[i] ?? 1;
      const score = ofSystem[i]!;
      if (!Number.isFinite(score)) {
        throw new UsageError(
          `${name} of segment ${i + 1} of ${systemNames[s]} is ${score}. Leave a missing segment out of all systems.`,
        );
      }
      if (!(weight > 0 && Number.isFinite(weight))) {
        throw new UsageError(`${name}: the weight of segment ${i + 1} must be above 0, not ${weight}.`);
      }
      rows[2 * (s * segments + i)] = weight * score;
      rows[2 * (s * segments + i) + 1] = weight;
    }
  });
  const shape = { name, higherIsBetter, systems, segments, width: 2 };
  return { ...rowMeasurement(shape, rows, scoreMean), systemNames, isMean: true };
}

export const scoreMean = (sums: ArrayLike<number>): number => sums[0]! / sums[1]!;
