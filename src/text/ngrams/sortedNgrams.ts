/**
 * Clipped n-gram matches of texts of any length and vocabulary in linear time: the positions of each text are sorted by the tokens that
 * follow them (by radix, a pass for each token), then both lists are merged, and equal n-grams of any length are adjacent.
 */
import type { Tokens } from '../../core/index.ts';
import type { Alphabet } from '../words/alphabet.ts';

/** A text of symbols 1, 2, …, where 0 marks an end and tokens that the references do not have. */
class SortedText {
  /** Positions, sorted by the tokens that follow. */
  positions = new Int32Array(0);
  length = 0;
  symbols = new Int32Array(0);
  /** By position: tokens before the next 0, at most `order`. */
  whole = new Uint8Array(0);
  readonly #order: number;
  #sorted = new Int32Array(0);
  #next = new Int32Array(0);

  constructor(order: number) {
    this.#order = order;
  }

  /** Reads texts one after the other, a 0 after each. */
  read(texts: readonly Tokens[], alphabet: Alphabet): void {
    let length = 0;
    for (const { start, end } of texts) length += end - start + 1;
    this.#reserve(length, alphabet.size + 1);
    let at = 0;
    for (const { ids, start, end } of texts) {
      for (let i = start; i < end; i++) this.symbols[at++] = alphabet.symbol(ids[i]!) + 1;
      this.symbols[at++] = 0;
    }
    this.length = length;
    this.symbols.fill(0, length, length + this.#order);
    let run = 0;
    for (let p = length - 1; p >= 0; p--) {
      run = this.symbols[p] === 0 ? 0 : Math.min(run + 1, this.#order);
      this.whole[p] = run;
    }
    this.#sort(alphabet.size + 1);
  }

  /** Last token first; each pass is stable. */
  #sort(kinds: number): void {
    const { symbols, length } = this;
    const next = this.#next;
    let from = this.positions;
    let to = this.#sorted;
    for (let p = 0; p < length; p++) from[p] = p;
    for (let d = this.#order - 1; d >= 0; d--) {
      next.fill(0, 0, kinds + 1);
      for (let p = 0; p < length; p++) next[symbols[p + d]! + 1]!++;
      for (let symbol = 1; symbol < kinds; symbol++) next[symbol]! += next[symbol - 1]!;
      for (let k = 0; k < length; k++) {
        const position = from[k]!;
        to[next[symbols[position + d]!]!++] = position;
      }
      [from, to] = [to, from];
    }
    this.positions = from;
    this.#sorted = to;
  }

  #reserve(length: number, kinds: number): void {
    if (length > this.positions.length) {
      this.positions = new Int32Array(length);
      this.#sorted = new Int32Array(length);
      this.whole = new Uint8Array(length);
      this.symbols = new Int32Array(length + this.#order);
    }
    if (kinds + 1 > this.#next.length) this.#next = new Int32Array(kinds + 1);
  }
}

export class SortedNgrams {
  readonly #order: number;
  readonly #references: SortedText;
  readonly #text: SortedText;
  #referenceOf = new Int32Array(0); // by position in the references
  #count = 0;

  constructor(order: number) {
    this.#order = order;
    this.#references = new SortedText(order);
    this.#text = new SortedText(order);
  }

  setReferences(references: readonly Tokens[], alphabet: Alphabet): void {
    this.#references.read(references, alphabet);
    this.#count = references.length;
    if (this.#references.length > this.#referenceOf.length) this.#referenceOf = new Int32Array(this.#references.length);
    let at = 0;
    references.forEach(({ start, end }, r) => this.#referenceOf.fill(r, at, (at += end - start + 1)));
  }

  /** Adds to matches[at + n − 1] how many n-grams of the text are in the references, each at most as often as in one of them. */
  match(tokens: Tokens, alphabet: Alphabet, matches: Float64Array, at: number): void {
    const order = this.#order;
    const count = this.#count;
    const references = this.#references;
    const text = this.#text;
    text.read([tokens], alphabet);
    // Keys seen so far, of the text and of each reference; and as they were when the current n-gram began, by its length − 1.
    const seen = new Int32Array(1 + count);
    const begun = new Int32Array(order * (1 + count));
    let r = 0;
    let t = 0;
    let before: SortedText = text;
    let position = 0;
    let first = true;
    for (;;) {
      const ended = t === text.length && r === references.length;
      const takeText =
        r === references.length ||
        (t < text.length && isLess(text, text.positions[t]!, references, references.positions[r]!, order));
      const side = takeText ? text : references;
      const next = side.positions[takeText ? t : r]!;
      const shared = first || ended ? 0 : common(before, position, side, next, order);
      // The n-grams longer than what the next key shares are complete. Those that reach past an end do not count.
      for (let n = shared; n < order; n++) {
        const row = n * (1 + count);
        let most = 0;
        for (let k = 1; k <= count; k++) most = Math.max(most, seen[k]! - begun[row + k]!);
        if (!first && n < before.whole[position]!) matches[at + n]! += Math.min(most, seen[0]! - begun[row]!);
        for (let k = 0; k <= count; k++) begun[row + k] = seen[k]!;
      }
      if (ended) return;
      first = false;
      before = side;
      position = next;
      if (takeText) {
        t++;
        seen[0]!++;
      } else {
        r++;
        seen[1 + this.#referenceOf[next]!]!++;
      }
    }
  }
}

function isLess(a: SortedText, p: number, b: SortedText, q: number, order: number): boolean {
  for (let n = 0; n < order; n++) {
    const left = a.symbols[p + n]!;
    const right = b.symbols[q + n]!;
    if (left !== right) return left < right;
  }
  return false;
}

/** How many tokens are equal from both positions, at most `order`. */
function common(a: SortedText, p: number, b: SortedText, q: number, order: number): number {
  let n = 0;
  while (n < order && a.symbols[p + n] === b.symbols[q + n]) n++;
  return n;
}
