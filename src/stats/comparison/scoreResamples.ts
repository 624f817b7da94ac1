/** Scores of all systems on the same resamples: Koehn (EMNLP 2004), paired. */
import { type Measurement, sumRows } from '../../core/index.ts';
import { PackedRows } from './packedRows.ts';
import type { SampleSource } from './sampleSource.ts';

/** Scores samples `from` to `to`, one after the other; `take` gets all scores. */
export type ResampleScorer = (
  source: SampleSource,
  from: number,
  to: number,
  take: (metric: number, system: number, sample: number, score: number) => void,
) => void;

/** Of several metrics on the same units: what has to be prepared is done here, once. */
export function scoreResamples(measured: readonly Measurement[]): ResampleScorer {
  const packed = new PackedRows(measured);
  const sumsOfSystem = measured.map(({ width }) => new Float64Array(width));
  return (source, from, to, take) => {
    packed.sumSamples(source, from, to, (sums, sample) => {
      for (let m = 0; m < measured.length; m++) {
        const scored = measured[m]!;
        const { systems, width } = scored;
        const all = sums[m]!;
        const ofSystem = sumsOfSystem[m]!;
        for (let s = 0, at = 0; s < systems; s++) {
          for (let k = 0; k < width; k++) ofSystem[k] = all[at++]!;
          take(m, s, sample, scored.scoreSums(ofSystem));
        }
      }
    });
  };
}

/** The score of every system without each unit in turn: system s without unit u at [s * units + u]. */
export function leaveOneOut(measured: Measurement): Float64Array {
  const { systems, segments: units, rows, width } = measured;
  const scores = new Float64Array(systems * units);
  const rest = new Float64Array(width);
  for (let s = 0, at = 0; s < systems; s++) {
    const sums = sumRows(measured, s);
    for (let u = 0; u < units; u++) {
      for (let k = 0; k < width; k++) rest[k] = sums[k]! - rows[at++]!;
      scores[s * units + u] = measured.scoreSums(rest);
    }
  }
  return scores;
}
