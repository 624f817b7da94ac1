/**
 * Edit distance between a hypothesis and a reference, bit-parallel: one bit per reference word, one step per hypothesis word.
 * Myers (1999) in the form of Hyyrö (2003), in blocks of 32 reference words. Keeps all rows, so that the alignment can be
 * traced back and a changed hypothesis can be evaluated from its first changed word.
 * D(i, j) below is the distance between the first i hypothesis words and the first j reference words.
 */
import { countBits } from '../integers.ts';

export class BitDistance {
  // The table, for callers that need more than paths.
  blocks = 0;
  equal = new Int32Array(64); // by symbol and block: the positions of the symbol in the reference
  // By row and block: bit j − 1 says …
  rise = new Int32Array(64); // … D(i, j) = D(i, j − 1) + 1
  fall = new Int32Array(64); // … D(i, j) = D(i, j − 1) − 1
  diagonal = new Int32Array(64); // … D(i, j) = D(i − 1, j − 1)
  above = new Int32Array(64); // … D(i, j) = D(i − 1, j) + 1
  /** The bit of the last reference word in the last block. */
  lastBit = 0;
  #words = 0; // reference words
  #last = new Int32Array(65); // by row: D(i, reference length)
  #rows = 0;
  // Rise and fall of the current row when a changed hypothesis is tried.
  #triedRise = new Int32Array(1);
  #triedFall = new Int32Array(1);

  /** Takes a reference of symbols 0 … symbols − 1; hypothesis words not in it have the symbol `symbols`. */
  setReference(reference: Int32Array, length: number, symbols: number): void {
    const blocks = (this.blocks = Math.max(1, (length + 31) >>> 5));
    this.#words = length;
    this.lastBit = 1 << ((length - 1) & 31);
    const size = (symbols + 1) * blocks;
    if (size > this.equal.length) this.equal = new Int32Array(2 * size);
    else this.equal.fill(0, 0, size);
    for (let j = 0; j < length; j++) this.equal[reference[j]! * blocks + (j >>> 5)]! |= 1 << (j & 31);
    if (blocks > this.#triedRise.length) {
      this.#triedRise = new Int32Array(blocks);
      this.#triedFall = new Int32Array(blocks);
    }
  }

  /** The distance of the whole hypothesis; fills the table for `try`. The first `same` words must be those of the previous run, if there are any. */
  run(hypothesis: Int32Array, length: number, same = 0): number {
    const blocks = this.blocks;
    const size = (length + 1) * blocks;
    if (size > this.rise.length || length + 1 > this.#last.length) this.#grow(2 * size, 2 * length + 1);
    const equal = this.equal;
    const rise = this.rise;
    const fall = this.fall;
    const diagonal = this.diagonal;
    const above = this.above;
    if (same === 0) {
      rise.fill(-1, 0, blocks);
      fall.fill(0, 0, blocks);
      this.#last[0] = this.#words;
    }
    this.#rows = length;
    let score = this.#last[same]!;
    const lastBit = (this.#words - 1) & 31;
    let at = same * blocks;
    for (let i = same; i < length; i++) {
      const symbol = hypothesis[i]! * blocks;
      let riseIn = 1; // the row above starts at i, this one at i + 1
      let fallIn = 0;
      let up = 0;
      let down = 0;
      for (let b = 0; b < blocks; b++, at++) {
        const r = rise[at]!;
        const f = fall[at]!;
        const x = equal[symbol + b]! | fallIn;
        const d = ((((x & r) + r) | 0) ^ r) | x | f;
        up = f | ~(d | r);
        down = d & r;
        const upIn = (up << 1) | riseIn;
        const downIn = (down << 1) | fallIn;
        riseIn = up >>> 31;
        fallIn = down >>> 31;
        diagonal[at + blocks] = d;
        above[at + blocks] = up;
        rise[at + blocks] = downIn | ~(d | upIn);
        fall[at + blocks] = upIn & d;
      }
      score += ((up >>> lastBit) & 1) - ((down >>> lastBit) & 1);
      this.#last[i + 1] = score;
    }
    return score;
  }

  /** Whether D(i, j) is D(i − 1, j − 1). */
  keepsDiagonal(i: number, j: number): boolean {
    return ((this.diagonal[i * this.blocks + ((j - 1) >>> 5)]! >>> ((j - 1) & 31)) & 1) === 1;
  }

  /** Whether D(i, j) is D(i − 1, j) + 1. */
  risesFromAbove(i: number, j: number): boolean {
    return ((this.above[i * this.blocks + ((j - 1) >>> 5)]! >>> ((j - 1) & 31)) & 1) === 1;
  }

  /**
   * The distance if words from … to − 1 of the last hypothesis were those in `changed`.
   * Stops as soon as a row after the change equals the old one, because all later rows then do. Also stops when the distance cannot
   * be `limit` or less, because no row lowers it by more than 1; it is then only known to be above.
   */
  try(hypothesis: Int32Array, changed: Int32Array, from: number, to: number, limit = Infinity): number {
    const blocks = this.blocks;
    const equal = this.equal;
    const oldRise = this.rise;
    const oldFall = this.fall;
    const rows = this.#rows;
    let score = this.#last[from]!;
    const lastBit = (this.#words - 1) & 31;
    const highest = limit + rows - 1;

    if (blocks === 1) {
      let r = oldRise[from]!;
      let f = oldFall[from]!;
      for (let i = from; i < rows; i++) {
        const x = equal[i < to ? changed[i]! : hypothesis[i]!]!;
        const d = ((((x & r) + r) | 0) ^ r) | x | f;
        const up = f | ~(d | r);
        const down = d & r;
        score += ((up >>> lastBit) & 1) - ((down >>> lastBit) & 1);
        if (score + i > highest) return score;
        const upIn = (up << 1) | 1;
        r = (down << 1) | ~(d | upIn);
        f = upIn & d;
        if (i + 1 >= to && r === oldRise[i + 1]! && f === oldFall[i + 1]!) {
          return score + this.#last[rows]! - this.#last[i + 1]!;
        }
      }
      return score;
    }

    if (blocks === 2) {
      let r = oldRise[2 * from]!;
      let f = oldFall[2 * from]!;
      let r2 = oldRise[2 * from + 1]!;
      let f2 = oldFall[2 * from + 1]!;
      for (let i = from; i < rows; i++) {
        const symbol = 2 * (i < to ? changed[i]! : hypothesis[i]!);
        const x = equal[symbol]!;
        const d = ((((x & r) + r) | 0) ^ r) | x | f;
        let up = f | ~(d | r);
        let down = d & r;
        const fallIn = down >>> 31;
        const riseIn = up >>> 31;
        up = (up << 1) | 1;
        r = (down << 1) | ~(d | up);
        f = up & d;
        const x2 = equal[symbol + 1]! | fallIn;
        const d2 = ((((x2 & r2) + r2) | 0) ^ r2) | x2 | f2;
        up = f2 | ~(d2 | r2);
        down = d2 & r2;
        score += ((up >>> lastBit) & 1) - ((down >>> lastBit) & 1);
        if (score + i > highest) return score;
        up = (up << 1) | riseIn;
        r2 = (down << 1) | fallIn | ~(d2 | up);
        f2 = up & d2;
        if (i + 1 < to || r !== oldRise[2 * i + 2]! || f !== oldFall[2 * i + 2]!) continue;
        if (r2 === oldRise[2 * i + 3]! && f2 === oldFall[2 * i + 3]!)
          return score + this.#last[rows]! - this.#last[i + 1]!;
      }
      return score;
    }

    const rise = this.#triedRise;
    const fall = this.#triedFall;
    for (let b = 0; b < blocks; b++) {
      rise[b] = oldRise[from * blocks + b]!;
      fall[b] = oldFall[from * blocks + b]!;
    }
    for (let i = from; i < rows; i++) {
      const symbol = (i < to ? changed[i]! : hypothesis[i]!) * blocks;
      let riseIn = 1;
      let fallIn = 0;
      let up = 0;
      let down = 0;
      let same = i + 1 >= to;
      for (let b = 0; b < blocks; b++) {
        const r = rise[b]!;
        const f = fall[b]!;
        const x = equal[symbol + b]! | fallIn;
        const d = ((((x & r) + r) | 0) ^ r) | x | f;
        up = f | ~(d | r);
        down = d & r;
        const upIn = (up << 1) | riseIn;
        const downIn = (down << 1) | fallIn;
        riseIn = up >>> 31;
        fallIn = down >>> 31;
        const newRise = (rise[b] = downIn | ~(d | upIn));
        const newFall = (fall[b] = upIn & d);
        const at = (i + 1) * blocks + b;
        same &&= newRise === oldRise[at]! && newFall === oldFall[at]!;
      }
      score += ((up >>> lastBit) & 1) - ((down >>> lastBit) & 1);
      if (score + i > highest) return score;
      if (same) return score + this.#last[rows]! - this.#last[i + 1]!;
    }
    return score;
  }

  /**
   * The distance of the last hypothesis without its words i … rest − 1, or some value above `limit` if it is above. `backward` was run on
   * both texts reversed: the first i words reach some position in the reference, and the words from `rest` start there.
   * From one position to the next either part changes by at most 1, so positions too close to the ends to reach the limit are skipped.
   */
  without(i: number, rest: number, backward: BitDistance, limit: number): number {
    const words = this.#words;
    const left = this.#rows - rest;
    let j = Math.max(0, (i + backward.#last[left]! - limit + 1) >> 1);
    const end = words - Math.max(0, (this.#last[i]! + left - limit + 1) >> 1);
    if (j > end) return limit + 1;
    const row = i * this.blocks;
    const other = left * this.blocks;
    const rise = this.rise;
    const fall = this.fall;
    const backwardRise = backward.rise;
    const backwardFall = backward.fall;
    let sum = this.#at(i, j) + backward.#at(left, words - j);
    let least = sum;
    for (let k = words - 1 - j; j < end; j++, k--) {
      const at = row + (j >>> 5);
      const to = other + (k >>> 5);
      sum += ((rise[at]! >>> j) & 1) - ((fall[at]! >>> j) & 1);
      sum += ((backwardFall[to]! >>> k) & 1) - ((backwardRise[to]! >>> k) & 1);
      if (sum < least) least = sum;
    }
    return least;
  }

  /** D(i, j). */
  #at(i: number, j: number): number {
    let at = i * this.blocks;
    let distance = i;
    for (; j >= 32; j -= 32, at++) distance += countBits(this.rise[at]!) - countBits(this.fall[at]!);
    if (j === 0) return distance;
    return distance + countBits(this.rise[at]! << (32 - j)) - countBits(this.fall[at]! << (32 - j));
  }

  /** The run that needs more room fills the table again. */
  #grow(size: number, rows: number): void {
    this.rise = new Int32Array(size);
    this.fall = new Int32Array(size);
    this.diagonal = new Int32Array(size);
    this.above = new Int32Array(size);
    this.#last = new Int32Array(rows);
  }
}
