/** How an analysis cuts texts into words: as a metric of the run does, so that what is shown is what was counted. */
import type { Metric } from '../core/index.ts';
import { cuttingOptions } from '../metrics/shared/wordOptions.ts';
import { type Tokenizer, isWordView, tokenizerNamed, tokenizerNeeds } from '../text/index.ts';

export interface Cutting {
  readonly tokenizer: Tokenizer;
  readonly lowercase: boolean;
}

/** The words of the first metric that reads words; of 13a if none does, since characters say little in a table. */
export function cuttingOf(metrics: readonly Metric[]): Cutting {
  for (const metric of metrics) {
    const view = metric.reads.find(isWordView);
    if (view) return { tokenizer: view.tokenizer, lowercase: view.lowercase };
    // Some read words through a view of their own kind, but name the tokenizer all the same.
    const { tokenizer: name, lowercase } = cuttingOptions(metric);
    if (name !== undefined && tokenizerNeeds(name, '').length === 0) {
      return { tokenizer: tokenizerNamed(name, '', new Map()), lowercase };
    }
  }
  return { tokenizer: tokenizerNamed('13a', '', new Map()), lowercase: false };
}
