import { describe, expect, it } from 'vitest';
import { normalCdf } from './distributions.ts';
import { Xoshiro128, xoshiroStreams } from './xoshiro128.ts';

const times = <T>(count: number, draw: () => T): T[] => Array.from({ length: count }, draw);

describe('Xoshiro128', () => {
  // xoshiro128starstar.c 1.1 of the authors (prng.di.unimi.it), compiled and run; the first ten from 1, 2, 3, 4 are those that the tests of
  // rand_xoshiro (Rust) have from the same file.
  it.each([
    {
      state: [1, 2, 3, 4],
      draws: [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804],
      afterJump: [0x472fa5a7, 0x2c705cbc, 0x0189f94c, 0xc5ea7935, 0xb5931f89, 0xba9dcbb4],
      sumOfMillion: 2148380728420541,
    },
    {
      state: [0x012de1ba, 0xa5a818b8, 0xb124ea2b, 0x18e03749],
      draws: [1177300238, 2821659750, 3031195000, 3347884494, 2401373468, 3628608021, 1047826213, 2856053445],
      afterJump: [0x576fc920, 0xc3cbaa4d, 0xd5756de6, 0xe80f6b0d, 0x61d2e14f, 0xeab0e2cc],
      sumOfMillion: 2147184963694998,
    },
  ])('from $state draws and jumps as the program of its authors', ({ state, draws, afterJump, sumOfMillion }) => {
    const random = new Xoshiro128(state);
    const jumped = random.copy();
    jumped.jump();
    expect(times(6, () => jumped.uint32())).toEqual(afterJump);
    const whole = random.copy();
    expect(times(draws.length, () => random.uint32())).toEqual(draws);
    let sum = 0;
    for (let i = 0; i < 1_000_000; i++) sum += whole.uint32();
    expect(sum).toBe(sumOfMillion);
  });

  // NumPy 2.4: SeedSequence(seed).generate_state(4)
  it.each([
    [0, [2968811710, 3677149159, 745650761, 2884920346]],
    [12345, [2688385916, 3048105090, 4196366895, 3152189807]],
    [9007199254740991, [3367776697, 1170575226, 2422347966, 3181658150]],
  ])('seed %d', (seed, state) => {
    const [seeded, made] = [Xoshiro128.seeded(seed), new Xoshiro128(state)];
    expect(times(5, () => seeded.uint32())).toEqual(times(5, () => made.uint32()));
  });

  /** The upper half of a product of twice as many bits, drawn again where the lower half is below 2^bits mod bound. */
  function lemire(draw: () => number, bits: number, bound: number): number {
    for (;;) {
      const product = BigInt(draw()) * BigInt(bound);
      if (BigInt.asUintN(bits, product) >= BigInt(2 ** bits % bound)) return Number(product >> BigInt(bits));
    }
  }

  it.each([2, 3, 7, 2525, 40_000, 65_536, 65_537, 2_097_152, 3_000_000_000, 2 ** 32])(
    'draws below %d what exact arithmetic makes of its draws',
    (bound) => {
      const raw = Xoshiro128.seeded(bound);
      const random = raw.copy();
      expect(times(2000, () => random.below(bound))).toEqual(times(2000, () => lemire(() => raw.uint32(), 32, bound)));
    },
  );

  it.each([2, 3, 7, 2525, 40_000, 65_535, 65_536])('fills with numbers below %d from halves of draws', (bound) => {
    const raw = Xoshiro128.seeded(bound);
    const random = raw.copy();
    for (const count of [0, 1, 2, 5, 2000, 2001]) {
      let rest: number[] = [];
      const half = (): number => {
        if (rest.length === 0) {
          const draw = raw.uint32();
          rest = [draw >>> 16, draw & 0xffff];
        }
        return rest.shift()!;
      };
      const out = new Uint32Array(count);
      random.fillBelow(out, bound);
      const expected: number[] = [];
      // Only upper halves are used for the last number, if it was not made together with the one before.
      while (expected.length < count) {
        if (rest.length === 0 && expected.length === count - 1) {
          expected.push(lemire(() => raw.uint32() >>> 16, 16, bound));
        } else {
          const product = half() * bound;
          if (product % 2 ** 16 >= 2 ** 16 % bound) expected.push(Math.floor(product / 2 ** 16));
        }
      }
      expect([...out]).toEqual(expected);
    }
    // Both go on from the same place.
    expect(random.uint32()).toBe(raw.uint32());
  });

  it.each([1, 65_537, 1_000_003, 2 ** 21, 2 ** 21 + 1, 2 ** 32])(
    'fills with numbers below %d one at a time',
    (bound) => {
      const out = new Uint32Array(5000);
      const filling = Xoshiro128.seeded(3);
      filling.fillBelow(out, bound);
      const single = Xoshiro128.seeded(3);
      expect([...out]).toEqual(times(5000, () => single.below(bound)));
      expect(filling.uint32()).toBe(single.uint32());
    },
  );

  it.each([1, 2, 3, 7, 2525, 40_001, 65_536, 65_537])('counts the %d numbers it would fill in', (bound) => {
    const counted = Xoshiro128.seeded(bound);
    const filled = counted.copy();
    for (let time = 0; time < 3; time++) {
      const numbers = new Uint32Array(bound);
      filled.fillBelow(numbers, bound);
      const expected = new Uint32Array(bound);
      for (const number of numbers) expected[number]!++;
      const counts = new Uint32Array(bound).fill(9);
      counted.tallyBelow(counts);
      expect(counts).toEqual(expected);
    }
    // Both go on from the same place.
    expect(counted.uint32()).toBe(filled.uint32());
  });

  it('refuses impossible seeds and bounds', () => {
    for (const seed of [-1, 0.5, NaN, -1n]) expect(() => Xoshiro128.seeded(seed)).toThrow(/seed/);
    for (const bound of [0, -1, 1.5, 2 ** 32 + 1, NaN]) {
      expect(() => Xoshiro128.seeded(0).below(bound)).toThrow(/bound/);
      expect(() => Xoshiro128.seeded(0).fillBelow(new Uint32Array(1), bound)).toThrow(/bound/);
    }
  });

  /** Pearson's test of equal counts. */
  function expectUniform(counts: readonly number[]): void {
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    const statistic = counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
    // Chi-square, after Wilson and Hilferty (1931): its cube root is nearly normal.
    const variance = 2 / (9 * (counts.length - 1));
    const p = normalCdf((1 - variance - Math.cbrt(statistic / (counts.length - 1))) / Math.sqrt(variance));
    expect(Math.min(p, 1 - p)).toBeGreaterThan(1e-4);
  }

  it.each([2, 5, 100, 2525])('all numbers below %d are as likely', (bound) => {
    const draws = new Uint32Array(400_000);
    Xoshiro128.seeded(bound).fillBelow(draws, bound);
    const counts = times(bound, () => 0);
    draws.forEach((value) => counts[value]!++);
    expectUniform(counts);
  });

  it('draws next to each other, and bits of a draw, have nothing to do with each other', () => {
    const random = Xoshiro128.seeded(99);
    const pairs = times(32 * 32, () => 0);
    const bits = times(32, () => 0);
    const inARow = times(16, () => 0);
    let before = random.below(32);
    for (let i = 0; i < 200_000; i++) {
      const value = random.below(32);
      pairs[32 * before + value]!++;
      before = value;
      const word = random.uint32();
      for (let bit = 0; bit < 32; bit++) if ((word >>> bit) & 1) bits[bit]!++;
      inARow[(word >>> 14) & 15]!++;
    }
    expectUniform(pairs);
    expectUniform(inARow);
    // Each is a coin: the number of heads lies within 4.5 standard deviations.
    for (const heads of bits) expect(Math.abs(heads - 100_000)).toBeLessThan(4.5 * Math.sqrt(50_000));
  });
});

describe('xoshiroStreams', () => {
  it('are jumps apart, each from its start, in any order', () => {
    const streams = xoshiroStreams(7);
    const jumped = Xoshiro128.seeded(7);
    const starts = times(5, () => {
      const first = jumped.copy().uint32();
      jumped.jump();
      return first;
    });
    for (const stream of [0, 3, 3, 1, 4, 2, 0]) expect(streams(stream).uint32()).toBe(starts[stream]);
  });
});
