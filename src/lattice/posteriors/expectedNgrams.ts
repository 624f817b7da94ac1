/**
 * Expected counts of n-grams, exact on lattices and on forests: Allauzen, Kumar, Macherey, Mohri & Riley (2010); on forests Kumar,
 * Macherey, Dyer & Och (2009) and DeNero, Chiang & Knight (2009).
 *
 * Those split the nodes of a forest by the words at both ends. Nothing is split here: an expectation is linear, and given an edge its tails
 * are independent. So each node only needs the probabilities of its first words, of its last words, and, if it yields fewer than K − 1
 * words, of all its words; the joint probability of both ends does not matter.
 */
import { UsageError, enlarged } from '../../core/index.ts';
import { type Hypergraph, tailOf, tailsOf } from '../shape/hypergraph.ts';
import type { Posteriors } from './insideOutside.ts';

export interface ExpectedNgrams {
  /** The longest n-grams that are counted. */
  readonly order: number;
  /** Word numbers are those of the hypergraph. Every n-gram that some derivation says is in it. */
  readonly ngrams: NgramTrie;
  /** By n-gram: how often it is expected. That of the empty one, 0, is the expected number of words. */
  readonly counts: Float64Array;
}

/** Probabilities of n-grams. */
type Distribution = Map<number, number>;

/** What a node, or a part of an edge, says at its ends. */
interface Ends {
  /** All it says, where that is less than K − 1 words. */
  readonly short: Distribution;
  /** Else its first K − 1 words; empty where nobody asks for them. */
  readonly first: Distribution;
  /** And its last K − 1 words. */
  readonly last: Distribution;
  /** The same by length, once they were asked for. */
  firsts?: ByLength;
  lasts?: ByLength;
}

/** At [n], what is probable as the first, or last, n words. */
type ByLength = readonly Distribution[];

/** More n-grams, or ends of nodes kept at a time, would take more than a gigabyte. */
const most = 4_000_000;

/** The error for a structure with too many n-grams. */
export const tooManyNgrams = (order: number): UsageError =>
  new UsageError(
    `It has more than ${most.toLocaleString('en')} n-grams of up to ${order} words, too many for memory. ` +
      'Prune it with assay mbr --prune 10 or assay lattice prune --edges-per-word 10, or use a lower --order.',
  );

/** Computes the exact expected count of every n-gram up to `order` in the translations of a lattice or forest. */
export function expectedNgrams(hypergraph: Hypergraph, posteriors: Posteriors, order = 4): ExpectedNgrams {
  if (!(Number.isInteger(order) && order >= 1 && order <= 9)) {
    throw new UsageError(`The length of n-grams is ${order}: it must be a whole number from 1 to 9.`);
  }
  return new Expectation(hypergraph, posteriors, order).count();
}

class Expectation {
  readonly #hypergraph: Hypergraph;
  readonly #posteriors: Posteriors;
  readonly #order: number;
  /** K − 1: what is kept of an end. */
  readonly #reach: number;
  readonly #ngrams: NgramTrie;
  /** Occurrences by the n-gram alone. */
  #counts = new Float64Array(1024);
  /** Occurrences of an n-gram and all its suffixes. */
  #suffixCounts = new Float64Array(1024);
  /** By node, as long as it is needed. */
  readonly #ends: (Ends | undefined)[] = [];
  /** How many n-grams these hold. */
  #kept = 0;

  constructor(hypergraph: Hypergraph, posteriors: Posteriors, order: number) {
    this.#hypergraph = hypergraph;
    this.#posteriors = posteriors;
    this.#order = order;
    this.#reach = order - 1;
    this.#ngrams = new NgramTrie(order);
  }

  count(): ExpectedNgrams {
    const { nodes, edgeStarts, symbols } = this.#hypergraph;
    const isInner = findInnerNodes(this.#hypergraph);
    const usesLeft = new Int32Array(nodes);
    for (const symbol of symbols) if (symbol < 0) usesLeft[tailOf(symbol)]!++;
    for (let node = 0; node < nodes; node++) {
      const ends: Ends = { short: new Map(), first: new Map(), last: new Map() };
      for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
        const choice = this.#posteriors.choices[e]!;
        const said = this.#readEdge(e, isInner[node] === 1);
        addAll(ends.short, said.short, choice);
        addAll(ends.first, said.first, choice);
        addAll(ends.last, said.last, choice);
        // Releases tails after their last use, so a long lattice needs only the memory of its widest part.
        for (const tail of tailsOf(this.#hypergraph, e)) if (--usesLeft[tail]! === 0) this.#forget(tail);
      }
      this.#ends[node] = ends;
      this.#kept += sizeOf(ends);
      if (this.#kept > most) throw tooManyNgrams(this.#order);
    }
    return { order: this.#order, ngrams: this.#ngrams, counts: this.#sumCounts() };
  }

  #forget(node: number): void {
    this.#kept -= sizeOf(this.#ends[node]!);
    this.#ends[node] = undefined;
  }

  /** What the edge says at its ends; counts what is said by no tail of it alone. */
  #readEdge(e: number, needsFirst: boolean): Ends {
    const { symbolStarts, symbols } = this.#hypergraph;
    const weight = this.#posteriors.edges[e]!;
    let said: Ends = { short: new Map([[0, 1]]), first: new Map(), last: new Map() };
    if (this.#reach === 0) said = { short: new Map(), first: new Map([[0, 1]]), last: new Map([[0, 1]]) };
    const from = symbolStarts[e]!;
    for (let at = from; at < symbolStarts[e + 1]!; at++) {
      const symbol = symbols[at]!;
      if (symbol >= 0) said = this.#addWord(said, symbol, weight, needsFirst);
      else if (at === from) said = this.#ends[tailOf(symbol)]!;
      else {
        const next = this.#ends[tailOf(symbol)]!;
        // Usually one tail follows another, and need not be shortened again for each edge.
        said.lasts ??= this.#shorten(said.short, said.last, (ngram) => this.#ngrams.suffix(ngram));
        next.firsts ??= this.#shorten(next.short, next.first, (ngram) => this.#ngrams.prefix(ngram));
        this.#countAcross(said.lasts, next.firsts, weight);
        said = this.#join(said, next, needsFirst);
      }
    }
    return said;
  }

  #addWord(said: Ends, word: number, weight: number, needsFirst: boolean): Ends {
    const short: Distribution = new Map();
    const first: Distribution = needsFirst ? new Map(said.first) : said.first;
    const last: Distribution = new Map();
    for (const [ngram, p] of said.short) {
      const longer = this.#ngrams.extend(ngram, word);
      this.#countSuffixes(longer, weight * p);
      if (this.#ngrams.length(longer) < this.#reach) add(short, longer, p);
      else {
        if (needsFirst) add(first, longer, p);
        add(last, longer, p);
      }
    }
    for (const [ngram, p] of said.last) {
      const longer = this.#ngrams.extend(ngram, word);
      this.#countSuffixes(longer, weight * p);
      add(last, this.#ngrams.suffix(longer), p);
    }
    return { short, first, last };
  }

  #join(left: Ends, right: Ends, needsFirst: boolean): Ends {
    const short: Distribution = new Map();
    const first: Distribution = needsFirst ? new Map(left.first) : left.first;
    const last: Distribution = new Map(right.last);
    for (const [own, p] of left.short) {
      for (const [added, q] of right.short) {
        const words = this.#ngrams.words(added);
        if (this.#ngrams.length(own) + words.length < this.#reach) add(short, this.#append(own, words), p * q);
        else {
          if (needsFirst) add(first, this.#firstWords(own, words), p * q);
          add(last, this.#append(own, words), p * q);
        }
      }
      if (!needsFirst) continue;
      for (const [added, q] of right.first) add(first, this.#firstWords(own, this.#ngrams.words(added)), p * q);
    }
    for (const [added, q] of right.short) {
      const words = this.#ngrams.words(added);
      for (const [own, p] of left.last) add(last, this.#append(own, words), p * q);
    }
    return { short, first, last };
  }

  /** n-grams that begin to the left of where two parts meet and end to the right. */
  #countAcross(left: ByLength, right: ByLength, weight: number): void {
    for (let i = 1; i <= this.#reach; i++) {
      for (let j = 1; i + j <= this.#order; j++) {
        for (const [added, q] of right[j]!) {
          const words = this.#ngrams.words(added);
          for (const [own, p] of left[i]!) {
            let ngram = own;
            for (const word of words) ngram = this.#ngrams.extend(ngram, word);
            if (ngram >= this.#counts.length) this.#counts = enlarged(this.#counts, this.#ngrams.size);
            this.#counts[ngram]! += weight * p * q;
          }
        }
      }
    }
  }

  #countSuffixes(ngram: number, count: number): void {
    if (ngram >= this.#suffixCounts.length) this.#suffixCounts = enlarged(this.#suffixCounts, this.#ngrams.size);
    this.#suffixCounts[ngram]! += count;
  }

  /** The last words, at most K − 1, of an n-gram and more words. */
  #append(ngram: number, words: readonly number[]): number {
    let last = ngram;
    for (const word of words) {
      last = this.#ngrams.extend(last, word);
      if (this.#ngrams.length(last) > this.#reach) last = this.#ngrams.suffix(last);
    }
    return last;
  }

  /** The first K − 1 words of an n-gram and more words. */
  #firstWords(ngram: number, words: readonly number[]): number {
    let first = ngram;
    for (let at = 0; this.#ngrams.length(first) < this.#reach; at++) first = this.#ngrams.extend(first, words[at]!);
    return first;
  }

  /** From K − 1 words downwards, dropping one word at a time. */
  #shorten(short: Distribution, long: Distribution, drop: (ngram: number) => number): ByLength {
    const byLength: Distribution[] = Array.from({ length: this.#reach + 1 }, () => new Map<number, number>());
    for (const [ngram, p] of short) byLength[this.#ngrams.length(ngram)]!.set(ngram, p);
    for (const [ngram, p] of long) byLength[this.#reach]!.set(ngram, p);
    for (let n = this.#reach; n > 1; n--) for (const [ngram, p] of byLength[n]!) add(byLength[n - 1]!, drop(ngram), p);
    return byLength;
  }

  /** A suffix has a lower number than what it is a suffix of. */
  #sumCounts(): Float64Array {
    // Some n-grams were never counted, only their parts; there may be no room for them yet.
    const counts = new Float64Array(this.#ngrams.size);
    const suffixCounts = new Float64Array(this.#ngrams.size);
    counts.set(this.#counts.subarray(0, counts.length));
    suffixCounts.set(this.#suffixCounts.subarray(0, counts.length));
    for (let ngram = counts.length - 1; ngram > 0; ngram--) {
      counts[ngram]! += suffixCounts[ngram]!;
      suffixCounts[this.#ngrams.suffix(ngram)]! += suffixCounts[ngram]!;
    }
    counts[0] = suffixCounts[0]!;
    return counts;
  }
}

const sizeOf = ({ short, first, last }: Ends): number => short.size + first.size + last.size;

function add(distribution: Distribution, ngram: number, p: number): void {
  distribution.set(ngram, (distribution.get(ngram) ?? 0) + p);
}

function addAll(to: Distribution, from: Distribution, factor: number): void {
  for (const [ngram, p] of from) add(to, ngram, p * factor);
}

/** Nodes that stand behind something in an edge, or at the left end of such a node. Only of those are first words asked for: never on a lattice. */
function findInnerNodes({ nodes, edgeStarts, symbolStarts, symbols }: Hypergraph): Uint8Array {
  const inner = new Uint8Array(nodes);
  for (let node = nodes - 1; node >= 0; node--) {
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        if (symbols[at]! < 0 && (at > symbolStarts[e]! || inner[node] === 1)) inner[tailOf(symbols[at]!)] = 1;
      }
    }
  }
  return inner;
}

/** Room for a word's number in a key, so that keys stay exact: n-grams × words < 2⁵³. */
const maxWords = 2 ** 22;

/** Numbers for n-grams of word numbers. The empty one is 0; all parts of a known n-gram are known. */
class NgramTrie {
  readonly #order: number;
  readonly #children = new Map<number, number>();
  readonly #parents: number[] = [-1];
  readonly #lastWords: number[] = [-1];
  readonly #suffixes: number[] = [0];
  readonly #lengths: number[] = [0];

  /** For n-grams of up to this many words. */
  constructor(order: number) {
    this.#order = order;
  }

  /** How many there are, the empty one included. */
  get size(): number {
    return this.#parents.length;
  }

  /** The number of an n-gram and one more word, or −1 if it is not known. */
  find(ngram: number, word: number): number {
    return this.#children.get(ngram * maxWords + word) ?? -1;
  }

  /** The number of an n-gram and one more word, which is made known. */
  extend(ngram: number, word: number): number {
    if (word >= maxWords) throw new RangeError(`More than ${maxWords} words.`);
    const key = ngram * maxWords + word;
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    if (this.size > most) throw tooManyNgrams(this.#order);
    const suffix = ngram === 0 ? 0 : this.extend(this.#suffixes[ngram]!, word);
    const made = this.size;
    this.#children.set(key, made);
    this.#parents.push(ngram);
    this.#lastWords.push(word);
    this.#suffixes.push(suffix);
    this.#lengths.push(this.#lengths[ngram]! + 1);
    return made;
  }

  /** Without the last word. */
  prefix(ngram: number): number {
    return this.#parents[ngram]!;
  }

  /** Without the first word. */
  suffix(ngram: number): number {
    return this.#suffixes[ngram]!;
  }

  length(ngram: number): number {
    return this.#lengths[ngram]!;
  }

  words(ngram: number): number[] {
    const words: number[] = [];
    for (let at = ngram; at > 0; at = this.#parents[at]!) words.push(this.#lastWords[at]!);
    return words.reverse();
  }
}
