/**
 * The numbers of arcs in PLF and in confusion networks. Moses reads them as probabilities, cdec as logarithms, and files do not say:
 * if one is below 0 or all are 0 they are logarithms, else probabilities. They are kept as features `arc1`, `arc2`, …, as written.
 */
import { UsageError, exp, log } from '../../core/index.ts';
import type { FeatureNames, Hypergraph, LatticeBuilder } from '../../lattice/index.ts';
import { type NumberKind, featuresOf } from './format.ts';

/** Lower bound for the logarithm of a probability, so the logarithm of 0 is a number: as in Moses (LOWEST_SCORE). */
const lowestScore = -100;

/** The kind of numbers in files that do not say. */
function kindOf(numbers: Iterable<number>): NumberKind {
  let positive = false;
  for (const number of numbers) {
    if (number < 0) return 'log';
    positive ||= number > 0;
  }
  return positive ? 'probability' : 'log';
}

export interface NumberedArc {
  readonly from: number;
  readonly to: number;
  /** Undefined for ε. */
  readonly word: string | undefined;
  readonly numbers: readonly number[];
  readonly line: number;
}

/** Builds the lattice once all numbers have been read, since their kind depends on them; it ends in the last of `states`. */
export function numberedLattice(
  builder: LatticeBuilder,
  features: FeatureNames,
  arcs: readonly NumberedArc[],
  end: number,
  line: number,
  asked: NumberKind | undefined,
): Hypergraph {
  builder.start('0', line);
  const kind = asked ?? kindOf(arcs.flatMap(({ numbers }) => numbers));
  for (const { from, to, word, numbers, line: at } of arcs) {
    const negative = kind === 'probability' && numbers.find((number) => number < 0);
    if (typeof negative === 'number') throw builder.fault(at, `the probability ${negative} is below 0.`);
    builder.arc({
      from: String(from),
      to: String(to),
      words: word === undefined ? [] : [word],
      score: scoreOf(numbers, kind),
      features: numbers.map((number, i) => [features.number(`arc${i + 1}`), number] as const),
      line: at,
    });
  }
  builder.final(String(end), { line });
  return builder.finish();
}

/** The score of an arc: the sum of its numbers. */
function scoreOf(numbers: readonly number[], kind: NumberKind): number {
  let sum = 0;
  for (const number of numbers) {
    sum += kind === 'probability' ? (number > 0 ? Math.max(log(number), lowestScore) : lowestScore) : number;
  }
  return kind === 'cost' ? 0 - sum : sum;
}

/**
 * The numbers to write for each edge (−1 means none), such that reading them restores the scores: the numbers that were read, if the
 * scores still match them; otherwise the scores, by default as logarithms.
 */
export function numbersToWrite(
  hypergraph: Hypergraph,
  edges: readonly number[],
  asked: NumberKind | undefined,
  place: string,
): (edge: number) => readonly number[] {
  const kept = numbersRead(hypergraph, edges);
  if (kept) {
    const kind = asked ?? kindOf([...kept.values()].flat());
    if (edges.every((edge) => edge >= 0 && scoreOf(kept.get(edge)!, kind) === hypergraph.scores[edge])) {
      return (edge) => kept.get(edge)!;
    }
  }
  const scores = edges.map((edge) => (edge < 0 ? 0 : hypergraph.scores[edge]!));
  if (asked === undefined && kindOf(scores) === 'probability') {
    throw new UsageError(
      `${place}: no score is below 0, so readers would take the scores for probabilities. Choose what to write: log, cost or probability.`,
    );
  }
  return (edge) => {
    const score = edge < 0 ? 0 : hypergraph.scores[edge]!;
    return [asked === 'probability' ? exp(score) : asked === 'cost' ? 0 - score : score];
  };
}

/** The features `arc1`, `arc2`, … by edge, if some edge has them and none has others. */
function numbersRead(hypergraph: Hypergraph, edges: readonly number[]): Map<number, readonly number[]> | undefined {
  let most = 0;
  const byEdge = new Map<number, number[]>();
  for (const edge of edges) {
    const numbers: number[] = [];
    byEdge.set(edge, numbers);
    for (const [name, value] of edge < 0 ? [] : featuresOf(hypergraph, edge)) {
      const position = /^arc([1-9]\d?)$/.exec(name)?.[1];
      if (position === undefined) return undefined;
      numbers[Number(position) - 1] = value;
      most = Math.max(most, numbers.length);
    }
  }
  if (most === 0) return undefined;
  return new Map([...byEdge].map(([edge, numbers]) => [edge, Array.from({ length: most }, (_, i) => numbers[i] ?? 0)]));
}
