/**
 * Clipped matches of flexible-gap n-grams: a words, a gap of at least one word, then b words, a + b = n.
 * The size of the gap does not matter; its place does.
 *
 * Second parts are numbered, and for each position of a text a bit set holds those at or after it. What follows a first part on both
 * sides is then found in a few steps; only items that occur more than once on both sides are examined one by one.
 */
import { countBits } from '../../../text/index.ts';
import type { NumberedText, NumberedTexts } from './numberedTexts.ts';

/** The least element of a set of small integers, given as the bits of an integer. */
const lowestBit = (set: number): number => 31 - Math.clz32(set & -set);

/** For each position of a text and its end, which n-grams of one length occur there or later: at all, and at least twice. */
class PartsBehind {
  once = new Int32Array(0);
  twice = new Int32Array(0);
  #width = 0;
  #length = 0;

  /** `numberOf` has the numbers of the n-grams in the hypothesis, of `words` words, in sets of `width` integers. */
  set(text: NumberedText, hypothesis: NumberedText, order: number, words: number, width: number, numberOf: Int32Array) {
    const { length, nodes, next } = text;
    const { first } = hypothesis;
    this.#width = width;
    this.#length = length;
    if ((length + 1) * width > this.once.length) {
      this.once = new Int32Array(2 * (length + 1) * width);
      this.twice = new Int32Array(2 * (length + 1) * width);
    }
    const { once, twice } = this;
    once.fill(0, length * width, (length + 1) * width);
    twice.fill(0, length * width, (length + 1) * width);
    for (let i = length - 1, at = i * width; i >= 0; i--, at -= width) {
      for (let w = at; w < at + width; w++) {
        once[w] = once[w + width]!;
        twice[w] = twice[w + width]!;
      }
      const k = i * order + words - 1;
      const node = nodes[k]!;
      if (node === 0 || first[node] === 0) continue;
      const number = numberOf[node]!;
      (next[k] === 0 ? once : twice)[at + (number >>> 5)]! |= 1 << (number & 31);
    }
  }

  /** Which n-grams occur after the n-gram that ends before `place` (if that is at most the length), with at least one word between. */
  at(place: number): number {
    return Math.min(place, this.#length) * this.#width;
  }
}

export class FlexibleGaps {
  readonly #order: number;
  readonly #sums: Float64Array; // by number of words: sums of word weights
  // By number of words of the second part − 1.
  readonly #parts: Int32Array[]; // nodes by number
  readonly #widths: Int32Array;
  readonly #inHypothesis: readonly PartsBehind[];
  readonly #inReferences: PartsBehind[][]; // … then by reference
  #numberOf = new Int32Array(0); // by node: its number among those of the same length

  constructor(order: number) {
    const lengths = Array.from({ length: order - 1 }, (_, n) => n);
    this.#order = order;
    this.#sums = new Float64Array(order + 1);
    this.#parts = lengths.map(() => new Int32Array(0));
    this.#widths = new Int32Array(order);
    this.#inHypothesis = lengths.map(() => new PartsBehind());
    this.#inReferences = lengths.map(() => []);
  }

  /** Adds to matches[at + n] the weight of the matches of n words; `weights` are sums over words, by node, and all n if `isEqual`. */
  match(texts: NumberedTexts, weights: Float64Array, isEqual: boolean, matches: Float64Array, at: number): void {
    const { hypothesis, order, size } = texts;
    const { nodes, first, length } = hypothesis;
    if (size > this.#numberOf.length) this.#numberOf = new Int32Array(2 * size);
    for (let b = 1; b < this.#order; b++) this.#setParts(texts, b);
    this.#sums.fill(0);
    for (let i = 0; i < length; i++) {
      for (let a = 1; a < this.#order; a++) {
        const node = nodes[i * order + a - 1]!;
        if (node === 0) break;
        // Its later positions are counted together with the first.
        if (first[node] !== i + 1) continue;
        for (let b = 1; b <= this.#order - a && this.#widths[b - 1]! > 0; b++) {
          this.#matchParts(texts, node, a, b, weights, isEqual);
        }
      }
    }
    for (let n = 2; n <= this.#order; n++) matches[at + n]! += this.#sums[n]! / n;
  }

  #setParts({ hypothesis, references, count, order }: NumberedTexts, b: number): void {
    const { length, nodes, next } = hypothesis;
    if (length > this.#parts[b - 1]!.length) this.#parts[b - 1] = new Int32Array(2 * length);
    const parts = this.#parts[b - 1]!;
    let found = 0;
    for (let k = b - 1; k < length * order; k += order) {
      const node = nodes[k]!;
      if (node === 0 || next[k] !== 0) continue;
      parts[found] = node;
      this.#numberOf[node] = found++;
    }
    const width = (this.#widths[b - 1] = (found + 31) >>> 5);
    this.#inHypothesis[b - 1]!.set(hypothesis, hypothesis, order, b, width, this.#numberOf);
    const behind = this.#inReferences[b - 1]!;
    while (behind.length < count) behind.push(new PartsBehind());
    for (let r = 0; r < count; r++) behind[r]!.set(references[r]!, hypothesis, order, b, width, this.#numberOf);
  }

  /** All items whose first part is this node, of a words, and whose second part has b words. */
  #matchParts(texts: NumberedTexts, node: number, a: number, b: number, weights: Float64Array, isEqual: boolean): void {
    const { hypothesis, references, count, order } = texts;
    const parts = this.#parts[b - 1]!;
    const width = this.#widths[b - 1]!;
    const behind = this.#inHypothesis[b - 1]!;
    const behindReferences = this.#inReferences[b - 1]!;
    const start = hypothesis.first[node]!;
    const second = hypothesis.next[(start - 1) * order + a - 1]!;
    const at = behind.at(start + a);
    const secondAt = behind.at(second + a);
    let sum = 0;
    for (let w = 0; w < width; w++) {
      const once = behind.once[at + w]!;
      if (once === 0) continue;
      const twice = behind.twice[at + w]! | (second > 0 ? behind.once[secondAt + w]! : 0);
      let shared = 0;
      let repeated = 0;
      for (let r = 0; r < count; r++) {
        const reference = references[r]!;
        const place = reference.first[node]!;
        if (place === 0) continue;
        const there = behindReferences[r]!;
        shared |= there.once[there.at(place + a) + w]!;
        if (twice === 0) continue;
        const next = reference.next[(place - 1) * order + a - 1]!;
        repeated |= there.twice[there.at(place + a) + w]!;
        if (next > 0) repeated |= there.once[there.at(next + a) + w]!;
      }
      shared &= once;
      if (isEqual) sum += countBits(shared) * (a + b);
      else {
        for (let rest = shared; rest !== 0; rest &= rest - 1) {
          sum += weights[node]! + weights[parts[(w << 5) + lowestBit(rest)]!]!;
        }
      }
      for (let rest = twice & repeated; rest !== 0; rest &= rest - 1) {
        const part = parts[(w << 5) + lowestBit(rest)]!;
        sum += (countMatches(texts, node, a, part, b) - 1) * (weights[node]! + weights[part]!);
      }
    }
    this.#sums[a + b]! += sum;
  }
}

/** How often the one n-gram precedes the other: in the hypothesis, or in the reference where it does so most often, whichever is less. */
function countMatches(texts: NumberedTexts, one: number, a: number, other: number, b: number): number {
  const { hypothesis, references, count, order } = texts;
  let most = 0;
  for (let r = 0; r < count; r++) most = Math.max(most, countPairs(references[r]!, order, one, a, other, b));
  return Math.min(most, countPairs(hypothesis, order, one, a, other, b));
}

/** With at least one word between them. */
function countPairs(
  { first, next }: NumberedText,
  order: number,
  one: number,
  a: number,
  other: number,
  b: number,
): number {
  let before = 0;
  let pairs = 0;
  let start = first[one]!;
  for (let end = first[other]!; end > 0; end = next[(end - 1) * order + b - 1]!) {
    for (; start > 0 && start + a < end; start = next[(start - 1) * order + a - 1]!) before++;
    pairs += before;
  }
  return pairs;
}
