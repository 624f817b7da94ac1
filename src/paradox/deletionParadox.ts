/** Which segments can be left untranslated without lowering the score? Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 3.3. */
import { type Measurement, sumRows } from '../core/index.ts';
import type { Measured } from '../measure/index.ts';
import { compareScores, composite } from '../stats/index.ts';
import { type Standing, standingOf } from './standing.ts';

/** Some segments left empty, and how every metric scores the rest. */
export interface Deletion {
  /** The metric that chose them, by number; null if they were given. */
  readonly chosenBy: number | null;
  /** Counted from 1. */
  readonly segments: readonly number[];
  /** Their share of the output, in characters. */
  readonly share: number;
  /** By metric. */
  readonly standings: readonly Standing[];
}

interface DeletionFinding {
  /** How many of the segments that this metric chose it scores better than an empty text. */
  readonly preferred: number;
  /** Whether there is at least one: that segment got worse, but the whole did not. */
  readonly contradicts: boolean;
}

export interface DeletionParadox {
  /** Nothing deleted; then the given deletion, if any; then the choice of each metric. */
  readonly deletions: readonly Deletion[];
  /** By metric. */
  readonly findings: readonly DeletionFinding[];
}

/** The system as it is, and one whose outputs are all empty. */
const whole = 0;
const empty = 1;

/**
 * Finds, for each metric, the segments that can be left empty without lowering its score. `measured` has two systems for each metric: the
 * system and one with empty outputs. `sizes` are the characters of each output; segments are counted from 0.
 */
export function deletionParadox(
  measured: readonly Measured[],
  sizes: readonly number[],
  given?: readonly number[],
): DeletionParadox {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const deletion = (chosenBy: number | null, segments: readonly number[]): Deletion => ({
    chosenBy,
    segments: segments.map((segment) => segment + 1),
    share: total === 0 ? 0 : segments.reduce((sum, segment) => sum + sizes[segment]!, 0) / total,
    standings: measured.map((each) => standingWithout(each, segments)),
  });
  const choices = measured.map((each) => deletable(each, sizes));
  return {
    deletions: [
      deletion(null, []),
      ...(given ? [deletion(null, given)] : []),
      ...choices.map((segments, m) => deletion(m, segments)),
    ],
    findings: measured.map((each, m) => {
      const preferred = choices[m]!.filter((segment) => isPreferred(each, segment)).length;
      return { preferred, contradicts: preferred > 0 };
    }),
  };
}

/**
 * Segments that can be left empty, in order. Greedy: each is first tried alone, and they are sorted by the gain, or the smallest loss, from
 * leaving them empty. Then they are emptied in this order, each if the score does not get worse, repeatedly until none is.
 */
export function deletable(measured: Measurement, sizes: readonly number[]): number[] {
  const { higherIsBetter } = measured;
  const outputs = composite(measured, whole);
  let rest = sizes.flatMap((size, segment) => (size > 0 ? [segment] : []));
  const alone = new Map(rest.map((segment) => [segment, outputs.scoreWith(segment, empty)]));
  const bestFirst = (a: number, b: number) => (higherIsBetter ? -1 : 1) * (alone.get(a)! - alone.get(b)!) || a - b;
  rest.sort(bestFirst);
  const emptied: number[] = [];
  for (let before = -1; emptied.length > before;) {
    before = emptied.length;
    rest = rest.filter((segment) => {
      if (compareScores(outputs.scoreWith(segment, empty), outputs.score(), higherIsBetter) < 0) return true;
      outputs.replace(segment, empty);
      emptied.push(segment);
      return false;
    });
  }
  return emptied.sort((a, b) => a - b);
}

/** Whether the metric scores the output of a segment, on its own, better than an empty one. */
const isPreferred = (measured: Measured, segment: number): boolean =>
  compareScores(
    measured.segmentScore(segment),
    measured.segmentScore(empty * measured.segments + segment),
    measured.higherIsBetter,
  ) > 0;

function standingWithout(measured: Measured, emptied: readonly number[]): Standing {
  const { rows, width, segments } = measured;
  const sums = sumRows(measured, whole);
  for (const segment of emptied) {
    for (let k = 0, from = segment * width, to = (segments + segment) * width; k < width; k++) {
      sums[k]! += rows[to + k]! - rows[from + k]!;
    }
  }
  return standingOf(measured, sums);
}
