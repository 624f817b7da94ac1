/** Which of several references counts for a hypothesis: the one that gives it the highest score. */
import { type Counter, type Lengths, type MetricBody, type Step, Steps, type Text, percent } from '../../core/index.ts';

export interface RowRule {
  /** The score of a row. */
  readonly width: number;
  /** Takes the references of a segment, before its hypotheses. */
  prepare?(references: readonly Text[]): void;
  /** Whether a reference is ignored; by default one without words is. */
  isEmpty?(reference: Text): boolean;
  /** Writes the row of a hypothesis against reference `r` over zeros. */
  count(hypothesis: Text, reference: Text, row: Float64Array, r: number): void;
  score(row: Float64Array): number;
  /** Where in a row the lengths are, if ties between scores go to the reference closest in length to the hypothesis, then to the shorter one. */
  readonly lengths?: Required<Lengths>;
  /** Remaining ties go to the row that is greater, or smaller, in the first number that differs, so the order of references does not matter. */
  readonly prefers: 'greater' | 'smaller';
}

const hasNoWords = (text: Text): boolean => text[0]!.start === text[0]!.end;

export class BestReference {
  /** The row of the best reference; zeros if all are ignored. */
  row: Float64Array;
  #other: Float64Array;
  readonly #rule: RowRule;

  constructor(rule: RowRule) {
    this.#rule = rule;
    this.row = new Float64Array(rule.width);
    this.#other = new Float64Array(rule.width);
  }

  /** The number of the best reference; −1 if all are ignored. */
  find(hypothesis: Text, references: readonly Text[]): number {
    const rule = this.#rule;
    let best = -1;
    let highest = -Infinity;
    for (let r = 0; r < references.length; r++) {
      const reference = references[r]!;
      if (rule.isEmpty ? rule.isEmpty(reference) : hasNoWords(reference)) continue;
      rule.count(hypothesis, reference, this.#other.fill(0), r);
      const score = rule.score(this.#other);
      if (best >= 0 && (score < highest || (score === highest && !this.#isPreferred()))) continue;
      [this.row, this.#other] = [this.#other, this.row];
      highest = score;
      best = r;
    }
    if (best < 0) this.row.fill(0);
    return best;
  }

  #isPreferred(): boolean {
    const { lengths, prefers } = this.#rule;
    const [row, other] = [this.row, this.#other];
    if (lengths && other[lengths.reference] !== row[lengths.reference]) {
      const [length, known, found] = [row[lengths.hypothesis]!, row[lengths.reference]!, other[lengths.reference]!];
      const farther = Math.abs(found - length) - Math.abs(known - length);
      return farther < 0 || (farther === 0 && found < known);
    }
    const at = other.findIndex((value, k) => value !== row[k]);
    return at >= 0 && (prefers === 'greater' ? other[at]! > row[at]! : other[at]! < row[at]!);
  }
}

/** Writes the row of the best reference. */
export function bestRowCounter(rule: RowRule): Counter {
  const best = new BestReference(rule);
  let references: readonly Text[] = [];
  return {
    prepare(texts) {
      references = texts;
      rule.prepare?.(texts);
    },
    collect(hypothesis, rows, at) {
      best.find(hypothesis, references);
      rows.set(best.row, at);
    },
  };
}

/** Explains the mean of scores of segments, which their explainer makes as the step `s`. */
export function explainMean(
  { 0: sum = 0, 1: count = 0 }: ArrayLike<number>,
  segment: readonly Step[] | undefined,
  formula = '100 * s / n',
): readonly Step[] {
  const steps = new Steps(segment);
  steps.counted('s', 'sum of the scores of segments', sum);
  steps.counted('n', 'segments that count', count);
  if (count > 0) steps.computed('score', 'score', formula);
  else steps.computed('score', 'score', '0', { note: 'there is nothing to score' });
  return steps.list;
}

/** A mean over segments of scores from 0 to 1: a row is the score of a segment and 1, or zeros if the segment is ignored. */
export const meanOfSegments = {
  range: percent,
  decomposable: true,
  statistics: ['score', 'segments'],
  score: ({ 0: score = 0, 1: segments = 0 }: ArrayLike<number>): number =>
    segments > 0 ? (100 * score) / segments : 0,
  explain: (sums: ArrayLike<number>, segment?: readonly Step[]) => explainMean(sums, segment),
} satisfies Partial<MetricBody>;
