/** What measures of agreement between a metric and people return, and how figures of several tasks become one. */
export type { Interval } from '../stats/index.ts';
export type { Resampling } from '../human/index.ts';

/** A figure that is one sum over another: those of several tasks are pooled by adding up both. */
export interface Fraction {
  readonly above: number;
  readonly below: number;
}

/** NaN if nothing was counted. */
export const valueOf = ({ above, below }: Fraction): number => above / below;

/** One figure for several tasks, such as language pairs. */
export interface OverTasks {
  /** The plain mean of the figures that are defined. */
  readonly mean: number;
  /** How many are. */
  readonly tasks: number;
  /** All tasks counted as one, where figures are fractions. */
  readonly pooled?: number;
}

export function overTasks(figures: readonly { readonly value: number; readonly fraction?: Fraction }[]): OverTasks {
  const values = figures.map(({ value }) => value).filter((value) => !Number.isNaN(value));
  const fractions = figures.flatMap(({ fraction }) => (fraction ? [fraction] : []));
  const pooled = {
    above: fractions.reduce((sum, { above }) => sum + above, 0),
    below: fractions.reduce((sum, { below }) => sum + below, 0),
  };
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    tasks: values.length,
    ...(fractions.length > 0 && { pooled: valueOf(pooled) }),
  };
}
