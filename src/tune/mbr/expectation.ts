/** What minimum-Bayes-risk selection asks of a utility, in whatever form it is computed. */

/** One per thread: it holds vocabularies and counters. */
export interface Expectation {
  readonly higherIsBetter: boolean;
  /** Writes to into[k] what texts[k] is worth on average over all texts as references, text j with posteriors[j]. Texts are distinct. */
  expect(texts: readonly string[], posteriors: Float64Array, source: string | undefined, into: Float64Array): void;
}
