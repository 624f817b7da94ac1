/** What the assignments of one kind come to: repeats, pool, checks, and how evenly systems, pairs and places are used. */
import { normalQuantile } from '../../stats/index.ts';
import type { Assignment, Campaign, TaskKind } from '../campaign/campaign.ts';
import { isCompared } from './listParts.ts';
import { itemKey } from './planState.ts';

export interface Spread {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
}

export interface KindAudit {
  readonly kind: TaskKind;
  readonly judges: number;
  /** Without practice. */
  readonly assignments: number;
  readonly practice: number;
  readonly perJudge: readonly { readonly judge: string; readonly assignments: number }[];
  /** Segments that are judged as somebody's own or in the pool. */
  readonly segments: number;
  readonly repeats: {
    readonly count: number;
    /** Of all assignments without practice, as the other shares. */
    readonly share: number;
    /** Fewest others of this kind between a repeat and what it repeats; absent without repeats. */
    readonly closest?: number;
  };
  readonly pool: {
    readonly count: number;
    readonly share: number;
    readonly items: number;
    /** Of one item of the pool; 0 without a pool. */
    readonly fewestJudges: number;
    readonly meanJudges: number;
  };
  readonly checks: {
    readonly count: number;
    readonly share: number;
    /** Fewest others between a damaged output that stands alone and its original. */
    readonly closest?: number;
  };
  /** How often outputs of a system are judged, without repeats and checks. */
  readonly systems: Spread;
  /** Of kinds that compare: how often two systems are seen together, without repeats and checks. */
  readonly pairs?: Spread & { readonly never: readonly (readonly [string, string])[] };
  /** Of kinds that compare: how often a system stands in a place, repeats included. */
  readonly places?: Spread;
  /**
   * Of kinds that compare: half the width of a 95 % interval of the share of wins of one system over another, at worst, as if all
   * comparisons were independent.
   */
  readonly halfWidth?: number;
}

/** All assignments must be of this kind, each judge's in order. */
export function auditKind(campaign: Campaign, kind: TaskKind, all: readonly Assignment[]): KindAudit {
  const given = all.filter(({ part }) => part !== 'practice');
  const byJudge = new Map<string, Assignment[]>();
  for (const { judge } of all) if (!byJudge.has(judge)) byJudge.set(judge, []);
  for (const each of given) byJudge.get(each.judge)!.push(each);
  const lists = [...byJudge.values()];
  const first = given.filter(({ part }) => part === 'own' || part === 'pool');
  const share = (count: number): number => (given.length === 0 ? 0 : count / given.length);
  const count = (part: Assignment['part']): number => given.filter((each) => each.part === part).length;
  const repeatGap = least(lists.flatMap(repeatGaps));
  const checkGap = least(lists.flatMap(checkGaps));
  const poolCounts = judgesByPoolItem(given);
  const [repeats, pool, checks] = [count('repeat'), count('pool'), count('check')];
  return {
    kind,
    judges: byJudge.size,
    assignments: given.length,
    practice: all.length - given.length,
    perJudge: Array.from(byJudge, ([judge, list]) => ({ judge, assignments: list.length })),
    segments: new Set(first.map(({ segment }) => segment)).size,
    repeats: { count: repeats, share: share(repeats), ...(repeatGap !== undefined && { closest: repeatGap }) },
    pool: {
      count: pool,
      share: share(pool),
      items: poolCounts.length,
      fewestJudges: least(poolCounts) ?? 0,
      meanJudges: poolCounts.length === 0 ? 0 : pool / poolCounts.length,
    },
    checks: { count: checks, share: share(checks), ...(checkGap !== undefined && { closest: checkGap }) },
    ...spreads(campaign, kind, given, first),
  };
}

/** Not by `Math.min(...)`, which has a limit on arguments. */
const least = (numbers: readonly number[]): number | undefined =>
  numbers.length === 0 ? undefined : numbers.reduce((a, b) => Math.min(a, b));

function repeatGaps(list: readonly Assignment[]): number[] {
  const places = new Map(list.map(({ id }, place) => [id, place]));
  return list.flatMap(({ repeats }, place) => (repeats === undefined ? [] : [place - places.get(repeats)! - 1]));
}

/** Of damaged outputs that stand alone; one beside its original has no distance. */
function checkGaps(list: readonly Assignment[]): number[] {
  return list.flatMap(({ part, segment, entries }, place) => {
    if (part !== 'check' || entries.length > 1) return [];
    return list.flatMap((other, at) => (other.segment === segment && at !== place ? [Math.abs(at - place) - 1] : []));
  });
}

function judgesByPoolItem(given: readonly Assignment[]): number[] {
  const judges = new Map<string, number>();
  for (const each of given) {
    if (each.part !== 'pool') continue;
    const key = itemKey(each);
    judges.set(key, (judges.get(key) ?? 0) + 1);
  }
  return [...judges.values()];
}

function spreads(
  { systems: names }: Campaign,
  kind: TaskKind,
  given: readonly Assignment[],
  first: readonly Assignment[],
): Pick<KindAudit, 'systems' | 'pairs' | 'places' | 'halfWidth'> {
  const count = names.length;
  const shown = new Float64Array(count);
  const together = new Float64Array(count * count);
  for (const { entries } of first) {
    entries.forEach(({ systems }, e) => {
      for (const a of systems) {
        shown[a]!++;
        for (const other of entries.slice(e + 1)) {
          for (const b of other.systems) together[Math.min(a, b) * count + Math.max(a, b)]!++;
        }
      }
    });
  }
  if (!isCompared(kind)) return { systems: spreadOf(shown) };
  const most = first.reduce((longest, { entries }) => Math.max(longest, entries.length), 0);
  const places = new Float64Array(count * most);
  for (const { entries, part } of given) {
    if (part === 'check') continue;
    entries.forEach(({ systems }, place) => {
      for (const system of systems) places[system * most + place]!++;
    });
  }
  const pairs: number[] = [];
  const never: [string, string][] = [];
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      pairs.push(together[a * count + b]!);
      if (together[a * count + b] === 0) never.push([names[a]!, names[b]!]);
    }
  }
  const spread = spreadOf(pairs);
  const halfWidth = normalQuantile(0.975) * Math.sqrt(0.25 / spread.mean);
  return {
    systems: spreadOf(shown),
    pairs: { ...spread, never },
    places: spreadOf(places),
    ...(spread.mean > 0 && { halfWidth }),
  };
}

function spreadOf(counts: ArrayLike<number>): Spread {
  let [min, max, sum] = [Infinity, 0, 0];
  for (let i = 0; i < counts.length; i++) {
    min = Math.min(min, counts[i]!);
    max = Math.max(max, counts[i]!);
    sum += counts[i]!;
  }
  return counts.length === 0 ? { min: 0, max: 0, mean: 0 } : { min, max, mean: sum / counts.length };
}
