/** What a metric says of some segments of one system. */
import { sumRows } from '../core/index.ts';
import type { Measured } from '../measure/index.ts';

export interface Standing {
  readonly score: number;
  /** What the score is made of, by name: length ratio, brevity penalty, … */
  readonly parts?: Readonly<Record<string, number>>;
}

export function standingOf({ metric }: Measured, sums: ArrayLike<number>): Standing {
  const parts = metric.parts?.(sums);
  return { score: metric.score(sums), ...(parts && { parts }) };
}

export const systemStanding = (measured: Measured, system: number): Standing =>
  standingOf(measured, sumRows(measured, system));
