/**
 * CDER's distance: the reference is covered word by word while a cursor moves through the hypothesis; a long jump takes it to any other
 * position. Leusch, Ueffing and Ney, EACL 2006; rows as in Moses and in EED.
 * A row holds, by cursor, the cost of covering the reference so far. The first row is 0, 1, 1, …; the next adds a substitution (0 if the
 * words are equal) along the diagonal or 1 straight on; then everything above the row's minimum + 1 is lowered to it, which is the
 * jump. (A step to the right costs 1, too, so it never beats the jump.)
 */
import type { Tokens } from '../../core/index.ts';
import { lower } from '../integers.ts';
import { Alphabet } from '../words/alphabet.ts';

/** The unit of bounds, so that they are integers. */
export const unit = 1 << 20;

/** The number of rows kept before all open costs are settled; it bounds the memory. */
export const mostRows = 32;

/** The cost of substituting a word, from 0 to 1; words are numbered from 0. */
export interface SubstitutionCosts {
  /** Prepares reference words from this one, a multiple of `mostRows`, and this many; returns its column in `bounds`. */
  startBand(referenceWord: number): number;
  /** By hypothesis word: where its row in `bounds` starts. */
  readonly rows: Int32Array;
  /**
   * By such a row and column of a reference word: a lower bound of the cost, which is 0, or `unit`, or a number of units that is at least
   * one unit too low; that is far more than the rounding error of sums of costs.
   */
  readonly bounds: Int32Array;
  /** 0 for equal words. If the cost is not below `limit`, any value from the limit up to it. */
  of(hypothesisWord: number, referenceWord: number, limit: number): number;
}

const noCosts: SubstitutionCosts = {
  startBand: () => 0,
  rows: new Int32Array(0),
  bounds: new Int32Array(0),
  of: () => 1,
};

export class CoverDistance {
  readonly #alphabet = new Alphabet();
  // Positions of hypothesis words: the last position (from 1) by symbol, and the previous one with the same word.
  #heads = new Int32Array(64);
  #next = new Int32Array(65);
  #low = new Int32Array(3); // as bits: cursors at the row's minimum; all others are one above
  #matched = new Int32Array(64);
  // Rows with costs of substitution, by row and cursor.
  #costs = noCosts;
  #width = 0;
  #first = 0; // reference word of the first row
  #column = 0; // of that word among the bounds
  readonly #least = new Float64Array(mostRows + 1); // by row: its minimum; the jump costs one more
  readonly #rises = new Int32Array(mostRows + 1); // by row: an upper bound, in units, on the rise of the minimum from the row before
  #lows = new Int32Array(64); // (see `weighted`) a lower bound of the value, in units above the minimum of the row before
  #values = new Float64Array(64); // before the jump lowers it, or −1 if still open
  #candidates = new Int32Array(64); // cursors of the current row that may be below the straight step from the minimum

  /** Substituting a word costs 1. A row then has only two values, and the lower one spreads like bits of a word. */
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
        // Every lowest cursor stays or goes on for 1, and a match from any other position is as cheap.
        least++;
        for (let b = blocks - 1; b > 0; b--) low[b]! |= (low[b]! << 1) | (low[b - 1]! >>> 31);
        low[0] |= low[0] << 1;
        for (let i = first; i > 0; i = next[i]!) low[i >>> 5]! |= 1 << (i & 31);
      }
    }
    return least + (((low[length >>> 5]! >>> (length & 31)) & 1) === 1 ? 0 : 1);
  }

  /**
   * Substitution costs come from `costs`. They are slow to compute, and few of them matter. So rows are filled with lower bounds; then in
   * each row the minimum is settled, beginning where the bound is lowest, until no bound is below it; everything else stays open until
   * a value that must be settled depends on it.
   * A bound is 0 or 1 above the minimum of the row before only for that value itself and for the jump, which it then equals to the
   * last bit; all others are at least a unit too low. So if one value's bound is not below another value, neither is the value.
   */
  weighted(hypothesis: Tokens, reference: Tokens, costs: SubstitutionCosts): number {
    const words = reference.end - reference.start;
    const width = this.#startRows(hypothesis.end - hypothesis.start + 1, costs);
    const lows = this.#lows;
    const lowest = this.#candidates;
    this.#startBand(0, words);
    let row = 0;
    for (let j = 0; j < words; j++) {
      if (row === mostRows) {
        // From the right, because a value depends on those of the first row up to its own cursor.
        for (let i = width - 1; i >= 0; i--) this.#values[i] = this.#settle(row, i);
        this.#least[0] = this.#least[row]!;
        this.#startBand(j, words);
        row = 0;
      }
      const rise = this.#rises[row]!;
      const above = row * width;
      const { bounds, rows } = costs;
      const column = this.#column + row;
      row++;
      const start = above + width;
      let before = lower(lows[above]! - rise, unit); // of the row above, one cursor back, lowered by the jump
      let candidates = 0;
      lows[start] = before + unit;
      for (let i = 1; i < width; i++) {
        const diagonal = before + bounds[rows[i - 1]! + column]!;
        before = lower(lows[above + i]! - rise, unit);
        lows[start + i] = lower(before + unit, diagonal);
        lowest[candidates] = i; // kept if the next line says so; a branch would be predicted badly
        candidates += (diagonal - unit) >>> 31;
      }
      this.#settleLeast(row, candidates);
    }
    return this.#settle(row, width - 1);
  }

  #startRows(width: number, costs: SubstitutionCosts): number {
    const size = (mostRows + 1) * width;
    if (size > this.#lows.length) {
      this.#lows = new Int32Array(2 * size);
      this.#values = new Float64Array(2 * size);
      this.#candidates = new Int32Array(2 * width);
    }
    this.#values.fill(1, 0, width);
    this.#values[0] = 0;
    this.#least[0] = 0;
    this.#costs = costs;
    return (this.#width = width);
  }

  /** Begins with a row whose values are settled. */
  #startBand(first: number, words: number): void {
    this.#first = first;
    this.#column = this.#costs.startBand(first);
    this.#rises[0] = 0;
    const width = this.#width;
    for (let i = 0; i < width; i++) this.#lows[i] = unitsBelow(this.#values[i]!, this.#least[0]!);
    this.#values.fill(-1, width, (Math.min(mostRows, words - first) + 1) * width);
  }

  #settleLeast(row: number, candidates: number): void {
    const start = row * this.#width;
    const leastBefore = this.#least[row - 1]!;
    let least = (this.#least[row] = leastBefore + 1); // a straight step is possible
    let limit = unit;
    for (let left = candidates; left > 0 && limit > 0; left--) {
      const i = this.#takeLowest(start, left, limit);
      if (i < 0) break;
      const value = this.#settle(row, i);
      if (value >= least) continue;
      least = value;
      limit = unitsAbove(value, leastBefore);
    }
    this.#least[row] = least;
    this.#rises[row] = limit;
  }

  /** Removes the one with the lowest bound from the first `count` candidates; −1 if none is below the limit. */
  #takeLowest(start: number, count: number, limit: number): number {
    const lows = this.#lows;
    const candidates = this.#candidates;
    let lowest = -1;
    let low = limit;
    for (let c = 0; c < count; c++) {
      if (lows[start + candidates[c]!]! >= low) continue;
      low = lows[start + candidates[c]!]!;
      lowest = c;
    }
    if (lowest < 0) return -1;
    const i = candidates[lowest]!;
    candidates[lowest] = candidates[count - 1]!;
    return i;
  }

  /** The value at a cursor of a row; settles the values that it depends on. */
  #settle(row: number, i: number): number {
    const lows = this.#lows;
    const at = row * this.#width + i;
    const jump = this.#least[row]! + 1;
    const known = this.#values[at]!;
    if (known >= 0) return known < jump ? known : jump;
    const above = at - this.#width;
    const least = this.#least[row - 1]!;
    const rise = this.#rises[row - 1]!;
    const straight = lower(lows[above]! - rise, unit);
    const isStraight = lows[at] === straight + unit; // the likelier step first
    let best = isStraight ? Math.min(jump, this.#settle(row - 1, i) + 1) : jump;
    if (i > 0) {
      const before = least + lower(lows[above - 1]! - rise, unit) / unit;
      const bound = this.#costs.bounds[this.#costs.rows[i - 1]! + this.#column + row - 1]!;
      const limit = best - before + 1 / unit; // more than the rounding error
      if (before < best && bound / unit < limit) {
        const cost = bound === unit ? 1 : this.#costs.of(i - 1, this.#first + row - 1, limit);
        if (before + cost < best) best = Math.min(best, this.#settle(row - 1, i - 1) + cost);
      }
    }
    if (!isStraight && least + straight / unit + 1 < best) best = Math.min(best, this.#settle(row - 1, i) + 1);
    lows[at] = unitsBelow(best, least);
    return (this.#values[at] = best);
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

/** How far a value is above the minimum of its row, as a lower and an upper bound; see `weighted`. */
const unitsBelow = (value: number, least: number): number =>
  value === least ? 0 : value === least + 1 ? unit : Math.floor((value - least) * unit) - 1;
const unitsAbove = (value: number, least: number): number =>
  value === least ? 0 : value === least + 1 ? unit : Math.ceil((value - least) * unit) + 1;
