/** Is the system that is better on every part of a test set also better on the whole? Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 3.2. */
import { type MeasuredSystems, subset } from '../measure/index.ts';
import { compareScores } from '../stats/index.ts';
import { type Standing, systemStanding } from './standing.ts';

/** Two systems on the same segments. */
export interface Comparison {
  readonly segments: number;
  /** By system. */
  readonly standings: readonly Standing[];
  /** The second system's score minus the first's. */
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
  /** The parts disagree with the whole: one system is better on the whole and on none of the parts. */
  readonly contradicts: boolean;
  /** Whether the difference on the whole lies between those of the parts, as any weighted mean of them would. */
  readonly isBetween: boolean;
}

/** The tolerance for differences. */
const rounding = 1e-9;

/**
 * Tests whether a metric prefers one of the first two systems on the whole test set but on none of its parts. `members` has the segments of
 * each part by its name, counted from 0.
 */
export function genreParadox(measured: MeasuredSystems, members: ReadonlyMap<string, readonly number[]>): GenreFinding {
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

function compare(measured: MeasuredSystems): Comparison {
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
