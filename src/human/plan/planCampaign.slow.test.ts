import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assignment, PlanSettings, TaskKind } from '../campaign/campaign.ts';
import { checkHasPartner, isCompared, isJudged, partsOf } from './listParts.ts';
import { neededSegments, neighboursOf, splitSegments } from './splitSegments.ts';
import { type CampaignPlan, judgeNames, planCampaign } from './planCampaign.ts';
import { idMaker, makeInput, settingsOf } from './testing/makeInput.ts';

const kindSets: readonly (readonly TaskKind[])[] = [
  ['rank'],
  ['pairwise'],
  ['assess', 'mark'],
  ['edit'],
  ['rank', 'edit'],
  ['rank', 'edit', 'accept'],
  ['rank', 'pairwise', 'assess', 'mark', 'edit', 'accept'],
];

interface Case {
  readonly systems: number;
  readonly segments: number;
  readonly kinds: readonly TaskKind[];
  readonly seed: number;
  readonly documentLength: number | undefined;
  readonly identical: number;
  readonly settings: PlanSettings;
}

/** Sizes for which a plan is possible: enough segments, long enough lists. */
const anyCase: fc.Arbitrary<Case> = fc
  .record({
    systems: fc.integer({ min: 2, max: 8 }),
    kinds: fc.constantFrom(...kindSets),
    seed: fc.nat(),
    documentLength: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
    identical: fc.constantFrom(0, 2, 6),
    judges: fc.integer({ min: 2, max: 7 }),
    perJudge: fc.integer({ min: 14, max: 40 }),
    rankedAtOnce: fc.integer({ min: 2, max: 6 }),
    repeats: fc.constantFrom(0, 0.1, 0.2),
    repeatDistance: fc.integer({ min: 0, max: 6 }),
    pool: fc.constantFrom(0, 0.4),
    checks: fc.constantFrom(0, 0.05, 0.1),
  })
  .map(({ systems, kinds, seed, documentLength, identical, ...settings }) => ({
    systems,
    kinds,
    seed,
    documentLength,
    identical,
    settings,
    // Of two systems with half their outputs the same, half the segments can be ranked.
    segments: 12 * settings.perJudge,
  }));

function planOf({ settings, documentLength, ...sizes }: Case): CampaignPlan {
  const input = makeInput({ ...sizes, ...(documentLength !== undefined && { documentLength }) });
  return planCampaign(input, settings, idMaker());
}

/** Without practice, by judge and kind, in order. */
function listsOf({ assignments, judges, campaign }: CampaignPlan): { kind: TaskKind; list: Assignment[] }[] {
  return judges.flatMap((judge) =>
    campaign.kinds
      .filter((kind) => kind !== 'accept')
      .map((kind) => ({
        kind,
        list: assignments.filter((each) => each.judge === judge && each.kind === kind && each.part !== 'practice'),
      })),
  );
}

const systemsOf = ({ entries }: Assignment): string => entries.map(({ systems }) => systems.join('+')).join(' ');
const setOf = (assignment: Assignment): string => systemsOf(assignment).split(' ').sort().join(' ');
const countBy = <T>(items: readonly T[], key: (item: T) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
};

const holds = (check: (plan: CampaignPlan, settings: PlanSettings) => void): void =>
  fc.assert(
    fc.property(anyCase, (each) => check(planOf(each), each.settings)),
    { numRuns: 25 },
  );

describe('any plan', () => {
  it('has the requested number of assignments for each judge and kind, with unique ids', () =>
    holds((plan, { perJudge, judges }) => {
      for (const { list } of listsOf(plan)) expect(list).toHaveLength(perJudge);
      expect(plan.judges).toEqual(judgeNames(judges));
      expect(new Set(plan.assignments.map(({ id }) => id)).size).toBe(plan.assignments.length);
      expect(plan.audit.problems).toEqual([]);
    }));

  it('starts with practice on segments that are used nowhere else, with a damaged text', () =>
    holds((plan) => {
      const practice = plan.assignments.filter(({ part }) => part === 'practice');
      const elsewhere = new Set(
        plan.assignments.filter(({ part }) => part !== 'practice').map(({ segment }) => segment),
      );
      expect(practice.filter(({ segment }) => elsewhere.has(segment))).toEqual([]);
      for (const { kind, list } of listsOf(plan)) {
        const { judge } = list[0]!;
        const all = plan.assignments.filter((each) => each.judge === judge && each.kind === kind);
        expect(all.slice(0, 2).map(({ part }) => part)).toEqual(['practice', 'practice']);
        expect(all.slice(0, 2).some(({ entries }) => entries.some(({ damaged }) => damaged !== undefined))).toBe(true);
      }
    }));

  it('never shows source or reference of edited segments, not even as context', () =>
    holds(({ campaign, assignments, audit }) => {
      const edited = new Set(assignments.filter(({ kind }) => kind === 'edit').map(({ segment }) => segment));
      const split = splitSegments(campaign);
      for (const { kind, segment } of assignments.filter((each) => isJudged(each.kind))) {
        const { before, after } = neighboursOf(campaign, split, kind, segment, 3);
        for (const shown of [...before, segment, ...after]) expect(edited.has(shown)).toBe(false);
      }
      expect(audit.split.isDisjoint).toBe(true);
    }));

  it('keeps documents whole if there are any', () =>
    holds(({ campaign, audit }) => {
      if (audit.split.by !== 'document') return;
      const { isEdited } = splitSegments(campaign);
      const sides = new Map<string, number>();
      campaign.segments.forEach(({ document }, s) => {
        expect(sides.get(document!) ?? isEdited[s]).toBe(isEdited[s]);
        sides.set(document!, isEdited[s]!);
      });
    }));

  it('shows an editor one system per segment, and leaves someone to accept', () =>
    holds(({ campaign, judges, assignments }) => {
      const edits = assignments.filter(({ kind }) => kind === 'edit');
      const shown = new Map<string, string>();
      const editors = new Map<number, Set<string>>();
      for (const each of edits) {
        const key = `${each.judge} ${each.segment}`;
        expect(shown.get(key) ?? systemsOf(each)).toBe(systemsOf(each));
        shown.set(key, systemsOf(each));
        if (each.part === 'practice') continue;
        editors.set(each.segment, (editors.get(each.segment) ?? new Set()).add(each.judge));
      }
      if (!campaign.kinds.includes('accept')) return;
      for (const { size } of editors.values()) expect(size).toBeLessThan(judges.length);
    }));

  it('shows no segment twice in a list, except for repeats and damaged outputs shown alone', () =>
    holds((plan) => {
      for (const { kind, list } of listsOf(plan)) {
        const single = list.filter(({ part }) => part !== 'repeat' && !(part === 'check' && checkHasPartner(kind)));
        expect(new Set(single.map(({ segment }) => segment)).size).toBe(single.length);
      }
    }));

  it('repeats the requested share, far apart, in another order', () =>
    holds((plan, settings) => {
      for (const { kind, list } of listsOf(plan)) {
        const repeats = list.filter(({ part }) => part === 'repeat');
        expect(repeats).toHaveLength(partsOf(kind, settings.perJudge, settings).repeats);
        expect(new Set(repeats.map((each) => each.repeats)).size).toBe(repeats.length);
        for (const again of repeats) {
          const at = list.findIndex(({ id }) => id === again.repeats);
          const first = list[at]!;
          expect(['own', 'pool']).toContain(first.part);
          expect(list.indexOf(again) - at - 1).toBeGreaterThanOrEqual(settings.repeatDistance);
          expect([again.segment, setOf(again)]).toEqual([first.segment, setOf(first)]);
          if (again.entries.length > 1) expect(systemsOf(again)).not.toBe(systemsOf(first));
        }
      }
    }));

  it('gives the requested share of the pool to all judges, or to two or more if some must be left to accept', () =>
    holds((plan, settings) => {
      for (const kind of plan.campaign.kinds.filter((each) => each !== 'accept')) {
        const pooled = plan.assignments.filter((each) => each.kind === kind && each.part === 'pool');
        const counts = [...countBy(pooled, (each) => `${each.segment} ${setOf(each)}`).values()];
        const { pool } = partsOf(kind, settings.perJudge, settings);
        if (kind === 'edit' && plan.campaign.kinds.includes('accept')) {
          for (const count of counts) expect(count).toBeGreaterThanOrEqual(2);
          // Half the judges share an item; an odd judge may join or not.
          const half = Math.min(settings.judges - 1, Math.max(2, Math.floor(settings.judges / 2)));
          for (const count of counts) expect(count).toBeLessThanOrEqual(half + 1);
          if (settings.judges > 2) expect(pooled.length).toBeGreaterThanOrEqual(pool * settings.judges - 1);
        } else {
          expect(counts).toHaveLength(pool);
          for (const count of counts) expect(count).toBe(settings.judges);
        }
      }
    }));

  it('checks attention with texts of no system, next to the original or far from it', () =>
    holds((plan, settings) => {
      const { outputs } = plan.campaign;
      for (const { kind, list } of listsOf(plan)) {
        const checks = list.filter(({ part }) => part === 'check');
        expect(checks).toHaveLength(partsOf(kind, settings.perJudge, settings).checks);
        for (const check of checks) {
          const damaged = check.entries.filter((entry) => entry.damaged !== undefined);
          expect(damaged).toHaveLength(1);
          const { systems, damaged: text } = damaged[0]!;
          expect(outputs.every((texts) => texts[check.segment] !== text)).toBe(true);
          const isOriginal = (each: Assignment): boolean =>
            each.entries.some((entry) => entry.damaged === undefined && entry.systems.join() === systems.join());
          if (isCompared(kind)) expect(isOriginal(check)).toBe(true);
          else {
            expect(check.entries).toHaveLength(1);
            const originals = list.filter((each) => each !== check && each.segment === check.segment);
            expect(originals.filter(isOriginal)).toHaveLength(1);
            const gap = Math.abs(list.indexOf(originals[0]!) - list.indexOf(check)) - 1;
            expect(gap).toBeGreaterThanOrEqual(settings.repeatDistance);
          }
        }
        for (const { part, entries } of list) {
          if (part !== 'check') expect(entries.every(({ damaged }) => damaged === undefined)).toBe(true);
        }
      }
    }));

  it('shows a text once for all its systems, and not more texts than requested', () =>
    holds(({ campaign, assignments }, { rankedAtOnce }) => {
      const { outputs } = campaign;
      for (const { kind, segment, entries } of assignments) {
        const most = kind === 'rank' ? rankedAtOnce : kind === 'pairwise' ? 2 : 1;
        expect(entries.length).toBeGreaterThanOrEqual(isCompared(kind) ? 2 : 1);
        expect(entries.length).toBeLessThanOrEqual(most);
        const texts = entries.map(({ systems, damaged }) => damaged ?? outputs[systems[0]!]![segment]!);
        expect(new Set(texts).size).toBe(texts.length);
        for (const { systems } of entries) {
          const text = outputs[systems[0]!]![segment];
          const same = outputs.flatMap((each, a) => (each[segment] === text ? [a] : []));
          expect(systems).toEqual(same);
        }
      }
    }));

  it('is the same for the same seed, except for its ids', () => {
    fc.assert(
      fc.property(anyCase, (each) => {
        const one = planOf(each);
        let next = 0;
        const other = planCampaign({ ...one.campaign, instructions: {} }, each.settings, () => `other${next++}`);
        const renamed = new Map(other.assignments.map(({ id }, i) => [id, one.assignments[i]!.id]));
        const back = other.assignments.map(({ id, repeats, ...rest }) => ({
          ...rest,
          id: renamed.get(id),
          ...(repeats !== undefined && { repeats: renamed.get(repeats) }),
        }));
        expect(back).toEqual(one.assignments);
      }),
      { numRuns: 20 },
    );
  });
});

it('the rules hold even with no segment to spare', () =>
  fc.assert(
    fc.property(
      fc.constantFrom<TaskKind[]>(
        ['rank', 'assess', 'mark'],
        ['edit', 'accept'],
        ['pairwise', 'mark', 'edit', 'accept'],
      ),
      fc.integer({ min: 2, max: 7 }),
      fc.integer({ min: 14, max: 24 }),
      fc.nat(),
      (kinds, judges, perJudge, seed) => {
        const settings = settingsOf({ judges, perJudge, repeatDistance: 4 });
        const sized = (segments: number) => makeInput({ systems: 3, segments, kinds, seed });
        const { judged, edited } = neededSegments(planCampaign(sized(400), settings, idMaker()).campaign);
        const plan = planCampaign(sized(judged + edited), settings, idMaker());
        expect(plan.audit).toMatchObject({ split: { isDisjoint: true }, editorsSeeingTwo: 0, unacceptable: 0 });
        for (const { kind, list } of listsOf(plan)) {
          const single = list.filter(({ part }) => part !== 'repeat' && !(part === 'check' && checkHasPartner(kind)));
          expect(new Set(single.map(({ segment }) => segment)).size).toBe(single.length);
        }
        expect(() => planCampaign(sized(judged + edited - 1), settings, idMaker())).toThrow(/Too few segments/);
      },
    ),
    { numRuns: 30 },
  ));

describe('balance, if all outputs differ', () => {
  const anySizes = fc.record({
    systems: fc.integer({ min: 3, max: 10 }),
    rankedAtOnce: fc.integer({ min: 2, max: 5 }),
    judges: fc.integer({ min: 2, max: 6 }),
    seed: fc.nat(),
  });
  /** Own assignments of 40 for each judge. */
  const ownOf = (kind: TaskKind, { systems, rankedAtOnce, judges, seed }: Record<string, number>) => {
    const input = makeInput({ systems: systems!, segments: 60, kinds: [kind], seed: seed! });
    const settings = settingsOf({
      judges: judges!,
      perJudge: 40,
      rankedAtOnce: rankedAtOnce!,
      repeats: 0,
      pool: 0,
      checks: 0,
    });
    return planCampaign(input, settings, idMaker());
  };
  const range = (counts: readonly number[]): number => Math.max(...counts) - Math.min(...counts);

  it('systems, pairs and places are used equally', () =>
    fc.assert(
      fc.property(anySizes, fc.constantFrom<TaskKind>('rank', 'pairwise'), (sizes, kind) => {
        const { assignments } = ownOf(kind, sizes);
        const own = assignments.filter(({ part }) => part === 'own');
        const most = kind === 'pairwise' ? 2 : Math.min(sizes.rankedAtOnce, sizes.systems);
        const shown = new Array<number>(sizes.systems).fill(0);
        const pairs = new Map<string, number>();
        const places = Array.from(shown, () => new Array<number>(most).fill(0));
        for (let a = 0; a < sizes.systems; a++) for (let b = 0; b < a; b++) pairs.set(`${b} ${a}`, 0);
        for (const { entries } of own) {
          const systems = entries.map((entry) => entry.systems[0]!);
          systems.forEach((a, place) => {
            shown[a]!++;
            places[a]![place]!++;
            for (const b of systems) if (b < a) pairs.set(`${b} ${a}`, pairs.get(`${b} ${a}`)! + 1);
          });
        }
        expect(range(shown)).toBeLessThanOrEqual(2);
        // Drawn at random they would differ by 20 or more.
        expect(range([...pairs.values()])).toBeLessThanOrEqual(5);
        for (const counts of places) expect(range(counts)).toBeLessThanOrEqual(6);
      }),
      { numRuns: 60 },
    ));

  it('each judge sees all systems equally, and all segments are used equally', () =>
    fc.assert(
      fc.property(anySizes, fc.constantFrom<TaskKind>('assess', 'mark', 'edit'), (sizes, kind) => {
        const { assignments, judges } = ownOf(kind, sizes);
        const own = assignments.filter(({ part }) => part === 'own');
        for (const judge of judges) {
          const counts = countBy(
            own.filter((each) => each.judge === judge),
            systemsOf,
          );
          expect(counts.size).toBe(sizes.systems);
          expect(range([...counts.values()])).toBeLessThanOrEqual(1);
        }
        const uses = countBy(own, ({ segment }) => String(segment));
        // Two segments are kept for practice.
        expect(range([...uses.values(), ...(uses.size < 58 ? [0] : [])])).toBeLessThanOrEqual(1);
      }),
      { numRuns: 40 },
    ));
});

describe('impossible plans are refused with advice', () => {
  const base = makeInput({ systems: 3, segments: 60, kinds: ['rank'] });
  const cases: [what: string, input: Partial<typeof base>, settings: Partial<PlanSettings>, message: RegExp][] = [
    ['no segments', { segments: [], outputs: [[], [], []] }, {}, /^There are no segments/],
    ['no systems', { systems: [], outputs: [] }, {}, /^There are no systems/],
    ['one system', { systems: ['a'], outputs: base.outputs.slice(0, 1) }, {}, /^The task rank needs at least 2 systems to compare; there is only a\.$/],
    ['two systems with the same name', { systems: ['a', '__proto__', 'a'] }, {}, /^Two systems have the name a/],
    ['no name', { systems: ['a', '', 'b'] }, {}, /^A system has no name/],
    ['two keys', { segments: base.segments.map((each) => ({ ...each, key: '7' })) }, {}, /^Two segments have the name 7/],
    ['outputs missing', { outputs: base.outputs.slice(1) }, {}, /^There are 3 systems, but outputs for 2/],
    ['unequal outputs', { outputs: base.outputs.map((each, a) => each.slice(a)) }, {}, /^System system1 has 59 outputs, but there are 60 segments/],
    ['no kinds', { kinds: [] }, {}, /at least one kind of task/],
    ['a kind twice', { kinds: ['rank', 'rank'] }, {}, /^A task is given twice/],
    ['an unknown kind', { kinds: ['sing' as 'rank'] }, {}, /^There is no task sing\. Known: rank/],
    ['accept alone', { kinds: ['accept'] }, {}, /Add the task edit/],
    ['accept without references', { kinds: ['edit', 'accept'], segments: base.segments.map(({ key }) => ({ key })) }, {}, /compares edits with a reference, but there is none/],
    ['nothing to compare with', { segments: base.segments.map(({ key }) => ({ key })) }, {}, /shows the source or the reference, but there is neither/],
    ['accept with one judge', { kinds: ['edit', 'accept'] }, { judges: 1, pool: 0 }, /at least 2 judges, because nobody judges their own edits/],
    ['a pool for one judge', {}, { judges: 1 }, /^A shared pool needs at least 2 judges/],
    ['half a judge', {}, { judges: 0.5 }, /^Judges must be a whole number of at least 1, not 0\.5/],
    ['NaN', {}, { repeats: NaN }, /^The share of repeats must be from 0 to 1, not NaN/],
    ['one ranked at once', {}, { rankedAtOnce: 1 }, /at least 2, not 1/],
    ['shares above all', {}, { repeats: 0.5, pool: 0.4, checks: 0.2 }, /the maximum is 1/],
    ['a short list', {}, { perJudge: 10 }, /^10 assignments per judge cannot hold 1 repeat at least 10 others apart, 4 of the pool and 1 check \(rank\): use 12, /],
    ['more repeats than there is to repeat', {}, { perJudge: 20, repeats: 0.5, repeatDistance: 0 }, /use smaller shares/],
    ['few segments', {}, { perJudge: 80 }, /^Too few segments: 80 assignments per judge need 72 to rank; there are 60\. Give at least 72 segments, or plan at most 67 assignments per judge\.$/],
    ['few segments for two sides', { kinds: ['rank', 'edit'] }, { perJudge: 40 }, /need 36 to rank, 36 others to edit and 4 for practice; there are 60\. Give at least 76 segments, or plan at most 31 /],
    ['all outputs the same', { outputs: base.outputs.map(() => base.outputs[0]!) }, {}, /there are 0 that can be judged, out of 60\. Segments with the same output from all systems cannot be compared\.$/],
  ]; // prettier-ignore
  it.each(cases)('%s', (_, input, settings, message) => {
    const given = settingsOf({ perJudge: 20, ...settings });
    expect(() => planCampaign({ ...base, ...input }, given, idMaker())).toThrow(message);
  });

  it('the advised numbers work', () => {
    const plan = (segments: number, perJudge: number) =>
      planCampaign(makeInput({ systems: 3, segments, kinds: ['rank'] }), settingsOf({ perJudge }), idMaker());
    expect(plan(60, 67).assignments.length).toBeGreaterThan(0);
    expect(() => plan(60, 68)).toThrow(/Too few/);
    expect(plan(72, 80).assignments.length).toBeGreaterThan(0);
    expect(() => plan(71, 80)).toThrow(/Too few/);
  });

  it('the advised numbers for short lists work', () => {
    const plan = (perJudge: number) => planCampaign(base, settingsOf({ perJudge }), idMaker());
    expect(plan(12).assignments.length).toBeGreaterThan(0);
    expect(() => plan(11)).toThrow(/cannot hold/);
  });

  it('the advice has no problems, for all kinds together', () => {
    const advice = { shorter: 0, longer: 0, segments: 0 };
    let drawn = 0;
    fc.assert(
      fc.property(
        fc.record({
          kinds: fc.constantFrom(...kindSets),
          segments: fc.integer({ min: 30, max: 90 }),
          identical: fc.constantFrom(0, 2, 6),
          documentLength: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
          judges: fc.integer({ min: 2, max: 4 }),
          perJudge: fc.integer({ min: 1, max: 80 }),
          checks: fc.constantFrom(0, 0.05),
          seed: fc.nat(),
        }),
        ({ kinds, segments, identical, documentLength, judges, perJudge, checks, seed }) => {
          const problems = (many: number, of: number, same = identical) => {
            const sizes = { systems: 3, segments: of, kinds, seed, identical: same };
            const input = makeInput({ ...sizes, ...(documentLength !== undefined && { documentLength }) });
            return planCampaign(input, settingsOf({ judges, perJudge: many, checks }), idMaker()).audit.problems;
          };
          let told = '';
          try {
            problems(perJudge, segments);
          } catch (error) {
            told = (error as Error).message;
          }
          const [, shorter] = / at most (\d+) assignments? per judge\.$/.exec(told) ?? [];
          const [, longer] = /: use (\d+), smaller shares/.exec(told) ?? [];
          const [, enough] = /\. Give at least (\d+) segments/.exec(told) ?? [];
          for (const many of [shorter, longer]) if (many) expect(problems(Number(many), segments)).toEqual([]);
          // This many segments, all of which can be judged.
          if (enough) expect(problems(perJudge, Number(enough), 0)).toEqual([]);
          drawn++;
          advice.shorter += shorter ? 1 : 0;
          advice.longer += longer ? 1 : 0;
          advice.segments += enough ? 1 : 0;
        },
      ),
      { numRuns: 80 },
    );
    for (const times of Object.values(advice)) expect(times).toBeGreaterThan(drawn / 20);
  });

  it('the advice covers the kind that needs the most', () => {
    const kinds: TaskKind[] = ['rank', 'assess'];
    const plan = (perJudge: number) => planCampaign({ ...base, kinds }, settingsOf({ perJudge }), idMaker());
    expect(() => plan(8)).toThrow(/\(rank\): use 13, /);
    expect(() => plan(12)).toThrow(/\(assess\): use 13, /);
    expect(plan(13).audit.problems).toEqual([]);
  });

  it('no number is advised if none works, or if the search would take long', () => {
    const plan = (segments: number, judges: number, perJudge: number) =>
      planCampaign(makeInput({ systems: 3, segments, kinds: ['rank'] }), settingsOf({ judges, perJudge }), idMaker());
    // 12 assignments need 11 segments.
    expect(() => plan(10, 3, 11)).toThrow(/: use smaller shares or a smaller distance\.$/);
    expect(() => plan(60, 10_000, 80)).toThrow(/there are 60\. Give at least 72 segments\.$/);
  });

  it('ids that repeat', () => {
    expect(() => planCampaign(base, settingsOf({ perJudge: 20 }), () => 'same')).toThrow(/returned same twice/);
  });
});

describe('small and odd cases', () => {
  it('without shares all assignments are own ones', () => {
    const input = makeInput({ systems: 2, segments: 10, kinds: ['rank'] });
    const settings = settingsOf({ judges: 1, perJudge: 3, repeats: 0, pool: 0, checks: 0 });
    const { assignments, audit } = planCampaign(input, settings, idMaker());
    expect(assignments.map(({ part }) => part)).toEqual(['practice', 'practice', 'own', 'own', 'own']);
    expect(audit.problems).toEqual([]);
  });

  it('too few segments for practice: it shares them, and editors have none', () => {
    const settings = settingsOf({ judges: 2, perJudge: 5, repeats: 0, pool: 0, checks: 0 });
    const ranked = planCampaign(makeInput({ systems: 2, segments: 5, kinds: ['rank'] }), settings, idMaker());
    expect(ranked.assignments.filter(({ part }) => part === 'practice')).toHaveLength(4);
    const edited = planCampaign(makeInput({ systems: 2, segments: 5, kinds: ['edit'] }), settings, idMaker());
    expect(edited.assignments.filter(({ part }) => part === 'practice')).toEqual([]);
    expect(edited.audit.problems).toEqual(['edit: no full practice round: too few segments are left.']);
  });

  it('empty outputs are kept and reported', () => {
    const input = makeInput({ systems: 2, segments: 40, kinds: ['assess'] });
    const outputs = [input.outputs[0]!, input.outputs[1]!.map(() => '')];
    const { assignments, audit } = planCampaign({ ...input, outputs }, settingsOf({ perJudge: 20 }), idMaker());
    expect(audit.notes).toContain('40 outputs empty; judges see and judge empty outputs like any other.');
    const shown = assignments.filter(({ part, entries }) => part === 'own' && entries[0]!.systems.includes(1));
    expect(shown.length).toBeGreaterThan(0);
  });

  it('two judges who also accept have no pool for editing', () => {
    const input = makeInput({ systems: 3, segments: 90, kinds: ['edit', 'accept'] });
    const { assignments, audit } = planCampaign(input, settingsOf({ judges: 2, perJudge: 20 }), idMaker());
    expect(assignments.filter(({ part }) => part === 'pool')).toEqual([]);
    expect(audit.problems).toEqual([]);
    expect(audit.notes).toContain(
      'With 2 judges there is no pool for editing, because one of them must be left to accept.',
    );
  });

  it('names of judges continue after the last one', () => {
    expect(judgeNames(2)).toEqual(['judge01', 'judge02']);
    expect(judgeNames(2, ['judge01', 'judge04', 'judge03'])).toEqual(['judge05', 'judge06']);
  });
});
