/** Ranks systems by scores of their segments: rank ranges and clusters by tests between pairs, or by drawing segments anew. */
import { UsageError } from '../../core/index.ts';
import { type Pcg64, mannWhitney } from '../../stats/index.ts';
import { type RankRange, RankTally, clustersBetween, clustersOf } from './clusters.ts';
import type { SegmentScores } from './segmentScores.ts';

export interface ScoredSystem {
  readonly system: string;
  readonly score: number;
  /** How many of its segments were scored. */
  readonly segments: number;
  readonly ranks: RankRange;
  readonly cluster: number;
}

export interface ScoredSystems {
  /** From best to worst. */
  readonly systems: readonly ScoredSystem[];
}

export interface TestedSystems extends ScoredSystems {
  /** How likely the row's scores are to be this much above the column's by chance; 1 on and below the diagonal. */
  readonly p: readonly (readonly number[])[];
}

/** Which systems get a rank; the others are left out. */
type IsListed = (system: string) => boolean;
const all: IsListed = () => true;

interface BootstrapOptions {
  readonly samples: number;
  /** How much of the ranks of a system its range holds: 0.95. */
  readonly level: number;
  readonly random: Pcg64;
  readonly isListed?: IsListed;
}

/**
 * As Appraise did for WMT21 to WMT23: each system is compared with all below it by a one-sided test of Mann and Whitney on the segments that
 * both have. The best rank is one more than how many are significantly better, the worst leaves room for those significantly worse.
 * A line is drawn where every system above is significantly better than every one below. (Appraise only counts how many each one beats.)
 */
export function rankByMannWhitney(scores: SegmentScores, alpha: number, isListed: IsListed = all): TestedSystems {
  const order = orderByScore(scores, isListed);
  const p = order.map((a, i) => order.map((b, j) => (i < j ? mannWhitneyOf(scores, a, b) : 1)));
  const isBetter = (i: number, j: number): boolean => i < j && p[i]![j]! <= alpha;
  const clusters = clustersBetween(order.length, isBetter);
  return {
    systems: order.map((s, i) => ({
      ...scoredSystem(scores, s),
      ranks: {
        best: 1 + order.filter((_, j) => isBetter(j, i)).length,
        worst: order.length - order.filter((_, j) => isBetter(i, j)).length,
      },
      cluster: clusters[i]!,
    })),
    p,
  };
}

/** Draws segments with replacement, the same for all systems, and ranks by mean scores each time. */
export function rankByBootstrap(
  scores: SegmentScores,
  { samples, level, random, isListed = all }: BootstrapOptions,
): ScoredSystems {
  if (!Number.isInteger(samples) || samples < 1) {
    throw new UsageError(`The number of resamples must be an integer of at least 1, not ${samples}.`);
  }
  const order = orderByScore(scores, isListed);
  const { ofSegments } = scores;
  const segments = scores.segments.length;
  const tally = new RankTally(scores.systems.length, order);
  const draws = new Uint32Array(segments);
  const means = new Float64Array(scores.systems.length);
  for (let sample = 0; sample < samples; sample++) {
    random.fillBelow(draws, segments);
    for (let s = 0; s < means.length; s++) {
      let sum = 0;
      let count = 0;
      for (let d = 0; d < segments; d++) {
        const score = ofSegments[s * segments + draws[d]!]!;
        if (Number.isNaN(score)) continue;
        sum += score;
        count++;
      }
      means[s] = sum / count;
    }
    tally.add(means);
  }
  const ranges = tally.ranges(level);
  const clusters = clustersOf(order.map((s) => ranges[s]!));
  return { systems: order.map((s, i) => ({ ...scoredSystem(scores, s), ranks: ranges[s]!, cluster: clusters[i]! })) };
}

/** From the highest score to the lowest, those without one last; equal ones by name, as systems are sorted. */
function orderByScore({ systems, ofSystems }: SegmentScores, isListed: IsListed): number[] {
  const known = (s: number): number => (Number.isNaN(ofSystems[s]!) ? -Infinity : ofSystems[s]!);
  const listed = [...systems.keys()].filter((s) => isListed(systems[s]!));
  return listed.sort((a, b) => (known(a) === known(b) ? a - b : known(b) - known(a)));
}

function scoredSystem({ systems, segments, ofSystems, ofSegments }: SegmentScores, s: number) {
  const own = ofSegments.subarray(s * segments.length, (s + 1) * segments.length);
  return {
    system: systems[s]!,
    score: ofSystems[s]!,
    segments: own.reduce((sum, score) => sum + (Number.isNaN(score) ? 0 : 1), 0),
  };
}

function mannWhitneyOf({ segments, ofSegments }: SegmentScores, a: number, b: number): number {
  const size = segments.length;
  const common = [...segments.keys()].filter(
    (g) => !Number.isNaN(ofSegments[a * size + g]!) && !Number.isNaN(ofSegments[b * size + g]!),
  );
  const scoresOf = (s: number): Float64Array => Float64Array.from(common, (g) => ofSegments[s * size + g]!);
  return mannWhitney(scoresOf(a), scoresOf(b), 'greater').p;
}
