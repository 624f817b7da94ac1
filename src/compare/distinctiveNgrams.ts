/** N-grams of the references that one system has and the other lacks: what tells two systems apart. */
import { UsageError, log } from '../core/index.ts';
import { type NgramIndex, matchGains, spell } from './ngramIndex.ts';

interface DistinctiveNgram {
  /** Its words with a space between. */
  readonly ngram: string;
  /** How often the first system has it where the second does not have it, or not so often; and the other way round. */
  readonly first: number;
  readonly second: number;
  /** ln ((first + prior) / (second + prior)) */
  readonly logOdds: number;
  /** Some of the segments where the one has it and the other does not, counted from 0. */
  readonly segments: readonly number[];
}

/** Of one length. */
export interface DistinctiveOrder {
  readonly order: number;
  /** N-grams that both match, that the first alone matches, and that the second alone does, each occurrence counted. */
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** What the first system has and the second lacks, the most telling first; and the other way round. */
  readonly ofFirst: readonly DistinctiveNgram[];
  readonly ofSecond: readonly DistinctiveNgram[];
}

interface DistinctiveSettings {
  /** N-grams listed for each system and length: 10 if not given. */
  readonly top?: number;
  /** Segments named with each: 5 if not given. */
  readonly examples?: number;
  /** Added to both counts: the larger, the more frequent n-grams come first. 1 if not given. */
  readonly prior?: number;
}

/**
 * Of two systems, by length of n-grams from 1 on. Of two n-grams that tell as much the one that does so more often comes first, then the
 * one that the references have first.
 */
export function distinctiveNgrams(
  index: NgramIndex,
  first: number,
  second: number,
  settings: DistinctiveSettings = {},
): DistinctiveOrder[] {
  const { top = 10, examples = 5, prior = 1 } = settings;
  if (!(prior > 0)) throw new UsageError(`The prior must be a number above 0, not ${prior}.`);
  const { order, tree, lengths } = index;
  const { nodes, segments, amounts, both } = matchGains(index, first, second);
  const [ofFirst, ofSecond] = [new Int32Array(tree.size), new Int32Array(tree.size)];
  const [onlyFirst, onlySecond] = [new Float64Array(order), new Float64Array(order)];
  for (let e = 0; e < nodes.length; e++) {
    const [node, amount] = [nodes.values[e]!, amounts.values[e]!];
    (amount > 0 ? ofFirst : ofSecond)[node]! += Math.abs(amount);
    (amount > 0 ? onlyFirst : onlySecond)[lengths[node]! - 1]! += Math.abs(amount);
  }
  const describe = (node: number): DistinctiveNgram & { segments: number[] } => ({
    ngram: spell(index, node),
    first: ofFirst[node]!,
    second: ofSecond[node]!,
    logOdds: log((ofFirst[node]! + prior) / (ofSecond[node]! + prior)),
    segments: [],
  });
  const chosen = new Map<number, { readonly found: { segments: number[] }; readonly sign: number }>();
  const leaders = (n: number, sign: 1 | -1): DistinctiveNgram[] => {
    const ranked: { node: number; odds: number; excess: number }[] = [];
    for (let node = 1; node < tree.size; node++) {
      const excess = sign * (ofFirst[node]! - ofSecond[node]!);
      if (excess <= 0 || lengths[node] !== n) continue;
      // The odds before their logarithm: an order without rounding errors of it.
      const [more, less] = sign > 0 ? [ofFirst[node]!, ofSecond[node]!] : [ofSecond[node]!, ofFirst[node]!];
      ranked.push({ node, odds: (more + prior) / (less + prior), excess });
    }
    ranked.sort((a, b) => b.odds - a.odds || b.excess - a.excess || a.node - b.node);
    return ranked.slice(0, top).map(({ node }) => {
      const found = describe(node);
      chosen.set(node, { found, sign });
      return found;
    });
  };
  const orders = Array.from({ length: order }, (_, n) => ({
    order: n + 1,
    both: both[n]!,
    onlyFirst: onlyFirst[n]!,
    onlySecond: onlySecond[n]!,
    ofFirst: leaders(n + 1, 1),
    ofSecond: leaders(n + 1, -1),
  }));
  for (let e = 0; e < nodes.length; e++) {
    const listed = chosen.get(nodes.values[e]!);
    if (!listed || listed.sign * amounts.values[e]! <= 0 || listed.found.segments.length === examples) continue;
    listed.found.segments.push(segments.values[e]!);
  }
  return orders;
}
