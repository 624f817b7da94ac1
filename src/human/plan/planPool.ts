/** The common pool: assignments that as many judges as possible share, so that their agreement can be measured (WMT09, section 3.4). */
import { type Pcg64, shuffle } from '../../stats/index.ts';
import type { Item, JudgeState, KindState, PlanState, PoolItem } from './planState.ts';
import { editorsOfPoolItem } from './splitSegments.ts';

/**
 * Up to `wanted` items of the pool for each judge: first those that others have already, then new ones. Every item has two judges or more,
 * all of them where nothing forbids it: of what shall be accepted later, half the judges edit and half do not.
 */
export function planPool(
  state: PlanState,
  kind: KindState,
  judges: readonly JudgeState[],
  judgesInAll: number,
  wanted: number,
  random: Pcg64,
): Map<JudgeState, Item[]> {
  const taken = new Map(judges.map((judge): [JudgeState, Item[]] => [judge, []]));
  const { kinds } = state.campaign;
  const isShared = kind.kind !== 'edit' || !kinds.includes('accept');
  const limit = isShared ? Infinity : editorsOfPoolItem(judgesInAll, kinds);
  const cap = isShared ? Infinity : judgesInAll - 1;
  if (wanted === 0 || limit < 2) return taken;

  const need = (judge: JudgeState): number => wanted - taken.get(judge)!.length;
  const isNew = (judge: JudgeState, segment: number): boolean => judge.of(kind.kind).seen[segment] === 0;
  const give = (judge: JudgeState, item: PoolItem): void => {
    taken.get(judge)!.push(item);
    item.judges++;
    state.give(kind, judge, item);
  };
  const join = (judge: JudgeState, most: number): void => {
    const known = kind.pool.filter((item) => item.judges < most && isNew(judge, item.segment));
    shuffle(known, random).sort((a, b) => a.judges - b.judges);
    for (const item of known.slice(0, need(judge))) {
      if (!isNew(judge, item.segment)) continue;
      kind.balance.note(item.entries, 1);
      give(judge, item);
    }
  };

  for (const judge of judges) join(judge, limit);
  for (;;) {
    const needy = shuffle(
      judges.filter((judge) => need(judge) > 0),
      random,
    ).sort((a, b) => need(b) - need(a));
    const takers = needy.slice(0, limit);
    if (takers.length < 2) break;
    const segment = chooseForMost(state, kind, takers, random);
    const able = segment === undefined ? [] : takers.filter((judge) => isNew(judge, segment));
    if (segment === undefined || able.length < 2) break;
    const entries = state.chooseEntries(kind, segment, undefined, random);
    kind.balance.note(entries, able.length);
    const item = { segment, entries, judges: 0 };
    kind.pool.push(item);
    kind.isPooled[segment] = 1;
    for (const judge of able) give(judge, item);
  }
  for (const judge of judges) if (need(judge) > 0) join(judge, cap);
  return taken;
}

/** The segment that most of these judges have not seen, least used, and in no other kind's pool if there is such a one. */
function chooseForMost(
  state: PlanState,
  kind: KindState,
  judges: readonly JudgeState[],
  random: Pcg64,
): number | undefined {
  const { eligible, use, isPooled } = kind;
  const seen = judges.map((judge) => judge.of(kind.kind).seen);
  const seenAny = judges.map((judge) => judge.seenAny);
  const start = random.below(Math.max(1, eligible.length));
  let best: number | undefined;
  let bestCost: number[] = [];
  for (let i = 0; i < eligible.length; i++) {
    const segment = eligible[(start + i) % eligible.length]!;
    if (state.isReserved[segment] === 1 || isPooled[segment] === 1) continue;
    let known = 0;
    let elsewhere = 0;
    for (let j = 0; j < judges.length; j++) {
      known += seen[j]![segment]!;
      elsewhere += seenAny[j]![segment]!;
    }
    const cost = [known, elsewhere, use[segment]!];
    if (best === undefined || isLess(cost, bestCost)) [best, bestCost] = [segment, cost];
    if (cost.every((each) => each === 0)) break;
  }
  return best;
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! < b[i]!;
  return false;
}
