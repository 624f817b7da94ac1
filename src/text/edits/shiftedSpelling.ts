/** CharacTER's edits: phrases are shifted, then letters are edited. Wang et al., WMT 2016; prices as in their program. */
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

  /** Which of two words comes first in the order of code points: below 0 for the one, above 0 for the other. */
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

export class ShiftedSpelling {
  readonly #shifts = new PhraseShifts();
  readonly #distance = new EditDistance();
  readonly #spelled = new SpelledWords();
  readonly #order = (one: number, other: number): number => this.#spelled.compare(one, other);
  readonly #text = { ids: new Int32Array(0), start: 0, end: 0 };

  /** Price of the shifts and of the character edits that are left. Each text comes as words and as spelled words. */
  edits(words: Tokens, spelling: Tokens, target: Tokens, targetSpelling: Tokens): number {
    this.#spelled.take(spelling);
    this.#shifts.shift(words, target, this.#order);
    if (!this.#shifts.moved) return this.#distance.between(spelling, targetSpelling);
    return this.#shiftPrice(words) + this.#distance.between(this.#spell(spelling), targetSpelling);
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
   * Words that no longer stand where they stood, in phrases: each costs the mean length of its words. A phrase goes as far as the same
   * words follow each other where its first word stands now, the nearest place after the old one; a word that only moved back is free.
   */
  #shiftPrice({ ids, start }: Tokens): number {
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
    }
    return price;
  }
}
