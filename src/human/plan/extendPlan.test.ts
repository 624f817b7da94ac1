import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assignment, TaskKind } from '../campaign/campaign.ts';
import { CampaignRecord } from '../campaign/campaignRecord.ts';
import { type PlanSoFar, addJudges, extendPlan, planSoFar } from './extendPlan.ts';
import { isJudged } from './listParts.ts';
import { planCampaign } from './planCampaign.ts';
import { idMaker, makeInput, settingsOf } from './testing/makeInput.ts';

const kindSets: TaskKind[][] = [['rank'], ['assess'], ['edit'], ['rank', 'pairwise', 'mark', 'edit', 'accept']];

const anyPlan = fc
  .record({
    kinds: fc.constantFrom(...kindSets),
    seed: fc.nat(),
    systems: fc.integer({ min: 2, max: 6 }),
    judges: fc.integer({ min: 2, max: 5 }),
  })
  .map(({ kinds, seed, systems, judges }): { soFar: PlanSoFar; makeId: () => string } => {
    const input = makeInput({ systems, segments: 240, kinds, seed, identical: 5 });
    const makeId = idMaker();
    const plan = planCampaign(input, settingsOf({ judges, perJudge: 16, repeatDistance: 4 }), makeId);
    return { soFar: { ...plan, active: plan.judges }, makeId };
  });

const parted = (all: readonly Assignment[], judge: string, kind: TaskKind): Assignment[] =>
  all.filter((each) => each.judge === judge && each.kind === kind && each.part !== 'practice');

const setOf = ({ segment, entries }: Assignment): string =>
  `${segment} ${entries
    .map(({ systems }) => systems.join('+'))
    .sort()
    .join(' ')}`;

/** Checks the rules of every plan after an extension. */
function checkWhole(all: readonly Assignment[], distance: number): void {
  const edited = new Set(all.filter(({ kind }) => kind === 'edit').map(({ segment }) => segment));
  const shown = new Map<string, string>();
  for (const each of all) {
    if (isJudged(each.kind)) expect(edited.has(each.segment)).toBe(false);
    if (each.kind !== 'edit') continue;
    const key = `${each.judge} ${each.segment}`;
    expect(shown.get(key) ?? setOf(each)).toBe(setOf(each));
    shown.set(key, setOf(each));
  }
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const repeats = all.filter((each) => each.part === 'repeat');
  expect(new Set(repeats.map((each) => each.repeats)).size).toBe(repeats.length);
  for (const again of repeats) {
    const list = parted(all, again.judge, again.kind);
    const at = list.findIndex(({ id }) => id === again.repeats);
    expect(setOf(list[at]!)).toBe(setOf(again));
    expect(list.indexOf(again) - at - 1).toBeGreaterThanOrEqual(distance);
  }
}

describe('further assignments', () => {
  it('follow the rules of the plan', () =>
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 1, max: 20 }), ({ soFar, makeId }, more) => {
        const { assignments, audit } = extendPlan(soFar, more, makeId);
        const all = [...soFar.assignments, ...assignments];
        checkWhole(all, 4);
        for (const judge of soFar.judges) {
          for (const kind of soFar.campaign.kinds.filter((each) => each !== 'accept')) {
            expect(parted(assignments, judge, kind)).toHaveLength(more);
          }
        }
        expect(assignments.filter(({ part }) => part === 'practice')).toEqual([]);
        expect(audit.problems).toEqual([]);
        // The pool stays shared.
        for (const { kind, pool } of audit.kinds)
          if (kind !== 'edit') expect(pool.fewestJudges).toBe(soFar.judges.length);
      }),
      { numRuns: 30 },
    ));

  it('are balanced with those before', () => {
    const input = makeInput({ systems: 6, segments: 200, kinds: ['rank'] });
    const makeId = idMaker();
    const plan = planCampaign(input, settingsOf({ judges: 3, perJudge: 20, rankedAtOnce: 3, pool: 0 }), makeId);
    const { audit } = extendPlan({ ...plan, active: plan.judges }, 20, makeId);
    const [{ pairs, systems }] = audit.kinds as [Required<(typeof audit.kinds)[0]>];
    expect(pairs.max - pairs.min).toBeLessThanOrEqual(3);
    expect(systems.max - systems.min).toBeLessThanOrEqual(2);
  });

  it('are reproducible from the past, and differ later', () => {
    const input = makeInput({ systems: 4, segments: 200, kinds: ['rank'] });
    const plan = planCampaign(input, settingsOf({ perJudge: 20 }), idMaker());
    const soFar = { ...plan, active: plan.judges };
    const numbered = (letter: string): (() => string) => {
      let next = 0;
      return () => `${letter}${next++}`;
    };
    const one = extendPlan(soFar, 9, numbered('x')).assignments;
    expect(extendPlan(soFar, 9, numbered('x')).assignments).toEqual(one);
    const later = extendPlan({ ...soFar, assignments: [...plan.assignments, ...one] }, 9, numbered('y')).assignments;
    expect(later.map(({ segment }) => segment)).not.toEqual(one.map(({ segment }) => segment));
  });

  it('only for some judges, and some kinds', () => {
    const plan = planCampaign(
      makeInput({ systems: 3, segments: 200, kinds: ['rank', 'assess'] }),
      settingsOf({ perJudge: 20 }),
      idMaker(),
    );
    const soFar = { ...plan, active: plan.judges };
    let next = 0;
    const { assignments } = extendPlan(soFar, 3, () => `x${next++}`, { kinds: ['assess'], judges: ['judge02'] });
    expect(new Set(assignments.map(({ kind, judge }) => `${kind} ${judge}`))).toEqual(new Set(['assess judge02']));
    expect(assignments).toHaveLength(3);
  });
});

describe('further judges', () => {
  it('have lists like the others, the same practice and the same pool', () =>
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 1, max: 4 }), ({ soFar, makeId }, count) => {
        const { assignments, judges, audit } = addJudges(soFar, count, makeId);
        const all = [...soFar.assignments, ...assignments];
        checkWhole(all, 4);
        expect(judges).toHaveLength(count);
        expect(judges.some((judge) => soFar.judges.includes(judge))).toBe(false);
        expect(audit.problems).toEqual([]);
        for (const judge of judges) {
          for (const kind of soFar.campaign.kinds.filter((each) => each !== 'accept')) {
            expect(parted(assignments, judge, kind)).toHaveLength(16);
            const practice = (of: string) =>
              all.filter((each) => each.judge === of && each.kind === kind && each.part === 'practice').map(setOf);
            expect(practice(judge)).toEqual(practice('judge01'));
            if (kind === 'edit') continue;
            const pool = (of: string) =>
              new Set(all.filter((each) => each.judge === of && each.kind === kind && each.part === 'pool').map(setOf));
            expect(pool(judge)).toEqual(pool('judge01'));
          }
        }
      }),
      { numRuns: 30 },
    ));
});

describe('refused', () => {
  const makeId = idMaker();
  const plan = planCampaign(
    makeInput({ systems: 3, segments: 90, kinds: ['rank', 'edit', 'accept'] }),
    settingsOf({ perJudge: 14 }),
    makeId,
  );
  const soFar: PlanSoFar = { ...plan, active: plan.judges };
  const accepting: Assignment = {
    id: 'accepting', judge: 'judge01', kind: 'accept', segment: 0, entries: [{ systems: [0] }], part: 'own',
    edited: { editor: 'judge02', outcome: 'unchanged', text: '' },
  }; // prettier-ignore
  const begun = { ...soFar, assignments: [...soFar.assignments, accepting] };
  const cases: [what: string, attempt: () => unknown, message: RegExp][] = [
    ['nothing more', () => extendPlan(soFar, 0, makeId), /new assignments must be a whole number of at least 1, not 0/],
    ['half a judge', () => addJudges(soFar, 0.5, makeId), /new judges must be a whole number/],
    ['accept', () => extendPlan(soFar, 5, makeId, { kinds: ['accept'] }), /Plan acceptance again/],
    ['an unknown kind', () => extendPlan(soFar, 5, makeId, { kinds: ['mark'] }), /no task mark\. It has rank, edit, accept/],
    ['an unknown judge', () => extendPlan(soFar, 5, makeId, { judges: ['toString'] }), /no judge toString/],
    ['editing, once accepting has begun', () => extendPlan(begun, 5, makeId, { kinds: ['edit'] }), /judges have seen references/],
    ['more than there is', () => extendPlan(soFar, 500, makeId, { kinds: ['rank'] }), /^judge01 has already seen all but \d+ of the 48 segments for rank, and 500 assignments need 450: at most \d+ assignments can be added\.$/],
  ]; // prettier-ignore
  it.each(cases)('%s', (_, attempt, message) => expect(attempt).toThrow(message));

  it('but ranking can be extended', () => {
    expect(new Set(extendPlan(begun, 5, makeId).assignments.map(({ kind }) => kind))).toEqual(new Set(['rank']));
  });

  it('and the advised number can be added', () => {
    let told = '';
    try {
      extendPlan(soFar, 500, makeId, { kinds: ['rank'] });
    } catch (error) {
      told = /at most (\d+)/.exec((error as Error).message)![1]!;
    }
    expect(extendPlan(soFar, Number(told), makeId, { kinds: ['rank'] }).assignments).toHaveLength(4 * Number(told));
    expect(() => extendPlan(soFar, Number(told) + 1, makeId, { kinds: ['rank'] })).toThrow(/at most/);
  });
});

it('the advised number works for all requested kinds and judges', () => {
  const makeId = idMaker();
  const input = makeInput({ systems: 3, segments: 90, kinds: ['rank', 'edit'] });
  const plan = planCampaign(input, settingsOf({ perJudge: 14 }), makeId);
  const first: PlanSoFar = { ...plan, active: plan.judges };
  // One judge has more than the others, of the kind that is asked for last.
  const more = extendPlan(first, 10, makeId, { kinds: ['edit'], judges: ['judge04'] });
  const soFar = { ...first, assignments: [...first.assignments, ...more.assignments] };
  const told = (settings: Parameters<typeof extendPlan>[3]): number => {
    try {
      extendPlan(soFar, 500, makeId, settings);
    } catch (error) {
      return Number(/at most (\d+)/.exec((error as Error).message)![1]!);
    }
    return NaN;
  };
  const most = told({});
  expect(most).toBeLessThan(told({ kinds: ['rank'] }));
  expect(most).toBeLessThan(told({ judges: ['judge01'] }));
  expect(extendPlan(soFar, most, makeId).assignments).toHaveLength(2 * 4 * most);
  expect(() => extendPlan(soFar, most + 1, makeId)).toThrow(/at most/);
});

it('the plan so far comes from the record', () => {
  const plan = planCampaign(
    makeInput({ systems: 3, segments: 60, kinds: ['rank'] }),
    settingsOf({ perJudge: 14 }),
    idMaker(),
  );
  const record = new CampaignRecord();
  const events = [
    { kind: 'created', campaign: plan.campaign } as const,
    ...plan.judges.map((judge) => ({ kind: 'judge-added', judge }) as const),
    { kind: 'assigned', assignments: plan.assignments } as const,
    { kind: 'excluded', judge: 'judge03', reason: 'fast' } as const,
    { kind: 'erased', judge: 'judge01' } as const,
  ];
  events.forEach((event, i) => record.take({ seq: i + 1, at: '', event }));
  const soFar = planSoFar(record);
  expect(soFar).toMatchObject({ judges: plan.judges, active: ['judge02', 'judge04'] });
  expect(soFar.assignments).toEqual(plan.assignments);
});
