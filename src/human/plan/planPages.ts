/**
 * Plans whole documents: a page is a run of segments of one document, judged in order with the same systems, so that the context is that of
 * the systems themselves. Long documents are several pages. The last page of a list is cut short if need be, so every list has its length.
 */
import { groupBy } from '../../core/index.ts';
import { type Pcg64, shuffle } from '../../stats/index.ts';
import type { Assignment, Campaign, Entry } from '../campaign/campaign.ts';
import { damageOutput } from './damage.ts';
import { orderPages } from './orderPages.ts';
import { type ListParts, isCompared, isPaged } from './listParts.ts';
import type { JudgeState, KindState, PlanState } from './planState.ts';

/** As in WMT24, where documents were cut after ten segments. */
const longestPage = 10;
/** Number of random orders tried to keep copies of a page apart. */
const draws = 60;

/** A page before it has an order and ids. */
export interface Page {
  readonly segments: readonly number[];
  /** By segment, then in the order shown. */
  readonly entries: readonly (readonly Entry[])[];
  readonly part: Assignment['part'];
  /** The page that it repeats or damages. */
  readonly copied?: Page;
  /** If it was written before. */
  readonly assignments?: readonly Assignment[];
}

/** Runs of segments that are judged together; single segments if the kind does not judge documents. */
export function runsOf(state: PlanState, { kind, eligible }: KindState): number[][] {
  const { campaign, isReserved } = state;
  const free = [...eligible].filter((s) => isReserved[s] === 0);
  if (!isPaged(kind, campaign)) return free.map((s) => [s]);
  const documents = groupBy(free, (s) => campaign.segments[s]!.document ?? `\0${s}`);
  return [...documents.values()].flatMap((segments) => {
    const pages = Math.ceil(segments.length / longestPage);
    const size = Math.ceil(segments.length / pages);
    return Array.from({ length: pages }, (_, p) => segments.slice(p * size, (p + 1) * size));
  });
}

/** Systems whose outputs are the same in all these segments share an entry. */
function mergeRun({ outputs }: Pick<Campaign, 'outputs'>, run: readonly number[]): Entry[] {
  const byText = groupBy(outputs.keys(), (system) => JSON.stringify(run.map((s) => outputs[system]![s]!)));
  return Array.from(byText.values(), (systems) => ({ systems }));
}

const nameOf = (segment: number, entries: readonly Entry[]): string =>
  `${segment} ${entries
    .map(({ systems }) => systems.join('+'))
    .sort()
    .join(' ')}`;

/** Pages that judges have, by the name of their first segment and systems. */
function pagesOf(judge: JudgeState, { kind }: KindState): Map<string, readonly Assignment[]> {
  const pages = groupBy(judge.of(kind).list, ({ page, id }) => page ?? id);
  return new Map([...pages.values()].map((list) => [nameOf(list[0]!.segment, list[0]!.entries), list]));
}

/** The pages of each judge, in order. */
export function planPages(
  state: PlanState,
  kind: KindState,
  judges: readonly JudgeState[],
  { pool, repeats, checks, own }: ListParts,
  random: Pcg64,
): Map<JudgeState, Page[]> {
  const runs = runsOf(state, kind);
  const taken = new Map(judges.map((judge) => [judge, new Set(pagesOf(judge, kind).keys())]));
  const shared = sharePages(state, kind, judges, runs, taken, pool, random);
  const isBeside = isCompared(kind.kind, state.campaign.designs);
  const lists = new Map(
    judges.map((judge) => {
      const pages = [...shared.get(judge)!];
      const fill = (length: number): void => {
        for (let room = length; room > 0;) {
          const page = choosePage(state, kind, runs, judge, taken.get(judge)!, room, random);
          if (!page) return;
          pages.push(page);
          room -= page.segments.length;
        }
      };
      const short = pool - pages.reduce((sum, { segments }) => sum + segments.length, 0);
      fill(own + short);
      const copies = copyPages(pages, repeats, 'repeat', random, (page) => page.entries);
      const others = pages.filter((page) => !copies.some(({ copied }) => copied === page));
      const damaged = isBeside
        ? besideDamaged(state, kind, runs, judge, taken.get(judge)!, checks, random)
        : copyPages(others.length > 0 ? others : pages, checks, 'check', random, (page) =>
            damagedEntries(state, kind, page, random),
          );
      for (const { segments } of damaged) for (const s of segments) judge.see(kind.kind, s);
      // Only pages that could be damaged are checks.
      const isDamaged = ({ entries }: Page): boolean => entries.flat().some(({ damaged: text }) => text !== undefined);
      return [
        judge,
        arrange([...pages, ...copies, ...damaged.filter(isDamaged)], state.campaign.settings.repeatDistance, random),
      ];
    }),
  );
  return orderPages(kind, lists, random);
}

/** Pages of the pool: those that others have already, then new ones for all. */
function sharePages(
  state: PlanState,
  kind: KindState,
  judges: readonly JudgeState[],
  runs: readonly (readonly number[])[],
  taken: ReadonlyMap<JudgeState, Set<string>>,
  wanted: number,
  random: Pcg64,
): Map<JudgeState, Page[]> {
  const pages = new Map(judges.map((judge): [JudgeState, Page[]] => [judge, []]));
  const room = new Map(judges.map((judge) => [judge, wanted]));
  const give = (judge: JudgeState, page: Page): void => {
    const left = room.get(judge)!;
    const first = page.segments.slice(0, left);
    const name = nameOf(page.segments[0]!, page.entries[0]!);
    if (left === 0 || taken.get(judge)!.has(name)) return;
    pages.get(judge)!.push({ ...page, segments: first, entries: page.entries.slice(0, left) });
    room.set(judge, left - first.length);
    taken.get(judge)!.add(name);
    note(state, kind, judge, page);
  };
  const known = new Map<string, Page>();
  for (const judge of state.judges) {
    for (const [name, list] of pagesOf(judge, kind)) {
      if (list[0]!.part !== 'pool' || (known.get(name)?.segments.length ?? 0) >= list.length) continue;
      known.set(name, {
        segments: list.map(({ segment }) => segment),
        entries: list.map(({ entries }) => entries),
        part: 'pool',
      });
    }
  }
  for (const page of known.values()) for (const judge of judges) give(judge, page);
  while (judges.filter((judge) => room.get(judge)! > 0).length > 1) {
    const least = judges.reduce((a, b) => (room.get(b)! > room.get(a)! ? b : a));
    const page = choosePage(state, kind, runs, least, taken.get(least)!, room.get(least)!, random, {
      part: 'pool',
    });
    if (!page) break;
    // `choosePage` has noted it for this judge.
    pages.get(least)!.push(page);
    room.set(least, room.get(least)! - page.segments.length);
    for (const judge of judges) if (judge !== least) give(judge, page);
  }
  return pages;
}

function note(state: PlanState, kind: KindState, judge: JudgeState, { segments, entries }: Page): void {
  segments.forEach((segment, i) => {
    kind.balance.note(entries[i]!, 1);
    state.give(kind, judge, { segment, entries: entries[i]! });
  });
}

/** Chooses some of the outputs of a run. */
export type Choose = (entries: readonly Entry[], count: number, random: Pcg64) => Entry[];

interface Choosing {
  readonly part?: Page['part'];
  /** Equally used runs come in the order given, not at random. */
  readonly isOrdered?: boolean;
  /** Default: systems that were shown least. */
  readonly choose?: Choose;
}

/** The least used run that the judge has not seen, or else not with these systems; cut if it is longer than the room. */
export function choosePage(
  state: PlanState,
  kind: KindState,
  runs: readonly (readonly number[])[],
  judge: JudgeState,
  taken: Set<string>,
  room: number,
  random: Pcg64,
  { part = 'own', isOrdered = false, choose }: Choosing = {},
): Page | undefined {
  const { seen } = judge.of(kind.kind);
  const cost = (run: readonly number[]): number =>
    kind.use[run[0]!]! + 1e6 * seen[run[0]!]! + 1e3 * judge.seenAny[run[0]!]! + (run.length > room ? 1e4 : 0);
  const order = (isOrdered ? [...runs] : shuffle([...runs], random)).sort((a, b) => cost(a) - cost(b));
  for (const run of order) {
    const chosen = chooseSystems(state, kind, judge, run, taken, random, choose);
    if (!chosen) continue;
    const segments = run.slice(0, room);
    const page = { segments, entries: segments.map(() => chosen), part };
    taken.add(nameOf(run[0]!, chosen));
    note(state, kind, judge, page);
    return page;
  }
  return undefined;
}

function chooseSystems(
  { campaign }: PlanState,
  { kind, most, balance }: KindState,
  judge: JudgeState,
  run: readonly number[],
  taken: ReadonlySet<string>,
  random: Pcg64,
  choose: Choose | undefined,
): Entry[] | undefined {
  const entries = mergeRun(campaign, run);
  if (choose) {
    const some = choose(entries, most, random);
    return taken.has(nameOf(run[0]!, some)) ? undefined : some;
  }
  if (isCompared(kind, campaign.designs)) {
    const some = balance.chooseSome(entries, most, random);
    return some.length < 2 || taken.has(nameOf(run[0]!, some)) ? undefined : some;
  }
  const free = entries.filter((entry) => !taken.has(nameOf(run[0]!, [entry])));
  return free.length === 0 ? undefined : [balance.chooseOne(free, judge.of(kind).shown, random)];
}

/** The texts of a page, each damaged if it can be. */
export const damagedEntries = (
  { campaign }: PlanState,
  { eligible }: KindState,
  page: Page,
  random: Pcg64,
): Entry[][] =>
  page.segments.map((s, i) => {
    const entry: Entry = { systems: page.entries[i]![0]!.systems };
    return [damageOutput(campaign, s, entry, eligible, random) ?? entry];
  });

/** Copies of the beginnings of pages, together as long as wanted. */
export function copyPages(
  pages: readonly Page[],
  wanted: number,
  part: 'repeat' | 'check',
  random: Pcg64,
  entriesOf: (page: Page) => Page['entries'],
): Page[] {
  const copies: Page[] = [];
  let room = wanted;
  for (const page of shuffle([...pages], random)) {
    if (room === 0) break;
    const segments = page.segments.slice(0, room);
    copies.push({ segments, entries: entriesOf(page).slice(0, room), part, copied: page });
    room -= segments.length;
  }
  return copies;
}

/** Pages in which the output of one system is damaged, on runs that the judge has not seen, if there are any. */
export function besideDamaged(
  state: PlanState,
  kind: KindState,
  runs: readonly (readonly number[])[],
  judge: JudgeState,
  taken: Set<string>,
  wanted: number,
  random: Pcg64,
): Page[] {
  const pages: Page[] = [];
  const { seen } = judge.of(kind.kind);
  let room = wanted;
  for (const run of shuffle([...runs], random).sort((a, b) => seen[a[0]!]! - seen[b[0]!]!)) {
    if (room === 0) break;
    const entries = shuffle(mergeRun(state.campaign, run), random).slice(0, kind.most);
    if (entries.length < 2 || taken.has(nameOf(run[0]!, entries))) continue;
    const segments = run.slice(0, room);
    const damaged = segments.map((s) => damageOutput(state.campaign, s, entries[0]!, kind.eligible, random));
    if (damaged.some((each) => each === undefined)) continue;
    const place = random.below(entries.length);
    const shown = (each: Entry): Entry[] => entries.slice(1).toSpliced(place, 0, each);
    pages.push({ segments, entries: damaged.map((each) => shown(each!)), part: 'check' });
    taken.add(nameOf(run[0]!, entries));
    room -= segments.length;
  }
  return pages;
}

/** A random order in which copies are far from their originals, and repeats after them; the best of several. */
function arrange(pages: readonly Page[], distance: number, random: Pcg64): Page[] {
  let best: Page[] = [...pages];
  let widest = -1;
  for (let draw = 0; draw < draws && widest < distance; draw++) {
    const order = shuffle([...pages], random);
    for (const page of order) {
      if (page.part !== 'repeat') continue;
      const [at, first] = [order.indexOf(page), order.indexOf(page.copied!)];
      if (at < first) [order[at], order[first]] = [order[first]!, order[at]!];
    }
    const gap = narrowest(order);
    if (gap > widest) [best, widest] = [order, gap];
  }
  return best;
}

/** The smallest number of segments between a segment and its copy. */
function narrowest(order: readonly Page[]): number {
  const starts = new Map<Page, number>();
  let at = 0;
  for (const page of order) {
    starts.set(page, at);
    at += page.segments.length;
  }
  return order.reduce(
    (least, page) =>
      page.copied ? Math.min(least, Math.abs(starts.get(page)! - starts.get(page.copied)!) - 1) : least,
    Infinity,
  );
}
