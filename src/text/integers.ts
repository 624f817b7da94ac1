/** Helpers for 32-bit integers, without branches, which would be predicted badly where these are used. */

/** How many bits are 1. */
export function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The lower of two that are less than 2³¹ apart. */
export const lower = (a: number, b: number): number => b + ((a - b) & ((a - b) >> 31));

/** The higher of two that are less than 2³¹ apart. */
export const higher = (a: number, b: number): number => a - ((a - b) & ((a - b) >> 31));
