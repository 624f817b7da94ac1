/**
 * In which place of a page each output is shown: every system in every place for as many segments, as far as the lengths of the pages allow,
 * then within the work of each judge, then within each document. A Latin square would do that only for as many systems as places, pages of
 * one length and as many pages as places.
 */
import type { Pcg64 } from '../../stats/index.ts';
import type { Entry } from '../campaign/campaign.ts';
import type { Page } from './planPages.ts';
import type { JudgeState, KindState } from './planState.ts';

/** Pages up to which orders are also changed two at a time: with many pages there is enough to even out without. */
const fewPages = 60;
const mostRounds = 30;

/** A page whose order is sought. */
interface Ordered {
  readonly page: Page;
  readonly entries: readonly Entry[];
  /** Number of segments. */
  readonly weight: number;
  /** Where its places are counted: of all pages, of its judge, of its document. */
  readonly counts: readonly Counts[];
  /** Its original and its copies, which have other orders. */
  readonly related: Ordered[];
  /** The order of its original in an earlier plan. */
  readonly before: readonly number[] | undefined;
  /** By entry. */
  places: readonly number[];
}

/** By system and place: in how many segments. */
type Counts = Float64Array;

/** Puts the entries of pages in order. Those of checks have one. */
export function orderPages(
  { kind, most, balance }: KindState,
  lists: ReadonlyMap<JudgeState, readonly Page[]>,
  random: Pcg64,
): Map<JudgeState, Page[]> {
  const all = balance.places;
  const byDocument = new Map<number, Counts>();
  const ordered: Ordered[] = [];
  const known = new Map<Page, Ordered>();
  for (const [judge, pages] of lists) {
    const ofJudge = new Float64Array(all.length);
    for (const { entries, part } of judge.of(kind).list) if (part !== 'check') add(ofJudge, most, entries, 1);
    for (const page of pages) {
      if (page.part === 'check') continue;
      const [first] = page.segments as [number];
      const ofDocument = byDocument.get(first) ?? new Float64Array(all.length);
      byDocument.set(first, ofDocument);
      const entries = page.entries[0]!;
      const earlier = page.part === 'repeat' ? page.copied?.assignments?.[0]?.entries : undefined;
      const one: Ordered = {
        page,
        entries,
        weight: page.segments.length,
        counts: [all, ofJudge, ofDocument],
        related: [],
        before: earlier && entries.map((entry) => earlier.findIndex((other) => isSame(entry, other))),
        places: [],
      };
      known.set(page, one);
      ordered.push(one);
    }
  }
  for (const one of ordered) {
    const original = one.page.copied && known.get(one.page.copied);
    if (original) {
      one.related.push(original);
      original.related.push(one);
    }
  }
  // Long pages first: short ones then even out what is left. Of equally long ones, those of a judge together.
  ordered.sort((a, b) => b.weight - a.weight);
  const order = new Ordering(most, random);
  for (const one of ordered) order.place(one);
  order.improve(ordered);

  const made = new Map<Page, Page>();
  const inOrder = (page: Page): Page => {
    const done = made.get(page);
    if (done) return done;
    const places = known.get(page)?.places;
    const { copied } = page;
    const result: Page = {
      ...page,
      ...(copied && { copied: known.has(copied) ? inOrder(copied) : copied }),
      ...(places && { entries: page.entries.map((entries) => entries.map((_, p) => entries[places.indexOf(p)]!)) }),
    };
    made.set(page, result);
    return result;
  };
  return new Map([...lists].map(([judge, pages]) => [judge, pages.map(inOrder)]));
}

const isSame = (one: Entry, other: Entry): boolean => one.systems.join() === other.systems.join();

/** Adds segments with these entries in these places, by default in order. */
function add(counts: Counts, most: number, entries: readonly Entry[], weight: number, places?: readonly number[]): void {
  entries.forEach(({ systems }, e) => {
    for (const system of systems) counts[system * most + (places?.[e] ?? e)]! += weight;
  });
} // prettier-ignore

class Ordering {
  readonly #most: number;
  readonly #random: Pcg64;

  constructor(most: number, random: Pcg64) {
    this.#most = most;
    this.#random = random;
  }

  /** Gives a page that has no order the best one. */
  place(one: Ordered): void {
    one.places = this.#best(one);
    this.#count(one, one.weight);
  }

  /** Changes the order of one page, or of two, as long as that makes the counts more even. */
  improve(pages: readonly Ordered[]): void {
    const several = pages.filter(({ entries }) => entries.length > 1);
    for (let round = 0, isBetter = true; isBetter && round < mostRounds; round++) {
      isBetter = false;
      for (const one of several) if (this.#tryAgain([one])) isBetter = true;
      if (isBetter || several.length > fewPages) continue;
      for (const [i, one] of several.entries())
        for (const other of several.slice(i + 1)) if (this.#tryAgain([one, other])) isBetter = true;
    }
  }

  /** Whether other orders of these pages, found one after the other from every turn of the first, are better. */
  #tryAgain(pages: readonly Ordered[]): boolean {
    const before = pages.map(({ places }) => places);
    const [first, ...rest] = pages as [Ordered, ...Ordered[]];
    const cost = (): number => pages.reduce((sum, one) => sum + this.#take(one), 0);
    const costBefore = cost();
    const size = first.entries.length;
    const turns =
      rest.length === 0
        ? [undefined]
        : Array.from({ length: size }, (_, turn) => before[0]!.map((place) => (place + turn) % size));
    for (const turned of turns) {
      first.places = turned ?? this.#best(first);
      this.#count(first, first.weight);
      for (const one of rest) this.place(one);
      const isAllowed = pages.every((one) => !this.#forbidden(one).some((order) => isEqual(order, one.places)));
      if (cost() < costBefore && isAllowed) {
        for (const one of pages) this.#count(one, one.weight);
        return true;
      }
    }
    pages.forEach((one, i) => {
      one.places = before[i]!;
      this.#count(one, one.weight);
    });
    return false;
  }

  /** Removes a page from the counts; returns what its order costs. */
  #take(one: Ordered): number {
    this.#count(one, -one.weight);
    return one.entries.reduce((sum, entry, e) => sum + this.#cost(one, entry, one.places[e]!), 0);
  }

  #count({ counts, entries, places }: Ordered, weight: number): void {
    for (const each of counts) add(each, this.#most, entries, weight, places);
  }

  /** The first counts weigh most. */
  #cost({ counts, weight }: Ordered, { systems }: Entry, place: number): number {
    let cost = 0;
    for (const each of counts) {
      let sum = 0;
      for (const system of systems) sum += each[system * this.#most + place]!;
      cost = cost * 1e4 + weight * sum;
    }
    return cost;
  }

  #forbidden({ related, before }: Ordered): (readonly number[])[] {
    return [...related.map(({ places }) => places), ...(before ? [before] : [])];
  }

  /** The cheapest order, equal ones at random, that is not the order of a copy if there is another. */
  #best(one: Ordered): number[] {
    const size = one.entries.length;
    const costs = one.entries.flatMap((entry) =>
      Array.from({ length: size }, (_, place) => this.#cost(one, entry, place) + this.#random.below(1024) / 4096 / size),
    );
    const forbidden = this.#forbidden(one).filter(({ length }) => length === size);
    const best = cheapest(costs, size);
    if (size < 2 || !forbidden.some((order) => isEqual(order, best))) return best;
    // The best of those that differ from it in the place of some entry.
    const others = one.entries.map((_, e) => cheapest(costs.with(e * size + best[e]!, Infinity), size));
    const costOf = (order: readonly number[]): number => order.reduce((sum, place, e) => sum + costs[e * size + place]!, 0);
    const allowed = others.filter((order) => !forbidden.some((each) => isEqual(each, order)));
    return allowed.reduce((a, b) => (costOf(b) < costOf(a) ? b : a), allowed[0] ?? best);
  }
} // prettier-ignore

const isEqual = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((each, i) => each === other[i]);

/** A place for each entry, at the least cost in all: by dynamic programming over the sets of places that the first entries take. */
function cheapest(costs: readonly number[], size: number): number[] {
  const sets = 1 << size;
  const least = new Float64Array(sets).fill(Infinity);
  const last = new Int8Array(sets);
  least[0] = 0;
  for (let set = 1; set < sets; set++) {
    const entry = bits(set) - 1;
    for (let place = 0; place < size; place++) {
      if ((set & (1 << place)) === 0) continue;
      const cost = least[set ^ (1 << place)]! + costs[entry * size + place]!;
      if (cost < least[set]!) [least[set], last[set]] = [cost, place];
    }
  }
  const places = new Array<number>(size);
  for (let set = sets - 1, entry = size - 1; entry >= 0; set ^= 1 << places[entry]!, entry--) places[entry] = last[set]!;
  return places;
} // prettier-ignore

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) count++;
  return count;
}
