/** The score of each unit alone. */
import type { Measurement } from '../../core/index.ts';
import { isRows } from '../bootstrap.ts';

/** Unit u of system s at [s * units + u]. Segments are scored as the metric scores single ones. */
export function unitScores(measured: Measurement): Float64Array {
  const count = measured.systems * measured.segments;
  return isRows(measured)
    ? Float64Array.from({ length: count }, (_, pick) => measured.segmentScore(pick))
    : Float64Array.from({ length: count }, (_, pick) => measured.score(Uint32Array.of(pick)));
}
