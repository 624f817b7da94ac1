/** Is the system that is better on every part of a test set also better on the whole? Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 3.2. */
import { type Measured, subset } from '../measure/index.ts';
import { compareScores } from '../stats/index.ts';
import { type Standing, systemStanding } from './standing.ts';

/** Two systems on the same segments. */
export interface Comparison {
  readonly segments: number;
  /** By system. */
  readonly standings: readonly Standing[];
  /** The second system's score less the first's. */
  readonly difference: number;
  /** The better system, if they differ. */
  readonly better: number | null;
}

interface Part extends Comparison {
  readonly value: string;
}

export interface GenreFinding {
  readonly parts: readonly Part[];
  readonly whole: Comparison;
  /** No part says what the whole says: one system is better on the whole, and on none of the parts. */
  readonly contradicts: boolean;
  /** Whether the difference on the whole lies between those of the parts, as a mean of them with any weights would. */
  readonly isBetween: boolean;
}

/** What differences may be off by. */
const rounding = 1e-9;

/** Of the first two systems, on parts named by a value: segments counted from 0. */
export function genreParadox(measured: Measured, members: ReadonlyMap<string, readonly number[]>): GenreFinding {
  const parts = [...members].map(([value, segments]) => ({ value, ...compare(subset(measured, segments)) }));
  const whole = compare(measured);
  const differences = parts.map(({ difference }) => difference);
  return {
    parts,
    whole,
    contradicts: whole.better !== null && parts.every(({ better }) => better !== whole.better),
    isBetween:
      whole.difference >= Math.min(...differences) - rounding &&
      whole.difference <= Math.max(...differences) + rounding,
  };
}

function compare(measured: Measured): Comparison {
  const standings = [0, 1].map((system) => systemStanding(measured, system));
  const [first, second] = standings.map(({ score }) => score) as [number, number];
  const compared = compareScores(second, first, measured.higherIsBetter);
  return {
    segments: measured.segments,
    standings,
    difference: second - first,
    better: compared === 0 ? null : compared > 0 ? 1 : 0,
  };
}
