/** Marked errors (MQM; Lommel et al. 2014) as scores, with the weights of Freitag et al. (2021): 0 is perfect, less is worse. */
import { UsageError } from '../../core/index.ts';
import type { Annotation, MarkedError } from '../judgments.ts';
import { type SegmentScores, meanScores, settled } from './segmentScores.ts';

/** What an error costs; severity and category in lower case, any if absent. A category stands for all below it: `fluency` for `fluency/grammar`. */
export interface ErrorWeight {
  readonly severity?: string;
  readonly category?: string;
  readonly weight: number;
}

/** The usual weights. The first that fits an error counts. */
export const errorWeights: readonly ErrorWeight[] = [
  { category: 'non-translation', weight: 25 },
  { severity: 'minor', category: 'fluency/punctuation', weight: 0.1 },
  { severity: 'major', weight: 5 },
  { severity: 'minor', weight: 1 },
  { severity: 'neutral', weight: 0 },
  { severity: 'no-error', weight: 0 },
];

/** The usual weights with some of one's own, which count before usual ones of as wide a category; those of a category come first. */
export function withOwnWeights(own: readonly ErrorWeight[]): ErrorWeight[] {
  const isOwn = ({ severity, category }: ErrorWeight): boolean =>
    own.some((each) => each.severity === severity && each.category === category);
  const depth = ({ category }: ErrorWeight): number => category?.split('/').length ?? 0;
  return [...own, ...errorWeights.filter((each) => !isOwn(each))].sort((a, b) => depth(b) - depth(a));
}

/** The score of an output is minus the sum of the weights of its errors; that of a segment the mean over judges. */
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
  // Not −Σ, which of no errors is −0.
  return settled(errors.reduce((score, error) => score - weightOf(error, weights), 0));
}

function weightOf(error: MarkedError, weights: readonly ErrorWeight[]): number {
  const found = weights.find((each) => fitsError(each, error));
  if (found) return found.weight;
  throw withoutWeight(error, weights);
}

/** Whether a weight is of errors such as this one. */
export const fitsError = ({ severity, category }: ErrorWeight, error: MarkedError): boolean =>
  (severity === undefined || severity === error.severity.toLowerCase()) &&
  (category === undefined || isWithin(error.category.toLowerCase(), category));

/** What is wrong with an error that no weight fits; `place` is where it stands, if that is known. */
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
    `Errors of severity "${severity}"${where.length > 0 ? ` (${where.join('; ')})` : ''} have no weight; ${[...known].join(', ')} have. ` +
      `Give it one with --error-weights, such as ${severity.toLowerCase()}=10.`,
  );
}

/** Google's files write `Non-translation!`. */
const isWithin = (category: string, wider: string): boolean =>
  category === wider || category === `${wider}!` || category.startsWith(`${wider}/`);
