/** Properties of the SQLite file. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import type { CampaignEvent } from '../../human/index.ts';
import { FollowedRecord } from '../followedRecord.ts';
import { driversHere, openDatabase } from './sqliteDriver.ts';
import { createSqliteJournal, openSqliteJournal } from './sqliteJournal.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const fresh = () => join(folder, `${++count}`);

const story: readonly CampaignEvent[] = [
  { kind: 'judge-added', judge: 'ann' },
  { kind: 'answered', judge: 'ann', assignment: 'a', key: 'k', answer: { kind: 'accept', acceptable: false }, seconds: 1, comment: 'Private words', instructions: 'v' },
]; // prettier-ignore

/** Everything in the files of a folder. */
const bytesIn = (path: string) => Buffer.concat(readdirSync(path).map((name) => readFileSync(join(path, name))));

describe.each(driversHere())('%s', (driver) => {
  it('refuses to bind values that SQLite cannot hold, instead of aborting', async () => {
    const database = await openDatabase(':memory:', driver);
    const statement = database.prepare('select ? as value');
    for (const wrong of [true, false, undefined, 1n, {}, []])
      for (const use of [statement.run, statement.all])
        expect(() => use(wrong as never), typeof wrong).toThrow(TypeError);
    for (const right of ['é', 1, 1.5, null]) expect(statement.all(right)).toMatchObject([{ value: right }]);
    expect(Buffer.from(statement.all(Uint8Array.of(0, 255))[0]!['value'] as Uint8Array)).toEqual(Buffer.of(0, 255));
    database.close();
  });

  it('has one writer at a time, and names it', async () => {
    const where = fresh();
    const journal = await createSqliteJournal(where, {}, { driver });
    const refused = expect(openSqliteJournal(where, { driver })).rejects;
    await refused.toThrow(UsageError);
    await refused.toThrow(`judgments.sqlite is in use by process ${process.pid} on `);
    await journal.append(story);
    await journal.close();
    const next = await openSqliteJournal(where, { driver });
    expect(await next.read(0)).toHaveLength(2);
    await next.close();
  });

  it('erases every byte, including the log, even after a backup has kept the log long', async () => {
    const where = fresh();
    const journal = await createSqliteJournal(where, {}, { driver });
    await journal.append(story);
    const others = Array.from({ length: 2000 }, (_, i) => ({ ...story[1]!, judge: 'bob', key: `k${i}`, comment: '' }));
    await journal.append([{ kind: 'judge-added', judge: 'bob' }, ...others]);
    expect(bytesIn(where).includes('Private words')).toBe(true);
    const backup = journal.backup(join(folder, `backup-${driver}`));
    await new Promise(setImmediate);
    await journal.erase('ann');
    await backup;
    await journal.append([{ kind: 'frozen' }]);
    expect(bytesIn(where).includes('Private words')).toBe(false);
    await journal.close();
    expect(bytesIn(where).includes('Private words')).toBe(false);
    expect(bytesIn(where).includes('"judge":"bob"')).toBe(true);
  });

  it('erases every byte even if someone reads meanwhile and nothing is stored afterwards', async () => {
    const where = fresh();
    const journal = await createSqliteJournal(where, {}, { driver });
    await journal.append(story);
    const reader = await openDatabase(join(where, 'judgments.sqlite'), driver);
    reader.exec('begin');
    reader.prepare('select * from journal').all();
    await journal.erase('ann');
    expect(bytesIn(where).includes('Private words')).toBe(true);
    reader.exec('rollback');
    reader.close();
    await expect.poll(() => bytesIn(where).includes('Private words'), { timeout: 5000 }).toBe(false);
    await journal.close();
  });

  it('has everything in one file when it is closed', async () => {
    const where = fresh();
    const journal = await createSqliteJournal(where, {}, { driver });
    const stored = await journal.append(story);
    await journal.close();
    const copy = `${fresh()}.sqlite`;
    writeFileSync(copy, readFileSync(join(where, 'judgments.sqlite')));
    const copied = await openSqliteJournal(copy, { driver });
    expect(await copied.read(0)).toEqual(stored);
    await copied.close();
  });

  it('keeps a log next to it, so others can read while it writes', async () => {
    const where = fresh();
    const journal = await createSqliteJournal(where, {}, { driver });
    const database = await openDatabase(join(where, 'judgments.sqlite'), driver);
    expect(database.prepare('pragma journal_mode').all()).toMatchObject([{ journal_mode: 'wal' }]);
    database.close();
    await journal.close();
  });
});

it('no boolean ever reaches libsql, which would abort', async () => {
  const bound: unknown[] = [];
  const prototype = Object.getPrototypeOf(new Libsql(':memory:').prepare('select 1')) as Record<string, (...values: unknown[]) => unknown>;
  const originals = new Map(['run', 'get', 'iterate'].map((name) => [name, prototype[name]!]));
  for (const [name, original] of originals)
    prototype[name] = function (...values: unknown[]) {
      bound.push(...values.flat());
      return original.apply(this, values);
    };
  try {
    const where = fresh();
    const driver = 'libsql';
    const journal = await createSqliteJournal(where, { entries: [{ seq: 1, at: '2026-01-31T12:00:00.000Z', event: story[0]! }] }, { driver });
    await journal.append([...story.slice(1), ...story.slice(1), { kind: 'frozen' }]);
    await journal.read(0, 2);
    await journal.erase('ann');
    await journal.backup(fresh());
    await journal.secret();
    await expect(openSqliteJournal(where, { driver })).rejects.toThrow('in use');
    await journal.close();
  } finally {
    for (const [name, original] of originals) prototype[name] = original;
  }
  expect(bound.length).toBeGreaterThan(20);
  const isRight = (value: unknown) => value === null || ['string', 'number'].includes(typeof value) || value instanceof Uint8Array;
  expect(bound.filter((value) => !isRight(value))).toEqual([]);
}); // prettier-ignore

it('a file that is not a journal is refused and left unchanged', async () => {
  const cases: [name: string, content: string | Buffer, message: string][] = [
    ['text.sqlite', 'hello, this is not a database', 'is not the journal of a campaign: file is not a database'],
    ['empty.sqlite', '', 'is not the journal of a campaign: no such table: meta'],
  ];
  const other = join(folder, 'other.sqlite');
  const database = await openDatabase(other, 'libsql');
  database.exec('create table meta (schema_version integer)');
  database.close();
  cases.push(['other.sqlite', readFileSync(other), 'is not the journal of a campaign: it has no version']);
  for (const [name, content, message] of cases) {
    const path = join(folder, name);
    writeFileSync(path, content);
    for (const readOnly of [true, false]) {
      const refused = expect(openSqliteJournal(path, { readOnly }), name).rejects;
      await refused.toThrow(UsageError);
      await refused.toThrow(message);
    }
    expect(readFileSync(path)).toEqual(Buffer.from(content));
  }
});

it('a damaged file is reported when it is read', async () => {
  const path = `${fresh()}.sqlite`;
  const journal = await createSqliteJournal(path);
  const many = Array.from({ length: 300 }, (_, i) => ({ ...story[1]!, key: `k${i}` }));
  await journal.append([story[0]!, ...many]);
  await journal.close();
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0xa5, 16_384, bytes.length - 4096));
  const reader = await openSqliteJournal(path, { readOnly: true });
  const refused = expect(FollowedRecord.open(reader)).rejects;
  await refused.toThrow(UsageError);
  await refused.toThrow('The journal is damaged');
  await reader.close();
});

it('a backup never overwrites the journal itself, and never joins the log of another database', async () => {
  const where = fresh();
  const journal = await createSqliteJournal(where);
  const path = join(where, 'judgments.sqlite');
  const link = join(folder, 'link.sqlite');
  symlinkSync(path, link);
  await expect(journal.backup(path)).rejects.toThrow('is the journal itself');
  await expect(journal.backup(link)).rejects.toThrow('is the journal itself');
  const left = join(folder, 'left.sqlite');
  writeFileSync(`${left}-wal`, 'log');
  await expect(journal.backup(left)).rejects.toThrow('the log of another database');
  await expect(createSqliteJournal(left)).rejects.toThrow('the log of another database');
  await journal.close();
});

it('a path is a folder, or a file', async () => {
  const made = fresh();
  mkdirSync(made);
  const file = `${fresh()}.sqlite`;
  for (const where of [made, join(made, 'new', 'folder'), file]) {
    const journal = await createSqliteJournal(where);
    await journal.append(story);
    await journal.close();
    const path = where === file ? file : join(where, 'judgments.sqlite');
    expect(statSync(path).isFile()).toBe(true);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0);
    const again = await openSqliteJournal(path);
    expect(await again.read(0)).toHaveLength(2);
    await again.close();
  }
});

it('a folder that cannot be written to is named', async () => {
  const path = join(folder, 'file');
  writeFileSync(path, '');
  await expect(createSqliteJournal(join(path, 'below', 'it'))).rejects.toThrow(/ENOTDIR/);
});

it.skipIf(process.platform === 'win32')('the lock of a dead process does not count', async () => {
  const where = fresh();
  await (await createSqliteJournal(where)).close();
  // Another process takes the lock like a journal, names itself, and is killed.
  const script = `
    const Libsql = require('libsql');
    const lock = new Libsql(process.argv[1] + '-lock');
    lock.exec('begin immediate');
    new Libsql(process.argv[1]).exec("update meta set holder = '{\\"pid\\":1,\\"host\\":\\"x\\",\\"since\\":\\"y\\"}'");
    process.kill(process.pid, 'SIGKILL');`;
  expect(() => execFileSync(process.execPath, ['-e', script, join(where, 'judgments.sqlite')])).toThrow('SIGKILL');
  const journal = await openSqliteJournal(where);
  await journal.append(story);
  await journal.close();
});
