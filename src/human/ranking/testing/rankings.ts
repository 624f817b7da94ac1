/** A short notation for rankings, for tests. */
import { Pcg64 } from '../../../stats/index.ts';
import { type Comparisons, compareRankings } from '../../comparisons.ts';
import type { Ranking } from '../../judgments.ts';

/** `a b=c d`: a is best, then b and c tie, then d; `x?` got no rank. */
export function ranking(written: string, segment = '1', judge = 'j'): Ranking {
  const groups = written.split(' ').map((group) => group.split('='));
  const entries = groups.flatMap((group, g) =>
    group.map((name) =>
      name.endsWith('?') ? { system: name.slice(0, -1), rank: NaN } : { system: name, rank: g + 1 },
    ),
  );
  return {
    task: 'x-y',
    segment,
    judge,
    order: 0,
    systems: entries.map(({ system }) => system),
    ranks: entries.map(({ rank }) => rank),
  };
}

export type Written = string | readonly [written: string, times: number];

/** Comparisons from rankings, each with its count. */
export function comparisonsOf(...written: readonly Written[]): Comparisons {
  const rankings = written.flatMap((each) => {
    const [text, times] = typeof each === 'string' ? [each, 1] : each;
    return Array.from({ length: times }, () => ranking(text));
  });
  return compareRankings('x-y', rankings);
}

/** Rankings of `shown` systems. The quality of each output is skill plus noise, rounded to few levels to make ties common. */
export function simulatedRankings(
  skills: ReadonlyMap<string, number>,
  count: number,
  shown: number,
  random: Pcg64,
): Ranking[] {
  return Array.from({ length: count }, (_, r) => {
    const systems = shuffled([...skills.keys()], random).slice(0, shown);
    const quality = systems.map((system) => Math.round(3 * random.float() + skills.get(system)!));
    const ranks = quality.map((own) => 1 + quality.filter((other) => other > own).length);
    return { task: 'x-y', segment: String(r), judge: 'j', order: r, systems, ranks };
  });
}

function shuffled<T>(items: readonly T[], random: Pcg64): T[] {
  const list = [...items];
  for (let i = list.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  return list;
}
