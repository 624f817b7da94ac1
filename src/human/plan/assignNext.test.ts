import { describe, expect, it } from 'vitest';
import { groupBy } from '../../core/index.ts';
import { Pcg64 } from '../../stats/index.ts';
import type { AssignmentDesign, Campaign } from '../campaign/campaign.ts';
import { CampaignRecord } from '../campaign/campaignRecord.ts';
import type { CampaignEvent } from '../campaign/events.ts';
import { assignNext } from './assignNext.ts';
import { planCampaign } from './planCampaign.ts';
import { partsOfProtocol, protocols } from './protocols.ts';
import { idMaker, makeInput, settingsOf } from './testing/makeInput.ts';

/** Judges take turns; the better system gets higher scores. Ids count assignments, so two runs can be compared. */
function played(id: string, assignment: AssignmentDesign, changed: Parameters<typeof settingsOf>[0] = {}): CampaignRecord {
  const parts = partsOfProtocol(protocols.find((each) => each.id === id)!, false);
  const input = makeInput({ systems: 4, segments: 120, kinds: parts.kinds, documentLength: 5 });
  const settings = settingsOf({ judges: 4, perJudge: 30, repeatDistance: 6, ...changed });
  const plan = planCampaign({ ...input, ...parts, assignment }, settings, idMaker());
  const record = new CampaignRecord();
  const add = (event: CampaignEvent): void => record.take({ seq: record.seq + 1, at: '2026-01-01T00:00:00.000Z', event });
  add({ kind: 'created', campaign: plan.campaign });
  for (const judge of plan.judges) add({ kind: 'judge-added', judge });
  add({ kind: 'assigned', assignments: plan.assignments });
  const random = new Pcg64(3);
  let ids = 0;
  for (let idle = 0; idle < plan.judges.length; ) {
    const judge = plan.judges[random.below(plan.judges.length)]!;
    const next = assignNext(record, judge, () => `n${++ids}`);
    idle = next.length === 0 ? idle + 1 : 0;
    if (next.length > 0) add({ kind: 'assigned', assignments: next });
    for (const { id: asked, entries, kind } of next) {
      const scores = entries.map(({ systems, damaged }) => (damaged === undefined ? 90 - 20 * systems[0]! : 0));
      const texts = scores.map((score) => ({ ...(kind === 'mark' && { errors: [] }), scores: [score] }));
      add({ kind: 'answered', judge, assignment: asked, key: asked, seconds: 5, instructions: '', answer: { kind: kind as 'mark', texts } });
    }
  }
  return record;
} // prettier-ignore

const given = (record: CampaignRecord) =>
  [...record.judges.values()].flatMap(({ assignments }) => assignments.filter(({ part }) => part !== 'practice'));

describe.each([
  ['esa', 'stream'],
  ['da', 'stream'],
  ['cesa', 'dynamic'],
] as const)('%s by %s', (id, by) => {
  const record = played(id, { by });

  it('gives every judge as much as asked, page by page, and can be reproduced', () => {
    for (const { assignments } of record.judges.values()) {
      expect(assignments.filter(({ part }) => part !== 'practice')).toHaveLength(30);
    }
    expect(given(played(id, { by }))).toEqual(given(record));
    for (const page of groupBy(given(record), ({ page: name, id: own }) => name ?? own).values()) {
      expect(new Set(page.map(({ entries }) => entries.map(({ systems }) => systems.join('+')).join(' '))).size).toBe(1);
    }
  }); // prettier-ignore

  it('shows nobody an output twice, except in repeats and checks', () => {
    for (const { assignments } of record.judges.values()) {
      const firsts = assignments.filter(({ part }) => part === 'own');
      const seen = firsts.map(({ segment, entries }) => `${segment} ${entries.map(({ systems }) => systems.join('+')).sort().join(' ')}`); // prettier-ignore
      expect(new Set(seen).size).toBe(seen.length);
      for (const { part, repeats } of assignments) if (part === 'repeat') expect(assignments.some((each) => each.id === repeats)).toBe(true); // prettier-ignore
    }
  });

  it('has checks and repeats about as often as asked', () => {
    const often = given(played(id, { by }, { checks: 0.2, repeats: 0.2, perJudge: 60 }));
    const share = (part: string): number => often.filter((each) => each.part === part).length / often.length;
    expect(share('check')).toBeGreaterThan(0.05);
    expect(share('repeat')).toBeGreaterThan(0.05);
    for (const { part, entries } of often) expect(entries.some(({ damaged }) => damaged !== undefined)).toBe(part === 'check'); // prettier-ignore
  });
});

it('a stream covers everything once before anything comes again', () => {
  const own = given(played('da', { by: 'stream' }, { perJudge: 25, repeats: 0, checks: 0, pool: 0 }));
  expect(new Set(own.map(({ segment }) => segment)).size).toBe(100);
});

it('dynamic assignment shows better systems more often, once all have been judged', () => {
  const shown = (coldStart: number): number[] => {
    const counts = [0, 0, 0, 0];
    const record = played('da', { by: 'dynamic', coldStart }, { perJudge: 50, repeats: 0, checks: 0 });
    for (const { entries } of given(record)) for (const { systems } of entries) for (const system of systems) counts[system]!++;
    return counts;
  }; // prettier-ignore
  const free = shown(5);
  expect(Math.min(...free)).toBeGreaterThanOrEqual(5);
  // Weights 1, 1/2, 1/3 and 1/4: the best has nearly half.
  expect(free[0]!).toBeGreaterThan(1.3 * free[1]!);
  expect(free[1]!).toBeGreaterThan(free[3]!);
  const cold = shown(50);
  expect(Math.max(...cold) - Math.min(...cold)).toBeLessThanOrEqual(4);
});

it('nothing is assigned to judges who were stopped or excluded, or if there is a plan', () => {
  const parts = partsOfProtocol(protocols[0]!, false);
  const input = makeInput({ systems: 3, segments: 60, kinds: parts.kinds, documentLength: 5 });
  const next = (by: AssignmentDesign['by'], ...events: CampaignEvent[]): number => {
    const campaign: Campaign = { ...planCampaign({ ...input, ...parts, assignment: { by } }, settingsOf({ judges: 2, perJudge: 10, repeatDistance: 1 }), idMaker()).campaign }; // prettier-ignore
    const record = new CampaignRecord();
    const all: CampaignEvent[] = [{ kind: 'created', campaign }, { kind: 'judge-added', judge: 'j' }, ...events];
    all.forEach((event, i) => record.take({ seq: i + 1, at: '2026-01-01T00:00:00.000Z', event }));
    return assignNext(record, 'j', idMaker()).length;
  };
  expect(next('stream')).toBeGreaterThan(0);
  expect(next('plan')).toBe(0);
  expect(next('stream', { kind: 'stopped', judge: 'j', reason: 'r' })).toBe(0);
  expect(next('stream', { kind: 'excluded', judge: 'j', reason: 'r' })).toBe(0);
  expect(next('stream', { kind: 'frozen' })).toBe(0);
});
