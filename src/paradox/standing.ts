/** How a metric scores some segments of one system. */
import { present, sumRows } from '../core/index.ts';
import type { MeasuredSystems } from '../measure/index.ts';

export interface Standing {
  readonly score: number;
  /** The parts of the score, by name: length ratio, brevity penalty, … */
  readonly parts?: Readonly<Record<string, number>>;
}

export function standingOf(measured: MeasuredSystems, sums: ArrayLike<number>): Standing {
  const parts = 'metric' in measured ? measured.metric.parts?.(sums) : undefined;
  return present({ score: measured.scoreSums(sums), parts });
}

export const systemStanding = (measured: MeasuredSystems, system: number): Standing =>
  standingOf(measured, sumRows(measured, system));
