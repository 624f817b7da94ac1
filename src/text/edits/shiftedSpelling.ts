/** CharacTER's edits: phrases are shifted, then letters are edited. Wang et al., WMT 2016; costs as in their program. */
import { type Tokens, enlarged } from '../../core/index.ts';
import { space } from '../words/spelling.ts';
import { EditDistance } from './editDistance.ts';
import { PhraseShifts } from './phraseShifts.ts';

/** The words of letters with spaces between, by number. */
export class SpelledWords {
  ids: Int32Array = new Int32Array(0);
  count = 0;
  #bounds = new Int32Array(64);

  take({ ids, start, end }: Tokens): void {
    this.ids = ids;
    this.count = 0;
    let from = start;
    for (let at = start; at <= end && start < end; at++) {
      if (at < end && ids[at] !== space) continue;
      if (2 * this.count === this.#bounds.length) this.#bounds = enlarged(this.#bounds);
      this.#bounds[2 * this.count] = from;
      this.#bounds[2 * this.count + 1] = at;
      this.count++;
      from = at + 1;
    }
  }

  start(word: number): number {
    return this.#bounds[2 * word]!;
  }

  end(word: number): number {
    return this.#bounds[2 * word + 1]!;
  }

  /** Compares two words by code points: negative if the first comes first, positive if the second does. */
  compare(one: number, other: number): number {
    const { ids } = this;
    const end = this.end(one);
    const otherEnd = this.end(other);
    let at = this.start(one);
    let to = this.start(other);
    for (; at < end && to < otherEnd; at++, to++) if (ids[at] !== ids[to]) return ids[at]! - ids[to]!;
    return end - at - (otherEnd - to);
  }
}

/** A phrase of the hypothesis, where it begins after the shifts, and what that costs. */
interface PricedShift {
  readonly from: number;
  readonly size: number;
  readonly to: number;
  readonly price: number;
}

interface ShiftedText {
  readonly shifts: readonly PricedShift[];
  /** Of all shifts. */
  readonly price: number;
  /** By position after the shifts: the position of the word before them. */
  readonly order: Int32Array;
  readonly spelling: Tokens;
}

export class ShiftedSpelling {
  readonly #shifts = new PhraseShifts();
  readonly #distance = new EditDistance();
  readonly #spelled = new SpelledWords();
  readonly #order = (one: number, other: number): number => this.#spelled.compare(one, other);
  readonly #text = { ids: new Int32Array(0), start: 0, end: 0 };

  /** The cost of the shifts and of the remaining character edits. Each text is given as words and as spelled words. */
  edits(words: Tokens, spelling: Tokens, target: Tokens, targetSpelling: Tokens): number {
    this.#spelled.take(spelling);
    this.#shifts.shift(words, target, this.#order);
    if (!this.#shifts.moved) return this.#distance.between(spelling, targetSpelling);
    return this.#shiftPrice(words) + this.#distance.between(this.#spell(spelling), targetSpelling);
  }

  /** How the last call of `edits` with these texts found its cost: the shifts, and the text whose letters are edited. */
  explain(words: Tokens, spelling: Tokens): ShiftedText {
    const shifts: PricedShift[] = [];
    const order = this.#shifts.places.slice(0, this.#spelled.count);
    if (!this.#shifts.moved) return { shifts, price: 0, order, spelling };
    const price = this.#shiftPrice(words, (shift) => shifts.push(shift));
    return { shifts, price, order, spelling: this.#spell(spelling) };
  }

  /** The hypothesis in its new order. */
  #spell({ ids, start, end: textEnd }: Tokens): Tokens {
    const { places } = this.#shifts;
    const spelled = this.#spelled;
    const text = this.#text;
    text.end = textEnd - start;
    if (text.end > text.ids.length) text.ids = new Int32Array(2 * text.end);
    const letters = text.ids;
    let to = 0;
    for (let i = 0; i < spelled.count; i++) {
      if (i > 0) letters[to++] = space;
      const end = spelled.end(places[i]!);
      for (let at = spelled.start(places[i]!); at < end; at++) letters[to++] = ids[at]!;
    }
    return text;
  }

  /**
   * Words whose positions changed, in phrases: each phrase costs the mean length of its words. A phrase extends as far as the same
   * words follow each other from the new position of its first word, the closest one after the old; a word that only moved back is free.
   */
  #shiftPrice({ ids, start }: Tokens, report?: (shift: PricedShift) => void): number {
    const { places } = this.#shifts;
    const spelled = this.#spelled;
    const { count } = spelled;
    let price = 0;
    let size = 1;
    for (let from = 0; from < count; from += size) {
      size = 1;
      const word = ids[start + from];
      if (ids[start + places[from]!] === word) continue;
      let to = from + 1;
      while (to < count && ids[start + places[to]!] !== word) to++;
      if (to === count) continue;
      while (to + size < count && ids[start + from + size] === ids[start + places[to + size]!]) size++;
      let letters = 0;
      for (let k = from; k < from + size; k++) letters += spelled.end(k) - spelled.start(k);
      price += letters / size;
      report?.({ from, size, to, price: letters / size });
    }
    return price;
  }
}
