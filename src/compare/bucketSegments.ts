/** Where is one system better? All systems compared in each bucket of a division, and what each bucket adds to the whole. */
import { type Measurement, UsageError, sumRows } from '../core/index.ts';
import { type MeasuredSystems, onlySystems, subset } from '../measure/index.ts';
import { genreParadox } from '../paradox/index.ts';
import type { ComparisonSettings } from '../stats/index.ts';
import { type ComparedPart, compareParts } from './compareParts.ts';
import type { Bucket, Division } from './division.ts';

interface BucketScores extends ComparedPart {
  /**
   * By comparison: what the bucket adds to the difference of the whole. It is the change of the whole score when the outputs of these
   * segments are exchanged, the mean of putting the first system's into the second's and the other way round. They add up to the
   * difference of the whole only for metrics that are means.
   */
  readonly contributions: readonly number[];
}

interface ScoredBucket extends Bucket {
  /** By metric. */
  readonly byMetric: readonly BucketScores[];
}

/** Do the parts of a test set say what the whole says? */
interface PartsCheck {
  readonly first: number;
  readonly second: number;
  /** First less second, on the whole. */
  readonly difference: number;
  /** Parts in which the first system is better, in which the second is, and in which neither. */
  readonly forFirst: number;
  readonly forSecond: number;
  readonly even: number;
  /** One system is better on the whole, and on none of the parts. */
  readonly contradicts: boolean;
  /** How far the difference of the whole lies outside those of the parts, where no mean of them could; 0 if it lies between. */
  readonly outside: number;
}

export interface BucketReport {
  readonly name: string;
  readonly buckets: readonly ScoredBucket[];
  /** Whether parts and whole agree: by metric, then comparison. */
  readonly checks: readonly (readonly PartsCheck[])[];
}

/** Under each metric the comparisons of two systems in all buckets are a family. See `partSettings` for which test suits. */
export function bucketSegments(
  division: Division,
  measured: readonly MeasuredSystems[],
  settings: ComparisonSettings,
): BucketReport {
  const byMetric = measured.map((each) => {
    checkDivision(division, each);
    const parts = division.buckets.map(({ segments }) => ({ measured: subset(each, segments), segments }));
    const wholes = Array.from({ length: each.systems }, (_, system) => sumRows(each, system));
    return compareParts(parts, settings).map((compared, b): BucketScores => ({
      ...compared,
      contributions: compared.comparisons.map(({ first, second }) =>
        contributionOf(each, wholes, parts[b]!.segments, first, second),
      ),
    }));
  });
  return {
    name: division.name,
    buckets: division.buckets.map((bucket, b) => ({ ...bucket, byMetric: byMetric.map((buckets) => buckets[b]!) })),
    checks: measured.map((each, m) =>
      (byMetric[m]![0]?.comparisons ?? []).map(({ first, second }) => checkParts(each, division, first, second)),
    ),
  };
}

/**
 * With a metric that is not a mean of its segments, such as BLEU, a system may be better on the whole and on none of the parts: Chiang,
 * DeNeefe, Chan and Ng (EMNLP 2008), section 3.2.
 */
export function checkParts(
  measured: MeasuredSystems,
  { buckets }: Division,
  first: number,
  second: number,
): PartsCheck {
  // By number, since two values of a label may be shown alike.
  const members = new Map(buckets.map(({ segments }, b) => [String(b), segments]));
  // The paradox is of the second system against the first.
  const { whole, parts, contradicts, isBetween } = genreParadox(onlySystems(measured, [second, first]), members);
  const differences = parts.map(({ difference }) => difference);
  const outside = Math.max(whole.difference - Math.max(...differences), Math.min(...differences) - whole.difference);
  return {
    first,
    second,
    difference: whole.difference,
    forFirst: parts.filter(({ better }) => better === 1).length,
    forSecond: parts.filter(({ better }) => better === 0).length,
    even: parts.filter(({ better }) => better === null).length,
    contradicts,
    outside: isBetween || parts.length === 0 ? 0 : outside,
  };
}

/** `wholes`: the sum of rows of each system. */
function contributionOf(
  { rows, width, segments: all, scoreSums }: Measurement,
  wholes: readonly Float64Array[],
  segments: readonly number[],
  first: number,
  second: number,
): number {
  const [ofFirst, ofSecond] = [wholes[first]!, wholes[second]!];
  const [mixedFirst, mixedSecond] = [ofFirst.slice(), ofSecond.slice()];
  for (const segment of segments) {
    const from = (first * all + segment) * width;
    const to = (second * all + segment) * width;
    for (let k = 0; k < width; k++) {
      // The difference first: equal rows then leave the sums as they are to the last bit.
      const gain = rows[from + k]! - rows[to + k]!;
      mixedFirst[k]! -= gain;
      mixedSecond[k]! += gain;
    }
  }
  const taken = scoreSums(ofFirst) - scoreSums(mixedFirst);
  const given = scoreSums(mixedSecond) - scoreSums(ofSecond);
  return (taken + given) / 2;
}

function checkDivision({ name, buckets }: Division, { segments }: Measurement): void {
  const isIn = new Uint8Array(segments);
  let count = 0;
  for (const each of buckets.flatMap((bucket) => bucket.segments)) {
    if (isIn[each] !== 0) {
      const fault = isIn[each] === 1 ? 'twice' : `though only ${segments} were measured`;
      throw new UsageError(`The division by ${name} has segment ${each + 1} ${fault}.`);
    }
    isIn[each] = 1;
    count++;
  }
  if (count !== segments) {
    throw new UsageError(`The division by ${name} has ${count} segments, but ${segments} were measured.`);
  }
}
