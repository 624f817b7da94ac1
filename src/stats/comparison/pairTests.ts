/** What the test that was asked for says of two systems. */
import { studentUpperTail } from '../distributions.ts';
import { type Side, signTestBothWays } from '../signTest.ts';
import { wilcoxon } from '../wilcoxon.ts';
import { oneUnit } from './bootstrapFindings.ts';
import type { SystemComparison } from './comparison.ts';
import type { ComparisonPlan } from './planComparison.ts';
import { sacrebleuBootstrapP } from './sacrebleu.ts';

type Tally = Pick<SystemComparison, 'wins' | 'losses' | 'ties' | 'counted'>;

/** Before correction. */
type Judgment = Pick<SystemComparison, 'p' | 'isBound' | 'samples' | 'favours' | 'reason' | 'signTest'> & Tally;

/** What has been drawn for a pair. */
interface PairSamples {
  /** Scores of both on resamples. */
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** Resamples, or random exchanges, that were counted; and how many of them are as extreme as what was observed. */
  readonly samples: number;
  readonly extreme: number;
  readonly exchanged: number;
}

/** Judges pairs one after the other; `better` says whose score is. */
export function pairJudge(
  plan: ComparisonPlan,
): (first: number, second: number, better: Side, samples: PairSamples) => Judgment {
  const { measured, settings, scores, rounding, contributions, exchanges } = plan;
  const { test, alpha } = settings;
  const sign = measured.higherIsBetter ? 1 : -1;
  let ofUnits: Float64Array | undefined; // scores of single units: unit u of system s at [s * units + u]
  let largest: number | undefined; // of all contributions

  function tallyUnits(first: number, second: number): Tally {
    const { systems, segments: units } = measured;
    ofUnits ??= Float64Array.from({ length: systems * units }, (_, pick) => measured.segmentScore(pick));
    const from = first * units;
    return tally(ofUnits.subarray(from, from + units), ofUnits.subarray(second * units, (second + 1) * units), 'units');
  }

  function tally(first: Float64Array, second: Float64Array, what: Tally['counted']): Tally {
    const count = first.length;
    let wins = 0;
    let losses = 0;
    for (let i = 0; i < count; i++) {
      const margin = sign * (first[i]! - second[i]!);
      if (margin > rounding) wins++;
      else if (margin < -rounding) losses++;
    }
    return { wins: wins / count, losses: losses / count, ties: (count - wins - losses) / count, counted: what };
  }

  function differencesOfUnits(first: number, second: number): Float64Array {
    const { values, points } = contributions!;
    // Only the direction of points matters here, not their size.
    const direction = points < 0 ? -sign : sign;
    return values[first]!.map((value, u) => direction * (value - values[second]![u]!));
  }

  /** The same without what is lost by rounding: which are equal or 0 is asked of the numbers meant, and 0.3 − 0.1 is meant to be 0.2. */
  function meantDifferences(first: number, second: number): Float64Array {
    largest ??= contributions!.values.reduce(
      (most, ofSystem) => ofSystem.reduce((higher, value) => Math.max(higher, Math.abs(value)), most),
      0,
    );
    const grain = largest * 2 ** -40;
    const differences = differencesOfUnits(first, second);
    return grain > 0
      ? differences.map((difference) => Math.sign(difference) * Math.round(Math.abs(difference) / grain))
      : differences;
  }

  return (first, second, better, samples) => {
    switch (test) {
      case 'bootstrap': {
        if (measured.segments < 2 && better !== 0) {
          return {
            p: NaN,
            ...undrawn,
            favours: 0,
            reason: oneUnit,
            ...tally(samples.first, samples.second, 'resamples'),
          };
        }
        return {
          ...countedP(samples.extreme, samples.samples),
          favours: better,
          ...tally(samples.first, samples.second, 'resamples'),
        };
      }
      case 'sacrebleu-bs': {
        const p = sacrebleuBootstrapP(samples.second, samples.first, Math.abs(scores[first]! - scores[second]!));
        return {
          p,
          isBound: false,
          samples: settings.samples,
          favours: better,
          ...tally(samples.first, samples.second, 'resamples'),
        };
      }
      case 'randomization':
      case 'sacrebleu-ar': // counts fewer exchanges
        return { ...countedP(samples.exchanged, samples.samples), favours: better, ...tallyUnits(first, second) };
      case 'exact': {
        const p = samples.exchanged / exchanges!.count;
        return { p, isBound: false, samples: exchanges!.count, favours: better, ...tallyUnits(first, second) };
      }
      case 'sign': {
        const signTest = signTestBothWays(measured, first, second, better, alpha);
        const { p, favours, wins, losses, ties } = signTest;
        return { p, ...undrawn, favours, wins, losses, ties, counted: 'units', signTest };
      }
      case 't': {
        const p = pairedT(differencesOfUnits(first, second));
        const counts = tallyUnits(first, second);
        if (p !== undefined) return { p, ...undrawn, favours: better, ...counts };
        const reason = 'All units differ by the same, so that t has no spread to go by.';
        return { p: NaN, ...undrawn, favours: 0, reason, ...counts };
      }
      case 'wilcoxon': {
        const { p, positive, negative } = wilcoxon(meantDifferences(first, second));
        const favours = positive > negative ? 1 : positive < negative ? -1 : 0;
        return { p, ...undrawn, favours, ...tallyUnits(first, second) };
      }
    }
  };
}

/** The observed difference counts as one of the samples, so p is never 0: without any other, p is a bound. */
export const countedP = (reached: number, samples: number): Pick<SystemComparison, 'p' | 'isBound' | 'samples'> => ({
  p: (reached + 1) / (samples + 1),
  isBound: reached === 0,
  samples,
});

/** Of tests that draw no samples. */
const undrawn = { isBound: false, samples: 0 } as const;

/**
 * Tests whether the mean of paired differences is 0 by Student's t test (1908), and returns the two-sided p. If all differences are 0, p is
 * 1. It is undefined without variation: for a single difference, or if all are the same but not 0.
 */
export function pairedT(differences: ArrayLike<number>): number | undefined {
  const count = differences.length;
  const degrees = count - 1;
  let sum = 0;
  let isZero = true;
  for (let i = 0; i < count; i++) {
    sum += differences[i]!;
    isZero &&= differences[i] === 0;
  }
  if (isZero) return 1;
  const mean = sum / count;
  let squares = 0;
  for (let i = 0; i < count; i++) squares += (differences[i]! - mean) * (differences[i]! - mean);
  // What is the same but for rounding is the same.
  if (!(squares > 1e-24 * count * mean * mean)) return undefined;
  return Math.min(1, 2 * studentUpperTail(Math.abs(mean) / Math.sqrt(squares / degrees / count), degrees));
}
