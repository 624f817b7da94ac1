/** N-grams of the references that one system has and the other lacks: what tells two systems apart. */
import { IdList, type Tokens, UsageError, log } from '../core/index.ts';
import { checkSystem } from '../stats/index.ts';
import { NgramTree } from '../text/index.ts';
import type { WordTexts } from './wordTexts.ts';

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

/** Segments named with each n-gram. */
const examples = 5;
/** Added to both counts: the larger, the more frequent n-grams come first. */
const prior = 1;

/**
 * Lists the reference n-grams that one system matches and the other misses, at most `top` for each system and n-gram length. Of two n-grams
 * with equal odds, the one with the larger count difference comes first, then the one that occurs first in the references.
 */
export function distinctiveNgrams(index: NgramIndex, first: number, second: number, top = 10): DistinctiveOrder[] {
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

/** The n-grams of all references, looked up once for all pairs of systems. */
interface NgramIndex {
  readonly texts: WordTexts;
  /** The longest n-gram. */
  readonly order: number;
  /** N-grams of the references are its nodes, in order of first appearance. */
  readonly tree: NgramTree;
  /** By node: how many words it has. */
  readonly lengths: Uint8Array;
}

export function indexNgrams(texts: WordTexts, order = 4): NgramIndex {
  if (!Number.isInteger(order) || order < 1 || order > 255) {
    throw new UsageError(`The longest n-gram must have 1 to 255 words, not ${order}.`);
  }
  const tree = new NgramTree();
  for (const { ids, start, end } of texts.references.flat()) {
    for (let i = start; i < end; i++) {
      for (let n = 0, node = 0; n < order && i + n < end; n++) node = tree.add(node, ids[i + n]!);
    }
  }
  const lengths = new Uint8Array(tree.size);
  for (let node = 1; node < tree.size; node++) lengths[node] = lengths[tree.parents[node]!]! + 1;
  return { texts, order, tree, lengths };
}

/** The words of an n-gram with a space between. */
function spell({ texts, tree }: NgramIndex, ngram: number): string {
  const words: string[] = [];
  for (let node = ngram; node > 0; node = tree.parents[node]!) words.push(texts.words[tree.lastWords[node]!]!);
  return words.reverse().join(' ');
}

/**
 * Finds each segment and n-gram that one system matches more often than the other: `nodes`, `segments` and `amounts` are lists of the same
 * length, where an amount is the matches of the first system minus those of the second; `both` counts the matches that both systems have, by
 * n-gram length − 1. Matches are those of BLEU: in each segment an n-gram counts as often as the output has it, but at most as often as the
 * reference that has it most often.
 */
function matchGains({ texts, order, tree, lengths }: NgramIndex, first: number, second: number) {
  for (const system of [first, second]) checkSystem(system, texts.hypotheses.length);
  const gains = { nodes: new IdList(), segments: new IdList(), amounts: new IdList(), both: new Float64Array(order) };
  // Counts by node: the most in any reference of this segment, in the current reference, and in the output of each system.
  const most = new Int32Array(tree.size);
  const here = new Int32Array(tree.size);
  const ofFirst = new Int32Array(tree.size);
  const ofSecond = new Int32Array(tree.size);
  const seen = new IdList(); // nodes of this segment
  const take = ({ ids, start, end }: Tokens): void => {
    for (let i = start; i < end; i++) {
      for (let n = 0, node = 0; n < order && i + n < end; n++) {
        node = tree.find(node, ids[i + n]!);
        if (++here[node]! <= most[node]!) continue;
        if (most[node] === 0) seen.push(node);
        most[node] = here[node]!;
      }
    }
    for (let k = 0; k < seen.length; k++) here[seen.values[k]!] = 0;
  };
  const count = ({ ids, start, end }: Tokens, matches: Int32Array): void => {
    for (let i = start; i < end; i++) {
      for (let n = 0, node = 0; n < order && i + n < end; n++) {
        node = tree.find(node, ids[i + n]!);
        if (node < 0 || most[node] === 0) break;
        if (matches[node]! < most[node]!) matches[node]!++;
      }
    }
  };
  for (let i = 0; i < texts.segments; i++) {
    seen.length = 0;
    for (const reference of texts.references[i]!) take(reference);
    count(texts.hypotheses[first]![i]!, ofFirst);
    count(texts.hypotheses[second]![i]!, ofSecond);
    for (let k = 0; k < seen.length; k++) {
      const node = seen.values[k]!;
      const amount = ofFirst[node]! - ofSecond[node]!;
      gains.both[lengths[node]! - 1]! += Math.min(ofFirst[node]!, ofSecond[node]!);
      if (amount !== 0) {
        gains.nodes.push(node);
        gains.segments.push(i);
        gains.amounts.push(amount);
      }
      most[node] = ofFirst[node] = ofSecond[node] = 0;
    }
  }
  return gains;
}
