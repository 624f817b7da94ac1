/** Mean and half-width of the 95 % interval of --confidence. */
import type { Measured } from '../../measure/index.ts';
import { exactMean } from './numbers.ts';
import { type Resamples, scoreResamples } from './resamples.ts';
import type { SampleScore } from './singlePrecision.ts';

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
