import { describe, expect, it } from 'vitest';
import { UsageError, groupBy } from '../../core/index.ts';
import type { Assignment, Campaign } from '../campaign/campaign.ts';
import { categoryPaths } from '../campaign/designOf.ts';
import { addJudges, extendPlan } from './extendPlan.ts';
import { type CampaignPlan, planCampaign } from './planCampaign.ts';
import { type Protocol, partsOfProtocol, protocols, typologies } from './protocols.ts';
import { idMaker, makeInput, settingsOf } from './testing/makeInput.ts';

const settings = settingsOf({ judges: 3, perJudge: 40 });

function planned(protocol: Protocol, changed: Partial<Campaign> = {}, makeId = idMaker()): CampaignPlan {
  const parts = partsOfProtocol(protocol, false);
  const input = makeInput({ systems: 5, segments: 240, kinds: parts.kinds, documentLength: 7, identical: 9 });
  const constituent = { source: { start: 0, end: 2 }, outputs: input.systems.map(() => ({ start: 0, end: 2 })) };
  const segments = input.segments.map((segment) => (protocol.id === 'constituents' ? { ...segment, constituent } : segment));
  return planCampaign({ ...input, segments, ...parts, ...changed }, settings, makeId);
} // prettier-ignore

const byId = (id: string): Protocol => protocols.find((each) => each.id === id)!;
const ofJudge = (assignments: readonly Assignment[], judge: string): Assignment[] =>
  assignments.filter((each) => each.judge === judge && each.part !== 'practice');
const systemsOf = ({ entries }: Assignment): string => entries.map(({ systems }) => systems.join('+')).join(' ');

describe.each(protocols.map((protocol) => [protocol.id, protocol] as const))('%s', (_, protocol) => {
  const plan = planned(protocol);

  it('can be planned, without problems, and gives every judge as many assignments as asked', () => {
    expect(plan.audit.problems).toEqual([]);
    for (const judge of plan.judges) {
      for (const kind of plan.campaign.kinds.filter((each) => each !== 'accept')) {
        expect(ofJudge(plan.assignments, judge).filter((each) => each.kind === kind)).toHaveLength(40);
      }
    }
    expect(planned(protocol).assignments).toEqual(plan.assignments);
  });

  it('has instructions and a sound design for every task', () => {
    for (const kind of plan.campaign.kinds) {
      const { scales, marking, rules, protocol: id } = plan.campaign.designs![kind]!;
      expect(id).toBe(protocol.id);
      expect(plan.campaign.instructions[kind]!.length).toBeGreaterThan(100);
      expect(scales.length > 0).toBe(kind === 'assess' || (kind === 'mark' && id !== 'mqm'));
      expect(marking !== undefined).toBe(kind === 'mark');
      for (const { min, max, step, anchors, ticks = [], labels = [] } of scales) {
        for (const { at } of [...anchors, ...ticks]) expect(at >= min && at <= max).toBe(true);
        expect((max - min) % step).toBe(0);
        expect(labels.map(({ from }) => from)).toEqual(labels.map(({ from }) => from).sort((a, b) => a - b));
      }
      for (const { below } of rules) expect(below).toBeLessThan(scales[0]!.max);
    }
  });

  it('can be extended, and given to more judges', () => {
    const { campaign, judges, assignments } = plan;
    const soFar = { campaign, judges, active: judges, assignments };
    const makeId = idMaker();
    let calls = 0;
    const fresh = (): string => `${makeId()}-${++calls}`;
    const more = extendPlan(soFar, 10, fresh);
    for (const judge of judges) {
      const lists = groupBy(ofJudge(more.assignments, judge), ({ kind }) => kind);
      for (const list of lists.values()) expect(list).toHaveLength(10);
    }
    const added = addJudges(soFar, 2, fresh);
    expect(added.judges).toEqual(['judge04', 'judge05']);
    expect(new Set(added.assignments.map(({ judge }) => judge)).size).toBe(2);
  });
});

describe('pages', () => {
  it.each(['esa', 'cesa', 'mqm', 'da-sqm', 'psqm'])('of %s are runs of one document by the same systems', (id) => {
    const { assignments, campaign } = planned(byId(id));
    const given = assignments.filter(({ part }) => part !== 'practice');
    expect(given.every(({ page }) => page !== undefined)).toBe(true);
    for (const page of groupBy(given, (each) => each.page).values()) {
      expect(page.length).toBeLessThanOrEqual(10);
      expect(new Set(page.map((each) => campaign.segments[each.segment]!.document)).size).toBe(1);
      expect(new Set(page.map(systemsOf)).size).toBe(1);
      expect(page.map(({ segment }) => segment)).toEqual(page.map((_, i) => page[0]!.segment + i));
      const places = page.map((each) => given.indexOf(each));
      expect(places).toEqual(places.map((_, i) => places[0]! + i));
    }
  });

  it('are repeated and damaged far from their originals, in equal shares', () => {
    const { assignments, judges, audit } = planned(byId('esa'));
    expect(audit.kinds[0]).toMatchObject({ repeats: { count: 12 }, checks: { count: 6 }, pool: { count: 48, fewestJudges: 3 } }); // prettier-ignore
    for (const judge of judges) {
      const list = ofJudge(assignments, judge);
      for (const [at, each] of list.entries()) {
        if (each.part === 'repeat') {
          const first = list.findIndex(({ id }) => id === each.repeats);
          expect(systemsOf(list[first]!)).toBe(systemsOf(each));
          expect(list[first]!.segment).toBe(each.segment);
          expect(at - first - 1).toBeGreaterThanOrEqual(10);
        }
        if (each.part === 'check') {
          expect(each.entries[0]!.damaged).toBeDefined();
          expect(list.some((other) => other.part !== 'check' && other.segment === each.segment && systemsOf(other) === systemsOf(each))).toBe(true); // prettier-ignore
        }
      }
    }
  });

  it('of contrastive ESA show three systems, and in checks one of them rotated', () => {
    const { assignments, campaign } = planned(byId('cesa'));
    const checks = assignments.filter(({ part }) => part === 'check');
    expect(checks.length).toBeGreaterThan(0);
    for (const { entries, segment } of checks) {
      expect(entries).toHaveLength(3);
      const damaged = entries.filter((each) => each.damaged !== undefined);
      expect(damaged).toHaveLength(1);
      const words = (text: string): string[] => text.split(' ').sort();
      const whole = campaign.outputs[damaged[0]!.systems[0]!]![segment]!;
      if (whole.split(' ').length > 5) expect(words(damaged[0]!.damaged!)).toEqual(words(whole));
    }
  });
});

describe('a tutorial', () => {
  const item = {
    kind: 'mark',
    outputs: ['A text.'],
    instruction: 'Mark nothing.',
    expected: [{ errors: [] }],
  } as const;

  it('comes first for every judge, instead of the practice round', () => {
    const { assignments, judges, audit } = planned(byId('esa'), { tutorial: [item, item] });
    expect(audit.problems).toEqual([]);
    for (const judge of judges) {
      const list = assignments.filter((each) => each.judge === judge);
      expect(list.slice(0, 3).map(({ part, tutorial }) => [part, tutorial])).toEqual([['practice', 0], ['practice', 1], [list[2]!.part, undefined]]); // prettier-ignore
      expect(list.filter(({ part }) => part === 'practice')).toHaveLength(2);
    }
  });
});

it('typologies have the categories that their publishers list', () => {
  const count = (name: keyof typeof typologies): number => categoryPaths(typologies[name]).length;
  // Google: 6 + 7 + 3 + 2 + 6, and three without subcategories; MQM Core: 3 + 7 + 6 + 7 + 8 + 2 + 5, and Other.
  expect([count('google'), count('core')]).toEqual([27, 39]);
  expect(categoryPaths(typologies.google).map(({ path }) => path)).toContain('Accuracy/Omission');
});

it('editing needs a plan', () => {
  expect(() => planned(byId('post-edit'), { assignment: { by: 'stream' } })).toThrow(UsageError);
});
