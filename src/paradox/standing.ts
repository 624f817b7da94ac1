/** What a metric says of some segments of one system. */
import { present, sumRows } from '../core/index.ts';
import type { Measured } from '../measure/index.ts';

export interface Standing {
  readonly score: number;
  /** What the score is made of, by name: length ratio, brevity penalty, … */
  readonly parts?: Readonly<Record<string, number>>;
}

export function standingOf({ metric }: Measured, sums: ArrayLike<number>): Standing {
  return present({ score: metric.score(sums), parts: metric.parts?.(sums) });
}

export const systemStanding = (measured: Measured, system: number): Standing =>
  standingOf(measured, sumRows(measured, system));
