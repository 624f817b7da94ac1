import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Assignment } from './campaign.ts';
import { CampaignRecord } from './campaignRecord.ts';
import { type CampaignEvent, withoutJudge } from './events.ts';

const blank = { kind: 'blank' } as const;

const assigned = (judge: string, editor: string, outcome: 'edited' | 'unchanged', text: string): CampaignEvent => ({
  kind: 'assigned',
  assignments: [
    { id: 'a1', judge, kind: 'accept', segment: 0, entries: [], part: 'own', edited: { editor, outcome, text } },
  ],
});

const check = (damaged: string, text: string): CampaignEvent => ({
  kind: 'assigned',
  assignments: [
    {
      id: 'a2',
      judge: 'bob',
      kind: 'accept',
      segment: 0,
      entries: [{ systems: [1], damaged }],
      part: 'check',
      edited: { editor: 'ann', outcome: 'edited', text },
    },
  ],
});

/** Personal data: answers, consent, links, reasons, and texts that the judge wrote. */
const cases: readonly (readonly [what: string, event: CampaignEvent, left: CampaignEvent | 'the same'])[] = [
  ['an answer', answered('ann', 'a1', 'k'), blank],
  ['an answer of another', answered('bob', 'a1', 'k'), 'the same'],
  ['consent', { kind: 'consented', judge: 'ann', version: '1' }, blank],
  ['a link', { kind: 'link-made', role: 'judge', judge: 'ann', hash: 'h' }, blank],
  ['a link of the organiser', { kind: 'link-made', role: 'organiser', hash: 'h' }, 'the same'],
  ['a reason', { kind: 'excluded', judge: 'ann', reason: 'drunk' }, blank],
  ['another reason', { kind: 'included', judge: 'ann', reason: 'sober' }, blank],
  ['the name of the judge', { kind: 'judge-added', judge: 'ann' }, 'the same'],
  ['an erasure', { kind: 'erased', judge: 'ann' }, 'the same'],
  ['assignments of the judge', assigned('ann', 'bob', 'edited', 'text'), 'the same'],
  ['what the judge wrote', assigned('bob', 'ann', 'edited', 'text'), assigned('bob', 'ann', 'edited', '')],
  ['what the judge wrote, shown as a check', check('text', 'text'), check('', '')],
  ['what a system wrote', assigned('bob', 'ann', 'unchanged', 'text'), 'the same'],
  ['a freeze', { kind: 'frozen' }, 'the same'],
  ['a blank', blank, 'the same'],
];

it.each(cases)('%s', (_, event, left) => {
  if (left === 'the same') expect(withoutJudge(event, 'ann')).toBe(event);
  else expect(withoutJudge(event, 'ann')).toEqual(left);
});

function answered(judge: string, assignment: string, key: string): CampaignEvent {
  return { kind: 'answered', judge, assignment, key, answer: { kind: 'none' }, seconds: 1, instructions: 'v' };
}

const judges = ['ann', 'bob', '__proto__'] as const;
const judge = fc.constantFrom(...judges);
/** No two judges have an assignment or a link in common. */
const ids = judges.flatMap((judge) => [`${judge} 1`, `${judge} 2`]);
const hashes = ids;
const idOf = (judge: string) => fc.constantFrom(`${judge} 1`, `${judge} 2`);
const assignment: fc.Arbitrary<Assignment> = judge.chain((judge) =>
  fc.record({
    id: idOf(judge),
    judge: fc.constant(judge),
    kind: fc.constant('accept'),
    segment: fc.nat(3),
    entries: fc.constant([]),
    part: fc.constant('own'),
    edited: fc.record({
      editor: fc.constantFrom(...judges),
      outcome: fc.constantFrom('edited', 'unchanged'),
      text: fc.constantFrom('x', 'y'),
    }),
  }),
);
const event: fc.Arbitrary<CampaignEvent> = fc.oneof(
  fc.uniqueArray(assignment, { selector: ({ id }) => id, maxLength: 3 }).map((assignments) => ({
    kind: 'assigned' as const,
    assignments,
  })),
  judge.chain((judge) => fc.tuple(idOf(judge), fc.uuid()).map(([id, key]) => answered(judge, id, key))),
  judge.map((judge) => ({ kind: 'consented' as const, judge, version: '1' })),
  fc.record({ kind: fc.constantFrom('excluded' as const, 'included' as const), judge, reason: fc.string() }),
  judge.chain((judge) =>
    idOf(judge).map((hash) => ({ kind: 'link-made' as const, role: 'judge' as const, judge, hash })),
  ),
  fc.constantFrom(...hashes).map((hash) => ({ kind: 'link-revoked' as const, hash })),
  judge.map((judge) => ({ kind: 'erased' as const, judge })),
);

function recordOf(events: readonly CampaignEvent[]): unknown {
  const record = new CampaignRecord();
  for (const [i, event] of events.entries()) record.take({ seq: i + 1, at: 'then', event });
  return {
    judges: record.judges,
    assignments: ids.map((id) => record.assignment(id)),
    links: hashes.map((hash) => record.link(hash)),
  };
}

it('the remaining journal gives the same record', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (happened) => {
      const events = [...judges.map((judge) => ({ kind: 'judge-added' as const, judge })), ...happened];
      let left: CampaignEvent[] = [];
      for (const event of events) {
        if (event.kind === 'erased') left = left.map((before) => withoutJudge(before, event.judge));
        left.push(event);
      }
      expect(recordOf(left)).toEqual(recordOf(events));
    }),
    { numRuns: 500 },
  );
});
