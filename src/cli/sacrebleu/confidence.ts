/** Mean and half-width of the 95 % interval of --confidence, from the resamples NumPy would draw. */
import { randomBytes } from 'node:crypto';
import type { RowMeasurement } from '../../core/index.ts';
import type { Measured } from '../../measure/index.ts';
import { Pcg64, bootstrapAll, percentileInterval } from '../../stats/index.ts';
import { Failure } from './failure.ts';
import type { Environment } from './flags.ts';
import { exactMean } from './numbers.ts';
import type { SingleScore } from './singlePrecision.ts';

export interface Confidence {
  readonly mean: number;
  readonly halfWidth: number;
}

/** The seed as the signature shows it, and the generator it starts: SACREBLEU_SEED, or 12345, or chance for `none`. */
export function readSeed(env: Environment): { shown: string; generator(): Pcg64 } {
  const typed = env['SACREBLEU_SEED'] ?? '12345';
  const shown = typed.toLowerCase();
  if (shown === 'none') {
    return { shown, generator: () => new Pcg64(BigInt(`0x${randomBytes(16).toString('hex')}`)) };
  }
  if (!/^\s*\+?\d+(_\d+)*\s*$/.test(typed)) {
    throw new Failure(`SACREBLEU_SEED must be none or an integer of at least 0, not "${typed}".`);
  }
  const seed = BigInt(typed.trim().replace('+', '').replaceAll('_', ''));
  return { shown, generator: () => new Pcg64(seed) };
}

/** `doubles`: the scores are double and so is what is made of them; else everything is single. */
export function confidence(
  measured: Measured,
  samples: number,
  random: Pcg64,
  score: SingleScore,
  doubles: boolean,
): Confidence {
  const resampled: RowMeasurement = { ...measured, scoreSums: score };
  const [scores] = sumsAreExact(measured)
    ? bootstrapAll(resampled, samples, random)
    : [scoresInDrawnOrder(measured, samples, random, score)];
  scores!.sort();
  const { low, high } = percentileInterval(scores!);
  const round = doubles ? (value: number) => value : Math.fround;
  return { mean: round(exactMean(scores!)), halfWidth: round(0.5 * round(high - low)) };
}

/** Single precision holds integers up to 2²⁴: then the order in which rows are added does not matter. */
function sumsAreExact({ rows, segments }: Measured): boolean {
  let largest = 0;
  for (let i = 0; i < rows.length; i++) {
    const value = rows[i]!;
    if (!Number.isInteger(value)) return false;
    if (value > largest) largest = value;
  }
  return largest * segments <= 2 ** 24;
}

/** Adds rows in single precision one after the other, as they were drawn: large counts and TER's mean lengths round. */
function scoresInDrawnOrder(
  { rows, width, segments }: Measured,
  samples: number,
  random: Pcg64,
  score: SingleScore,
): Float64Array {
  const statistics = Float32Array.from(rows);
  const sums = new Float32Array(width);
  const draws = new Uint32Array(segments);
  return Float64Array.from({ length: samples }, () => {
    random.fillBelow(draws, segments);
    sums.fill(0);
    for (let i = 0; i < segments; i++) {
      for (let k = 0, at = draws[i]! * width; k < width; k++, at++) sums[k]! += statistics[at]!;
    }
    return score(sums);
  });
}
