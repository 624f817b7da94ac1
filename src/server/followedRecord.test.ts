import { describe, expect, it } from 'vitest';
import type { CampaignEvent, JournalEntry } from '../human/index.ts';
import { FollowedRecord } from './followedRecord.ts';
import { MemoryJournal } from './testing/memoryJournal.ts';
import { assignmentOf, testEvents } from './testing/testCampaign.ts';

async function makeJournal(): Promise<MemoryJournal> {
  const journal = new MemoryJournal();
  await journal.append(testEvents());
  return journal;
}

const answer = (n: number): CampaignEvent => ({
  kind: 'answered',
  judge: 'zz-judge-1',
  assignment: assignmentOf('zz-judge-1', 'assess').id,
  key: `key-${n}`,
  answer: { kind: 'assess', score: n },
  seconds: 1,
  instructions: '',
});

describe('a keeper', () => {
  it('includes earlier entries, its own and those of others', async () => {
    const journal = await makeJournal();
    const [one, other] = [await FollowedRecord.open(journal), await FollowedRecord.open(journal)];
    expect((await one.current()).frozen).toBe(false);
    await other.append([{ kind: 'frozen' }]);
    expect((await one.current()).frozen).toBe(true);
    await one.append([{ kind: 'thawed' }]);
    expect((await other.current()).frozen).toBe(false);
  });

  it('applies entries in order when those of others come between', async () => {
    const journal = await makeJournal();
    const keeper = await FollowedRecord.open(journal);
    const record = await keeper.current();
    await journal.append([{ kind: 'closed', task: 'rank' }]);
    await keeper.append([{ kind: 'frozen' }]);
    expect([record.seq, record.frozen, record.open.has('rank')]).toEqual([testEvents().length + 2, true, false]);
  });

  it('reads a long journal in pieces, and once for all concurrent calls', async () => {
    const journal = await makeJournal();
    await journal.append(
      Array.from({ length: 2500 }, (_, n) => answer(n % 100)).map(
        (event, n) => ({ ...event, key: `k${n}` }) as CampaignEvent,
      ),
    );
    const limits: (number | undefined)[] = [];
    const read = journal.read.bind(journal);
    journal.read = (after, limit) => (limits.push(limit), read(after, limit));
    const keeper = await FollowedRecord.open(journal);
    await Promise.all(Array.from({ length: 50 }, () => keeper.current()));
    expect(limits).toEqual([1000, 1000, 1000, 1000]); // three to open, and one for the fifty
    const seqs: number[] = [];
    for await (const { seq } of keeper.entries()) seqs.push(seq);
    expect(seqs).toEqual(Array.from({ length: testEvents().length + 2500 }, (_, i) => i + 1));
  });

  it('continues after a failed read', async () => {
    const journal = await makeJournal();
    const keeper = await FollowedRecord.open(journal);
    const read = journal.read.bind(journal);
    journal.read = () => Promise.reject(new Error('no connection'));
    await expect(keeper.current()).rejects.toThrow('no connection');
    journal.read = read;
    expect((await keeper.current()).campaign.title).toBe('A small campaign');
  });

  it('runs changes one at a time, even after a failed one', async () => {
    const keeper = await FollowedRecord.open(await makeJournal());
    const steps: string[] = [];
    const work =
      (name: string, fails = false) =>
      async () => {
        steps.push(`${name} begins`);
        await new Promise(setImmediate);
        steps.push(`${name} ends`);
        if (fails) throw new Error(name);
      };
    const failing = expect(keeper.inTurn(work('a', true))).rejects.toThrow('a');
    await keeper.inTurn(work('b'));
    await failing;
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('closes the journal after pending writes', async () => {
    const journal = await makeJournal();
    const keeper = await FollowedRecord.open(journal);
    await keeper.current();
    const append = journal.append.bind(journal);
    let finish = (): void => undefined;
    journal.append = async (events): Promise<JournalEntry[]> => {
      await new Promise<void>((resolve) => (finish = resolve));
      return append(events);
    };
    const writing = keeper.append([{ kind: 'frozen' }]);
    const closing = keeper.close();
    await new Promise(setImmediate);
    expect(journal.closed).toBe(false);
    finish();
    expect(await writing).toHaveLength(1);
    await closing;
    expect(journal.closed).toBe(true);
  });
});
