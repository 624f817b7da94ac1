/** Chance as sacreBLEU has it: the seed, resamples and trials that NumPy would draw, from sums it would add up in single precision, and intervals. */
import { randomBytes } from 'node:crypto';
import { sumRows } from '../../core/index.ts';
import type { Measured } from '../../measure/index.ts';
import { PackedRows } from '../../stats/comparison/packedRows.ts';
import { numpyExchanges, numpyResamples } from '../../stats/comparison/sampleSource.ts';
import { Pcg64 } from '../../stats/index.ts';
import { Failure } from './failure.ts';
import type { Environment } from './flags.ts';
import { exactMean } from './numbers.ts';
import type { SampleScore } from './sampleScores.ts';

/** The seed of all that is left to chance. */
export interface Seed {
  readonly typed: string;
  /** Undefined for `none`. */
  readonly value: bigint | undefined;
  /** What a generator starts from: the value, or for `none` another number each time. */
  next(): bigint;
}

/** SACREBLEU_SEED, or 12345, or none. */
export function readSeed(env: Environment): Seed {
  const typed = env['SACREBLEU_SEED'] ?? '12345';
  if (typed.toLowerCase() === 'none') {
    return { typed, value: undefined, next: () => BigInt(`0x${randomBytes(16).toString('hex')}`) };
  }
  if (!/^\s*\+?\d+(_\d+)*\s*$/.test(typed)) {
    throw new Failure(`SACREBLEU_SEED must be none or an integer of at least 0, not "${typed}".`);
  }
  const value = BigInt(typed.trim().replace('+', '').replaceAll('_', ''));
  return { typed, value, next: () => value };
}

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

/**
 * Scores of pseudo-systems in trials of approximate randomization, with the coins NumPy would toss: every system but the first against the first. A coin is tossed for every segment: on heads `a` takes it from the first and `b` from the
 * other, on tails the other way round. So `a` has the sums of the other and, for the segments with heads, what the first has more; `b` has
 * the sums of the first minus the same.
 */
export function scoreTrials(rows: Rows, trials: number, seed: bigint, score: (sums: ArrayLike<number>) => number) {
  const { systems, width, segments } = rows;
  const whole = Array.from({ length: systems }, (_, s) => sumRows(rows, s));
  const found = whole.slice(1).map(() => ({ a: new Float64Array(trials), b: new Float64Array(trials) }));
  const sumsOfA = new Float64Array(width);
  const sumsOfB = new Float64Array(width);
  new PackedRows([rows]).sumSamples(numpyExchanges(segments, seed), 0, trials, ([heads], trial) => {
    for (let s = 1; s < systems; s++) {
      for (let k = 0; k < width; k++) {
        const more = heads![k]! - heads![s * width + k]!;
        sumsOfA[k] = whole[s]![k]! + more;
        sumsOfB[k] = whole[0]![k]! - more;
      }
      found[s - 1]!.a[trial] = score(sumsOfA);
      found[s - 1]!.b[trial] = score(sumsOfB);
    }
  });
  return found;
}

/** Mean and half-width of the 95 % interval of --confidence. */
export interface Confidence {
  readonly mean: number;
  readonly halfWidth: number;
}

/** Of the only system. */
export function confidence(measured: Measured, samples: number, seed: bigint, score: SampleScore): Confidence {
  const [resamples] = scoreResamples(measured, samples, seed, score);
  return { mean: rounding(resamples!)(exactMean(resamples!.scores)), halfWidth: halfWidth(resamples!) };
}

/** How NumPy rounds what is computed from these scores. */
export const rounding = ({ single }: Pick<Resamples, 'single'>): ((value: number) => number) =>
  single ? Math.fround : (value) => value;

/** Half of what lies between the scores that leave out a fortieth on each side. */
export function halfWidth(resamples: Resamples): number {
  const round = rounding(resamples);
  const sorted = resamples.scores.toSorted();
  const out = Math.floor(sorted.length / 40);
  return round(0.5 * round(sorted.at(-1 - out)! - sorted[out]!));
}
