/** Rows of all candidates of n-best lists, as a metric counts them. */
import { type Metric, teach } from '../../core/index.ts';
import { SegmentCounter } from '../../measure/index.ts';
import { checkReferences } from '../checks.ts';
import type { Pool } from './candidates.ts';
import type { ListSet } from '../tuningSet.ts';

/** A metric that learns is taught from the references first; one that was taught counts as it is. */
export function measureCandidates(
  metric: Metric,
  { candidates, references, sources }: Pick<ListSet, 'candidates' | 'references' | 'sources'>,
): Pool {
  const { segments, starts, texts } = candidates;
  checkReferences(segments, 'n-best list', references, sources);
  const taught = teach(metric, references);
  const width = taught.statistics.length;
  const rows = new Float64Array(texts.length * width);
  const counter = new SegmentCounter([taught]);
  for (let i = 0; i < segments; i++) {
    const [from, to] = [starts[i]!, starts[i + 1]!];
    if (from === to) continue;
    counter.count(texts.slice(from, to), references[i]!, sources?.[i], [rows], from, 1);
  }
  return { candidates, rows, width };
}
