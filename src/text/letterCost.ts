/**
 * How unlike two words are by their letters, from 0 to 1: edit distance over the length of the edit path, that is insertions, deletions,
 * substitutions and letters kept. Leusch and Ney (2009). Of several ways with the fewest edits the one that keeps most letters counts.
 */
import type { Tokens } from '../core/index.ts';
import { unit } from './coverDistance.ts';
import { countBits, lower } from './integers.ts';
import { SpelledWords } from './spelling.ts';

/** As few edits as possible, then as many steps, as one integer of 32 bits. */
const editBits = 15;
const edit = 1 << editBits;
/** Where longer words differ they count as wholly unlike; none are words. */
const mostLetters = edit / 2;
/** Longer words are taken to be as long and to have all letters, which makes bounds lower. */
const mostCounted = 32;

/**
 * By length of the longer word and letters in common at most: a lower bound of the cost, in the units of CoverDistance. A path with k
 * letters kept has at least length − k edits, so that its cost is at least (length − k) / length.
 */
const leastCosts = Int32Array.from({ length: (mostCounted + 1) << 6 }, (_, index) => {
  const length = index >> 6;
  const common = index & 63;
  if (common === 0) return unit;
  return common < length ? Math.floor((unit * (length - common)) / length) - 1 : 0;
});

const leastCost = (length: number, other: number, common: number): number =>
  leastCosts[(-lower(-length, -other) << 6) + common]!;
/** Each kind of letter that both have is in common once; any more of them are repetitions in both words. */
const mostCommon = (both: number, repeated: number, other: number): number => countBits(both) + lower(repeated, other);

export class LetterCost {
  readonly #hypothesis = new LetterSets();
  readonly #reference = new LetterSets();
  #row = new Int32Array(64);

  /** Takes two texts as spelled words. */
  set(hypothesis: Tokens, reference: Tokens): void {
    this.#hypothesis.take(hypothesis);
    this.#reference.take(reference);
  }

  /** Cost of word j of the reference in place of word i of the hypothesis; if it is not below the limit, anything from there up to it. */
  of(i: number, j: number, limit: number): number {
    const { letters, repeated, lengths } = this.#hypothesis;
    const other = this.#reference;
    const common = mostCommon(letters[i]! & other.letters[j]!, repeated[i]!, other.repeated[j]!);
    const least = leastCost(lengths[i]!, other.lengths[j]!, common) / unit;
    return least < limit ? this.#cost(i, j, limit) : least;
  }

  /** Lower bounds of the costs of word j of the reference, by word of the hypothesis. */
  lowerBounds(j: number, bounds: Int32Array, count: number): void {
    const { letters, repeated, lengths } = this.#hypothesis;
    const otherLetters = this.#reference.letters[j]!;
    const otherRepeated = this.#reference.repeated[j]!;
    const otherLength = this.#reference.lengths[j]!;
    for (let i = 0; i < count; i++) {
      const common = mostCommon(letters[i]! & otherLetters, repeated[i]!, otherRepeated);
      bounds[i] = leastCost(lengths[i]!, otherLength, common);
    }
  }

  #cost(word: number, other: number, limit: number): number {
    const a = this.#hypothesis.words.ids;
    const b = this.#reference.words.ids;
    let start = this.#hypothesis.words.start(word);
    let end = this.#hypothesis.words.end(word);
    let from = this.#reference.words.start(other);
    let to = this.#reference.words.end(other);
    let kept = 0; // a common beginning and a common end are part of a best path
    for (; start < end && from < to && a[start] === b[from]; start++, from++) kept++;
    for (; start < end && from < to && a[end - 1] === b[to - 1]; end--, to--) kept++;
    const length = end - start;
    const target = to - from;
    if (length + target === 0) return 0;
    if (length > mostLetters || target > mostLetters) return 1;
    if (length === 0 || target === 0) return (length + target) / (kept + length + target);
    if (target > 31) return this.#longest(start, end, from, to, kept);

    // Edit distance (Myers 1999 as in Hyyrö 2003) and longest common subsequence (Hyyrö 2004), a bit for each letter of the reference.
    const all = -1 >>> (32 - target);
    let rise = all;
    let fall = 0;
    let free = all; // letters without a partner in the subsequence
    for (let i = start; i < end; i++) {
      const letter = a[i]!;
      let x = 0;
      for (let j = 0; j < target; j++) x |= isEqual(b[from + j]!, letter) << j;
      free = (free + (free & x)) | (free & ~x);
      const d = ((((x & rise) + rise) | 0) ^ rise) | x | fall;
      const up = ((fall | ~(d | rise)) << 1) | 1;
      rise = ((d & rise) << 1) | ~(d | up);
      fall = up & d;
    }
    const distance = length + countBits(rise & all) - countBits(fall & all);
    const common = target - countBits(free & all);
    // The path is as long as the longer word at least. It keeps no more letters than there are in common, nor more than are left on
    // both sides when each edit takes one.
    const steps = distance + lower(common, (length + target - distance) >> 1);
    const least = distance / (kept + steps);
    if (steps <= length || steps <= target || least >= limit) return least;
    return this.#longest(start, end, from, to, kept);
  }

  /** By the whole table, when only that tells how many letters a path with the fewest edits can keep. */
  #longest(start: number, end: number, from: number, to: number, kept: number): number {
    const a = this.#hypothesis.words.ids;
    const b = this.#reference.words.ids;
    const target = to - from;
    if (target + 1 > this.#row.length) this.#row = new Int32Array(2 * (target + 1));
    const row = this.#row;
    for (let j = 0; j <= target; j++) row[j] = j * (edit - 1);
    for (let i = start; i < end; i++) {
      const letter = a[i]!;
      let diagonal = row[0]!;
      let left = (row[0] = diagonal + edit - 1);
      for (let j = 1; j <= target; j++) {
        const above = row[j]!;
        const best = lower(diagonal - (isEqual(b[from + j - 1]!, letter) << editBits), above);
        row[j] = left = lower(best, left) + edit - 1;
        diagonal = above;
      }
    }
    const distance = Math.ceil(row[target]! / edit);
    return distance / (kept + distance * edit - row[target]!);
  }
}

/** The words of a text, and what bounds the letters that two of them have in common. */
class LetterSets {
  readonly words = new SpelledWords();
  letters = new Int32Array(64); // as bits, by the low bits of their code points
  repeated = new Int32Array(64); // letters less the bits above
  lengths = new Int32Array(64);

  take(text: Tokens): void {
    const { words } = this;
    words.take(text);
    const { count, ids } = words;
    if (count > this.letters.length) {
      this.letters = new Int32Array(2 * count);
      this.repeated = new Int32Array(2 * count);
      this.lengths = new Int32Array(2 * count);
    }
    for (let word = 0; word < count; word++) {
      const start = words.start(word);
      const end = words.end(word);
      const isLong = end - start > mostCounted;
      let letters = isLong ? -1 : 0;
      if (!isLong) for (let at = start; at < end; at++) letters |= 1 << ids[at]!;
      this.letters[word] = letters;
      this.repeated[word] = isLong ? mostCounted - 1 : end - start - countBits(letters);
      this.lengths[word] = isLong ? mostCounted : end - start;
    }
  }
}

/** 1 or 0, without a branch. */
const isEqual = (one: number, other: number): number => ((one ^ other) - 1) >>> 31;
