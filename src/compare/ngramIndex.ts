/** The n-grams of all references, looked up once for all pairs of systems, and how often two systems match each. */
import { IdList, type Tokens, UsageError } from '../core/index.ts';
import { NgramTree } from '../text/index.ts';
import type { WordTexts } from './wordTexts.ts';

export interface NgramIndex {
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
export function spell({ texts, tree }: NgramIndex, ngram: number): string {
  const words: string[] = [];
  for (let node = ngram; node > 0; node = tree.parents[node]!) words.push(texts.words[tree.lastWords[node]!]!);
  return words.reverse().join(' ');
}

/** Each time that a segment has an n-gram which one system matches more often than the other: three lists of the same length. */
interface MatchGains {
  readonly nodes: IdList;
  readonly segments: IdList;
  /** Matches of the first system less those of the second. */
  readonly amounts: IdList;
  /** By length − 1: matches that both have. */
  readonly both: Float64Array;
}

/**
 * Matches are those of BLEU: in each segment an n-gram counts as often as the output has it, but at most as often as the reference that
 * has it most often.
 */
export function matchGains({ texts, order, tree, lengths }: NgramIndex, first: number, second: number): MatchGains {
  for (const system of [first, second]) {
    if (texts.hypotheses[system] !== undefined) continue;
    throw new UsageError(`There is no system ${system}: systems are 0 to ${texts.hypotheses.length - 1}.`);
  }
  const gains = { nodes: new IdList(), segments: new IdList(), amounts: new IdList(), both: new Float64Array(order) };
  // By node: how often the reference of this segment has it that has it most often, the reference at hand, and each system.
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
