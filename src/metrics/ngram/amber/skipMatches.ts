/**
 * Clipped matches of skip n-grams: n words in order, with up to `gap` words skipped between two of them (ROUGE-S; Lin 2004).
 * Builds them word by word, only those that both the hypothesis and a reference have. For each position of the last word it keeps the
 * number of ways in which the words so far lead there, so equal n-grams are counted together, no matter how often they occur.
 * At most (length · (gap + 1)^(n − 1)) steps, because every position of a word looks no further than the gap.
 */
import type { NumberedText, NumberedTexts } from './numberedTexts.ts';

/** A text without the words that only one side has. */
class CommonWords {
  length = 0;
  positions = new Int32Array(0);
  words = new Int32Array(0);
  first = new Int32Array(0); // by word: its first position + 1, or 0
  next = new Int32Array(0); // by position: the next one + 1 with the same word, or 0
  // By number of words so far: ways by position, and the range of positions, both ends included.
  readonly ways: Float64Array[];
  readonly from: Int32Array;
  readonly to: Int32Array;

  constructor(order: number) {
    this.ways = Array.from({ length: order }, () => new Float64Array(0));
    this.from = new Int32Array(order);
    this.to = new Int32Array(order);
  }

  /** `wordOf` gives the word of a node, from 1 on, or 0. */
  take(text: NumberedText, order: number, wordOf: Int32Array, words: number): void {
    if (text.length > this.words.length) {
      const room = 2 * text.length;
      this.positions = new Int32Array(room);
      this.words = new Int32Array(room);
      this.next = new Int32Array(room);
      for (let n = 0; n < this.ways.length; n++) this.ways[n] = new Float64Array(room).fill(n === 0 ? 1 : 0);
    }
    if (words >= this.first.length) this.first = new Int32Array(2 * words + 2);
    else this.first.fill(0, 0, words + 1);
    let length = 0;
    for (let i = 0; i < text.length; i++) {
      const word = wordOf[text.nodes[i * order]!]!;
      if (word === 0) continue;
      this.positions[length] = i;
      this.words[length++] = word;
    }
    this.length = length;
    for (let k = length - 1; k >= 0; k--) {
      const word = this.words[k]!;
      this.next[k] = this.first[word]!;
      this.first[word] = k + 1;
    }
  }

  /** Adds to counts, by word, in how many ways the n words that end with `last` continue to it. */
  extend(n: number, last: number, reach: number, counts: Float64Array): void {
    const { length, positions, words, next } = this;
    const before = this.ways[n - 1]!;
    const after = this.ways[n]!;
    let entering = this.first[last]! - 1; // positions of the last word: ahead, and too far behind
    let leaving = entering;
    this.from[n] = entering + 1;
    this.to[n] = entering;
    if (entering < 0) return;
    let sum = 0;
    for (let k = entering + 1; k < length; k++) {
      while (entering >= 0 && entering < k) {
        sum += before[entering]!;
        entering = next[entering]! - 1;
      }
      while (leaving >= 0 && leaving < k && positions[k]! - positions[leaving]! > reach) {
        sum -= before[leaving]!;
        leaving = next[leaving]! - 1;
      }
      if (sum > 0) {
        after[k] = sum;
        counts[words[k]!]! += sum;
        this.to[n] = k;
      } else if (entering < 0) break;
      else k = entering; // nothing continues before the next position
    }
  }

  forget(n: number): void {
    this.ways[n]!.fill(0, this.from[n], this.to[n]! + 1);
  }
}

export class SkipMatches {
  readonly #order: number;
  readonly #reach: number;
  readonly #hypothesis: CommonWords;
  readonly #references: CommonWords[] = [];
  #count = 0;
  #wordOf = new Int32Array(0); // by node
  #nodeOf = new Int32Array(1); // by word
  // By number of words so far, then by the word that follows.
  readonly #inHypothesis: Float64Array[];
  readonly #most: Float64Array[];
  #inReference = new Float64Array(0);

  constructor(order: number, gap: number) {
    this.#order = order;
    this.#reach = gap + 1;
    this.#hypothesis = new CommonWords(order);
    this.#inHypothesis = Array.from({ length: order }, () => new Float64Array(0));
    this.#most = Array.from({ length: order }, () => new Float64Array(0));
  }

  /** Adds to matches[at + n] the weight of the matches of n words; `weights` are sums over words, by node. */
  match(texts: NumberedTexts, weights: Float64Array, matches: Float64Array, at: number): void {
    const words = this.#take(texts);
    if (this.#order === 1) return;
    for (let word = 1; word <= words; word++) this.#grow(1, word, weights[this.#nodeOf[word]!]!, weights, matches, at);
  }

  /** Numbers the words of the hypothesis that a reference has; returns how many there are. */
  #take({ hypothesis, references, count, order, size }: NumberedTexts): number {
    if (size > this.#wordOf.length) this.#wordOf = new Int32Array(2 * size);
    if (hypothesis.length >= this.#nodeOf.length) this.#reserve(2 * hypothesis.length + 1);
    let words = 0;
    for (let i = 0; i < hypothesis.length; i++) {
      const node = hypothesis.nodes[i * order]!;
      if (node === 0 || this.#wordOf[node] !== 0) continue;
      this.#wordOf[node] = ++words;
      this.#nodeOf[words] = node;
    }
    this.#hypothesis.take(hypothesis, order, this.#wordOf, words);
    this.#count = count;
    for (let r = 0; r < count; r++) {
      if (r === this.#references.length) this.#references.push(new CommonWords(this.#order));
      this.#references[r]!.take(references[r]!, order, this.#wordOf, words);
    }
    for (let word = 1; word <= words; word++) this.#wordOf[this.#nodeOf[word]!] = 0;
    return words;
  }

  /** All items that start with the current n words, whose last is `word` and whose weights add up to `sum`. */
  #grow(n: number, word: number, sum: number, weights: Float64Array, matches: Float64Array, at: number): void {
    const hypothesis = this.#hypothesis;
    const inHypothesis = this.#inHypothesis[n]!;
    const most = this.#most[n]!;
    hypothesis.extend(n, word, this.#reach, inHypothesis);
    for (let r = 0; r < this.#count; r++) this.#countReference(this.#references[r]!, n, word, most);
    for (let k = hypothesis.from[n]!; k <= hypothesis.to[n]!; k++) {
      const following = hypothesis.words[k]!;
      const times = Math.min(inHypothesis[following]!, most[following]!);
      inHypothesis[following] = 0; // done with it
      if (times === 0) continue;
      const weight = sum + weights[this.#nodeOf[following]!]!;
      matches[at + n + 1]! += times * (weight / (n + 1));
      if (n + 1 < this.#order) this.#grow(n + 1, following, weight, weights, matches, at);
    }
    hypothesis.forget(n);
    for (let r = 0; r < this.#count; r++) {
      const { words, from, to } = this.#references[r]!;
      for (let k = from[n]!; k <= to[n]!; k++) most[words[k]!] = 0;
      this.#references[r]!.forget(n);
    }
  }

  #countReference(reference: CommonWords, n: number, word: number, most: Float64Array): void {
    const counts = this.#inReference;
    reference.extend(n, word, this.#reach, counts);
    const { words, from, to } = reference;
    for (let k = from[n]!; k <= to[n]!; k++) {
      const following = words[k]!;
      if (counts[following]! > most[following]!) most[following] = counts[following]!;
      counts[following] = 0;
    }
  }

  #reserve(room: number): void {
    this.#nodeOf = new Int32Array(room);
    this.#inReference = new Float64Array(room);
    for (let n = 0; n < this.#order; n++) {
      this.#inHypothesis[n] = new Float64Array(room);
      this.#most[n] = new Float64Array(room);
    }
  }
}
