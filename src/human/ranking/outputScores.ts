/** Human scores of single outputs, from ratings or marked errors: by system and segment, and their means. */
import { UsageError, groupBy } from '../../core/index.ts';
import { byCodeUnits } from '../comparisons.ts';
import type { Annotation, MarkedError, Rating } from '../judgments.ts';

/** Missing scores are NaN. */
export interface SegmentScores {
  /** Sorted by name. */
  readonly systems: readonly string[];
  /** Keys of segments, in order of first appearance. */
  readonly segments: readonly string[];
  /** By system: the mean over the segments that were scored. */
  readonly ofSystems: Float64Array;
  /** Segment g of system s at s * segments.length + g: the mean over judges. */
  readonly ofSegments: Float64Array;
}

interface Scored {
  readonly system: string;
  readonly segment: string;
  readonly score: number;
}

/** NaN scores are ignored, but their systems and segments are included. */
export function meanScores(scored: readonly Scored[]): SegmentScores {
  const systems = [...new Set(scored.map(({ system }) => system))].sort(byCodeUnits);
  const segments = [...new Set(scored.map(({ segment }) => segment))];
  const rows = new Map(systems.map((system, s) => [system, s]));
  const columns = new Map(segments.map((segment, g) => [segment, g]));
  const sums = new Float64Array(systems.length * segments.length);
  const counts = new Float64Array(sums.length);
  for (const { system, segment, score } of scored) {
    if (Number.isNaN(score)) continue;
    const at = rows.get(system)! * segments.length + columns.get(segment)!;
    sums[at]! += score;
    counts[at]!++;
  }
  const ofSegments = sums.map((sum, at) => sum / counts[at]!);
  return { systems, segments, ofSystems: systemMeans(ofSegments, systems.length), ofSegments };
}

/** Drops the last digits, which depend on the order of summation, so that ties do not. */
export const settled = (score: number): number => Number(score.toPrecision(12));

/** The mean of the known scores; NaN if there are none. */
function systemMeans(ofSegments: Float64Array, systems: number): Float64Array {
  const segments = ofSegments.length / systems;
  return Float64Array.from({ length: systems }, (_, s) => {
    let sum = 0;
    let count = 0;
    for (const score of ofSegments.subarray(s * segments, (s + 1) * segments)) {
      if (Number.isNaN(score)) continue;
      sum += score;
      count++;
    }
    return sum / count;
  });
}

export type RatingScale = 'standardised' | 'raw';

interface RatingScores extends SegmentScores {
  /** Judges whose ratings cannot be standardised, because there is only one or all are equal. */
  readonly judgesLeftOut: readonly string[];
}

/**
 * Converts ratings (direct assessment; Graham et al. 2013) into scores of segments and systems. Ratings of references, damaged outputs and
 * repeats are ignored; they only check judges. Judges use the scale in different ways, so ratings are standardised first unless `scale` is
 * `raw`: minus the judge's mean, divided by the judge's standard deviation. Ratings that the organisers standardised stay as they are.
 */
export function ratingScores(task: string, all: readonly Rating[], scale: RatingScale = 'standardised'): RatingScores {
  const ratings = all.filter((each) => each.task === task && each.item === 'output');
  if (scale === 'raw') return { ...meanScores(ratings), judgesLeftOut: [] };
  const { standardised, judgesLeftOut } = standardiseRatings(ratings);
  return { ...meanScores(standardised), judgesLeftOut };
}

/** The ratings on the scale of their judge. Those of judges who have none are NaN. */
export function standardiseRatings(ratings: readonly Rating[]): {
  readonly standardised: readonly Rating[];
  readonly judgesLeftOut: readonly string[];
} {
  if (ratings.every((each) => each.scale === 'z')) return { standardised: ratings, judgesLeftOut: [] };
  const scales = judgeScales(ratings);
  return {
    standardised: ratings.map((each) => {
      const { mean, deviation } = scales.get(each.judge)!;
      return { ...each, score: deviation > 0 ? (each.score - mean) / deviation : NaN };
    }),
    judgesLeftOut: [...scales].filter(([, { deviation }]) => !(deviation > 0)).map(([judge]) => judge),
  };
}

/** Mean and standard deviation (by n − 1) of the ratings of each judge. */
function judgeScales(ratings: readonly Rating[]): Map<string, { mean: number; deviation: number }> {
  return new Map(
    [...groupBy(ratings, ({ judge }) => judge)].map(([judge, own]) => {
      const scores = own.map(({ score }) => score);
      const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
      const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
      // Equal numbers may have a mean that differs from them in the last digit.
      const alike = scores.every((score) => score === scores[0]);
      return [judge, { mean, deviation: alike ? 0 : Math.sqrt(squares / (scores.length - 1)) }];
    }),
  );
}

/**
 * The weight of errors of a severity and category, both in lower case; either may be absent and then matches any. A category includes its
 * subcategories: `fluency` includes `fluency/grammar`.
 */
export interface ErrorWeight {
  readonly severity?: string;
  readonly category?: string;
  readonly weight: number;
}

/** The default weights of marked errors, from Freitag et al. (2021). The first weight that matches an error counts. */
export const errorWeights: readonly ErrorWeight[] = [
  { category: 'non-translation', weight: 25 },
  { severity: 'minor', category: 'fluency/punctuation', weight: 0.1 },
  { severity: 'major', weight: 5 },
  { severity: 'minor', weight: 1 },
  { severity: 'neutral', weight: 0 },
  { severity: 'no-error', weight: 0 },
];

/** The default weights and custom ones. Weights of narrower categories come first; at the same depth, custom weights come before default ones. */
export function withOwnWeights(own: readonly ErrorWeight[]): ErrorWeight[] {
  const isOwn = ({ severity, category }: ErrorWeight): boolean =>
    own.some((each) => each.severity === severity && each.category === category);
  const depth = ({ category }: ErrorWeight): number => category?.split('/').length ?? 0;
  return [...own, ...errorWeights.filter((each) => !isOwn(each))].sort((a, b) => depth(b) - depth(a));
}

/**
 * Converts marked errors (MQM; Lommel et al. 2014) into scores of segments and systems, where 0 is perfect and lower is worse. The score of
 * an output is minus the sum of the weights of its errors; the score of a segment is the mean over judges.
 */
export function errorScores(
  task: string,
  all: readonly Annotation[],
  weights: readonly ErrorWeight[] = errorWeights,
): SegmentScores {
  const annotations = all.filter((each) => each.task === task);
  return meanScores(
    annotations.map(({ system, segment, errors }) => ({ system, segment, score: scoreErrors(errors, weights) })),
  );
}

/** The score of one output. */
export function scoreErrors(errors: readonly MarkedError[], weights: readonly ErrorWeight[] = errorWeights): number {
  // Not −Σ, which is −0 without errors.
  return settled(errors.reduce((score, error) => score - weightOf(error, weights), 0));
}

function weightOf(error: MarkedError, weights: readonly ErrorWeight[]): number {
  const found = weights.find((each) => fitsError(each, error));
  if (found) return found.weight;
  throw withoutWeight(error, weights);
}

/** Whether a weight matches an error. */
export const fitsError = ({ severity, category }: ErrorWeight, error: MarkedError): boolean =>
  (severity === undefined || severity === error.severity.toLowerCase()) &&
  (category === undefined || isWithin(error.category.toLowerCase(), category));

/** The message for an error that no weight matches; `place` is its location, if known. */
export function withoutWeight(
  { severity, category }: MarkedError,
  weights: readonly ErrorWeight[],
  place?: string,
): UsageError {
  const known = new Set(weights.flatMap((each) => each.severity ?? []));
  const where = [
    ...(category === '' ? [] : [`category ${category}`]),
    ...(place === undefined ? [] : [`first in ${place}`]),
  ];
  return new UsageError(
    `Errors of severity "${severity}"${where.length > 0 ? ` (${where.join('; ')})` : ''} have no weight. Known severities: ${[...known].join(', ')}. ` +
      `Add a weight with --error-weights, such as ${severity.toLowerCase()}=10.`,
  );
}

/** Google's files write `Non-translation!`. */
const isWithin = (category: string, wider: string): boolean =>
  category === wider || category === `${wider}!` || category.startsWith(`${wider}/`);
