import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taskKinds } from './campaign.ts';
import { CampaignRecord } from './campaignRecord.ts';
import type { CampaignEvent, JournalEntry } from './events.ts';
import { answered, assigned, campaign, journalOf, recordOf, recordWith } from './testing/makeRecord.ts';

/** All data of a record, as plain values. */
const told = (record: CampaignRecord) => ({
  seq: record.seq,
  frozen: record.frozen,
  judges: [...record.judges.values()].map((judge) => ({ ...judge, answers: [...judge.answers] })),
  assignments: ids.map((id) => record.assignment(id)),
  links: [...record.links],
  open: taskKinds.map((kind) => [kind, record.isOpen(kind), record.open.has(kind)]),
});

const judges = ['j', '__proto__'];
const ids = judges.flatMap((judge) => [0, 1, 2].map((n) => `${judge}${n}`));
const start: CampaignEvent[] = [
  { kind: 'created', campaign },
  ...judges.map((judge) => ({ kind: 'judge-added', judge }) as const),
  { kind: 'assigned', assignments: judges.flatMap((judge) => [0, 1, 2].map((n) => assigned(`${judge}${n}`, judge, 'rank', n, 'a b c'))) }, // prettier-ignore
];
const event: fc.Arbitrary<CampaignEvent> = fc
  .record({ judge: fc.constantFrom(...judges), n: fc.nat(2), task: fc.constantFrom(...taskKinds), ranks: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 3 }), reason: fc.string() })
  .chain(({ judge, n, task, ranks, reason }) =>
    fc.constantFrom<CampaignEvent>(
      answered(judge, `${judge}${n}`, { kind: 'rank', ranks }),
      answered(judge, `${judge}${n}`, { kind: 'none' }),
      { kind: 'consented', judge, version: reason },
      { kind: 'link-made', role: 'judge', judge, hash: `${judge}${n}` },
      { kind: 'link-revoked', hash: `${judge}${n}` },
      { kind: 'opened', task },
      { kind: 'closed', task },
      { kind: 'frozen' },
      { kind: 'thawed' },
      { kind: 'excluded', judge, reason },
      { kind: 'included', judge, reason },
      { kind: 'erased', judge },
      { kind: 'blank' },
    ),
  ); // prettier-ignore

describe('CampaignRecord', () => {
  it('is the same whether a journal is applied at once, in two parts, or in overlapping parts', () =>
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), fc.nat(40), fc.nat(40), (events, a, b) => {
        const entries = journalOf([...start, ...events]);
        const take = (...parts: readonly (readonly JournalEntry[])[]) => {
          const record = new CampaignRecord();
          for (const part of parts) for (const entry of part) record.take(entry);
          return told(record);
        };
        const whole = take(entries);
        expect(take(entries.slice(0, a), entries.slice(a))).toEqual(whole);
        // Entries applied before are skipped.
        expect(take(entries.slice(0, Math.max(a, b)), entries.slice(Math.min(a, b)))).toEqual(whole);
      }),
    ));

  it('keeps the first answer, and counts the last', () => {
    const asked = [assigned('1', 'j', 'rank', 0, 'a b')];
    const answers = [[1, 2], [2, 1], [1, 1]].map((ranks) => answered('j', '1', { kind: 'rank', ranks })); // prettier-ignore
    const given = recordWith(asked, ...answers)
      .judges.get('j')!
      .answers.get('1')!;
    expect(given.times).toBe(3);
    expect([given.first.answer, given.last.answer]).toEqual([{ kind: 'rank', ranks: [1, 2] }, { kind: 'rank', ranks: [1, 1] }]); // prettier-ignore
    expect([given.first.seq, given.last.seq]).toEqual([4, 6]);
    expect(given.first.at).toBe('2026-03-01T00:00:03.000Z');
  });

  it('removes the answers of an erased judge and keeps those of others', () => {
    const asked = [assigned('1', 'j', 'rank', 0, 'a b'), assigned('2', 'k', 'rank', 0, 'a b')];
    const answer = { kind: 'rank', ranks: [1, 2] } as const;
    const said = [{ kind: 'consented', judge: 'j', version: 'v' } as const, answered('j', '1', answer), answered('k', '2', answer)]; // prettier-ignore
    const { judges: after } = recordWith(asked, ...said, { kind: 'erased', judge: 'j' });
    expect(after.get('j')).toMatchObject({ erased: true, consented: undefined, answers: new Map() });
    expect(after.get('k')!.answers.size).toBe(1);
  });

  it('opens all kinds except accept, and none while frozen', () => {
    const open = (...events: CampaignEvent[]) => taskKinds.filter((kind) => recordWith([], ...events).isOpen(kind));
    const all = ['rank', 'pairwise', 'assess', 'mark', 'edit'];
    expect(open()).toEqual(all);
    expect(open({ kind: 'closed', task: 'edit' }, { kind: 'opened', task: 'accept' })).toEqual([...all.slice(0, 4), 'accept']); // prettier-ignore
    expect(open({ kind: 'frozen' })).toEqual([]);
    expect(open({ kind: 'frozen' }, { kind: 'thawed' })).toEqual(all);
  });

  it('excludes and includes again', () => {
    const asked = [assigned('1', 'j', 'rank', 0, 'a b')];
    const out = { kind: 'excluded', judge: 'j', reason: 'too fast' } as const;
    expect(recordWith(asked, out).judges.get('j')!.excluded).toBe('too fast');
    expect(recordWith(asked, out, { kind: 'included', judge: 'j', reason: 'not so' }).judges.get('j')!.excluded).toBe(undefined); // prettier-ignore
  });

  it('reports a missing campaign or a judge who was never added', () => {
    expect(() => new CampaignRecord().campaign).toThrow('The journal is empty.');
    expect(() => recordOf([{ kind: 'consented', judge: 'x', version: '' }])).toThrow('entry 1 refers to x, who was never added'); // prettier-ignore
  });

  describe('refuses an invalid entry without any change', () => {
    const asked = assigned('1', 'j', 'rank', 0, 'a b');
    const answer = answered('j', '1', { kind: 'rank', ranks: [1, 2] });
    const cases: [what: string, event: unknown, message: string][] = [
      ['nothing', null, 'entry 4 has the unknown kind undefined'],
      ['a number', 7, 'entry 4 has the unknown kind undefined'],
      ['an unknown kind', { kind: 'frozem' }, 'entry 4 has the unknown kind "frozem"'],
      ['a property of all objects', { kind: 'toString' }, 'entry 4 has the unknown kind "toString"'],
      ['no campaign', { kind: 'created' }, 'entry 4 (created) has no valid campaign'],
      ['half a campaign', { kind: 'created', campaign: { ...campaign, systems: 3 } }, 'entry 4 (created) has no valid campaign'],
      ['no judge', { kind: 'judge-added' }, 'entry 4 (judge-added) has no valid judge'],
      ['no list', { kind: 'assigned', assignments: asked }, 'entry 4 (assigned) has no valid assignments'],
      ['no entries', { kind: 'assigned', assignments: [{ ...asked, entries: undefined }] }, 'entry 4 (assigned) has no valid assignments'],
      ['one stranger of two', { kind: 'assigned', assignments: [asked, { ...asked, judge: 'x' }] }, 'entry 4 refers to x, who was never added'],
      ['an answer of a stranger', { ...answer, judge: 'x' }, 'entry 4 refers to x, who was never added'],
      ['no answer', { ...answer, answer: undefined }, 'entry 4 (answered) has no valid answer'],
      ['an answer of no kind', { ...answer, answer: { kind: 'rang', ranks: [1] } }, 'entry 4 (answered) has no valid answer'],
      ['a ranking without ranks', { ...answer, answer: { kind: 'rank' } }, 'entry 4 (answered) has no valid answer'],
      ['invalid marks', { ...answer, answer: { kind: 'mark', errors: [null] } }, 'entry 4 (answered) has no valid answer'],
      ['no task', { kind: 'opened', task: 'sing' }, 'entry 4 (opened) has no valid task'],
    ]; // prettier-ignore
    it.each(cases)('%s', (_, wrong, message) => {
      const record = recordWith([asked]);
      const before = told(record);
      const take = (seq: number, each: unknown) => record.take({ seq, at: '', event: each as CampaignEvent });
      expect(() => take(4, wrong)).toThrow(message);
      expect(told(record)).toEqual(before);
      take(4, answer);
      expect(record.judges.get('j')!.answers.size).toBe(1);
    });

    it('an entry after a missing one', () => {
      const record = recordWith([asked]);
      expect(() => record.take({ seq: 6, at: '', event: answer })).toThrow('entry 4 is missing');
    });
  });
});
