/** Intervals of agreement with people, and of the difference between two metrics, by drawing with replacement: Deutsch, Dror and Roth (TACL 2021). */
import { checkCount } from '../../core/index.ts';
import { type Interval, Pcg64, countDraws, percentileInterval, statisticalDefaults } from '../../stats/index.ts';
import { type Agreement, prepareAgreement } from './agreement.ts';
import type { ScoreTable } from './scoreTable.ts';
import { rounding } from './permuteMetrics.ts';

interface BootstrapOptions {
  readonly agreement: Agreement;
  /** With one metric or two. */
  readonly table: ScoreTable;
  /** Other systems, other texts, or both: what is drawn, always jointly for metrics and people. */
  readonly draw: 'systems' | 'inputs' | 'both';
  readonly samples?: number;
  readonly seed?: number;
  /** The share of draws that an interval holds. */
  readonly level?: number;
}

interface Resampled {
  readonly value: number;
  /** None if no draw had a value. */
  readonly interval?: Interval;
  /** Draws without a value, left out: all systems the same, say. */
  readonly undefinedDraws: number;
}

interface BootstrappedAgreement {
  /** Of each metric. */
  readonly agreements: readonly Resampled[];
  /**
   * First less second metric, if there are two. p is twice the share of draws on the smaller side of 0, with one draw more on it: below
   * 1 − level just where the interval leaves out 0, but for that draw.
   */
  readonly difference?: Resampled & { readonly p: number };
}

/**
 * Percentiles of draws are only right for many of what is drawn: with 30 systems, or 60 segments, an interval at 95 % may miss in some 7 % of
 * cases. To say which of two metrics is better, permute.
 */
export function bootstrapAgreement({
  agreement,
  table,
  draw,
  samples = statisticalDefaults.samples,
  seed = statisticalDefaults.seed,
  level = statisticalDefaults.level,
}: BootstrapOptions): BootstrappedAgreement {
  checkCount(samples, 'resamples');
  const { systems, segments, metrics } = table;
  const evaluate = prepareAgreement(agreement, table);
  const random = new Pcg64(seed);
  const swapped = new Uint8Array(systems * segments);
  const values = new Float64Array(metrics.length);
  evaluate({ swapped }, values);
  const observed = values.slice();
  const drawn = metrics.map(() => new Float64Array(samples));
  const times = { ofSystems: new Uint32Array(systems).fill(1), ofSegments: new Uint32Array(segments).fill(1) };
  const drawTimes = [
    ...(draw === 'inputs' ? [] : [countDraws(times.ofSystems, random)]),
    ...(draw === 'systems' ? [] : [countDraws(times.ofSegments, random)]),
  ];
  for (let sample = 0; sample < samples; sample++) {
    for (const again of drawTimes) again();
    evaluate({ swapped, times }, values);
    drawn.forEach((list, metric) => (list[sample] = values[metric]!));
  }
  const agreements = drawn.map((list, metric) => resampled(observed[metric]!, list, level));
  const [first, second] = drawn;
  if (!first || !second) return { agreements };
  const differences = first.map((value, sample) => value - second[sample]!);
  const difference = resampled(observed[0]! - observed[1]!, differences, level);
  return { agreements, difference: { ...difference, p: pOfDraws(differences) } };
}

function resampled(value: number, draws: Float64Array, level: number): Resampled {
  const defined = draws.filter((each) => !Number.isNaN(each)).sort();
  const undefinedDraws = draws.length - defined.length;
  return { value, undefinedDraws, ...(defined.length > 0 && { interval: percentileInterval(defined, level) }) };
}

/** A draw without a value is on both sides: it never makes a finding. */
function pOfDraws(differences: Float64Array): number {
  let notAbove = 0;
  let notBelow = 0;
  for (const difference of differences) {
    if (!(difference > rounding)) notAbove++;
    if (!(difference < -rounding)) notBelow++;
  }
  return Math.min(1, (2 * (Math.min(notAbove, notBelow) + 1)) / (differences.length + 1));
}
