/** Minimum-Bayes-risk selection for one segment: the candidate of the highest expected utility. */
import { UsageError, counted } from '../../core/index.ts';

/** The interface of a utility, however it is computed. One per thread, since it has vocabularies and counters. */
export interface Expectation {
  readonly higherIsBetter: boolean;
  /** Writes to into[k] the expected utility of texts[k] over all references. Texts are distinct, and so are references. */
  expect(texts: readonly string[], references: WeighedTexts, source: string | undefined, into: Float64Array): void;
}

/** Texts and how probable each of them is. */
interface WeighedTexts {
  readonly texts: readonly string[];
  /** By text; they add up to 1. */
  readonly posteriors: Float64Array;
}

/** The candidate translations of a segment and their probabilities. */
export interface Evidence extends WeighedTexts {
  /** What candidates are compared with instead of each other. */
  readonly references?: WeighedTexts;
  readonly source?: string;
}

export interface Choice {
  /** The first of equal texts, and of equally good ones. */
  readonly index: number;
  /** Its expected utility. */
  readonly utility: number;
}

/**
 * Chooses the candidate of one segment with the best expected utility. Equal texts count as one candidate with their total probability,
 * which changes no utility and saves time.
 */
export function choose(expectation: Expectation, { references, source, ...candidates }: Evidence): Choice {
  if (candidates.texts.length === 0) throw new UsageError('There is no candidate to choose.');
  const own = mergeEqual(candidates);
  const utilities = new Float64Array(own.texts.length);
  expectation.expect(own.texts, references ? mergeEqual(references) : own, source, utilities);
  const best = bestOf(utilities, expectation.higherIsBetter);
  return { index: candidates.texts.indexOf(own.texts[best]!), utility: utilities[best]! };
}

/** Chooses by utilities computed elsewhere: a row for each candidate, with a column for each reference. */
export function chooseGiven(
  matrix: readonly (readonly number[])[],
  { texts, posteriors, references }: Evidence,
): Choice {
  const weights = references?.posteriors ?? posteriors;
  const isWhole = matrix.length === texts.length && matrix.every((row) => row.length === weights.length);
  if (!isWhole) {
    const found = `${matrix.length} × ${[...new Set(matrix.map((row) => row.length))].join(' or ')}`;
    throw new UsageError(`The matrix of utilities is ${found}, but there are ${counted(texts.length, 'candidate')} and ${counted(weights.length, 'reference')}.`); // prettier-ignore
  }
  const utilities = Float64Array.from(matrix, (row) => row.reduce((sum, each, j) => sum + weights[j]! * each, 0));
  const best = bestOf(utilities, true);
  return { index: best, utility: utilities[best]! };
}

function bestOf(utilities: Float64Array, higherIsBetter: boolean): number {
  let best = 0;
  for (let k = 1; k < utilities.length; k++) {
    const [found, known] = [utilities[k]!, utilities[best]!];
    // NaN is worse than any number.
    const isBetter = higherIsBetter ? found > known : found < known;
    if (isBetter || (Number.isNaN(known) && !Number.isNaN(found))) best = k;
  }
  return best;
}

/** Each text once, with the total weight of its copies. */
function mergeEqual({ texts, posteriors }: WeighedTexts): WeighedTexts {
  if (posteriors.length !== texts.length) {
    throw new UsageError(`There are ${posteriors.length} posteriors for ${texts.length} candidates.`);
  }
  const weights = new Map<string, number>();
  texts.forEach((text, k) => weights.set(text, (weights.get(text) ?? 0) + posteriors[k]!));
  return { texts: [...weights.keys()], posteriors: Float64Array.from(weights.values()) };
}
