/** Which systems are compared. */

/** The numbers of two systems. */
export type Pair = readonly [first: number, second: number];

/** −1: the second system, 1: the first, 0: neither. */
export type Side = -1 | 0 | 1;

/** All pairs, or every other system with the baseline. */
export function pairsOf(systems: number, baseline?: number): Pair[] {
  const all = Array.from({ length: systems }, (_, s) => s);
  if (baseline !== undefined) return all.filter((s) => s !== baseline).map((s) => [s, baseline]);
  return all.flatMap((first) => all.slice(first + 1).map((second): Pair => [first, second]));
}
