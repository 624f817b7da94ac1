/**
 * Ranks the systems of one task by ratings of their outputs or by the errors marked in them: rank ranges and clusters by tests between
 * pairs of systems, or by resampling segments.
 */
import { UsageError, checkCount } from '../../core/index.ts';
import { Pcg64, mannWhitney } from '../../stats/index.ts';
import type { Annotation, Rating } from '../judgments.ts';
import { type RankRange, clustersBetween, clustersOf, rankTally } from './clusters.ts';
import { type ErrorWeight, type RatingScale, type SegmentScores, errorScores, ratingScores } from './outputScores.ts';
import { type JudgeCheck, checkJudges } from './judgeChecks.ts';

interface ScoredSystem {
  readonly system: string;
  readonly score: number;
  /** Number of its segments with a score. */
  readonly segments: number;
  readonly ranks: RankRange;
  readonly cluster: number;
}

interface TestedSystems {
  /** From best to worst. */
  readonly systems: readonly ScoredSystem[];
  /** One-sided p-value that the row's scores are above the column's; 1 on and below the diagonal. */
  readonly p: readonly (readonly number[])[];
}

/** Which systems get a rank; the others are left out. */
type IsListed = (system: string) => boolean;
const all: IsListed = () => true;

interface BootstrapOptions {
  readonly samples: number;
  /** Level of the rank ranges, such as 0.95. */
  readonly level: number;
  readonly seed: number;
  readonly isListed?: IsListed;
}

/**
 * As Appraise did for WMT21 to WMT23: compares each system with all below it by a one-sided Mann–Whitney test on the segments that both
 * have. The best rank is one more than the number of significantly better systems; the worst leaves room for the significantly worse ones.
 * A line separates clusters where every system above is significantly better than every system below. (Appraise only counts how many
 * systems each one beats.)
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
  { samples, level, seed, isListed = all }: BootstrapOptions,
): ScoredSystem[] {
  checkCount(samples, 'resamples');
  const order = orderByScore(scores, isListed);
  const { ofSegments } = scores;
  const random = new Pcg64(seed);
  const segments = scores.segments.length;
  const tally = rankTally(scores.systems.length, order);
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
  return order.map((s, i) => ({ ...scoredSystem(scores, s), ranks: ranges[s]!, cluster: clusters[i]! }));
}

/** From the highest score to the lowest, systems without a score last; ties by name, as systems are sorted. */
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

interface RateOptions {
  /** The scores that are ordered and tested. */
  readonly scale: RatingScale;
  /** A difference is significant if its p is at most this. */
  readonly alpha: number;
  /** Whether to leave out judges who did not notice damage. */
  readonly excludeUnreliable: boolean;
  readonly isListed?: (system: string) => boolean;
}

interface RatedSystem extends ScoredSystem {
  readonly standardised: number;
  readonly raw: number;
  readonly ratings: number;
}

export interface RatedSystems {
  readonly task: string;
  /** Ratings of outputs that count. */
  readonly ratings: number;
  /** From best to worst. */
  readonly systems: readonly RatedSystem[];
  /** One-sided p-value that the row's scores are above the column's; 1 on and below the diagonal. */
  readonly p: readonly (readonly number[])[];
  readonly judges: readonly JudgeCheck[];
  /** Judges left out because they did not notice damage. */
  readonly excluded: readonly string[];
  /** Judges whose ratings cannot be standardised and count only in raw scores. */
  readonly withoutSpread: readonly string[];
}

/** Ranks the systems of one task by the ratings of their outputs, and checks the judges. */
export function rankRatings(task: string, all: readonly Rating[], options: RateOptions): RatedSystems {
  const judges = checkJudges(task, all);
  const excluded = options.excludeUnreliable
    ? judges.filter(({ reliable }) => reliable === false).map(({ judge }) => judge)
    : [];
  const isExcluded = new Set(excluded);
  const ratings = all.filter((each) => each.task === task && each.item === 'output' && !isExcluded.has(each.judge));
  if (ratings.length === 0 && excluded.length > 0) {
    throw new UsageError(
      `No judge of ${task} noticed damaged outputs, so excluding unreliable judges leaves no ratings.`,
    );
  }
  const standardised = ratingScores(task, ratings, 'standardised');
  const raw = ratingScores(task, ratings, 'raw');
  const ranked = rankByMannWhitney(options.scale === 'raw' ? raw : standardised, options.alpha, options.isListed);
  const place = new Map(raw.systems.map((system, s) => [system, s]));
  return {
    task,
    ratings: ratings.length,
    systems: ranked.systems.map((each) => ({
      ...each,
      standardised: standardised.ofSystems[place.get(each.system)!]!,
      raw: raw.ofSystems[place.get(each.system)!]!,
      ratings: ratings.filter(({ system }) => system === each.system).length,
    })),
    p: ranked.p,
    judges,
    excluded,
    withoutSpread: standardised.judgesLeftOut,
  };
}

interface AnnotateOptions extends BootstrapOptions {
  readonly weights: readonly ErrorWeight[];
}

interface AnnotatedSystem extends ScoredSystem {
  /** Annotated outputs, counted once per judge. */
  readonly annotations: number;
  readonly errors: number;
}

export interface AnnotatedSystems {
  readonly task: string;
  readonly annotations: number;
  readonly judges: number;
  /** From best to worst. */
  readonly systems: readonly AnnotatedSystem[];
}

/** Ranks the systems of one task by the errors marked in their outputs. */
export function rankAnnotations(
  task: string,
  all: readonly Annotation[],
  { weights, ...options }: AnnotateOptions,
): AnnotatedSystems {
  const annotations = all.filter((each) => each.task === task);
  const systems = rankByBootstrap(errorScores(task, annotations, weights), options);
  return {
    task,
    annotations: annotations.length,
    judges: new Set(annotations.map(({ judge }) => judge)).size,
    systems: systems.map((each) => {
      const own = annotations.filter(({ system }) => system === each.system);
      return { ...each, annotations: own.length, errors: own.reduce((sum, { errors }) => sum + errors.length, 0) };
    }),
  };
}
