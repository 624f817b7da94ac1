/** Rows from which every variant of the BLEU grid is scored, and the score of each. Song, Cohn and Specia, IJCLA 2013. */
import { type Counter, type PrecisionFactors, type Tokens, exp, log } from '../../core/index.ts';
import { SharedNgrams } from '../../text/index.ts';
import { perOrder } from './bleuCounter.ts';
import { brevityPenalty } from './bleuScore.ts';
import { type ReferenceLength, effectiveLength } from './referenceLength.ts';

export const mostGridOrder = 9;

/** Where the numbers of orders 1 … 9 start in a row. */
const at = { clipped: 2, found: 11, recalledClipped: 20, recalled: 29, ofHypothesis: 38, ofReference: 47 } as const;

export const gridStatistics: readonly string[] = [
  'hypothesis length',
  'reference length',
  ...perOrder('clipped hypothesis n-grams found', mostGridOrder),
  ...perOrder('hypothesis n-grams found', mostGridOrder),
  ...perOrder('clipped reference n-grams found', mostGridOrder),
  ...perOrder('reference n-grams found', mostGridOrder),
  ...perOrder('hypothesis n-grams', mostGridOrder),
  ...perOrder('reference n-grams', mostGridOrder),
];

/** A point of the grid. */
export interface GridVariant {
  readonly base: 'precision' | 'recall' | 'f';
  readonly mean: 'arithmetic' | 'geometric';
  readonly brevity: boolean;
  readonly clip: boolean;
  /** 1 … 9 */
  readonly order: number;
  /** One match and one n-gram more for each order: for single segments. */
  readonly addOne: boolean;
  /** One word more on both sides of the brevity penalty: for single segments. */
  readonly smoothedBrevity: boolean;
}

/** The score of a sum of rows of `gridCounter` under any variant: what was measured once can be scored under every name. */
export function gridScore(sums: ArrayLike<number>, variant: GridVariant): number {
  if (sums[0] === 0) return 0;
  const { mean, brevity, order } = variant;
  let sum = 0;
  for (let n = 0; n < order; n++) {
    const term = termOf(sums, n, variant);
    if (mean === 'geometric' && term === 0) return 0;
    sum += mean === 'geometric' ? log(term) : term;
  }
  const average = mean === 'geometric' ? exp(sum / order) : sum / order;
  return 100 * (brevity ? brevityOf(sums, variant) : 1) * average;
}

/** What is averaged, for each order, and the brevity penalty. */
export function gridParts(sums: ArrayLike<number>, variant: GridVariant): Record<string, number> {
  const name = variant.base === 'f' ? 'F' : variant.base;
  const terms = perOrder(name, variant.order).map((title, n) => [title, 100 * termOf(sums, n, variant)] as const);
  return { ...Object.fromEntries(terms), ...(variant.brevity && { 'brevity penalty': brevityOf(sums, variant) }) };
}

/** The same of a variant that is a geometric mean of precisions with a brevity penalty. */
export const gridFactors = (sums: ArrayLike<number>, variant: GridVariant): PrecisionFactors => ({
  precisions: Array.from({ length: variant.order }, (_, n) => 100 * termOf(sums, n, variant)),
  brevityPenalty: brevityOf(sums, variant),
});

const brevityOf = (sums: ArrayLike<number>, { smoothedBrevity }: GridVariant): number =>
  brevityPenalty(sums[0]!, sums[1]!, smoothedBrevity ? 1 : 0);

function termOf(sums: ArrayLike<number>, n: number, { base, clip, addOne }: GridVariant): number {
  const added = addOne ? 1 : 0;
  const share = (part: number, whole: number): number => {
    const total = sums[whole + n]! + added;
    return total > 0 ? (sums[part + n]! + added) / total : 0;
  };
  const precision = base === 'recall' ? 0 : share(clip ? at.clipped : at.found, at.ofHypothesis);
  if (base === 'precision') return precision;
  const recall = share(clip ? at.recalledClipped : at.recalled, at.ofReference);
  if (base === 'recall') return recall;
  return precision + recall > 0 ? (10 * precision * recall) / (9 * precision + recall) : 0;
}

export function gridCounter(referenceLength: ReferenceLength): Counter {
  const shared = new SharedNgrams(mostGridOrder);
  const lengthOf = effectiveLength[referenceLength];
  const references: Tokens[] = [];
  const recalled = new Float64Array(2 * mostGridOrder); // of the reference at hand: clipped, then all
  return {
    prepare(texts) {
      references.length = 0;
      for (const text of texts) references.push(text[0]!);
      shared.setReferences(references);
    },
    collect(hypothesis, rows, start) {
      const tokens = hypothesis[0]!;
      const length = tokens.end - tokens.start;
      rows.fill(0, start, start + gridStatistics.length);
      rows[start] = length;
      rows[start + 1] = lengthOf(references, length);
      shared.match(tokens, rows, start + at.clipped, start + at.found);
      const closest = effectiveLength.closest(references, length);
      for (let n = 0; n < mostGridOrder; n++) {
        rows[start + at.ofHypothesis + n] = Math.max(0, length - n);
        rows[start + at.ofReference + n] = Math.max(0, closest - n);
      }
      for (let r = 0; r < references.length; r++) {
        const { start: from, end: to } = references[r]!;
        if (to - from !== closest) continue;
        recalled.fill(0);
        shared.recall(r, recalled, 0, mostGridOrder);
        keepGreater(recalled, rows, start + at.recalledClipped);
      }
    },
  };
}

/** Keeps the greater by the first number that differs, which leaves the order of references without effect. */
function keepGreater(counts: Float64Array, rows: Float64Array, start: number): void {
  let k = 0;
  while (k < counts.length && counts[k] === rows[start + k]) k++;
  if (k < counts.length && counts[k]! > rows[start + k]!) rows.set(counts, start);
}
