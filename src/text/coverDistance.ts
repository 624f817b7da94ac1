/**
 * CDER's distance: the reference is covered word by word while a cursor moves through the hypothesis, which it may leave for any other
 * place by a long jump. Leusch, Ueffing and Ney, EACL 2006; rows as in Moses and in EED.
 * A row holds, by cursor, the cost of covering the reference so far. Its first one is 0, 1, 1, …; the next adds a substitution (0 if the
 * words are equal) along the diagonal or 1 straight on; then everything above the row's least value + 1 is cut down to it, which is the
 * jump. (A step to the right costs 1, too, so it never beats the jump.)
 */
import type { Tokens } from '../core/index.ts';
import { Alphabet } from './alphabet.ts';

/** From 0 to 1, by the numbers of two words from 0 on. From `limit` on it need not be exact, as long as it is not below it. */
export type SubstitutionCost = (hypothesisWord: number, referenceWord: number, limit: number) => number;

const band = 32;
/** Bounds count in parts of 1. */
export const unit = 1 << 20;
/** Writes what the costs by words of the hypothesis are not below, in units. */
export type LeastCosts = (referenceWord: number, costs: Int32Array, count: number) => void;
const noBounds: LeastCosts = (_, costs, count) => costs.fill(0, 0, count);

export class CoverDistance {
  readonly #alphabet = new Alphabet();
  // Where the words of the hypothesis stand: the last position from 1 on by symbol, and the one before with the same word.
  #heads = new Int32Array(64);
  #next = new Int32Array(65);
  #low = new Int32Array(3); // as bits: cursors at the row's least value; all others are at one more
  #matched = new Int32Array(64);
  #rows = new Int32Array(64);
  #exact = new Float64Array(64);
  #least = new Int32Array(64);
  readonly #mins = new Float64Array(band + 1);
  readonly #rises = new Int32Array(band + 1);
  #width = 0;
  #first = 0;
  #cost: SubstitutionCost = () => 1;

  /** Substituting a word costs 1. Then a row has but two values, and the lower one spreads like bits of a word. */
  between(hypothesis: Tokens, reference: Tokens): number {
    const length = hypothesis.end - hypothesis.start;
    this.#index(hypothesis, length);
    const blocks = (length >>> 5) + 1;
    const low = this.#low.fill(0, 0, blocks);
    const next = this.#next;
    const matched = this.#matched;
    low[0] = 1;
    let least = 0;
    for (let j = reference.start; j < reference.end; j++) {
      const symbol = this.#alphabet.symbol(reference.ids[j]!);
      const first = symbol < 0 ? 0 : this.#heads[symbol]!;
      let matches = 0;
      for (let i = first; i > 0; i = next[i]!) {
        if (((low[(i - 1) >>> 5]! >>> ((i - 1) & 31)) & 1) === 1) matched[matches++] = i;
      }
      if (matches > 0) {
        low.fill(0, 0, blocks);
        for (let k = 0; k < matches; k++) low[matched[k]! >>> 5]! |= 1 << (matched[k]! & 31);
      } else {
        // Every lowest cursor stays or goes on for 1, and a match from any other place is as cheap.
        least++;
        for (let b = blocks - 1; b > 0; b--) low[b]! |= (low[b]! << 1) | (low[b - 1]! >>> 31);
        low[0] |= low[0] << 1;
        for (let i = first; i > 0; i = next[i]!) low[i >>> 5]! |= 1 << (i & 31);
      }
    }
    return least + (((low[length >>> 5]! >>> (length & 31)) & 1) === 1 ? 0 : 1);
  }

  /** Substituting a word costs what `cost` says. */
  weighted(hypothesis: Tokens, reference: Tokens, cost: SubstitutionCost, bounds: LeastCosts = noBounds): number {
    const length = hypothesis.end - hypothesis.start;
    const target = reference.end - reference.start;
    const width = (this.#width = length + 1);
    this.#cost = cost;
    if ((band + 1) * width > this.#rows.length) {
      this.#rows = new Int32Array(2 * (band + 1) * width);
      this.#exact = new Float64Array(2 * (band + 1) * width);
      this.#least = new Int32Array(2 * width);
    }
    const rows = this.#rows;
    const exact = this.#exact.fill(1, 0, width);
    const mins = this.#mins;
    const rises = this.#rises;
    const costs = this.#least;
    exact[0] = 0;
    mins[0] = 0;
    this.#start(0);
    let r = 0;
    for (let j = 0; j < target; j++) {
      if (r === band) {
        for (let i = 0; i < width; i++) exact[i] = this.#value(band, i);
        mins[0] = mins[band]!;
        this.#start(j);
        r = 0;
      }
      const above = r * width;
      const row = above + width;
      const least = mins[r]!;
      const rise = rises[r]!;
      r++;
      bounds(j, costs, length);
      exact.fill(-1, row, row + width);
      let before = lower(rows[above]! - rise, unit);
      let lowest = 0;
      let low = (rows[row] = before + unit);
      for (let i = 1; i < width; i++) {
        const diagonal = before + costs[i - 1]!;
        before = lower(rows[above + i]! - rise, unit);
        const value = lower(before + unit, diagonal);
        rows[row + i] = value;
        if (value < low) {
          low = value;
          lowest = i;
        }
      }
      mins[r] = least + 1;
      let found = this.#value(r, lowest);
      let limit = upperBound(found, least);
      for (;;) {
        low = limit;
        for (let i = 0; i < width; i++) {
          if (rows[row + i]! >= low || exact[row + i]! >= 0) continue;
          low = rows[row + i]!;
          lowest = i;
        }
        if (low === limit) break;
        const value = this.#value(r, lowest);
        if (value >= found) continue;
        found = value;
        limit = upperBound(found, least);
      }
      mins[r] = found;
      rises[r] = limit;
    }
    return this.#value(r, length);
  }

  #start(j: number): void {
    this.#first = j - 1;
    this.#rises[0] = 0;
    const least = this.#mins[0]!;
    for (let i = 0; i < this.#width; i++) this.#rows[i] = lowerBound(this.#exact[i]!, least);
  }

  /** What stands at a cursor of a row, once the costs are known on which it depends. */
  #value(r: number, i: number): number {
    const at = r * this.#width + i;
    const jump = this.#mins[r]! + 1;
    const known = this.#exact[at]!;
    if (known >= 0) return known < jump ? known : jump;
    const rows = this.#rows;
    const above = at - this.#width;
    const least = this.#mins[r - 1]!;
    const rise = this.#rises[r - 1]!;
    let best = jump;
    if (i > 0) {
      const from = least + lower(rows[above - 1]! - rise, unit) / unit;
      if (from < best) {
        const cost = this.#cost(i - 1, this.#first + r, best - from);
        if (from + cost < best) best = Math.min(best, this.#value(r - 1, i - 1) + cost);
      }
    }
    if (least + lower(rows[above]! - rise, unit) / unit + 1 < best) best = Math.min(best, this.#value(r - 1, i) + 1);
    rows[at] = lowerBound(best, least);
    return (this.#exact[at] = best);
  }

  #index(hypothesis: Tokens, length: number): void {
    const { ids, start } = hypothesis;
    const alphabet = this.#alphabet;
    alphabet.set([hypothesis]);
    if (alphabet.size > this.#heads.length) this.#heads = new Int32Array(2 * alphabet.size);
    else this.#heads.fill(0, 0, alphabet.size);
    if (length >= this.#next.length) {
      this.#next = new Int32Array(2 * length + 1);
      this.#matched = new Int32Array(2 * length);
      this.#low = new Int32Array((length >>> 4) + 1);
    }
    for (let i = 1; i <= length; i++) {
      const symbol = alphabet.symbol(ids[start + i - 1]!);
      this.#next[i] = this.#heads[symbol]!;
      this.#heads[symbol] = i;
    }
  }
}

const lower = (a: number, b: number): number => b + ((a - b) & ((a - b) >> 31));

const lowerBound = (value: number, least: number): number =>
  value === least ? 0 : value === least + 1 ? unit : Math.floor((value - least) * unit) - 1;
const upperBound = (value: number, least: number): number =>
  value === least ? 0 : value === least + 1 ? unit : Math.ceil((value - least) * unit) + 1;
