/** What makes a translation good, and how that is computed: pair by pair, by expected n-gram counts, or as a linear gain. */
import { type Metric, printSignature } from '../../core/index.ts';
import type { LinearGain } from './linearGain.ts';

export type MbrUtility =
  | { readonly form: 'pairwise' | 'expected'; readonly metric: Metric }
  | { readonly form: 'linear'; readonly gain: LinearGain };

/** The signature of the metric, or θ of the linear gain. */
export function utilityName(utility: MbrUtility): string {
  if (utility.form !== 'linear') return printSignature(utility.metric.forSegments, { references: 1 });
  const { thetas, ngrams } = utility.gain;
  return `θ = ${thetas.map((theta) => Number(theta.toFixed(4))).join(', ')}, n-grams by ${ngrams}`;
}
