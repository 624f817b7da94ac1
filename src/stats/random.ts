/**
 * PCG64 with the seeding and the draws of NumPy's `default_rng`, so that samples are those NumPy draws.
 * O'Neill (2014): PCG; NumPy's SeedSequence; Lemire (2019) for numbers below a bound.
 * The 128-bit state is four 32-bit words, least significant first.
 */
import { UsageError } from '../core/index.ts';

/** A random number generator; equal seeds give equal streams. */
export interface Random {
  /** An integer below 2³², each as likely. */
  uint32(): number;
  /** An integer from 0 up to but excluding `n`, each as likely; n is an integer from 1 to 2³². */
  below(n: number): number;
  /** Fills `out` with numbers below `n`, faster than `below` makes them. */
  fillBelow(out: Uint32Array, n: number): void;
}

const multiplier = 0x2360ed05_1fc65da4_4385df64_9fccf645n;
const perWord = 1 / 0x1_0000_0000;

/** Words drawn at a time, so that the state stays in registers. */
const end = 512;

/** A random number generator that draws the same numbers as NumPy's `default_rng` with the same seed. */
export class Pcg64 implements Random {
  /** State, then increment. A generator's numbers live in arrays, so that fields never change their representation. */
  readonly #state: Int32Array;
  /** Draws not yet handed out: low and high word of each; in the last place the high word of a draw used by half. */
  readonly #draws = new Uint32Array(end + 1);
  #next = end;
  #half = false;

  constructor(seed: number | bigint) {
    this.#state = startingState(seed);
  }

  /** An integer below 2³². Two of them share a 64-bit draw: its low word comes first. */
  uint32(): number {
    const draws = this.#draws;
    if (this.#half) {
      this.#half = false;
      return draws[end]!;
    }
    if (this.#next === end) this.#refill();
    const next = this.#next;
    this.#next = next + 2;
    this.#half = true;
    draws[end] = draws[next + 1]!;
    return draws[next]!;
  }

  /** An integer from 0 up to but excluding `n`, as NumPy's `integers(n)` and `choice(n)`; n is at most 2³². */
  below(n: number): number {
    return drawBelow(this, n);
  }

  /** The same as calling `below` for each. */
  fillBelow(out: Uint32Array, n: number): void {
    const count = out.length;
    // Up to 2²¹ the product of a draw and n is exact in a double.
    if (n < 2 || n > 0x20_0000 || !Number.isInteger(n)) {
      for (let i = 0; i < count; i++) out[i] = this.below(n);
      return;
    }
    const threshold = (0x1_0000_0000 - n) % n;
    const scale = n * perWord;
    const draws = this.#draws;
    let i = 0;
    while (i < count) {
      if (this.#half) {
        out[i++] = this.below(n);
        continue;
      }
      if (this.#next === end) this.#refill();
      let next = this.#next;
      while (next < end && i < count) {
        const draw = draws[next++]!;
        if (Math.imul(draw, n) >>> 0 >= threshold) out[i++] = (draw * scale) | 0;
      }
      if ((next & 1) === 1) {
        this.#half = true;
        draws[end] = draws[next++]!;
      }
      this.#next = next;
    }
  }

  /** A number from 0 up to but excluding 1, in steps of 2⁻⁵³, as NumPy's `random()`. */
  float(): number {
    if (this.#next === end) this.#refill();
    const next = this.#next;
    this.#next = next + 2;
    return (this.#draws[next + 1]! * 0x20_0000 + (this.#draws[next]! >>> 11)) * 2 ** -53;
  }

  /**
   * A stream of random bits, as one call of NumPy's `integers(2, dtype=bool)` however large: 32 from each draw,
   * the least significant first. Each call of the function returned goes on where the one before ended.
   */
  bits(): (out: Uint8Array) => void {
    let word = 0;
    let left = 0;
    return (out) => {
      for (let i = 0; i < out.length; i++) {
        if (left === 0) {
          word = this.uint32();
          left = 32;
        }
        out[i] = word & 1;
        word >>>= 1;
        left--;
      }
    };
  }

  #refill(): void {
    draw(this.#state, this.#draws, end);
    this.#next = 0;
  }
}

/**
 * Writes words of draws, two for each step: state = state · multiplier + increment, then the state's halves are
 * xored and rotated. Words are multiplied as integers; columns are added as doubles, which hold their carries
 * without a branch.
 */
function draw(state: Int32Array, draws: Uint32Array, words: number): void {
  // The words of the multiplier, and the 16-bit halves of those whose products carry.
  const m0 = 0x9fccf645 | 0;
  const m1 = 0x4385df64;
  const m2 = 0x1fc65da4;
  const m3 = 0x2360ed05;
  const m0Low = m0 & 0xffff;
  const m0High = m0 >>> 16;
  const m1Low = m1 & 0xffff;
  const m1High = m1 >>> 16;
  const m2Low = m2 & 0xffff;
  const m2High = m2 >>> 16;
  const i0 = state[4]!;
  const i1 = state[5]! >>> 0;
  const i2 = state[6]! >>> 0;
  const i3 = state[7]!;
  let s0 = state[0]!;
  let s1 = state[1]!;
  let s2 = state[2]!;
  let s3 = state[3]!;
  for (let at = 0; at < words; at += 2) {
    const r0 = (Math.imul(s0, m0) + i0) | 0;
    const carry = r0 >>> 0 < i0 >>> 0 ? 1 : 0;

    const column1 =
      (highProduct(s0, m0Low, m0High) >>> 0) + (Math.imul(s1, m0) >>> 0) + (Math.imul(s0, m1) >>> 0) + i1 + carry;

    const high2 = (highProduct(s1, m0Low, m0High) >>> 0) + (highProduct(s0, m1Low, m1High) >>> 0);
    const low2 = (Math.imul(s2, m0) >>> 0) + (Math.imul(s1, m1) >>> 0) + (Math.imul(s0, m2) >>> 0);
    const column2 = high2 + low2 + i2 + ((column1 * perWord) | 0);

    // Nothing carries out of the last column, so it may wrap around at every step.
    const high3 =
      (((highProduct(s2, m0Low, m0High) + highProduct(s1, m1Low, m1High)) | 0) + highProduct(s0, m2Low, m2High)) | 0;
    const low3 = (((Math.imul(s3, m0) + Math.imul(s2, m1)) | 0) + ((Math.imul(s1, m2) + Math.imul(s0, m3)) | 0)) | 0;
    s3 = (((high3 + low3) | 0) + ((i3 + ((column2 * perWord) | 0)) | 0)) | 0;
    s2 = column2 | 0;
    s1 = column1 | 0;
    s0 = r0;

    // Rotate by the top six bits: swap the words if the first of them is set, then shift by the other five.
    const turn = s3 >>> 26;
    let high = s3 ^ s1;
    let low = s2 ^ s0;
    const swap = (high ^ low) & -(turn >>> 5);
    high ^= swap;
    low ^= swap;
    const shift = turn & 31;
    const back = 31 - shift; // shifted by 1 and then by this, so that a shift of 0 brings in nothing
    draws[at] = (low >>> shift) | ((high << 1) << back);
    draws[at + 1] = (high >>> shift) | ((low << 1) << back);
  }
  state[0] = s0;
  state[1] = s1;
  state[2] = s2;
  state[3] = s3;
}

/** An integer below `n` from as many draws as it takes: Lemire's method, without bias. Of n = 1 none is drawn. */
export function drawBelow(random: Pick<Random, 'uint32'>, n: number): number {
  if (!Number.isInteger(n) || n < 1 || n > 0x1_0000_0000) {
    throw new UsageError(`A bound must be an integer from 1 to 2³², not ${n}.`);
  }
  if (n === 1) return 0;
  if (n === 0x1_0000_0000) return random.uint32();
  let draw = random.uint32();
  let low = Math.imul(draw, n) >>> 0;
  if (low < n) {
    const threshold = (0x1_0000_0000 - n) % n;
    while (low < threshold) {
      draw = random.uint32();
      low = Math.imul(draw, n) >>> 0;
    }
  }
  return highProduct(draw, n & 0xffff, n >>> 16) >>> 0;
}

/** The upper 32 bits of a · b, where b is given by its 16-bit halves. Both are taken as unsigned. */
function highProduct(a: number, bLow: number, bHigh: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const middle = (Math.imul(aHigh, bLow) + (Math.imul(aLow, bLow) >>> 16)) | 0;
  const other = (Math.imul(aLow, bHigh) + (middle & 0xffff)) | 0;
  return (((Math.imul(aHigh, bHigh) + (middle >>> 16)) | 0) + (other >>> 16)) | 0;
}

/** The state after seeding and, behind it, the increment. */
function startingState(seed: number | bigint): Int32Array {
  const words = seedWords(seed);
  const long = (i: number): bigint => (BigInt(words[i + 1]!) << 32n) | BigInt(words[i]!);
  const increment = BigInt.asUintN(128, (((long(4) << 64n) | long(6)) << 1n) | 1n);
  // The first step, from 0, leaves the increment; then the seed is added, and a second step follows.
  const seeded = increment + ((long(0) << 64n) | long(2));
  const state = BigInt.asUintN(128, seeded * multiplier + increment);
  return Int32Array.from({ length: 8 }, (_, i) => {
    const from = i < 4 ? state : increment;
    return Number(BigInt.asIntN(32, from >> BigInt(32 * (i % 4))));
  });
}

/** NumPy's SeedSequence: eight well mixed words from a seed of any size. */
export function seedWords(seed: number | bigint): Uint32Array {
  if (typeof seed === 'number' ? !Number.isSafeInteger(seed) || seed < 0 : seed < 0n) {
    throw new UsageError(`A seed must be a whole number of at least 0, not ${seed}.`);
  }
  const entropy: number[] = [];
  for (let rest = BigInt(seed); rest > 0n; rest >>= 32n) entropy.push(Number(rest & 0xffff_ffffn));

  let constant = 0x43b0d7e5;
  const hash = (value: number): number => {
    let v = value ^ constant;
    constant = Math.imul(constant, 0x931e8875);
    v = Math.imul(v, constant);
    return v ^ (v >>> 16);
  };
  const mix = (x: number, y: number): number => {
    const v = (Math.imul(0xca01f9dd, x) - Math.imul(0x4973f715, y)) | 0;
    return v ^ (v >>> 16);
  };
  const pool = [0, 1, 2, 3].map((i) => hash(entropy[i] ?? 0));
  for (let from = 0; from < 4; from++) {
    for (let to = 0; to < 4; to++) if (to !== from) pool[to] = mix(pool[to]!, hash(pool[from]!));
  }
  for (const word of entropy.slice(4)) {
    for (let to = 0; to < 4; to++) pool[to] = mix(pool[to]!, hash(word));
  }

  let factor = 0x8b51f9dd;
  return Uint32Array.from({ length: 8 }, (_, i) => {
    let v = pool[i % 4]! ^ factor;
    factor = Math.imul(factor, 0x58f38ded);
    v = Math.imul(v, factor);
    return v ^ (v >>> 16);
  });
}

/** In place, each order as likely as any other (Fisher and Yates). */
export function shuffle<T>(list: T[], random: Pcg64): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const kept = list[i]!;
    list[i] = list[j]!;
    list[j] = kept;
  }
  return list;
}

/** Draws with replacement, as many as there are, each time it is called, and writes how often each was drawn. */
export function countDraws(times: Uint32Array, random: Pcg64): () => void {
  const draws = new Uint32Array(times.length);
  return () => {
    random.fillBelow(draws, times.length);
    times.fill(0);
    for (let i = 0; i < draws.length; i++) times[draws[i]!]! += 1;
  };
}
