/**
 * Tests that judges lose no confirmed answer: the server is killed under load, repeatedly, and restarted on the same journal. Judges send
 * each answer until it is confirmed. No confirmed answer is lost, no answer is stored twice, no hash is wrong, and sessions continue.
 * `npm run torture:judging` kills it 1,000 times.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { JournalEntry } from '../src/human/index.ts';
import type { JudgeHome, ShownAssignment, StoredAnswer } from '../src/server/wire.ts';
import { openJournal } from '../src/server/store/openJournal.ts';
import { startPostgres } from '../src/server/store/testing/startPostgres.ts';
import { Pcg64 } from '../src/stats/index.ts';
import { assay, example, killServers, serveCampaign } from './judging/serveCampaign.ts';
import { Refused, Visitor } from './judging/visitor.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-server-crash-'));
const isTorture = process.env['ASSAY_TEST_MODE'] === 'torture';
const postgres = isTorture ? startPostgres() : undefined; // otherwise, judgingPostgres.systems.test.ts kills a server on PostgreSQL
afterAll(() => {
  killServers();
  postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Kills for each campaign. */
const rounds = 50;
const judges = 8;

const places = [
  ...(isTorture ? Array.from({ length: postgres ? 10 : 20 }, (_, c) => join(folder, `campaign${c}`)) : [join(folder, 'campaign')]),
  ...(postgres ? Array.from({ length: 10 }, (_, c) => `${postgres.url}${postgres.url.includes('?') ? '&' : '?'}campaign=crash_${process.pid}_${c}`) : []),
]; // prettier-ignore

/** Where the server is, as judges see it: while it is gone, they wait until it is back. */
class Whereabouts {
  address!: Promise<string>;
  come!: (address: string) => void;
  isOver = false;

  constructor() {
    this.leave();
  }

  leave(): void {
    this.address = new Promise((resolve) => (this.come = resolve));
  }
}

/** What judges know of their answers, by key. */
interface Known {
  readonly sent: Map<string, string>;
  readonly acknowledged: Set<string>;
  acknowledgedAgain: number;
  cutOff: number;
}

/** Answers everything again and again, until it is over. */
async function judge(visitor: Visitor, server: Whereabouts, known: Known, random: Pcg64): Promise<void> {
  /** Until the server has it, whichever server that is. */
  const insist = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    for (;;) {
      visitor.address = await server.address;
      if (server.isOver) return undefined;
      try {
        return await work();
      } catch (error) {
        if (error instanceof Refused) throw error; // a server that lives takes every answer
        known.cutOff++;
        await sleep(1);
      }
    }
  };
  const home = await insist(() => visitor.read<JudgeHome>('/api/judge/home'));
  if (!home) return;
  const [task] = home.tasks;
  for (let i = 0; ; i++) {
    const { id } = task!.assignments[i % task!.assignments.length]!;
    const shown = await insist(() => visitor.read<ShownAssignment>(`/api/judge/assignments/${id}`));
    if (!shown) return;
    const key = `${home.judge}-${i}-${random.below(1e9)}`;
    const ranks = shown.texts.map(() => 1 + random.below(shown.texts.length));
    const answer = { kind: 'rank', ranks };
    const body = { key, assignment: id, answer, seconds: 1, instructions: task!.instructionsVersion };
    known.sent.set(key, JSON.stringify(answer));
    // Now and then twice at once, as two tabs may do.
    const times = random.below(10) === 0 ? 2 : 1;
    const send = () => insist(() => visitor.change<StoredAnswer>('/api/judge/answers', body));
    const replies = await Promise.all(Array.from({ length: times }, send));
    if (replies.some((reply) => reply?.key === key)) known.acknowledged.add(key);
    if (replies.includes(undefined)) return;
    if (times > 1) known.acknowledgedAgain++;
  }
}

/** What must be true of the journal, whatever happened. */
function check(entries: readonly JournalEntry[], { sent }: Known, acknowledged: readonly string[]): void {
  expect(entries.every(({ seq }, i) => seq === i + 1)).toBe(true);
  const answers = entries.flatMap(({ event }) => (event.kind === 'answered' ? [event] : []));
  const keys = new Set(answers.map(({ key }) => key));
  expect(keys.size, 'nothing is there twice').toBe(answers.length);
  expect(
    acknowledged.filter((key) => !keys.has(key)),
    'nothing acknowledged is lost',
  ).toEqual([]);
  const strange = answers.filter(({ key, answer }) => sent.get(key) !== JSON.stringify(answer));
  expect(strange, 'all that is there was sent').toEqual([]);
}

describe.each(places.map((place, c) => [c + 1, place] as const))('campaign %i', (c, place) => it(`a server that is killed ${rounds} times under load loses no answer and stores none twice`, { timeout: 300_000 }, async () => {
  const typed = place.includes('://') ? ['--database', place] : [place];
  assay(
    'judge', 'init', ...typed, '-r', example('reference.A.en.txt'), '-s', example('source.de.txt'),
    ...['good', 'terse', 'verbose', 'shuffled'].map((name) => example(`${name}.txt`)),
    '--judges', String(judges), '--per-judge', '20',
  ); // prettier-ignore
  const random = new Pcg64(6 + c);
  const known: Known = { sent: new Map(), acknowledged: new Set(), acknowledgedAgain: 0, cutOff: 0 };
  const server = new Whereabouts();
  let crowd: Promise<unknown> | undefined;
  let organiser: Visitor | undefined;
  for (let round = 0; round < rounds; round++) {
    const served = await serveCampaign(typed);
    if (!crowd) {
      const visitors = await Promise.all(
        [...served.links].filter(([who]) => who !== 'organiser').map(([, link]) => Visitor.by(link)),
      );
      expect(visitors).toHaveLength(judges);
      for (const visitor of visitors) {
        const { consent } = await visitor.read<JudgeHome>('/api/judge/home');
        await visitor.change('/api/judge/consent', { version: consent.version });
      }
      crowd = Promise.all(visitors.map((visitor, j) => judge(visitor, server, known, new Pcg64(100 * c + j))));
      crowd.catch(() => undefined); // looked at below
    }
    // The organiser looks on, so that the journal is also being read.
    organiser ??= await Visitor.by(served.links.get('organiser')!);
    const looked = organiser
      .at(served.address)
      .read('/api/organiser/live')
      .catch(() => undefined);
    server.come(served.address);
    const enough = known.acknowledged.size + 1 + random.below(60);
    while (known.acknowledged.size < enough) await Promise.race([sleep(1), crowd]);
    await sleep(random.below(4));
    server.leave();
    const acknowledged = [...known.acknowledged];
    expect(await served.end('SIGKILL'), 'it ended by the kill').toBe(null);
    expect(served.errors()).toBe('');
    await looked;
    const journal = await openJournal(place, { readOnly: true });
    check(await journal.read(0), known, acknowledged);
    await journal.close();
  }
  // A last server: what was cut off arrives, and it stops by itself when it is asked to.
  const last = await serveCampaign(typed);
  server.come(last.address);
  const before = known.acknowledged.size;
  while (known.acknowledged.size < before + judges) await Promise.race([sleep(1), crowd]);
  server.isOver = true;
  await crowd;
  expect(await last.end('SIGTERM')).toBe(0);
  const journal = await openJournal(place);
  const entries = await journal.read(0);
  check(entries, known, [...known.acknowledged]);
  expect(await journal.verify()).toMatchObject({ entries: entries.length, unsealed: 0 });
  await journal.close();
  if (isTorture) console.log(`campaign ${c}: ${rounds} kills, ${known.acknowledged.size} answers confirmed, none lost or doubled`);
  expect(known.cutOff, 'some were cut off').toBeGreaterThan(rounds / 2);
  expect(known.acknowledgedAgain, 'some were sent twice').toBeGreaterThan(0);
})); // prettier-ignore
