/** One suite for all stores: the contract of `Journal`. */
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { type Answered, type CampaignEvent, CampaignRecord, type JournalEntry } from '../../human/index.ts';
import { FollowedRecord } from '../followedRecord.ts';
import type { Journal } from './journal.ts';
import { journalLines } from './journalLines.ts';
import { createJournal, loadJournal, openJournal, restoreJournal, verifyJournal } from './openJournal.ts';
import { type TestPlace, freshPath, postgres, removeStores, stores } from './testing/stores.ts';

afterAll(removeStores);

const answer = (key: string, more: Partial<Answered> = {}): Answered => ({
  kind: 'answered',
  judge: 'ann',
  assignment: 'a1',
  key,
  answer: { kind: 'accept', acceptable: true },
  seconds: 1.5,
  instructions: 'v1',
  ...more,
});

const added = (judge: string): CampaignEvent => ({ kind: 'judge-added', judge });
const events = (entries: readonly JournalEntry[]) => entries.map(({ event }) => event);
const numbers = (entries: readonly JournalEntry[]) => entries.map(({ seq }) => seq);
const keys = (entries: readonly JournalEntry[]) =>
  entries.flatMap(({ event }) => (event.kind === 'answered' ? [event.key] : []));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** The journal of a new place, closed after the test. */
async function withJournal(place: TestPlace, test: (journal: Journal) => Promise<void>): Promise<void> {
  const journal = await place.create();
  try {
    await test(journal);
  } finally {
    await journal.close();
  }
}

describe.skipIf(postgres)('PostgreSQL (skipped: no server can be started, and ASSAY_POSTGRES is not set)', () => {
  it('would run here', () => expect(postgres).toBeUndefined());
});

describe.each(stores)('$name', ({ place: freshPlace, several, migrations }) => {
  it('keeps events in order, with numbers from 1 on and the time', () =>
    withJournal(freshPlace(), async (journal) => {
      const before = Date.now();
      const first = await journal.append([added('ann'), { kind: 'frozen' }]);
      const second = await journal.append([{ kind: 'thawed' }]);
      expect(numbers([...first, ...second])).toEqual([1, 2, 3]);
      expect(await journal.read(0)).toEqual([...first, ...second]);
      expect(events(first)).toEqual([added('ann'), { kind: 'frozen' }]);
      for (const { at } of first) {
        expect(new Date(at).toISOString()).toBe(at);
        expect(Math.abs(Date.parse(at) - before)).toBeLessThan(600_000);
      }
      expect(await journal.append([])).toEqual([]);
    }));

  it('reads after a number, up to a limit', () =>
    withJournal(freshPlace(), async (journal) => {
      await journal.append(range(1, 10).map((i) => answer(`k${i}`)));
      expect(numbers(await journal.read(4))).toEqual(range(5, 10));
      expect(numbers(await journal.read(4, 3))).toEqual([5, 6, 7]);
      expect(await journal.read(4, 0)).toEqual([]);
      expect(await journal.read(10)).toEqual([]);
      expect(await journal.read(99)).toEqual([]);
      for (const wrong of [-1, 0.5, NaN]) {
        await expect(journal.read(wrong)).rejects.toThrow('after is');
        await expect(journal.read(0, wrong)).rejects.toThrow('limit is');
      }
    }));

  it('is the same after it was closed and opened', async () => {
    const place = freshPlace();
    const journal = await place.create();
    const stored = await journal.append([added('ann'), answer('k1')]);
    const secret = await journal.secret();
    expect(secret).toHaveLength(32);
    await journal.close();
    const again = await place.open();
    expect(await again.read(0)).toEqual(stored);
    expect(await again.secret()).toEqual(secret);
    await again.close();
    await withJournal(freshPlace(), async (other) => expect(await other.secret()).not.toEqual(secret));
  });

  it('round-trips any JSON', () =>
    withJournal(freshPlace(), async (journal) => {
      // Including U+0000 and lone surrogates, as in binary strings.
      const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\0'), fc.constant('\ud800'), fc.constant("'; --"));
      const given = fc.record({ comment: text, answer: fc.record({ kind: fc.constant('accept' as const), acceptable: fc.boolean() }) });
      await fc.assert(
        fc.asyncProperty(fc.array(given, { minLength: 1, maxLength: 5 }), fc.uuid(), async (list, key) => {
          const sent = list.map((more, i) => answer(`${key}-${i}`, more));
          const stored = await journal.append(sent);
          expect(events(stored)).toEqual(sent);
          expect(await journal.read(stored[0]!.seq - 1)).toEqual(stored);
        }),
        { numRuns: 30 },
      );
    })); // prettier-ignore

  it('returns what will be read: NaN is null before and after', () =>
    withJournal(freshPlace(), async (journal) => {
      const stored = await journal.append([answer('k', { seconds: NaN })]);
      expect(stored[0]!.event).toEqual({ ...answer('k'), seconds: null });
      expect(await journal.read(0)).toEqual(stored);
    }));

  it('keeps bodies of a megabyte, and many of them at once', () =>
    withJournal(freshPlace(), async (journal) => {
      const comment = 'ж😀'.repeat(1 << 18);
      const stored = await Promise.all(range(1, 12).map((i) => journal.append([answer(`k${i}`, { comment })])));
      expect(numbers(stored.flat())).toEqual(range(1, 12));
      expect(events(await journal.read(11))).toEqual([answer('k12', { comment })]);
    }));

  it.each(['__proto__', 'constructor', 'Ünï ✓', "o'hara; drop table journal", '%', '\\', '{}', 'null', 'a\u0301', 'x'.repeat(200)])(
    'accepts %j as the name of a judge and as a key',
    (name) =>
      withJournal(freshPlace(), async (journal) => {
        const stored = await journal.append([added(name), answer(name, { judge: name })]);
        expect(await journal.read(0)).toEqual(stored);
        expect(await journal.append([answer(name, { judge: name })])).toEqual([stored[1]]);
        expect((await journal.erase(name)).event).toMatchObject({ kind: 'erased', judge: name });
        expect(events(await journal.read(0))).toMatchObject([added(name), { kind: 'blank' }, { kind: 'erased', judge: name }]);
      }),
  ); // prettier-ignore

  it.each(['', 'x'.repeat(201), 'a\0b', '\ud800', 7, true, null, undefined])('refuses %j as a key', (name) =>
    withJournal(freshPlace(), async (journal) => {
      const refused = expect(journal.append([{ kind: 'frozen' }, answer(name as string)])).rejects;
      await refused.toThrow(UsageError);
      await refused.toThrow('is not a valid answer key');
      expect(await journal.read(0)).toEqual([]);
    }),
  );

  it('refuses a judge name that would be ambiguous', () =>
    withJournal(freshPlace(), async (journal) => {
      await expect(journal.append([added('\udc00')])).rejects.toThrow('is not a valid judge name');
    }));

  it.each([{ kind: 'erased', judge: 'ann' }, { kind: 'blank' }] as const)('does not append $kind', (event) =>
    withJournal(freshPlace(), async (journal) => {
      await expect(journal.append([event])).rejects.toThrow('only erasing a judge does that');
    }),
  );

  describe('an answer with the same key', () => {
    const changed = answer('k', { comment: 'sent again, with another text' });

    it('is stored once when it is sent again', () =>
      withJournal(freshPlace(), async (journal) => {
        const [first] = await journal.append([answer('k')]);
        expect(await journal.append([{ kind: 'frozen' }, changed, { kind: 'thawed' }])).toEqual([
          { ...first, seq: 2, event: { kind: 'frozen' }, at: expect.any(String) },
          first,
          { ...first, seq: 3, event: { kind: 'thawed' }, at: expect.any(String) },
        ]);
        expect(numbers(await journal.read(0))).toEqual([1, 2, 3]);
      }));

    it('is stored once when it is sent twice in one call', () =>
      withJournal(freshPlace(), async (journal) => {
        const [first, second] = await journal.append([answer('k'), changed]);
        expect(second).toEqual(first);
        expect(await journal.read(0)).toEqual([first]);
      }));

    it('is stored once when many send it at the same time', () =>
      withJournal(freshPlace(), async (journal) => {
        const sent = range(1, 50).map((i) => journal.append([answer(`k${i % 7}`), answer('k')]));
        const stored = (await Promise.all(sent)).flat();
        const found = await journal.read(0);
        expect(new Set(keys(found)).size).toBe(8);
        expect(numbers(found)).toEqual(range(1, 8));
        for (const entry of stored) expect(found).toContainEqual(entry);
      }));

    it('is another answer if it is of another judge', () =>
      withJournal(freshPlace(), async (journal) => {
        await journal.append([answer('k'), answer('k', { judge: 'bob' })]);
        expect(await journal.append([answer('k', { judge: 'bob' })])).toMatchObject([{ seq: 2 }]);
        expect(numbers(await journal.read(0))).toEqual([1, 2]);
      }));
  });

  it('numbers events in the order of the calls', () =>
    withJournal(freshPlace(), async (journal) => {
      const stored = await Promise.all(range(1, 300).map((i) => journal.append([answer(`k${i}`)])));
      expect(keys(stored.flat())).toEqual(range(1, 300).map((i) => `k${i}`));
      expect(numbers(stored.flat())).toEqual(range(1, 300));
    }));

  it('stores the other events if one cannot be stored', async () => {
    const place = freshPlace();
    const journal = await place.create();
    await refuseBad(place);
    const sent = await Promise.allSettled(
      ['k1', 'bad', 'k2', 'k3'].map((key) => journal.append([answer(`${key}-`), answer(key)])),
    );
    expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    // Nothing is left of the failed call.
    expect(keys(await journal.read(0))).toEqual(['k1-', 'k1', 'k2-', 'k2', 'k3-', 'k3']);
    const cyclic: Record<string, unknown> = {};
    cyclic['itself'] = cyclic;
    await expect(journal.append([answer('k4', cyclic)])).rejects.toThrow(TypeError);
    await journal.append([answer('k5')]);
    expect(numbers(await journal.read(0))).toEqual(range(1, 7));
    await journal.close();
  });

  it('is append-only', async () => {
    const place = freshPlace();
    await withJournal(place, async (journal) => {
      await journal.append([answer('k')]);
      await expect(place.run("update journal set body = '{}'")).rejects.toThrow('never changed');
      await expect(place.run('delete from journal')).rejects.toThrow(/never (?:changed or )?removed/);
      if (several) await expect(place.run('truncate journal')).rejects.toThrow('never changed or removed');
      expect(keys(await journal.read(0))).toEqual(['k']);
    });
  });

  describe('erasing a judge', () => {
    const accept = (id: string, judge: string): CampaignEvent => ({
      kind: 'assigned',
      assignments: [
        { id, judge, kind: 'accept', segment: 0, entries: [], part: 'own', edited: { editor: 'ann', outcome: 'edited', text: 'Private words' } },
      ],
    }); // prettier-ignore
    const story: readonly CampaignEvent[] = [
      added('ann'),
      added('bob'),
      { kind: 'link-made', role: 'judge', judge: 'ann', hash: 'Private hash' },
      { kind: 'consented', judge: 'ann', version: 'Private version' },
      answer('k1', { comment: 'Private comment' }),
      answer('k1', { judge: 'bob', comment: 'of bob' }),
      { kind: 'excluded', judge: 'ann', reason: 'Private reason' },
      accept('a2', 'bob'),
      accept('a3', 'bob'),
      answer('k2', { judge: 'bob', assignment: 'a2' }),
    ];

    it('removes their data and keeps that of others', () =>
      withJournal(freshPlace(), async (journal) => {
        const before = await journal.append(story);
        const erased = await journal.erase('ann');
        expect(erased).toMatchObject({ seq: 11, event: { kind: 'erased', judge: 'ann' } });
        const after = await journal.read(0);
        expect(JSON.stringify(after)).not.toContain('Private');
        expect(after.map(({ seq, at }) => ({ seq, at }))).toEqual([...before, erased].map(({ seq, at }) => ({ seq, at })));
        for (const i of [0, 1, 5, 9]) expect(after[i]).toEqual(before[i]);
        const live = new CampaignRecord();
        const replayed = new CampaignRecord();
        for (const entry of [...before, erased]) live.take(entry);
        for (const entry of after) replayed.take(entry);
        expect(replayed.judges).toEqual(live.judges);
        expect(replayed.judges.get('bob')!.assignments.map(({ id }) => id)).toEqual(['a2']);
        expect(replayed.link('Private hash')).toBeUndefined();
      })); // prettier-ignore

    it('includes pending events', () =>
      withJournal(freshPlace(), async (journal) => {
        await journal.append(story);
        const sent = range(1, 20).map((i) => journal.append([answer(`late${i}`, { comment: 'Private' })]));
        const erased = await journal.erase('ann');
        await Promise.all(sent);
        expect(erased.seq).toBe(31);
        expect(JSON.stringify(await journal.read(0))).not.toContain('Private');
      }));

    it('can be repeated, and refuses an unknown judge', () =>
      withJournal(freshPlace(), async (journal) => {
        await expect(journal.erase('ann')).rejects.toThrow('There is no judge "ann" to erase.');
        await journal.append(story);
        await journal.erase('ann');
        await journal.append([answer('k1', { comment: 'Private again' })]);
        expect((await journal.erase('ann')).seq).toBe(13);
        expect(JSON.stringify(await journal.read(0))).not.toContain('Private');
        await expect(journal.erase('carl')).rejects.toThrow(UsageError);
        expect(await journal.read(13)).toEqual([]);
      }));
  });

  describe('a backup', () => {
    it('made while others append is the journal of one moment', async () => {
      const journal = await freshPlace().create();
      await journal.append([added('ann'), ...range(1, 2000).map((i) => answer(`old${i}`))]);
      const path = freshPath('backup');
      let done = false;
      const backup = journal.backup(path).then(() => (done = true));
      let sent = 0;
      const append = async () => {
        while (!done) await journal.append([answer(`new${++sent}`), answer(`pair of new${sent}`)]);
      };
      await Promise.all([backup, append(), append(), append()]);
      expect(sent).toBeGreaterThanOrEqual(3);
      const all = await journal.read(0);
      const secret = await journal.secret();
      for (const { place } of stores) {
        const { where } = place();
        const restored = await restoreJournal(path, where);
        const found = await restored.read(0);
        expect(found.length % 2, 'no half of a call').toBe(1);
        expect(found.length).toBeGreaterThanOrEqual(2001);
        expect(found).toEqual(all.slice(0, found.length));
        expect(await restored.secret()).toEqual(secret);
        expect(numbers(await restored.append([answer('old1'), answer('next')]))).toEqual([2, found.length + 1]);
        await restored.close();
        await expect(restoreJournal(path, where)).rejects.toThrow('already has a campaign');
      }
      await journal.close();
      expect(readdirSync(dirname(path)).filter((name) => name.includes('.part'))).toEqual([]);
    });

    it('replaces an older one, and refuses a path that is not a file', () =>
      withJournal(freshPlace(), async (journal) => {
        const path = freshPath('backup');
        await journal.backup(path);
        await journal.append([added('ann')]);
        await journal.backup(path);
        const restored = await restoreJournal(path, freshPlace().where);
        expect(events(await restored.read(0))).toEqual([added('ann')]);
        await restored.close();
        await expect(journal.backup(dirname(path))).rejects.toThrow('it is a folder');
        await expect(journal.backup(join(path, 'no', 'such'))).rejects.toThrow('there is no such folder');
        await expect(restoreJournal(freshPath('nothing'), freshPlace().where)).rejects.toThrow(
          'does not exist or is not a file',
        );
      }));
  });

  it('that is damaged is reported with the entry, and is not backed up', async () => {
    const place = freshPlace();
    const journal = await place.create();
    await journal.append([added('ann'), answer('k1'), answer('k2'), answer('k3')]);
    const path = freshPath('backup');
    await journal.backup(path);
    const before = readFileSync(path);
    await journal.close();
    const [allow, forbid] = several
      ? [`set assay.erasing to 'yes'`, `set assay.erasing to 'no'`]
      : [`update meta set erasing = 'x'`, 'update meta set erasing = null'];
    const damages = [[`'{"kind":xanswered"}'`, 'entry 3 is not valid JSON.'], [`'{"kind":"answesed"}'`, 'entry 3 was changed: it does not match its hash']] as const; // prettier-ignore
    for (const [body, message] of damages) {
      await place.run(`${allow}; update journal set body = ${body} where seq = 3; ${forbid}`);
      const damaged = await place.open({ readOnly: true });
      for (const use of [() => FollowedRecord.open(damaged), () => damaged.backup(path)]) {
        const refused = expect(use()).rejects;
        await refused.toThrow(UsageError);
        await refused.toThrow(`The journal is damaged: ${message}`);
      }
      // On a running server it is not an error of the request.
      const reading = (async () => new CampaignRecord().take((await damaged.read(2, 1))[0]!))();
      await expect(reading).rejects.not.toThrow(UsageError);
      await damaged.close();
    }
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('is dumped as lines without the secret, and loaded again', () =>
    withJournal(freshPlace(), async (journal) => {
      const stored = await journal.append([added('ann'), ...range(1, 1500).map((i) => answer(`k${i}\n\u2028`))]);
      await journal.erase('ann');
      await journal.append([answer('k1', { comment: 'é\ud800\0' })]);
      const lines: string[] = [];
      for await (const line of journalLines(await journal.read(0))) lines.push(line);
      expect(lines).toHaveLength(stored.length + 2);
      const secret = await journal.secret();
      expect(lines.join('').includes(Buffer.from(secret).toString('hex'))).toBe(false);
      const path = freshPath('journal.jsonl');
      writeFileSync(path, lines.join(''));
      const loaded = await loadJournal(path, freshPlace().where);
      expect(await loaded.read(0)).toEqual(await journal.read(0));
      expect(await loaded.secret()).not.toEqual(secret);
      await loaded.close();
    }));

  it('of the first version is read, and entries added to it have hashes', async () => {
    const place = freshPlace();
    const old = [added('ann'), answer('k')].map((event, i) => ({ seq: i + 1, at: new Date(i).toISOString(), event, seal: null }));
    await (await place.create({ entries: old })).close();
    // The first version had no such column.
    await place.run('alter table journal drop column seal');
    await place.run('update meta set schema_version = 1');
    const reader = await place.open({ readOnly: true });
    expect(events(await reader.read(0))).toEqual([added('ann'), answer('k')]);
    expect(await reader.verify()).toEqual({ entries: 2, unsealed: 2, head: '' });
    await reader.close();
    const journal = await place.open();
    await journal.append([answer('k2')]);
    await journal.erase('ann');
    expect(await journal.verify()).toEqual({ entries: 4, unsealed: 2, head: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await journal.close();
  }); // prettier-ignore

  it('is the same chain after erasing, in a backup and restored, and another one where an entry differs', async () => {
    const place = freshPlace();
    const journal = await place.create();
    await journal.append([added('ann'), added('bob'), answer('k', { comment: 'Private words' }), answer('k2', { judge: 'bob' })]);
    const first = await journal.verify();
    expect(first).toMatchObject({ entries: 4, unsealed: 0 });
    await journal.erase('ann');
    const { head } = await journal.verify();
    expect(head).not.toBe(first.head);
    const path = freshPath('chain.backup');
    await journal.backup(path);
    await journal.close();
    expect(await verifyJournal(path)).toEqual({ entries: 5, unsealed: 0, head });
    const restored = await restoreJournal(path, freshPlace().where);
    expect(await restored.verify()).toEqual({ entries: 5, unsealed: 0, head });
    await restored.close();
    // One flipped bit, in the text of an answer.
    const bytes = readFileSync(path);
    const at = bytes.indexOf('"judge":"bob","assignment"') + 10;
    expect(at).toBeGreaterThan(10);
    bytes[at] = bytes[at]! ^ 1;
    writeFileSync(path, bytes);
    for (const use of [() => verifyJournal(path), () => restoreJournal(path, freshPlace().where)]) await expect(use()).rejects.toThrow(UsageError);
  }); // prettier-ignore

  it('is migrated when it is opened, and refused if it is newer', async () => {
    const place = freshPlace();
    const journal = await place.create();
    const stored = await journal.append([added('ann'), answer('k')]);
    await journal.close();
    const failing = [...migrations, 'alter table journal add column note text', 'alter table nothing add column x text'];
    await expect(place.open({ migrations: failing })).rejects.toThrow('nothing');
    const later = [...migrations, 'alter table journal add column note text', "update meta set created = 'changed'"];
    const reader = await place.open({ migrations: later, readOnly: true });
    expect(await reader.read(0)).toEqual(stored);
    await reader.close();
    const upgraded = await place.open({ migrations: later });
    expect(await upgraded.read(0)).toEqual(stored);
    await upgraded.append([answer('k2')]);
    await upgraded.close();
    expect(await place.run('select schema_version, created, (select max(note) from journal) as note from meta')).toMatchObject([
      { schema_version: migrations.length + 2, created: 'changed', note: null },
    ]);
    const again = await place.open({ migrations: later }); // no step runs twice
    expect(numbers(await again.read(0))).toEqual([1, 2, 3]);
    await again.close();
    await expect(place.open()).rejects.toThrow(UsageError);
    await expect(place.open()).rejects.toThrow(`a later version of Assay (schema version ${migrations.length + 2}; this one supports up to ${migrations.length})`);
  }); // prettier-ignore

  it('does not overwrite another, and is not opened if there is none', async () => {
    const place = freshPlace();
    await expect(openJournal(place.where)).rejects.toThrow('Create one with assay judge init');
    await expect(openJournal(place.where)).rejects.toThrow(UsageError);
    const journal = await createJournal(place.where);
    await journal.append([added('ann')]);
    await expect(createJournal(place.where)).rejects.toThrow(UsageError);
    await expect(createJournal(place.where)).rejects.toThrow('already has a campaign');
    expect(events(await journal.read(0))).toEqual([added('ann')]);
    await journal.close();
    const twice = freshPlace();
    const made = await Promise.allSettled([createJournal(twice.where), createJournal(twice.where)]);
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const one of made) if (one.status === 'fulfilled') await one.value.close();
  });

  it('of unreadable entries is not created at all', async () => {
    const place = freshPlace();
    const path = freshPath('broken.jsonl');
    writeFileSync(path, '{"seq":1,"at":"2026-01-31T12:00:00.000Z","event":{"kind":"frozen"}}\n{"seq":3}\n');
    await expect(loadJournal(path, place.where)).rejects.toThrow('line 2');
    await withJournal(place, async (journal) => expect(await journal.read(0)).toEqual([]));
  });

  it('stores pending events when it is closed, then refuses everything', async () => {
    const place = freshPlace();
    const journal = await place.create();
    await journal.append([added('ann')]);
    const sent = range(1, 20).map((i) => journal.append([answer(`k${i}`)]));
    await Promise.all([journal.close(), journal.close()]);
    expect(numbers((await Promise.all(sent)).flat())).toEqual(range(2, 21));
    await expect(journal.append([answer('late')])).rejects.toThrow('The journal is closed.');
    await expect(journal.append([])).rejects.toThrow('The journal is closed.');
    await expect(journal.read(0)).rejects.toThrow('The journal is closed.');
    await expect(journal.erase('ann')).rejects.toThrow('The journal is closed.');
    await expect(journal.secret()).rejects.toThrow('The journal is closed.');
    await expect(journal.backup(freshPath('backup'))).rejects.toThrow('The journal is closed.');
    const again = await place.open();
    expect(numbers(await again.read(0))).toEqual(range(1, 21));
    await again.close();
  });

  it('opened read-only sees new entries of others, and stores nothing', async () => {
    const place = freshPlace();
    const journal = await place.create();
    const reader = await place.open({ readOnly: true });
    const follower = await FollowedRecord.open(reader);
    const leader = await FollowedRecord.open(journal);
    await leader.append([added('ann'), answer('k')]);
    expect(follower.record.judges.size).toBe(0);
    await follower.refresh();
    expect(follower.record.judges).toEqual(leader.record.judges);
    expect(await reader.secret()).toEqual(await journal.secret());
    await expect(reader.append([answer('k2')])).rejects.toThrow('read-only');
    await expect(reader.erase('ann')).rejects.toThrow('read-only');
    await reader.backup(freshPath('backup'));
    await reader.close();
    await journal.close();
  });

  describe.runIf(several)('with several servers', () => {
    it('shows a reader every entry of every server, in order', async () => {
      const place = freshPlace();
      const servers = [await place.create(), await place.open(), await place.open()];
      const reader = await place.open({ readOnly: true });
      const seen: JournalEntry[] = [];
      let done = false;
      const writing = Promise.all(
        servers.flatMap((server, s) =>
          range(1, 20).map(async (caller) => {
            for (const i of range(1, 5)) await server.append([answer(`${s} ${caller} ${i}`), { kind: 'frozen' }]);
          }),
        ),
      ).then(() => (done = true));
      while (!done) seen.push(...(await reader.read(seen.at(-1)?.seq ?? 0)));
      await writing;
      seen.push(...(await reader.read(seen.at(-1)?.seq ?? 0)));
      expect(numbers(seen)).toEqual(range(1, 600));
      expect(new Set(keys(seen)).size).toBe(300);
      for (const server of [...servers, reader]) await server.close();
    });

    it('stores an answer once if they get it at the same time', async () => {
      const place = freshPlace();
      const servers = [await place.create(), await place.open()];
      const sent = range(1, 100).flatMap((i) => servers.map((server) => server.append([answer(`k${i}`)])));
      const stored = (await Promise.all(sent)).flat();
      const found = await servers[0]!.read(0);
      expect(numbers(found)).toEqual(range(1, 100));
      for (const entry of stored) expect(found[entry.seq - 1]).toEqual(entry);
      for (const server of servers) await server.close();
    });

    it('has the same record in all of them', async () => {
      const place = freshPlace();
      const journals = [await place.create(), await place.open()];
      const [one, two] = [await FollowedRecord.open(journals[0]!), await FollowedRecord.open(journals[1]!)];
      await one.append([added('ann')]);
      await two.append([answer('k1')]); // two has not read ann yet
      await Promise.all([one.append([added('bob'), answer('k2')]), two.append([answer('k3')]), one.refresh()]);
      await two.erase('ann');
      await Promise.all([one.refresh(), two.refresh()]);
      expect(one.record.seq).toBe(6);
      expect(one.record.judges).toEqual(two.record.judges);
      expect(one.record.judges.get('ann')!.erased).toBe(true);
      await expect(one.append([answer('k', { judge: 'carl' })])).rejects.toThrow('never added');
      for (const journal of journals) await journal.close();
    });

    /** Between the journal and the server: the first `commit` gets no reply. */
    it.skipIf(!postgres?.socket).each([
      ['is lost', true],
      ['was not done', false],
    ])('stores an event once though the reply to a commit %s', async (_, done) => {
      let commits = 0;
      const proxy = createServer((client) => {
        const server = connect(postgres!.socket!);
        let cut = false;
        const end = () => [client, server].forEach((end) => end.destroy());
        client.on('data', (data) => {
          cut = data.includes('commit\0') && ++commits === 1;
          if (!cut || done) server.write(data);
          else end();
        });
        server.on('data', (data) => (cut ? end() : client.write(data)));
        for (const one of [client, server]) one.on('close', end).on('error', end);
      }).listen(0, '127.0.0.1');
      await once(proxy, 'listening');
      const place = freshPlace();
      await (await place.create()).close();
      const { port } = proxy.address() as AddressInfo;
      const campaign = new URL(place.where).searchParams.get('campaign')!;
      const journal = await openJournal(`postgres://postgres@127.0.0.1:${port}/postgres?campaign=${campaign}`);
      const stored = await journal.append([added('ann'), answer('k'), { kind: 'frozen' }]);
      expect(numbers(stored)).toEqual([1, 2, 3]);
      expect(await journal.read(0)).toEqual(stored);
      expect(numbers(await journal.append([{ kind: 'thawed' }]))).toEqual([4]);
      expect(commits).toBe(done ? 2 : 3);
      await journal.close();
      proxy.close();
    });

    it('stores everything once though connections are cut', async () => {
      const place = freshPlace();
      const journal = await place.create();
      let done = false;
      const cutting = (async () => {
        while (!done)
          await place.run(
            "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend' and query like '%assay_%' and random() < 0.7",
          );
      })();
      // An event without a key is also stored once.
      const writing = range(1, 10).map(async (caller) => {
        for (const i of range(1, 10)) await journal.append([answer(`${caller} ${i}`), { kind: 'excluded', judge: 'ann', reason: `${caller} ${i}` }]);
      });
      await Promise.all(writing).finally(() => (done = true));
      await cutting;
      const found = await journal.read(0);
      expect(numbers(found)).toEqual(range(1, 200));
      expect(new Set(events(found).map((event) => JSON.stringify(event))).size).toBe(200);
      await journal.close();
    }); // prettier-ignore
  });
});

/** Makes the database itself refuse an event. */
async function refuseBad(place: TestPlace): Promise<void> {
  if (place.where.startsWith('postgres')) await place.run("alter table journal add check (key <> 'bad')");
  else {
    // A trigger has a semicolon, so it cannot go through run.
    const { openDatabase } = await import('./sqliteDriver.ts');
    const database = await openDatabase(join(place.where, 'judgments.sqlite'));
    database.exec(
      "create trigger bad before insert on journal when new.key = 'bad' begin select raise(abort, 'bad'); end",
    );
    database.close();
  }
}

describe('lines of a journal', () => {
  const line = (seq: number, event: unknown, at: unknown = '2026-01-31T12:00:00.000Z') =>
    `${JSON.stringify({ seq, at, event })}\n`;
  const head = (more: object) =>
    `${JSON.stringify({ journal: 1, created: '2026-01-31T12:00:00.000Z', secret: '0'.repeat(64), ...more })}\n`;
  const good = line(1, added('ann'));

  it.each([
    ['no JSON', `${good}{"seq":2,`, 'line 2: not an entry of a journal'],
    ['no object', `${good}[]\n`, 'line 2: not an entry of a journal'],
    ['a line that is missing', `${good}${line(3, { kind: 'frozen' })}`, 'line 2: found entry 3, expected 2'],
    ['a line that is there twice', `${good}${good}`, 'line 2: found entry 1, expected 2'],
    ['no time', line(1, added('ann'), 'yesterday'), 'line 1: "at" is "yesterday"'],
    ['no event', line(1, null), 'line 1: unknown event kind undefined'],
    ['an unknown event', line(1, { kind: 'frozn' }), 'line 1: unknown event kind "frozn". Did you mean frozen?'],
    ['an event of no kind', line(1, { kind: '__proto__' }), 'line 1: unknown event kind "__proto__"'],
    ['an answer of nobody', line(1, answer('k')), 'line 1: entry 1 refers to ann, who was never added.'],
    ['an answer twice', good + line(2, answer('k')) + line(3, answer('k')), 'line 3: entry 3 repeats the answer k.'],
    ['a bad key', good + line(2, answer('')), 'is not a valid answer key'],
    [
      'an invalid answer',
      good + line(2, { ...answer('k'), answer: { kind: 'rank' } }),
      'line 2: entry 2 (answered) has no valid answer.',
    ],
    ['no UTF-8', Buffer.concat([Buffer.from(good), Buffer.of(0xff, 10)]), 'line 2, byte 1: not valid UTF-8'],
    ['a later form', head({ journal: 2 }), 'line 1: the journal has format 2'],
    ['a short secret', head({ secret: '00' }), 'line 1: the header of a journal must have'],
    ['an error after the header', `${head({})}${line(2, added('ann'))}`, 'line 2: found entry 2, expected 1'],
  ] as [string, string | Buffer, string][])('with %s are refused', async (_, text, message) => {
    const path = freshPath('journal.jsonl');
    const where = freshPath('campaign');
    writeFileSync(path, text);
    await expect(loadJournal(path, where)).rejects.toThrow(UsageError);
    await expect(loadJournal(path, where)).rejects.toThrow(message);
    expect(existsSync(where)).toBe(false);
  });

  it.each([
    ['nothing', '', 0],
    ['the header alone', head({}), 0],
    ['marked as UTF-8', `\ufeff${good}`, 1],
    ['the header, marked as UTF-8', `\ufeff${head({})}${good}`, 1],
    ['empty lines and Windows line endings', `${good.replace('\n', '\r\n')}\n${line(2, { kind: 'frozen' })}`, 2],
  ])('may be %s', async (_, text, count) => {
    const path = freshPath('journal.jsonl');
    writeFileSync(path, text);
    const journal = await loadJournal(path, freshPath('campaign'));
    expect(await journal.read(0)).toHaveLength(count);
    await journal.close();
  });
});

it.runIf(postgres)('the address of a database is checked', async () => {
  for (const [where, message] of [
    ['postgres://[', 'Expected postgres://'],
    [`${postgres!.url}&campaign=a-b`, 'campaign=a-b: the name of a campaign must be'],
    [`${postgres!.url}&campaign=`, 'campaign=: the name of a campaign must be'],
    ['postgres://me:hidden@127.0.0.1:1/x', 'Cannot reach'],
  ] as const) {
    const error = await openJournal(where).catch((error: Error) => error);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).not.toContain('hidden');
  }
});

it('a backup contains the secret, so only its owner can read it', async () => {
  for (const { place } of stores)
    await withJournal(place(), async (journal) => {
      const path = freshPath('backup');
      await journal.backup(path);
      const secret = Buffer.from(await journal.secret());
      const bytes = readFileSync(path);
      expect(bytes.includes(secret) || bytes.includes(secret.toString('hex'))).toBe(true);
      const { statSync } = await import('node:fs');
      if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0);
    });
});
