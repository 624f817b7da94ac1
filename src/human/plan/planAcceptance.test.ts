import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pcg64 } from '../../stats/index.ts';
import type { Assignment } from '../campaign/campaign.ts';
import { CampaignRecord } from '../campaign/campaignRecord.ts';
import type { CampaignEvent } from '../campaign/events.ts';
import type { PlanSoFar } from './extendPlan.ts';
import { type FinishedEdit, finishedEdits } from './editShelf.ts';
import { planAcceptance } from './planAcceptance.ts';
import { planCampaign } from './planCampaign.ts';
import { idMaker, makeInput, settingsOf } from './testing/makeInput.ts';

interface Edited {
  readonly soFar: PlanSoFar;
  readonly edits: readonly FinishedEdit[];
  readonly makeId: () => string;
}

/** Editors who finish a share of their assignments; some edits are identical. */
function editedCampaign(judges: number, seed: number, done: number, perJudge = 16): Edited {
  const makeId = idMaker();
  const input = makeInput({ systems: 4, segments: 150, kinds: ['edit', 'accept'], seed });
  const plan = planCampaign(input, settingsOf({ judges, perJudge, repeatDistance: 4 }), makeId);
  const random = new Pcg64(seed);
  const edits = plan.assignments.flatMap(({ kind, part, judge, segment, entries }): FinishedEdit[] => {
    if (kind !== 'edit' || part === 'practice' || random.float() >= done) return [];
    const { systems } = entries[0]!;
    const outcome = (['edited', 'edited', 'unchanged', 'unable'] as const)[random.below(4)]!;
    const text = outcome === 'edited' ? `edit ${segment} ${random.below(3)}` : input.outputs[systems[0]!]![segment]!;
    return [{ editor: judge, segment, systems, outcome, text }];
  });
  return { soFar: { ...plan, active: plan.judges }, edits, makeId };
}

const anyEdited = fc
  .record({ judges: fc.integer({ min: 2, max: 7 }), seed: fc.nat(), done: fc.constantFrom(0.3, 0.8, 1.1) })
  .map(({ judges, seed, done }) => editedCampaign(judges, seed, done))
  .filter(({ edits }) => edits.length > 10);

const editKey = ({ editor, segment, systems, text }: FinishedEdit): string =>
  JSON.stringify([editor, segment, systems, text]);
const keyOf = ({ segment, entries, edited }: Assignment): string =>
  JSON.stringify([edited!.editor, segment, entries[0]!.systems, edited!.text]);
const isPlain = ({ part }: Assignment): boolean => part === 'own' || part === 'pool';

const holds = (check: (edited: Edited, planned: readonly Assignment[]) => void): void =>
  fc.assert(
    fc.property(anyEdited, (edited) =>
      check(edited, planAcceptance(edited.soFar, edited.edits, edited.makeId).assignments),
    ),
    { numRuns: 40 },
  );

describe('any plan of acceptance', () => {
  it('shows edits, changed or not, to judges who did not edit the segment', () =>
    holds(({ soFar, edits }, planned) => {
      const known = new Set(edits.map(editKey));
      const shown = new Set(planned.filter(isPlain).map(keyOf));
      expect([...shown].filter((key) => !known.has(key))).toEqual([]);
      const edited = new Set(soFar.assignments.map(({ judge, segment }) => `${judge} ${segment}`));
      for (const { judge, segment } of planned) expect(edited.has(`${judge} ${segment}`)).toBe(false);
    }));

  it('shows nobody a text twice, except as a distant repeat', () =>
    holds((_, planned) => {
      const byJudge = new Map<string, Assignment[]>();
      for (const each of planned) {
        if (each.part !== 'practice') byJudge.set(each.judge, [...(byJudge.get(each.judge) ?? []), each]);
      }
      for (const list of byJudge.values()) {
        const texts = list.filter(isPlain).map(({ segment, edited }) => `${segment} ${edited!.text}`);
        expect(new Set(texts).size).toBe(texts.length);
        for (const again of list.filter(({ part }) => part === 'repeat')) {
          const at = list.findIndex(({ id }) => id === again.repeats);
          expect(keyOf(list[at]!)).toBe(keyOf(again));
          expect(list.indexOf(again) - at - 1).toBeGreaterThanOrEqual(4);
        }
      }
    }));

  it('has a pool of two judges or more, and checks with the text of another segment', () =>
    holds(({ edits }, planned) => {
      const pool = new Map<string, Set<string>>();
      for (const each of planned.filter(({ part }) => part === 'pool')) {
        pool.set(keyOf(each), (pool.get(keyOf(each)) ?? new Set()).add(each.judge));
      }
      for (const judges of pool.values()) expect(judges.size).toBeGreaterThanOrEqual(2);
      for (const { part, segment, entries, edited } of planned) {
        const { damaged } = entries[0]!;
        if (part === 'check') expect(damaged).toBe(edited!.text);
        if (isPlain({ part } as Assignment) || part === 'repeat') expect(damaged).toBeUndefined();
        if (damaged === undefined) continue;
        expect(edits.some((edit) => edit.segment === segment && edit.text === damaged)).toBe(false);
        expect(edits.some((edit) => edit.segment !== segment && edit.text === damaged)).toBe(true);
      }
    }));
});

describe('numbers', () => {
  it('shares are as requested, lists equally long', () => {
    const { soFar, edits, makeId } = editedCampaign(6, 7, 1.1);
    const { audit, assignments } = planAcceptance(soFar, edits, makeId);
    const accept = audit.kinds.find(({ kind }) => kind === 'accept')!;
    // 96 edits, and 6 lists of 16 with 15 % repeats and checks, and a pool.
    expect(audit.problems).toEqual([expect.stringMatching(/^accept: \d+ edits not assigned to any judge\./)]);
    expect(new Set(accept.perJudge.map((each) => each.assignments))).toEqual(new Set([16]));
    expect(new Set(accept.perJudge.map((each) => each.assignments)).size).toBe(1);
    expect(accept.repeats.share).toBeCloseTo(0.1, 1);
    expect(accept.pool.share).toBeCloseTo(0.4, 1);
    expect(accept.checks.share).toBeCloseTo(0.05, 1);
    expect(edits).toHaveLength(96);
    expect(assignments.filter(({ part }) => part === 'practice')).toHaveLength(12);
  });

  it('too few assignments are reported as a problem', () => {
    const { soFar, edits, makeId } = editedCampaign(4, 3, 1.1);
    const { audit, assignments } = planAcceptance(soFar, edits, makeId, { perJudge: 10 });
    expect(assignments.filter(({ part }) => part !== 'practice')).toHaveLength(40);
    expect(audit.problems.join(' ')).toMatch(/accept: \d+ edits not assigned to any judge/);
  });

  it('shares of 0', () => {
    const { soFar, edits, makeId } = editedCampaign(4, 3, 1.1);
    const { assignments } = planAcceptance(soFar, edits, makeId, { repeats: 0, pool: 0, checks: 0 });
    expect(new Set(assignments.map(({ part }) => part))).toEqual(new Set(['practice', 'own']));
  });

  it('planned again, it adds the edits that nobody has', () => {
    const { soFar, edits, makeId } = editedCampaign(4, 3, 1.1);
    const first = planAcceptance(soFar, edits.slice(0, 40), makeId).assignments;
    const later = { ...soFar, assignments: [...soFar.assignments, ...first] };
    const second = planAcceptance(later, edits, makeId, { perJudge: 20 }).assignments;
    expect(second.filter(({ part }) => part === 'practice')).toEqual([]);
    const all = [...first, ...second].filter(isPlain);
    const texts = all.map(({ judge, segment, edited }) => `${judge} ${segment} ${edited!.text}`);
    expect(new Set(texts).size).toBe(texts.length);
    expect(
      second
        .filter(isPlain)
        .map(keyOf)
        .some((key) => edits.slice(40).map(editKey).includes(key)),
    ).toBe(true);
  });

  it('a judge who edited every segment has nothing to accept', () => {
    const { soFar, makeId } = editedCampaign(3, 1, 1.1);
    const edits: FinishedEdit[] = ['judge01', 'judge02'].map((editor) => ({
      editor, segment: 5, systems: [0], outcome: 'edited', text: `by ${editor}`,
    })); // prettier-ignore
    const assignments = soFar.assignments.filter(({ segment }) => segment !== 5);
    const { audit, assignments: planned } = planAcceptance({ ...soFar, assignments }, edits, makeId);
    expect(new Set(planned.map(({ judge }) => judge))).toEqual(new Set(['judge03']));
    expect(planned.filter(isPlain)).toHaveLength(2);
    expect(audit.problems).toContain('accept: nothing to accept for 2 judges who edited every segment.');
  });

  it.each([
    ['no edits', [], {}, /no edits to accept yet/],
    ['a share of NaN', undefined, { pool: NaN }, /share of pool must be from 0 to 1/],
    ['no assignments', undefined, { perJudge: 0 }, /whole number of at least 1/],
  ] as const)('%s', (_, given, settings, message) => {
    const { soFar, edits, makeId } = editedCampaign(3, 1, 1.1);
    expect(() => planAcceptance(soFar, given ?? edits, makeId, settings)).toThrow(message);
  });

  it('a campaign without the task', () => {
    const plan = planCampaign(
      makeInput({ systems: 2, segments: 60, kinds: ['edit'] }),
      settingsOf({ perJudge: 14 }),
      idMaker(),
    );
    expect(() => planAcceptance({ ...plan, active: plan.judges }, [], idMaker())).toThrow(/no task accept/);
  });
});

it('edits are the last answers of included editors, without practice', () => {
  const { soFar } = editedCampaign(3, 1, 1.1);
  const record = new CampaignRecord();
  const lists = soFar.judges.map((judge) => soFar.assignments.filter((each) => each.judge === judge));
  let seq = 0;
  const take = (event: CampaignEvent): void => record.take({ seq: ++seq, at: '', event });
  const answer = (
    { id, judge }: Assignment,
    given: CampaignEvent & { kind: 'answered' } extends { answer: infer A } ? A : never,
  ): void =>
    take({ kind: 'answered', judge, assignment: id, key: String(seq), answer: given, seconds: 1, instructions: '' });
  take({ kind: 'created', campaign: soFar.campaign });
  for (const judge of soFar.judges) take({ kind: 'judge-added', judge });
  take({ kind: 'assigned', assignments: soFar.assignments });
  const [practice, , first, second, third] = lists[0]!;
  answer(practice!, { kind: 'edit', outcome: 'edited', text: 'practice' });
  answer(first!, { kind: 'edit', outcome: 'edited', text: 'hasty' });
  answer(first!, { kind: 'edit', outcome: 'edited', text: 'better' });
  answer(second!, { kind: 'edit', outcome: 'unable' });
  answer(third!, { kind: 'none' });
  answer(lists[1]!.at(-1)!, { kind: 'edit', outcome: 'unchanged' });
  take({ kind: 'excluded', judge: 'judge02', reason: 'fast' });
  const { outputs } = soFar.campaign;
  expect(finishedEdits(record)).toEqual([
    {
      editor: 'judge01',
      segment: first!.segment,
      systems: first!.entries[0]!.systems,
      outcome: 'edited',
      text: 'better',
    },
    {
      editor: 'judge01',
      segment: second!.segment,
      systems: second!.entries[0]!.systems,
      outcome: 'unable',
      text: outputs[second!.entries[0]!.systems[0]!]![second!.segment],
    },
  ]);
});
