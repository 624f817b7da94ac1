/** Plans assignments for judges, balanced against everything planned before. `planCampaign` starts from an empty plan. */
import { UsageError, counted } from '../../core/index.ts';
import { type Pcg64, shuffle } from '../../stats/index.ts';
import { type Assignment, type Entry, type TaskKind, taskKinds } from '../campaign/campaign.ts';
import { type ListParts, arrangeList, checkHasPartner, fits, isCompared, isPaged, partsOf } from './listParts.ts';
import { type Page, planPages } from './planPages.ts';
import { damageOutput, withDamaged } from './damage.ts';
import type { Item, JudgeState, KindState, PlanState, PoolItem } from './planState.ts';
import { editorsOfPoolItem } from './splitSegments.ts';

interface ListRequest {
  readonly judges: readonly string[];
  /** Including judges who get nothing in this plan. */
  readonly judgesInAll: number;
  readonly kinds: readonly TaskKind[];
  /** Of each judge's new assignments of each kind, without practice. */
  readonly length: number;
}

/** A place in a list before it has an order and ids. */
interface Slot extends Item {
  readonly part: Assignment['part'];
  /** The original of a repeat: another slot, or an assignment of an earlier plan. */
  readonly first?: Slot | Assignment;
}

/** In order for each judge: practice first, kind by kind. */
export function planLists(
  state: PlanState,
  { judges: ids, judgesInAll, kinds, length }: ListRequest,
  random: Pcg64,
  makeId: () => string,
): Assignment[] {
  const ordered = taskKinds.filter((kind) => kinds.includes(kind));
  const judges = ids.map((id) => state.judge(id));
  const isLater = (state.campaign.assignment?.by ?? 'plan') !== 'plan';
  const listed = ordered.filter((kind) => !isPaged(kind, state.campaign));
  if (!isLater) checkSupply(state, judges, listed, length);
  for (const kind of ordered) {
    for (const judge of judges) for (const { segment } of state.kind(kind).practice) judge.seenAny[segment] = 1;
  }
  if (isLater) {
    return judges.flatMap((judge) =>
      ordered.flatMap((kind) => writeList(state, state.kind(kind), judge, [], random, makeId)),
    );
  }
  const pools = new Map(
    listed.map((kind) => {
      const { pool } = lenientParts(kind, length, state);
      return [kind, planPool(state, state.kind(kind), judges, judgesInAll, pool, random)];
    }),
  );
  const pages = new Map(
    ordered
      .filter((kind) => isPaged(kind, state.campaign))
      .map((kind) => [kind, planPages(state, state.kind(kind), judges, lenientParts(kind, length, state), random)]),
  );
  return judges.flatMap((judge) =>
    ordered.flatMap((kind) => {
      const ofKind = state.kind(kind);
      const paged = pages.get(kind)?.get(judge);
      if (paged) return writePages(state, ofKind, judge, paged, random, makeId);
      const slots = planSlots(state, ofKind, judge, pools.get(kind)!.get(judge)!, length, random);
      return writeList(state, ofKind, judge, slots, random, makeId);
    }),
  );
}

/** Assigns ids to pages, whose entries are in order, and to their segments. */
export function writePages(
  state: PlanState,
  kind: KindState,
  judge: JudgeState,
  pages: readonly Page[],
  random: Pcg64,
  makeId: () => string,
): Assignment[] {
  const practice = writeList(state, kind, judge, [], random, makeId);
  const written = new Map<Page, Assignment[]>();
  const { list } = judge.of(kind.kind);
  for (const page of pages) {
    const { segments, part, copied } = page;
    const before = copied && (written.get(copied) ?? copied.assignments);
    const id = isPaged(kind.kind, state.campaign) ? { page: newId(state.ids, makeId) } : {};
    const assignments = segments.map((segment, i): Assignment => ({
      id: newId(state.ids, makeId),
      judge: judge.id,
      kind: kind.kind,
      segment,
      entries: page.entries[i]!,
      part,
      ...(part === 'repeat' && before && { repeats: before[i]!.id }),
      ...id,
    }));
    written.set(page, assignments);
    list.push(...assignments);
  }
  return [...practice, ...[...written.values()].flat()];
}

/** The parts of a list. If it is too short for its shares, the pool shrinks first, then checks, then repeats. */
function lenientParts(kind: TaskKind, length: number, { campaign }: PlanState): ListParts {
  const asked = partsOf(kind, length, campaign.settings);
  let over = Math.max(0, -asked.own);
  const lessen = (count: number): number => {
    const kept = Math.max(0, count - over);
    over -= count - kept;
    return kept;
  };
  const parts = { pool: lessen(asked.pool), checks: lessen(asked.checks), repeats: lessen(asked.repeats) };
  return { ...parts, own: length - parts.pool - parts.checks - parts.repeats };
}

function checkSupply(
  state: PlanState,
  judges: readonly JudgeState[],
  kinds: readonly TaskKind[],
  length: number,
): void {
  const needed = (kind: TaskKind, many: number): number => {
    const { own, pool, checks } = lenientParts(kind, many, state);
    return own + pool + (isCompared(kind, state.campaign.designs) ? checks : 0);
  };
  const supplies = judges.flatMap((judge) =>
    kinds.map((kind) => {
      const { seen } = judge.of(kind);
      const left = state.kind(kind).eligible.filter((s) => seen[s] === 0 && state.isReserved[s] === 0).length;
      return { judge, kind, left };
    }),
  );
  const short = supplies.find(({ kind, left }) => needed(kind, length) > left);
  if (!short) return;
  const { judge, kind, left } = short;
  // The advice must work for the whole request, not only for the first list that is too long.
  const fewest = new Map<TaskKind, number>();
  for (const each of supplies) fewest.set(each.kind, Math.min(each.left, fewest.get(each.kind) ?? Infinity));
  let most = length - 1;
  while (most > 0 && kinds.some((each) => needed(each, most) > fewest.get(each)!)) most--;
  const remedy = most > 0 ? `at most ${counted(most, 'assignment')} can be added` : 'nothing can be added';
  throw new UsageError(
    `${judge.id} has already seen all but ${left} of the ${counted(state.kind(kind).eligible.length, 'segment')} for ${kind}, ` +
      `and ${counted(length, 'assignment')} need ${needed(kind, length)}: ${remedy}.`,
  );
}

function planSlots(
  state: PlanState,
  kind: KindState,
  judge: JudgeState,
  pool: readonly Item[],
  length: number,
  random: Pcg64,
): Slot[] {
  const { designs, settings } = state.campaign;
  const { repeatDistance } = settings;
  const asked = lenientParts(kind.kind, length, state);
  const canPair = fits(kind.kind, asked, repeatDistance, designs);
  const repeatable = canPair ? [] : earlierAssignments(judge, kind.kind, repeatDistance, random);
  const hasPartner = checkHasPartner(kind.kind, designs);
  const repeats = canPair ? asked.repeats : Math.min(asked.repeats, repeatable.length);
  const partners = hasPartner && !canPair ? Math.min(asked.checks, repeatable.length - repeats) : asked.checks;

  const checks = hasPartner ? [] : compareDamaged(state, kind, judge, partners, random);
  const own = length - pool.length - repeats - (hasPartner ? partners : checks.length);
  const firsts: Slot[] = pool.map((item) => ({ ...item, part: 'pool' }));
  for (let i = 0; i < own; i++) firsts.push({ ...ownItem(state, kind, judge, random), part: 'own' });
  shuffle(firsts, random);

  const sources = canPair ? firsts : repeatable;
  const pairs: [Slot, Slot][] = [];
  const singles: Slot[] = [...checks];
  const paired = new Set<Slot | Assignment>();
  const pair = (first: Slot | Assignment, second: Slot, isFirst: boolean): void => {
    paired.add(first);
    if ('judge' in first) singles.push(second);
    else pairs.push(isFirst ? [first, second] : [second, first]);
  };
  for (const first of sources.slice(0, repeats)) {
    pair(first, { segment: first.segment, entries: first.entries, part: 'repeat', first }, true);
  }
  let missing = hasPartner ? partners : 0;
  for (const first of sources.slice(repeats)) {
    if (missing === 0) break;
    const damaged = damageOutput(state.campaign, first.segment, first.entries[0]!, kind.eligible, random);
    if (!damaged) continue;
    pair(first, { segment: first.segment, entries: [damaged], part: 'check' }, random.below(2) === 0);
    missing--;
  }
  singles.push(...firsts.filter((slot) => !paired.has(slot)));
  // If too few outputs could be damaged, the list still keeps its length.
  for (let i = 0; i < missing && hasFresh(state, kind, judge); i++) {
    singles.push({ ...ownItem(state, kind, judge, random), part: 'own' });
  }
  return arrangeList(pairs, singles, repeatDistance, random);
}

/** Assignments far enough back that they may be repeated at once, in random order. */
function earlierAssignments(judge: JudgeState, kind: TaskKind, distance: number, random: Pcg64): Assignment[] {
  const { list } = judge.of(kind);
  const times = new Map<number, number>();
  for (const { segment } of list) times.set(segment, (times.get(segment) ?? 0) + 1);
  const early = list.slice(0, Math.max(0, list.length - distance));
  // Assignments already repeated or used for checks are not used again.
  const isFirst = ({ segment, part }: Assignment): boolean =>
    (part === 'own' || part === 'pool') && times.get(segment) === 1;
  return shuffle(early.filter(isFirst), random);
}

function ownItem(state: PlanState, kind: KindState, judge: JudgeState, random: Pcg64): Item {
  const segment = chooseSegment(state, kind, judge, random);
  if (segment === undefined) throw new UsageError(`No segment is left for ${judge.id} to ${kind.kind}.`);
  const entries = state.chooseEntries(kind, segment, judge, random);
  kind.balance.note(entries, 1);
  const item = { segment, entries };
  state.give(kind, judge, item);
  return item;
}

/** The least used segment that the judge has not seen in this kind, and preferably not in another; ties are broken at random. */
function chooseSegment(state: PlanState, kind: KindState, judge: JudgeState, random: Pcg64): number | undefined {
  const { eligible, use, isPooled } = kind;
  const { seenAny } = judge;
  const { seen } = judge.of(kind.kind);
  const start = random.below(Math.max(1, eligible.length));
  let best: number | undefined;
  let bestCost = Infinity;
  for (let i = 0; i < eligible.length; i++) {
    const segment = eligible[start + i < eligible.length ? start + i : start + i - eligible.length]!;
    if (seen[segment] === 1 || state.isReserved[segment] === 1) continue;
    // Segments in the pool already have enough judgments or editors.
    const cost = use[segment]! + 1e6 * seenAny[segment]! + 1e8 * isPooled[segment]!;
    if (cost < bestCost) [best, bestCost] = [segment, cost];
    if (cost === 0) break;
  }
  return best;
}

const hasFresh = (state: PlanState, { kind, eligible }: KindState, judge: JudgeState): boolean =>
  eligible.some((s) => judge.of(kind).seen[s] === 0 && state.isReserved[s] === 0);

/** Checks that show a damaged output next to its original, on segments that the judge sees nowhere else in this kind. */
function compareDamaged(state: PlanState, kind: KindState, judge: JudgeState, count: number, random: Pcg64): Slot[] {
  const { seen } = judge.of(kind.kind);
  const free = shuffle([...kind.eligible], random).filter((s) => seen[s] === 0 && state.isReserved[s] === 0);
  // Segments that the judge sees in no other kind come first.
  const order = [...free.filter((s) => judge.seenAny[s] === 0), ...free.filter((s) => judge.seenAny[s] === 1)];
  const slots: Slot[] = [];
  for (const segment of order) {
    if (slots.length === count) break;
    const entries: Entry[] = shuffle([...state.entries(segment)], random);
    const damaged = damageOutput(state.campaign, segment, entries[0]!, kind.eligible, random);
    if (!damaged) continue;
    judge.see(kind.kind, segment);
    slots.push({ segment, entries: withDamaged(entries, kind.most, damaged, random), part: 'check' });
  }
  return slots;
}

/** Assigns ids to slots and an order to entries; a repeat has a different order from its original. */
function writeList(
  state: PlanState,
  kind: KindState,
  judge: JudgeState,
  slots: readonly Slot[],
  random: Pcg64,
  makeId: () => string,
): Assignment[] {
  const written = new Map<Slot | Assignment, Assignment>();
  const assign = (slot: Slot): Assignment => {
    const first = slot.first && (written.get(slot.first) ?? (slot.first as Assignment));
    const isOrdered = slot.part === 'check' || slot.part === 'practice';
    const entries = isOrdered ? slot.entries : kind.balance.order(slot.entries, random, first?.entries);
    const { segment, part } = slot;
    const id = newId(state.ids, makeId);
    return { id, judge: judge.id, kind: kind.kind, segment, entries, part, ...(first && { repeats: first.id }) };
  };
  const given = judge.of(kind.kind);
  const practice = given.hasPractice
    ? []
    : [
        ...kind.practice.map((item) => assign({ ...item, part: 'practice' })),
        ...tutorialOf(state, kind, judge, makeId),
      ];
  given.hasPractice = true;
  const list = slots.map((slot) => {
    const assignment = assign(slot);
    written.set(slot, assignment);
    return assignment;
  });
  given.list.push(...list);
  return [...practice, ...list];
}

/** Items of the tutorial have no segment and no systems. */
function tutorialOf({ campaign, ids }: PlanState, { kind }: KindState, judge: JudgeState, makeId: () => string) {
  return (campaign.tutorial ?? []).flatMap((item, tutorial): Assignment[] => {
    if (item.kind !== kind) return [];
    const entries = item.outputs.map(() => ({ systems: [] }));
    return [{ id: newId(ids, makeId), judge: judge.id, kind, segment: -1, entries, part: 'practice', tutorial }];
  });
}

export function newId(taken: Set<string>, makeId: () => string): string {
  const id = makeId();
  if (taken.has(id)) throw new Error(`makeId returned ${id} twice.`);
  taken.add(id);
  return id;
}

/**
 * The common pool: assignments shared by as many judges as possible, to measure their agreement (WMT09, section 3.4). Each judge gets up to
 * `wanted` items: first those that others already have, then new ones. Every item has at least two judges, and all of them if possible; if
 * edits are accepted later, half the judges edit an item and half do not.
 */
function planPool(
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

/** The least used segment that most of these judges have not seen, preferably not in the pool of another kind. */
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
