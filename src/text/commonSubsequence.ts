/**
 * Length of the longest common subsequence, bit-parallel: one bit per reference word, one step per hypothesis word.
 * Crochemore et al. (2001) in the form of Hyyrö (2004), in blocks of 32 reference words. A bit is 0 where the length grows by one.
 */
import type { Tokens } from '../core/index.ts';
import { Alphabet } from './alphabet.ts';

export class CommonSubsequence {
  readonly #alphabet = new Alphabet();
  #equal = new Int32Array(64); // by symbol and block: where the symbol stands in the reference
  #row = new Int32Array(1);

  length(hypothesis: Tokens, reference: Tokens): number {
    const { start, end, ids } = reference;
    const alphabet = this.#alphabet;
    alphabet.set([reference]);
    const blocks = (end - start + 31) >>> 5;
    const size = alphabet.size * blocks;
    if (size > this.#equal.length) this.#equal = new Int32Array(2 * size);
    else this.#equal.fill(0, 0, size);
    if (blocks > this.#row.length) this.#row = new Int32Array(2 * blocks);
    const equal = this.#equal;
    const row = this.#row.fill(-1, 0, blocks);
    for (let j = 0; j < end - start; j++) {
      equal[alphabet.symbol(ids[start + j]!) * blocks + (j >>> 5)]! |= 1 << (j & 31);
    }

    for (let i = hypothesis.start; i < hypothesis.end; i++) {
      const symbol = alphabet.symbol(hypothesis.ids[i]!);
      if (symbol < 0) continue;
      let carry = 0;
      for (let b = 0; b < blocks; b++) {
        const before = row[b]!;
        const hits = before & equal[symbol * blocks + b]!;
        const sum = (before >>> 0) + (hits >>> 0) + carry;
        carry = sum > 0xffffffff ? 1 : 0;
        row[b] = sum | 0 | (before ^ hits);
      }
    }

    // Bits beyond the reference have no hits; but a carry reaches them and may clear them, so they are set aside.
    let length = 0;
    for (let b = 0; b < blocks; b++) {
      const words = Math.min(32, end - start - 32 * b);
      length += zeros(words === 32 ? row[b]! : row[b]! | (-1 << words));
    }
    return length;
  }
}

/** How many of 32 bits are 0. */
function zeros(bits: number): number {
  let ones = ~bits;
  ones -= (ones >>> 1) & 0x55555555;
  ones = (ones & 0x33333333) + ((ones >>> 2) & 0x33333333);
  return Math.imul((ones + (ones >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
