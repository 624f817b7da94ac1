/**
 * Tests that the journal keeps every confirmed event: a process that appends under load is killed at random moments, repeatedly. Each
 * confirmed event is stored exactly once; each call is stored completely or not at all; the process sends unconfirmed events again, and
 * they are stored exactly once, too.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJournal, openJournal } from '../src/server/store/openJournal.ts';
import { openDatabase } from '../src/server/store/sqliteDriver.ts';
import { startPostgres } from '../src/server/store/testing/startPostgres.ts';
import { Pcg64 } from '../src/stats/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-crash-'));
const script = join(folder, 'child.mjs');
const postgres = startPostgres();

beforeAll(async () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  await build({
    absWorkingDir: root,
    entryPoints: ['test/journalCrash/child.ts'],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  postgres?.stop();
});

/** Pairs of which the process said that it sends them, and that they are stored. */
interface Said {
  readonly sent: Set<string>;
  readonly stored: Set<string>;
}

/** Runs a child until it has stored this many pairs and `fate` is done; then kills it during the next one. */
async function runChild(
  where: string,
  callers: number,
  before: Said,
  count: number,
  fate: () => Promise<void>,
): Promise<void> {
  const again = [...before.sent].filter((pair) => !before.stored.has(pair));
  const next = Math.max(-1, ...[...before.sent].map(Number)) + 1;
  const child = spawn(process.execPath, ['--no-warnings', script, where, String(callers), again.join(), String(next)]);
  let text = '';
  let errors = '';
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const enough = new Promise<void>((resolve) => {
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString();
      if (text.split('\nstored ').length > count && text.startsWith('ready\n')) resolve();
    });
  });
  const ended = once(child, 'close');
  await Promise.race([enough, ended]);
  try {
    await fate();
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
  expect(errors).toBe('');
  expect(child.signalCode, 'it ended by the kill').toBe('SIGKILL');
  // A line without an end was not said.
  for (const line of text.split('\n').slice(1, -1)) {
    const [what, pair] = line.split(' ') as ['sent' | 'stored', string];
    before[what].add(pair);
  }
}

/** What must be true of the journal, whatever happened. */
async function check(where: string, { sent, stored }: Said): Promise<void> {
  const journal = await openJournal(where);
  const entries = await journal.read(0);
  await journal.close();
  expect(entries.every(({ seq }, i) => seq === i + 1)).toBe(true);
  const keys = entries.flatMap(({ event }) => (event.kind === 'answered' ? [event.key] : []));
  const found = new Set(keys);
  expect(found.size, 'nothing is there twice').toBe(keys.length);
  expect([...stored].filter((pair) => !found.has(`${pair} a`) || !found.has(`${pair} b`))).toEqual([]);
  const strangers = keys.filter((key) => !sent.has(key.split(' ')[0]!));
  expect(strangers, 'nothing is there that was not sent').toEqual([]);
  expect(
    [...sent].filter((pair) => found.has(`${pair} a`) !== found.has(`${pair} b`)),
    'no half of a call',
  ).toEqual([]);
}

const said = (): Said => ({ sent: new Set(), stored: new Set() });

async function newJournal(where: string): Promise<void> {
  const journal = await createJournal(where);
  await journal.append([{ kind: 'judge-added', judge: 'ann' }]);
  await journal.close();
}

it('SQLite loses nothing and stores nothing twice when its process is killed 50 times', { timeout: 180_000 }, async () => {
  const where = join(folder, 'campaign');
  mkdirSync(where);
  await newJournal(where);
  const random = new Pcg64(7);
  let stored = 0;
  const all = said();
  for (let round = 0; round < 50; round++) {
    const count = random.below(30);
    stored += count;
    // At any moment of the next call: a few callers, so that rounds stay small.
    await runChild(where, 1 + (round % 5), all, count, () => sleep(random.below(4)));
    await check(where, all);
    const database = await openDatabase(join(where, 'judgments.sqlite'));
    expect(database.prepare('pragma integrity_check').all()).toMatchObject([{ integrity_check: 'ok' }]);
    database.close();
  }
  expect(all.stored.size, 'there was load').toBeGreaterThanOrEqual(stored);
  expect(all.sent.size, 'some were cut off').toBeGreaterThan(all.stored.size);
}); // prettier-ignore

describe.skipIf(!postgres)(`PostgreSQL${postgres ? '' : ' (skipped: no server can be started, and ASSAY_POSTGRES is not set)'}`, () => {
  const place = (name: string): string => {
    const { url } = postgres!;
    return `${url}${url.includes('?') ? '&' : '?'}campaign=crash_${process.pid}_${name}`;
  };

  it('loses nothing and stores nothing twice when its client is killed', { timeout: 120_000 }, async () => {
    const where = place('client');
    await newJournal(where);
    const random = new Pcg64(8);
    const all = said();
    for (let round = 0; round < 10; round++) {
      await runChild(where, 8, all, random.below(60), () => sleep(random.below(8)));
      await check(where, all);
    }
    expect(all.stored.size).toBeGreaterThan(20);
  });

  it.skipIf(!postgres?.crash)('nor when the server itself crashes, which the client outlives', { timeout: 120_000 }, async () => {
    const where = place('server');
    await newJournal(where);
    const all = said();
    await runChild(where, 8, all, 20, async () => {
      for (let round = 0; round < 3; round++) {
        await sleep(150);
        await postgres!.crash!();
      }
      await sleep(1000); // the client has found it again
    });
    await check(where, all);
    expect(all.stored.size).toBeGreaterThan(20);
  });
}); // prettier-ignore
