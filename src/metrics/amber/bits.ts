/** Sets of small integers as the bits of one. */
export const lowestBit = (set: number): number => 31 - Math.clz32(set & -set);

export function bitCount(set: number): number {
  let pairs = set - ((set >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
