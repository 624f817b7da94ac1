/**
 * CharacTER's shifts: as long as shifting a phrase of the hypothesis lowers the word edit distance, the best shift is made.
 * Wang et al., WMT 2016, with the search of their program: a phrase starts where it equals the reference elsewhere, is as long as the two
 * agree, and moves to its position in the reference. Ties go to the shift whose result comes last in the
 * alphabet, word by word.
 */
import type { Tokens } from '../../core/index.ts';
import { CommonTokens } from '../matching/commonRuns.ts';
import { Alphabet } from '../words/alphabet.ts';
import { BitDistance } from './bitDistance.ts';
import { ChangeGains } from './changeGains.ts';

/** No shifts are searched for if the product of the lengths is above this; the table would be too large. */
const mostCells = 1 << 26;
/** The search ends after about this many steps of trying shifts, and keeps those made so far. Texts of 100 words stay far below. */
const mostSteps = 1 << 28;
/** In longer references it pays to compute the loss of removing a phrase before the shift is tried. */
const fewWords = 64;

/** Compares two hypothesis words, given by position: negative if the first comes first, positive if the second does. */
type WordOrder = (one: number, other: number) => number;

export class PhraseShifts {
  /** By position after the shifts: the position of the word before them. */
  places = new Int32Array(64);
  /** Whether any word has moved. */
  moved = false;
  readonly #alphabet = new Alphabet();
  readonly #bits = new BitDistance();
  readonly #common = new CommonTokens();
  #reference = new Int32Array(64); // symbols
  // Positions of a symbol in the reference: the last, and the previous one by position; −1 for none.
  #heads = new Int32Array(64);
  #next = new Int32Array(64);
  #hypothesis = new Int32Array(64); // symbols as shifted so far
  #length = 0; // words of the hypothesis
  #target = 0; // words of the reference
  #order: WordOrder = () => 0;
  #changed = new Int32Array(64); // symbols that the shift under consideration changes
  // The best shift of the round: its gain, and where its words come from.
  #gain = 0;
  #chosen = new Int32Array(64);
  #chosenFrom = 0; // it changes words #chosenFrom … #chosenTo − 1
  #chosenTo = 0;
  readonly #gains = new ChangeGains(this.#bits);
  // The same texts reversed, for what is left when a phrase is removed; and the last phrase asked for.
  readonly #backward = new BitDistance();
  #reversed = new Int32Array(64);
  #backwardSame = 0; // words at the end that are still those of the backward table, or −1 if there is none
  #takenStart = -1;
  #takenSize = 0;
  #without = 0;
  #floor = 0; // a lower bound of the distance after any shift
  #steps = 0;

  /** Fills `places`. */
  shift(hypothesis: Tokens, reference: Tokens, order: WordOrder): void {
    const length = (this.#length = hypothesis.end - hypothesis.start);
    const target = (this.#target = reference.end - reference.start);
    this.#order = order;
    this.#load(hypothesis, length, reference, target);
    this.moved = false;
    if (length * target > mostCells) return;
    // Shifts change only the order, so no distance is below this.
    this.#floor = Math.max(length, target) - this.#common.count(hypothesis, reference);
    if (this.#floor === Math.max(length, target)) return;
    this.#bits.setReference(this.#reference, target, this.#alphabet.size);
    this.#backwardSame = -1;
    this.#steps = 0;
    let same = 0;
    for (;;) {
      const distance = this.#bits.run(this.#hypothesis, length, same);
      if (distance === this.#floor) return;
      this.#gains.find(this.#hypothesis, length, distance);
      this.#takenStart = -1;
      this.#chooseMove(distance);
      if (this.#gain === 0 || this.#steps > mostSteps) return;
      this.moved = true;
      [this.places, this.#chosen] = [this.#chosen, this.places];
      same = this.#chosenFrom;
      this.#backwardSame = Math.min(this.#backwardSame, length - this.#chosenTo);
      for (let i = same; i < this.#chosenTo; i++) this.#hypothesis[i] = this.#symbol(hypothesis, this.places[i]!);
    }
  }

  #runBackward(): void {
    const length = this.#length;
    const target = this.#target;
    if (this.#backwardSame === length) return;
    if (this.#backwardSame < 0) {
      this.#reverse(this.#reference, target);
      this.#backward.setReference(this.#reversed, target, this.#alphabet.size);
    }
    this.#reverse(this.#hypothesis, length);
    this.#backward.run(this.#reversed, length, Math.max(0, this.#backwardSame));
    this.#backwardSame = length;
  }

  #reverse(words: Int32Array, length: number): void {
    if (length > this.#reversed.length) this.#reversed = new Int32Array(2 * length);
    for (let i = 0; i < length; i++) this.#reversed[i] = words[length - 1 - i]!;
  }

  #load(hypothesis: Tokens, length: number, reference: Tokens, target: number): void {
    if (length > this.#hypothesis.length) {
      this.places = new Int32Array(2 * length);
      this.#hypothesis = new Int32Array(2 * length);
      this.#changed = new Int32Array(2 * length);
      this.#chosen = new Int32Array(2 * length);
    }
    if (target > this.#reference.length) {
      this.#reference = new Int32Array(2 * target);
      this.#next = new Int32Array(2 * target);
    }
    const alphabet = this.#alphabet;
    alphabet.set([reference]);
    if (alphabet.size >= this.#heads.length) this.#heads = new Int32Array(2 * (alphabet.size + 1));
    this.#heads.fill(-1, 0, alphabet.size + 1);
    for (let j = 0; j < target; j++) {
      const symbol = this.#symbol(reference, j);
      this.#reference[j] = symbol;
      this.#next[j] = this.#heads[symbol]!;
      this.#heads[symbol] = j;
    }
    for (let i = 0; i < length; i++) {
      this.places[i] = i;
      this.#hypothesis[i] = this.#symbol(hypothesis, i);
    }
  }

  /** Words that are not in the reference share one symbol. */
  #symbol({ ids, start }: Tokens, at: number): number {
    const symbol = this.#alphabet.symbol(ids[start + at]!);
    return symbol < 0 ? this.#alphabet.size : symbol;
  }

  #chooseMove(distance: number): void {
    const length = this.#length;
    const target = this.#target;
    const hypothesis = this.#hypothesis;
    const reference = this.#reference;
    const heads = this.#heads;
    const next = this.#next;
    const stepsOfMove = length * ((target + 31) >>> 5);
    this.#gain = 0;
    for (let start = 0; start < length; start++) {
      const leastSize = this.#gains.removal(start) < 0 ? 2 : 1; // a single word in its right place gains nothing
      for (let at = heads[hypothesis[start]!]!; at >= 0; at = next[at]!) {
        if (this.#steps > mostSteps) return;
        if (at === start) continue;
        let size = 1;
        while (start + size < length && at + size < target && hypothesis[start + size] === reference[at + size]) size++;
        const goal = at + size > length ? length - size : at;
        if (goal !== start && size >= leastSize) this.#consider(start, size, goal, distance);
        this.#steps += stepsOfMove;
      }
    }
  }

  /** Takes the shift if it is better than the current one. */
  #consider(start: number, size: number, goal: number, distance: number): void {
    // Removing and inserting a word each change the distance by at most one, and either the phrase moves or what it passes does.
    let most = Math.min(2 * size, 2 * Math.abs(goal - start), distance - this.#floor);
    const least = Math.max(1, this.#gain);
    if (most < least) return;
    // The gain of only removing or only inserting a word is known.
    if (size === 1) {
      most = Math.min(most, 1 + this.#gains.removal(start));
      if (most < least) return;
      most = Math.min(most, 1 + this.#gains.insertion(this.#hypothesis[start]!, goal > start ? goal + 1 : goal));
    } else if (this.#target > fewWords) {
      this.#runBackward();
      most = Math.min(most, distance + size - this.#distanceWithout(start, size, distance + size - least));
    }
    if (most < least) return;
    // If it cannot beat the current shift it must win by the alphabet, which is faster to check.
    if (most === this.#gain && !this.#comesLater(start, size, goal)) return;
    const from = Math.min(start, goal);
    const to = Math.max(start, goal) + size;
    moveWords(this.#hypothesis, start, size, goal, this.#changed);
    const gain = this.#gains.change(this.#changed, from, to, least);
    if (gain < least) return;
    if (gain === this.#gain && most > gain && !this.#comesLater(start, size, goal)) return;
    this.#gain = gain;
    for (let i = 0; i < this.#length; i++) this.#chosen[i] = this.places[i]!;
    moveWords(this.places, start, size, goal, this.#chosen);
    this.#chosenFrom = from;
    this.#chosenTo = to;
  }

  /** The distance when a phrase is removed, or some value above the limit. The limit falls within a round, so what was above it stays above. */
  #distanceWithout(start: number, size: number, limit: number): number {
    if (start === this.#takenStart && size === this.#takenSize) return this.#without;
    this.#takenStart = start;
    this.#takenSize = size;
    return (this.#without = this.#bits.without(start, start + size, this.#backward, limit));
  }

  /** Whether the text after the shift comes later in the alphabet than that of the current best shift. */
  #comesLater(start: number, size: number, goal: number): boolean {
    for (let i = Math.min(start, goal, this.#chosenFrom); i < this.#length; i++) {
      const one = this.places[placeBefore(i, start, size, goal)]!;
      const other = this.#chosen[i]!;
      const difference = one === other ? 0 : this.#order(one, other);
      if (difference !== 0) return difference > 0;
    }
    return false;
  }
}

/** Writes to `to` the words at the positions that a shift changes: the words start … start + size − 1 begin at `goal` after it. */
export function moveWords(words: Int32Array, start: number, size: number, goal: number, to: Int32Array): void {
  let at = Math.min(start, goal);
  if (goal < start) for (let i = start; i < start + size; i++) to[at++] = words[i]!;
  const end = goal < start ? start : goal + size;
  for (let i = goal < start ? goal : start + size; i < end; i++) to[at++] = words[i]!;
  if (goal >= start) for (let i = start; i < start + size; i++) to[at++] = words[i]!;
}

/** The position, before a shift, of the word that is at `i` after it. */
function placeBefore(i: number, start: number, size: number, goal: number): number {
  if (i >= goal && i < goal + size) return i - goal + start;
  if (i >= start && i < goal) return i + size;
  if (i >= goal + size && i < start + size) return i - size;
  return i;
}
