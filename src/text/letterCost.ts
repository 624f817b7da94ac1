/**
 * How unlike two words are by their letters, from 0 to 1: edit distance over the length of the edit path, that is insertions, deletions,
 * substitutions and letters kept. Leusch and Ney (2009). Of several ways with the fewest edits the one that keeps most letters counts.
 * Most pairs of words are too unlike to matter, so their distance alone is found first: of a word of the hypothesis to a few of the
 * reference at once, which lie side by side in the bits of one number (Hyyrö, Fredriksson and Navarro 2005).
 */
import type { Tokens } from '../core/index.ts';
import { Alphabet } from './alphabet.ts';
import { SpelledWords } from './spelling.ts';

/** As few edits as possible, then as many steps, as one integer of 32 bits. */
const edit = 1 << 15;
/** Where longer words differ they count as wholly unlike; none are words. */
const mostLetters = edit / 2;
/** A word takes a bit for each letter, and one more that stays 0 and keeps it from the next. */
const mostBits = 32;
const mostWords = mostBits / 2;

export class LetterCost {
  readonly #alphabet = new Alphabet();
  readonly #hypothesis = new SpelledWords();
  readonly #reference = new SpelledWords();
  #start = 0;
  #letters = new Int32Array(256); // of the hypothesis, as symbols; those that the reference lacks share one
  #row = new Int32Array(64);
  // Words of the reference that lie in the bits now: #first … #end − 1.
  #first = 0;
  #end = 0;
  readonly #masks = new Int32Array(mostWords); // by word: the bits of its letters
  readonly #lengths = new Int32Array(mostWords);
  #equal = new Int32Array(128); // by symbol: where it stands
  #costs = new Float64Array(256); // by word of the hypothesis and word in the bits: the cost, or if negative, what it is not below

  /** Takes two texts as spelled words. */
  set(hypothesis: Tokens, reference: Tokens): void {
    this.#hypothesis.take(hypothesis);
    this.#reference.take(reference);
    this.#first = this.#end = 0;
    const alphabet = this.#alphabet;
    alphabet.set([reference]);
    if (alphabet.size >= this.#equal.length) this.#equal = new Int32Array(2 * (alphabet.size + 1));
    const { ids, start, end } = hypothesis;
    this.#start = start;
    if (end - start > this.#letters.length) this.#letters = new Int32Array(2 * (end - start));
    for (let at = start; at < end; at++) {
      const symbol = alphabet.symbol(ids[at]!);
      this.#letters[at - start] = symbol < 0 ? alphabet.size : symbol;
    }
    const needed = this.#hypothesis.count * mostWords;
    if (needed > this.#costs.length) this.#costs = new Float64Array(2 * needed);
  }

  /** Cost of word j of the reference in place of word i of the hypothesis; something no lower if it is not below the limit. */
  of(i: number, j: number, limit: number): number {
    if (j < this.#first || j >= this.#end) this.#pack(j);
    const at = i * mostWords + j - this.#first;
    const known = this.#costs[at]!;
    if (known >= 0) return known;
    if (-known >= limit) return -known;
    return (this.#costs[at] = this.#cost(i, j));
  }

  /** Lays out words of the reference from j on, as many as there is room for, and finds the distances of all words to them. */
  #pack(j: number): void {
    const { ids, count } = this.#reference;
    const equal = this.#equal.fill(0, 0, this.#alphabet.size + 1);
    let bit = 0;
    let firsts = 0;
    let all = 0;
    let word = j;
    for (; word < count; word++) {
      const start = this.#reference.start(word);
      const length = this.#reference.end(word) - start;
      if (bit + length >= mostBits) break;
      for (let k = 0; k < length; k++) equal[this.#alphabet.symbol(ids[start + k]!)]! |= 1 << (bit + k);
      const mask = ((1 << length) - 1) << bit;
      this.#masks[word - j] = mask;
      this.#lengths[word - j] = length;
      firsts |= 1 << bit;
      all |= mask;
      bit += length + 1;
    }
    this.#first = j;
    this.#end = Math.max(word, j + 1); // a word too long for the bits stands alone
    for (let i = 0; i < this.#hypothesis.count; i++) {
      if (word > j) this.#measure(i, firsts, all);
      else this.#costs[i * mostWords] = -Number.MIN_VALUE;
    }
  }

  /** Edit distance (Myers 1999 as in Hyyrö 2003) and longest common subsequence (Hyyrö 2004), for all packed words at once. */
  #measure(i: number, firsts: number, all: number): void {
    const letters = this.#letters;
    const equal = this.#equal;
    const start = this.#hypothesis.start(i) - this.#start;
    const end = this.#hypothesis.end(i) - this.#start;
    let rise = all;
    let fall = 0;
    let free = all; // letters without a partner in the subsequence
    for (let at = start; at < end; at++) {
      const x = equal[letters[at]!]!;
      free = ((free + (free & x)) | (free & ~x)) & all;
      const d = ((((x & rise) + rise) | 0) ^ rise) | x | fall;
      const up = ((fall | ~(d | rise)) << 1) | firsts;
      const down = (d & rise) << 1;
      rise = (down | ~(d | up)) & all;
      fall = up & d & all;
    }
    const length = end - start;
    const words = this.#end - this.#first;
    for (let k = 0; k < words; k++) {
      const mask = this.#masks[k]!;
      const kept = ~free & mask;
      if (kept === 0) {
        this.#costs[i * mostWords + k] = 1;
        continue;
      }
      const distance = length + countBits(rise & mask) - countBits(fall & mask);
      const target = this.#lengths[k]!;
      // The path is as long as the longer word at least. It keeps no more letters than there are in common, nor more than are left
      // on both sides when each edit takes one.
      const longest = distance + Math.min(countBits(kept), (length + target - distance) >> 1);
      const isKnown = longest <= length || longest <= target;
      this.#costs[i * mostWords + k] = isKnown ? distance / longest : -distance / longest;
    }
  }

  #cost(word: number, other: number): number {
    const a = this.#hypothesis.ids;
    const b = this.#reference.ids;
    let start = this.#hypothesis.start(word);
    let end = this.#hypothesis.end(word);
    let from = this.#reference.start(other);
    let to = this.#reference.end(other);
    let kept = 0; // a common beginning and a common end are part of a best path
    for (; start < end && from < to && a[start] === b[from]; start++, from++) kept++;
    for (; start < end && from < to && a[end - 1] === b[to - 1]; end--, to--) kept++;
    const target = to - from;
    if (end - start === 0 && target === 0) return 0;
    if (end - start > mostLetters || target > mostLetters) return 1;
    if (target + 1 > this.#row.length) this.#row = new Int32Array(2 * (target + 1));
    const row = this.#row;
    for (let j = 0; j <= target; j++) row[j] = j * (edit - 1);
    for (let i = start; i < end; i++) {
      const letter = a[i]!;
      let diagonal = row[0]!;
      let left = diagonal + edit - 1;
      row[0] = left;
      for (let j = 1; j <= target; j++) {
        const above = row[j]!;
        let best = diagonal + (b[from + j - 1] === letter ? -1 : edit - 1);
        const straight = (above < left ? above : left) + edit - 1;
        if (straight < best) best = straight;
        row[j] = left = best;
        diagonal = above;
      }
    }
    const distance = Math.ceil(row[target]! / edit);
    return distance / (kept + distance * edit - row[target]!);
  }
}

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
