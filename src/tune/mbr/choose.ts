/** Minimum-Bayes-risk selection for one segment: the candidate of the highest expected utility. */
import { UsageError } from '../../core/index.ts';

/** What is asked of a utility, in whatever form it is computed. One per thread: it holds vocabularies and counters. */
export interface Expectation {
  readonly higherIsBetter: boolean;
  /** Writes to into[k] what texts[k] is worth on average over all texts as references, text j with posteriors[j]. Texts are distinct. */
  expect(texts: readonly string[], posteriors: Float64Array, source: string | undefined, into: Float64Array): void;
}

/** What is known of a segment: translations and how probable they are. */
export interface Evidence {
  readonly texts: readonly string[];
  /** By text; they add up to 1. */
  readonly posteriors: Float64Array;
  readonly source?: string;
}

export interface Choice {
  /** Of texts that say the same, and of equally good ones, the first. */
  readonly index: number;
  /** What it is expected to be worth. */
  readonly utility: number;
}

/** Texts that say the same are one candidate with all their probability, which changes no utility and saves time. */
export function choose(expectation: Expectation, { texts, posteriors, source }: Evidence): Choice {
  if (texts.length === 0) throw new UsageError('There is no candidate to choose.');
  if (posteriors.length !== texts.length) {
    throw new UsageError(`There are ${posteriors.length} posteriors for ${texts.length} candidates.`);
  }
  const { firsts, merged } = mergeEqual(texts, posteriors);
  const utilities = new Float64Array(firsts.length);
  expectation.expect(
    firsts.map((first) => texts[first]!),
    merged,
    source,
    utilities,
  );
  let best = 0;
  for (let k = 1; k < utilities.length; k++) {
    const [found, known] = [utilities[k]!, utilities[best]!];
    // What is not a number is worse than anything else.
    const isBetter = expectation.higherIsBetter ? found > known : found < known;
    if (isBetter || (Number.isNaN(known) && !Number.isNaN(found))) best = k;
  }
  return { index: firsts[best]!, utility: utilities[best]! };
}

/** Where each distinct text stands first, and what all that say the same weigh. */
function mergeEqual(
  texts: readonly string[],
  posteriors: Float64Array,
): { readonly firsts: readonly number[]; readonly merged: Float64Array } {
  const places = new Map<string, number>();
  const firsts: number[] = [];
  const merged = new Float64Array(texts.length);
  texts.forEach((text, k) => {
    let place = places.get(text);
    if (place === undefined) {
      place = firsts.push(k) - 1;
      places.set(text, place);
    }
    merged[place]! += posteriors[k]!;
  });
  return { firsts, merged: merged.subarray(0, firsts.length) };
}
