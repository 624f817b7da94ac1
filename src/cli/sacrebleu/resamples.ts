/** Scores of resamples that NumPy would draw, from sums that it would add up in single precision. */
import type { Measured } from '../../measure/index.ts';
import { PackedRows } from '../../stats/comparison/packedRows.ts';
import { numpyResamples } from '../../stats/comparison/sampleSource.ts';
import { Pcg64 } from '../../stats/index.ts';
import type { SampleScore } from './singlePrecision.ts';

export type Rows = Pick<Measured, 'rows' | 'width' | 'systems' | 'segments'>;

export interface Resamples {
  /** In the order they were drawn. */
  readonly scores: Float64Array;
  /** All are single-precision numbers, so that NumPy's arithmetic with them is single, too. */
  readonly single: boolean;
}

/** One list for each system; all are scored on the same resamples. */
export function scoreResamples(rows: Rows, samples: number, seed: bigint, score: SampleScore): Resamples[] {
  const { systems, width } = rows;
  const scores = Array.from({ length: systems }, () => new Float64Array(samples));
  const single = new Array<boolean>(systems).fill(true);
  const ofSystem = new Float64Array(width);
  const sumResamples = orderMatters(rows) ? sumInOrder : sumPacked;
  sumResamples(rows, samples, seed, (sums, sample) => {
    for (let s = 0, at = 0; s < systems; s++) {
      for (let k = 0; k < width; k++) ofSystem[k] = sums[at++]!;
      const found = score(ofSystem);
      scores[s]![sample] = found.value;
      if (!found.single) single[s] = false;
    }
  });
  return scores.map((list, s) => ({ scores: list, single: single[s]! }));
}

/**
 * Single precision holds integers up to 2²⁴ and, up to a smaller bound, what a power of two makes an integer, such as TER's mean length of
 * two references. Sums of these are exact. Others are rounded at each step.
 */
function orderMatters({ rows, segments }: Rows): boolean {
  let scale = 1;
  let largest = 0;
  for (let i = 0; i < rows.length; i++) {
    const value = rows[i]!;
    while (!Number.isInteger(value * scale) && scale < 2 ** 24) scale *= 2;
    if (value > largest) largest = value;
  }
  return largest * segments * scale > 2 ** 24;
}

/** `take` gets the sums of each resample: column k of system s at [s * width + k]. */
type SumResamples = (
  rows: Rows,
  samples: number,
  seed: bigint,
  take: (sums: Float64Array, sample: number) => void,
) => void;

const sumPacked: SumResamples = (rows, samples, seed, take) => {
  const source = numpyResamples(rows.segments, seed);
  new PackedRows([rows]).sumSamples(source, 0, samples, ([sums], sample) => take(sums!, sample));
};

/** Row after row as drawn, in single precision. */
const sumInOrder: SumResamples = ({ rows, width, systems, segments }, samples, seed, take) => {
  const random = new Pcg64(seed);
  const statistics = Float32Array.from(rows);
  const rounded = new Float32Array(systems * width);
  const sums = new Float64Array(systems * width);
  const draws = new Uint32Array(segments);
  for (let sample = 0; sample < samples; sample++) {
    random.fillBelow(draws, segments);
    rounded.fill(0);
    for (let s = 0; s < systems; s++) {
      for (let i = 0; i < segments; i++) {
        const at = (s * segments + draws[i]!) * width;
        for (let k = 0; k < width; k++) rounded[s * width + k]! += statistics[at + k]!;
      }
    }
    sums.set(rounded);
    take(sums, sample);
  }
};
