/**
 * The best or worst score of any choice from n-best lists. It is exact for metrics that are means over segments
 * (Chiang et al., EMNLP 2008, section 4.3). For others such as BLEU it is the best choice found, and for BLEU there is a bound:
 * the greatest precision of each order alone, a ratio of sums (Dinkelbach 1967), and the smallest brevity penalty.
 */
import type { ClippedPrecisions, Metric } from '../../core/index.ts';
import { type RowLists, chooseRows } from '../../lattice/index.ts';
import { checkRows } from '../checks.ts';
import type { Pool } from './candidates.ts';

export interface NbestOracleOptions {
  /** Looks for the worst choice instead. */
  readonly worst?: boolean;
  /** A choice to start from, such as the model's; the result is never worse. */
  readonly first?: Int32Array;
  readonly seed?: number;
}

export interface NbestOracle {
  /** By segment, the chosen candidate; −1 if there are none. */
  readonly choices: Int32Array;
  readonly sums: Float64Array;
  readonly score: number;
  /** Whether no choice can be better. */
  readonly exact: boolean;
  /** A bound that no choice can exceed (or, for the worst, fall below); undefined if none is known. */
  readonly bound: number | undefined;
}

/** Finds the choice from n-best lists with the best score, or the worst. The pool must be measured by the same metric. */
export function nbestOracle(metric: Metric, pool: Pool, options: NbestOracleOptions = {}): NbestOracle {
  const { worst = false, first, ...others } = options;
  const width = metric.statistics.length;
  checkRows({ ...pool, width });
  const { candidates, rows } = pool;
  const { segments, starts } = candidates;
  const lists = { segments, starts, rows, width };
  const sign = metric.higherIsBetter === worst ? -1 : 1;
  const { choices, sums, score } = chooseRows(
    lists,
    { score: (each) => sign * metric.score(each), segmentScore: (row) => sign * metric.forSegments.score(row) },
    { ...others, ...(first && { first }), ...(metric.decomposable && { tries: 0 }) },
  );
  const exact = metric.decomposable;
  const bound = exact ? sign * score : metric.precisions && !worst ? boundOf(metric.precisions, lists) : undefined;
  return { choices, sums, score: sign * score, exact, bound };
}

function boundOf(
  { added, addedToLengths, lengths, matchesAt, ngramsAt, bound }: ClippedPrecisions,
  lists: RowLists,
): number {
  return bound({
    precisions: added.map((more, n) => greatestRatio(lists, matchesAt + n, ngramsAt + n, more)),
    fewest: added.map((_, n) => fewest(lists, ngramsAt + n)),
    lengthRatio: greatestRatio(lists, lengths.hypothesis, lengths.reference, addedToLengths),
  });
}

function fewest({ segments, starts, rows, width }: RowLists, column: number): number {
  let sum = 0;
  for (let i = 0; i < segments; i++) {
    if (starts[i] === starts[i + 1]) continue;
    let least = Infinity;
    for (let c = starts[i]!; c < starts[i + 1]!; c++) least = Math.min(least, rows[c * width + column]!);
    sum += least;
  }
  return sum;
}

/**
 * The maximum of (Σ over + added) / (Σ under + added), 0 if the denominator is 0. Dinkelbach: the choice that maximises over − λ · under
 * has a higher ratio than λ, unless λ is the maximum.
 */
function greatestRatio(
  { segments, starts, rows, width }: RowLists,
  over: number,
  under: number,
  added: number,
): number {
  let ratio = 0;
  for (;;) {
    let [above, below] = [added, added];
    for (let i = 0; i < segments; i++) {
      let best = -Infinity;
      let chosen = -1;
      for (let c = starts[i]!; c < starts[i + 1]!; c++) {
        const value = rows[c * width + over]! - ratio * rows[c * width + under]!;
        if (value > best) {
          best = value;
          chosen = c * width;
        }
      }
      if (chosen < 0) continue;
      above += rows[chosen + over]!;
      below += rows[chosen + under]!;
    }
    if (below <= 0) return above > 0 ? Infinity : ratio;
    if (!(above / below > ratio)) return ratio;
    ratio = above / below;
  }
}
