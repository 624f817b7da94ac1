/**
 * xoshiro128** 1.1 of Blackman and Vigna (ACM TOMS 2021): chance from a few operations on 32-bit words, which JavaScript has, and so several
 * times as fast as `Pcg64`. It can jump ahead, so that one seed makes many streams that never meet. Numbers below a bound are made as
 * Lemire (2019) does.
 */
import { type Random, drawBelow, seedWords } from './random.ts';

/** What 2⁶⁴ steps do to a state, as a polynomial over bits. */
const jumpPolynomial = Int32Array.of(0x8764000b, 0xf542d2d3, 0x6fa035c3, 0x77f2db5b);

/** A fast random number generator with many independent streams for one seed. */
export class Xoshiro128 implements Random {
  readonly #state: Int32Array;

  /** Four words, not all of them 0. */
  constructor(state: ArrayLike<number>) {
    this.#state = Int32Array.from(state);
  }

  /** The state are the first words that NumPy's SeedSequence makes of the seed. */
  static seeded(seed: number | bigint): Xoshiro128 {
    return new Xoshiro128(seedWords(seed).subarray(0, 4));
  }

  /** One that goes on with the same numbers. */
  copy(): Xoshiro128 {
    return new Xoshiro128(this.#state);
  }

  uint32(): number {
    const state = this.#state;
    const s1 = state[1]!;
    const s2 = state[2]! ^ state[0]!;
    const s3 = state[3]! ^ s1;
    state[1] = s1 ^ s2;
    state[0]! ^= s3;
    state[2] = s2 ^ (s1 << 9);
    state[3] = (s3 << 11) | (s3 >>> 21);
    return scramble(s1) >>> 0;
  }

  below(n: number): number {
    return drawBelow(this, n);
  }

  /** Up to 2¹⁶ two numbers are made of each draw, of its upper and then its lower half; above, the same as calling `below` for each. */
  fillBelow(out: Uint32Array, n: number): void {
    if (n < 2 || n > mostFromWords || !Number.isInteger(n)) {
      for (let i = 0; i < out.length; i++) out[i] = this.below(n);
      return;
    }
    if (n > 0x1_0000) {
      fillFromWords(this.#state, out, n);
      return;
    }
    const threshold = 0x1_0000 % n;
    if (fillFromHalves(this.#state, out, n, threshold) < out.length)
      out[out.length - 1] = this.#fromUpperHalf(n, threshold);
  }

  /** Draws as many numbers below `counts.length` as that is, the same as `fillBelow`, and writes how often it drew each. */
  tallyBelow(counts: Uint32Array): void {
    const n = counts.length;
    counts.fill(0);
    if (n > 0x1_0000 || n < 2) {
      const some = new Uint32Array(Math.min(n, 4096));
      for (let i = 0; i < n; i += some.length) {
        const drawn = some.subarray(0, n - i);
        this.fillBelow(drawn, n);
        for (let k = 0; k < drawn.length; k++) counts[drawn[k]!]!++;
      }
      return;
    }
    const threshold = 0x1_0000 % n;
    if (tallyFromHalves(this.#state, counts, threshold) < n) counts[this.#fromUpperHalf(n, threshold)]!++;
  }

  #fromUpperHalf(n: number, threshold: number): number {
    for (;;) {
      const product = Math.imul(this.uint32() >>> 16, n);
      if ((product & 0xffff) >= threshold) return product >>> 16;
    }
  }

  /** Goes on as after 2⁶⁴ draws. */
  jump(): void {
    const state = this.#state;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let bit = 0; bit < 128; bit++) {
      const mask = -((jumpPolynomial[bit >>> 5]! >>> (bit & 31)) & 1);
      a ^= state[0]! & mask;
      b ^= state[1]! & mask;
      c ^= state[2]! & mask;
      d ^= state[3]! & mask;
      this.uint32();
    }
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = d;
  }
}

/**
 * Fills all but at most one, and returns how many. A product below the threshold would make some numbers likelier than others: the next one
 * is written over it, without a branch.
 */
function fillFromHalves(state: Int32Array, out: Uint32Array, n: number, threshold: number): number {
  const last = out.length - 1;
  let s0 = state[0]!;
  let s1 = state[1]!;
  let s2 = state[2]!;
  let s3 = state[3]!;
  let i = 0;
  while (i < last) {
    const draw = scramble(s1);
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = (s3 << 11) | (s3 >>> 21);
    const upper = Math.imul(draw >>> 16, n);
    out[i] = upper >>> 16;
    i += 1 + (((upper & 0xffff) - threshold) >> 31);
    const lower = Math.imul(draw & 0xffff, n);
    out[i] = lower >>> 16;
    i += 1 + (((lower & 0xffff) - threshold) >> 31);
  }
  state[0] = s0;
  state[1] = s1;
  state[2] = s2;
  state[3] = s3;
  return i;
}

/** Up to this the product of a draw and the bound is exact in a double. */
const mostFromWords = 2 ** 21;

/** Numbers below `n`, one of each draw: `drawBelow` with the state in registers. */
function fillFromWords(state: Int32Array, out: Uint32Array, n: number): void {
  const threshold = (0x1_0000_0000 - n) % n;
  const scale = n / 0x1_0000_0000;
  let s0 = state[0]!;
  let s1 = state[1]!;
  let s2 = state[2]!;
  let s3 = state[3]!;
  for (let i = 0; i < out.length;) {
    const draw = scramble(s1);
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = (s3 << 11) | (s3 >>> 21);
    if (Math.imul(draw, n) >>> 0 >= threshold) out[i++] = (draw >>> 0) * scale;
  }
  state[0] = s0;
  state[1] = s1;
  state[2] = s2;
  state[3] = s3;
}

/** What `fillFromHalves` draws, counted at once: a number that would be written over counts 0. To count afterwards takes as long again. */
function tallyFromHalves(state: Int32Array, counts: Uint32Array, threshold: number): number {
  const n = counts.length;
  const last = n - 1;
  let s0 = state[0]!;
  let s1 = state[1]!;
  let s2 = state[2]!;
  let s3 = state[3]!;
  let i = 0;
  while (i < last) {
    const draw = scramble(s1);
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = (s3 << 11) | (s3 >>> 21);
    const upper = Math.imul(draw >>> 16, n);
    const ofUpper = 1 + (((upper & 0xffff) - threshold) >> 31);
    counts[upper >>> 16]! += ofUpper;
    const lower = Math.imul(draw & 0xffff, n);
    const ofLower = 1 + (((lower & 0xffff) - threshold) >> 31);
    counts[lower >>> 16]! += ofLower;
    i += ofUpper + ofLower;
  }
  state[0] = s0;
  state[1] = s1;
  state[2] = s2;
  state[3] = s3;
  return i;
}

function scramble(word: number): number {
  const product = Math.imul(word, 5);
  return Math.imul((product << 7) | (product >>> 25), 9);
}

/** Streams of one seed, 2⁶⁴ draws apart, each from its start whenever it is asked for. Rising order is quick. */
export function xoshiroStreams(seed: number | bigint): (stream: number) => Xoshiro128 {
  let at = 0;
  let start = Xoshiro128.seeded(seed);
  return (stream) => {
    if (stream < at) {
      at = 0;
      start = Xoshiro128.seeded(seed);
    }
    for (; at < stream; at++) start.jump();
    return start.copy();
  };
}
