/** Drawing from lists, by a generator that is passed in. */
import type { Pcg64 } from '../../stats/index.ts';

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

export const drawOne = <T>(list: readonly T[], random: Pcg64): T => list[random.below(list.length)]!;
