/** Scores of all systems on the same resamples: Koehn (EMNLP 2004), paired. */
import { type Measurement, wholeSystem } from '../../core/index.ts';
import { isRows } from '../bootstrap.ts';
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
  const withRows = measured.flatMap((each, metric) => (isRows(each) ? [{ metric, measured: each }] : []));
  const others = measured.flatMap((each, metric) => (isRows(each) ? [] : [{ metric, measured: each }]));
  const packed = withRows.length > 0 ? new PackedRows(withRows.map((each) => each.measured)) : undefined;
  const sumsOfSystem = withRows.map((each) => new Float64Array(each.measured.width));
  return (source, from, to, take) => {
    packed?.sumSamples(source, from, to, (sums, sample) => {
      for (let m = 0; m < withRows.length; m++) {
        const { metric, measured: scored } = withRows[m]!;
        const { systems, width } = scored;
        const all = sums[m]!;
        const ofSystem = sumsOfSystem[m]!;
        for (let s = 0, at = 0; s < systems; s++) {
          for (let k = 0; k < width; k++) ofSystem[k] = all[at++]!;
          take(metric, s, sample, scored.scoreSums(ofSystem));
        }
      }
    });
    for (const { metric, measured: scored } of others) scorePicks(scored, metric, source, from, to, take);
  };
}

function scorePicks(
  measured: Measurement,
  metric: number,
  source: SampleSource,
  from: number,
  to: number,
  take: Parameters<ResampleScorer>[3],
): void {
  const { systems, segments: units } = measured;
  const drawn = new Uint32Array(units);
  const picks = new Uint32Array(units);
  for (let sample = from; sample < to; sample++) {
    source.pick(sample, drawn);
    for (let s = 0; s < systems; s++) {
      for (let i = 0; i < units; i++) picks[i] = s * units + drawn[i]!;
      take(metric, s, sample, measured.score(picks));
    }
  }
}

/** The score of every system without each unit in turn: system s without unit u at [s * units + u]. */
export function leaveOneOut(measured: Measurement): Float64Array {
  const { systems, segments: units } = measured;
  const scores = new Float64Array(systems * units);
  if (isRows(measured)) {
    const { rows, width } = measured;
    const sums = new Float64Array(width);
    const rest = new Float64Array(width);
    for (let s = 0; s < systems; s++) {
      sums.fill(0);
      const start = s * units * width;
      for (let u = 0, at = start; u < units; u++) for (let k = 0; k < width; k++) sums[k]! += rows[at++]!;
      for (let u = 0, at = start; u < units; u++) {
        for (let k = 0; k < width; k++) rest[k] = sums[k]! - rows[at++]!;
        scores[s * units + u] = measured.scoreSums(rest);
      }
    }
    return scores;
  }
  for (let s = 0; s < systems; s++) {
    const whole = wholeSystem(measured, s);
    for (let u = 0; u < units; u++) scores[s * units + u] = measured.score(whole.filter((_, i) => i !== u));
  }
  return scores;
}
