/** Rows of all candidates of n-best lists, as a metric counts them: what tuning, oracles and selection work on. */
import { type Metric, teach } from '../core/index.ts';
import { SegmentCounter } from '../measure/index.ts';
import type { Candidates } from './candidates.ts';
import { checkReferences } from './checks.ts';

/**
 * Candidate c has the row [c * width …), where width is metric.statistics.length.
 * A metric that learns is taught from the references first; one that was taught counts as it is.
 */
export function measureCandidates(
  metric: Metric,
  { segments, starts, texts }: Candidates,
  references: readonly (readonly string[])[],
  sources?: readonly string[],
): Float64Array {
  checkReferences(segments, 'n-best list', references, sources);
  const taught = teach(metric, references);
  const rows = [new Float64Array(texts.length * taught.statistics.length)];
  const counter = new SegmentCounter([taught]);
  for (let i = 0; i < segments; i++) {
    const [from, to] = [starts[i]!, starts[i + 1]!];
    if (from === to) continue;
    counter.count(texts.slice(from, to), references[i]!, sources?.[i], rows, from, 1);
  }
  return rows[0]!;
}
