import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assignment } from '../campaign/campaign.ts';
import { planCampaign } from './planCampaign.ts';
import { partsOfProtocol, protocols } from './protocols.ts';
import { idMaker, makeInput, settingsOf } from './testing/makeInput.ts';

const { designs } = partsOfProtocol(
  protocols.find(({ id }) => id === 'cesa')!,
  false,
);

interface Case {
  readonly systems: number;
  /** Of documents, in segments. */
  readonly lengths: readonly number[];
  readonly judges: number;
  readonly perJudge: number;
  readonly repeats?: number;
  readonly pool?: number;
  readonly checks?: number;
  readonly seed: number;
}

/** Contrastive ESA: three systems side by side, document by document. */
function planOf({ systems, lengths, seed, ...given }: Case): readonly Assignment[] {
  const documents = lengths.flatMap((length, d) => new Array<string>(length).fill(`d${d}`));
  const input = makeInput({ systems, segments: documents.length, kinds: ['mark'], seed });
  const segments = input.segments.map((segment, s) => ({ ...segment, document: documents[s]! }));
  const settings = settingsOf({ repeats: 0, pool: 0, checks: 0, repeatDistance: 0, ...given });
  const { assignments } = planCampaign({ ...input, segments, designs }, settings, idMaker());
  return assignments.filter(({ part }) => part !== 'practice');
}

/** Pages as they are shown: their length, and their systems in order. */
function pagesOf(assignments: readonly Assignment[]) {
  const pages = new Map<string, { length: number; order: number[] }>();
  for (const { page, entries, part } of assignments) {
    if (part === 'check') continue;
    const order = entries.map(({ systems }) => systems[0]!);
    const known = pages.get(page!);
    if (known) {
      known.length++;
      expect(order, 'a page has one order').toEqual(known.order);
    } else pages.set(page!, { length: 1, order });
  }
  return [...pages.values()];
}

/** By system and place: how many segments, or pages. */
function countsOf(pages: ReturnType<typeof pagesOf>, systems: number, of: (length: number) => number = (length) => length): number[][] {
  const counts = Array.from({ length: systems }, () => [0, 0, 0]);
  for (const { length, order } of pages) order.forEach((system, place) => (counts[system]![place]! += of(length)));
  return counts;
} // prettier-ignore

const range = (counts: readonly number[]): number => Math.max(...counts) - Math.min(...counts);
const squares = (counts: readonly (readonly number[])[]): number =>
  counts.flat().reduce((sum, count) => sum + count * count, 0);

const anySize = fc.record({ judges: fc.integer({ min: 2, max: 7 }), seed: fc.nat(), length: fc.integer({ min: 1, max: 10 }), pages: fc.integer({ min: 1, max: 9 }) }); // prettier-ignore
const orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]; // prettier-ignore

describe('outputs side by side', () => {
  it('of three systems are in every place equally often, up to one page, in all and for each judge', () =>
    fc.assert(
      fc.property(anySize, ({ judges, seed, length, pages }) => {
        const lengths = new Array<number>(pages * 2 + 2).fill(length);
        const plan = planOf({ systems: 3, lengths, judges, perJudge: pages * length, seed });
        expect(range(countsOf(pagesOf(plan), 3, () => 1).flat())).toBeLessThanOrEqual(1);
        for (let j = 1; j <= judges; j++) {
          const own = plan.filter(({ judge }) => judge === `judge0${j}`);
          expect(range(countsOf(pagesOf(own), 3, () => 1).flat())).toBeLessThanOrEqual(2);
        }
      }),
      { numRuns: 200 },
    ));

  it('of documents of different lengths are in every place for as many segments as is possible', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 5, maxLength: 9 }), fc.nat(), (lengths, seed) => {
        const pages = pagesOf(planOf({ systems: 3, lengths, judges: 2, perJudge: 14, seed }));
        if (pages.length > 6) return;
        // All orders of all pages; the first page may be in any order by symmetry.
        let least = Infinity;
        const search = (page: number, counts: readonly (readonly number[])[]): void => {
          if (page === pages.length) return void (least = Math.min(least, squares(counts)));
          for (const order of page === 0 ? orders.slice(0, 1) : orders) {
            search(page + 1, counts.map((of, system) => of.map((count, place) => count + (order[place] === system ? pages[page]!.length : 0))));
          }
        };
        search(0, [[0, 0, 0], [0, 0, 0], [0, 0, 0]]);
        expect(squares(countsOf(pages, 3))).toBe(least);
      }),
      { numRuns: 40 },
    )); // prettier-ignore

  it('of more systems, with repeats, a pool and checks, differ by a page at most', () =>
    fc.assert(
      fc.property(anySize, fc.integer({ min: 4, max: 9 }), ({ judges, seed }, systems) => {
        const lengths = Array.from({ length: 24 }, (_, d) => 1 + ((seed + 7 * d) % 8));
        const shares = { repeats: 0.1, pool: 0.4, checks: 0.05 };
        const plan = planOf({ systems, lengths, judges, perJudge: 40, seed, ...shares });
        for (const counts of countsOf(pagesOf(plan), systems)) expect(range(counts)).toBeLessThanOrEqual(8);
      }),
      { numRuns: 60 },
    ));

  it('of a repeat are in another order than those of its original, and the same seed gives the same plan', () =>
    fc.assert(
      fc.property(anySize, fc.integer({ min: 3, max: 5 }), ({ judges, seed, length, pages }, systems) => {
        const lengths = new Array<number>(30).fill(length);
        const given = { systems, lengths, judges, perJudge: (pages + 2) * length, repeats: 0.3, pool: 0.4, seed };
        const plan = planOf(given);
        expect(planOf(given)).toEqual(plan);
        const byId = new Map(plan.map((each) => [each.id, each]));
        for (const { repeats, entries } of plan)
          if (repeats !== undefined) expect(entries).not.toEqual(byId.get(repeats)!.entries);
      }),
      { numRuns: 60 },
    ));
});
