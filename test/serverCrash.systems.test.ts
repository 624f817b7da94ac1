/**
 * Tests that judges lose no confirmed answer: the server is killed under load, repeatedly, and restarted on the same journal. Judges send
 * each answer until it is confirmed. No confirmed answer is lost, no answer is stored twice, no hash is wrong, and sessions continue. People
 * who come by the common link become one judge each, however often they try. `npm run torture:judging` kills it 1,000 times.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { type Answer, type JournalEntry, categoryPaths } from '../src/human/index.ts';
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
const rounds = isTorture ? 50 : 25;
const judges = 8;
/** The campaigns in turn: how they are planned, and whether judges come by the common link. */
const designs = [
  { protocol: 'ranking', planned: [], isCommon: false },
  { protocol: 'cesa', planned: [], isCommon: true },
  { protocol: 'esa', planned: [], isCommon: false },
  { protocol: 'mqm', planned: ['--assignment', 'stream'], isCommon: true },
  { protocol: 'da-sqm', planned: ['--assignment', 'dynamic'], isCommon: false },
] as const;

const places = [
  ...(isTorture ? Array.from({ length: postgres ? 10 : 20 }, (_, c) => join(folder, `campaign${c}`)) : [join(folder, 'campaign0'), join(folder, 'campaign1')]),
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
  /** People who were told that they take part. */
  readonly enrolled: Set<string>;
  acknowledgedAgain: number;
  cutOff: number;
}

/** Any answer that the protocol allows: whoever marks an error may give any score. */
function anyAnswer({ kind, texts, design, asksDocumentScore }: ShownAssignment, random: Pcg64): Answer {
  if (kind === 'rank') return { kind, ranks: texts.map(() => 1 + random.below(texts.length)) };
  if (kind !== 'assess' && kind !== 'mark') throw new Error(`These judges cannot answer ${kind}.`);
  const { severities = [], categories = [] } = design.marking ?? {};
  const fitting = categoryPaths(categories).filter(
    ({ category: { side = 'output', needsNote, isWhole, severity } }) =>
      side !== 'source' && needsNote !== true && isWhole !== true && severity === undefined,
  );
  const score = (): number => {
    const { min, max, step } = design.scales[0]!;
    return min + step * random.below(Math.floor((max - min) / step) + 1);
  };
  const said = texts.map(({ text }) => {
    const start = random.below(text.length);
    const severity = severities[random.below(Math.max(1, severities.length))]?.name ?? '';
    const category = fitting[random.below(Math.max(1, fitting.length))]?.path ?? '';
    return {
      ...(kind === 'mark' && { errors: [{ side: 'output' as const, start, end: start + 1, severity, category }] }),
      ...(design.scales.length > 0 && { scores: design.scales.map(score) }),
    };
  });
  return { kind, texts: said, ...(asksDocumentScore && { document: texts.map(score) }) };
}

/** Answers everything again and again, until it is over. */
async function judge(
  enter: (address: string) => Promise<Visitor>,
  person: string,
  server: Whereabouts,
  known: Known,
  random: Pcg64,
): Promise<void> {
  let visitor: Visitor | undefined;
  /** Until the server has it, whichever server that is. */
  const insist = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    for (;;) {
      const address = await server.address;
      if (visitor) visitor.address = address;
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
  const entered = await insist(async () => enter(await server.address));
  if (!entered) return;
  visitor = entered;
  known.enrolled.add(person);
  const readHome = () => insist(() => entered.read<JudgeHome>('/api/judge/home'));
  let home = await readHome();
  if (home && !home.consent.given) {
    const { version } = home.consent;
    await insist(() => entered.change('/api/judge/consent', { version }));
  }
  let at = 0;
  for (let i = 0; home; i++, at++) {
    // Without a plan more may have come.
    if (home.tasks[0]!.assignments.length <= at) [home, at] = [await readHome(), 0];
    const [task]: JudgeHome['tasks'] = home?.tasks ?? [];
    if (!home || !task) return;
    const { id } = task.assignments[at]!;
    const shown = await insist(() => entered.read<ShownAssignment>(`/api/judge/assignments/${id}`));
    if (!shown) return;
    const key = `${home.judge}-${i}-${random.below(1e9)}`;
    const answer = anyAnswer(shown, random);
    const body = { key, assignment: id, answer, seconds: 1, instructions: task.instructionsVersion };
    known.sent.set(key, JSON.stringify(answer));
    // Now and then twice at once, as two tabs may do.
    const times = random.below(10) === 0 ? 2 : 1;
    const send = () => insist(() => entered.change<StoredAnswer>('/api/judge/answers', body));
    const replies = await Promise.all(Array.from({ length: times }, send));
    if (replies.some((reply) => reply?.key === key)) known.acknowledged.add(key);
    if (replies.includes(undefined)) return;
    if (replies.some((reply) => reply?.changed)) home = await readHome();
    if (times > 1) known.acknowledgedAgain++;
  }
}

/** What must be true of the journal, whatever happened. */
function check(
  entries: readonly JournalEntry[],
  { sent }: Known,
  acknowledged: readonly string[],
  people: readonly string[],
): void {
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
  if (people.length === 0) return;
  const enrolled = entries.flatMap(({ event }) => (event.kind === 'enrolled' ? [event] : []));
  const names = enrolled.map(({ parameters }) => parameters['PERSON']!);
  expect(
    people.filter((person) => !names.includes(person)),
    'nobody who takes part is lost',
  ).toEqual([]);
  expect([new Set(names).size, new Set(enrolled.map(({ judge: id }) => id)).size], 'everybody is one judge').toEqual([
    names.length,
    names.length,
  ]);
}

describe.each(places.map((place, c) => [c + 1, place] as const))('campaign %i', (c, place) => it(`a server that is killed ${rounds} times under load loses no answer and stores none twice`, { timeout: isTorture ? 1_800_000 : 300_000 }, async () => {
  const typed = place.includes('://') ? ['--database', place] : [place];
  const { protocol, planned, isCommon } = designs[c % designs.length]!;
  assay(
    'judge', 'init', ...typed, '-r', example('reference.A.en.txt'), '-s', example('source.de.txt'), '-l', example('labels.tsv'),
    ...['good', 'terse', 'verbose', 'shuffled'].map((name) => example(`${name}.txt`)),
    '--protocol', protocol, ...planned, '--judges', String(judges), '--per-judge', '20', '--despite-problems',
  ); // prettier-ignore
  const random = new Pcg64(6 + c);
  const known: Known = { sent: new Map(), acknowledged: new Set(), enrolled: new Set(), acknowledgedAgain: 0, cutOff: 0 };
  const server = new Whereabouts();
  let crowd: Promise<unknown> | undefined;
  let organiser: Visitor | undefined;
  for (let round = 0; round < rounds; round++) {
    const served = await serveCampaign(isCommon ? [...typed, '--enrol', 'PERSON'] : typed);
    if (!crowd) {
      const links = [...served.links].filter(([who]) => who !== 'organiser');
      const { common } = served;
      expect([links.length, common !== '']).toEqual(isCommon ? [0, true] : [judges, false]);
      const enter = (j: number) => (address: string) =>
        isCommon ? Visitor.enrolled(address, `${common}p${j}`) : Visitor.by(address + new URL(links[j]![1]).pathname);
      crowd = Promise.all(
        Array.from({ length: judges }, (_, j) => judge(enter(j), `p${j}`, server, known, new Pcg64(100 * c + j))),
      );
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
    const people = isCommon ? [...known.enrolled] : [];
    expect(await served.end('SIGKILL'), 'it ended by the kill').toBe(null);
    expect(served.errors()).toBe('');
    await looked;
    const journal = await openJournal(place, { readOnly: true });
    check(await journal.read(0), known, acknowledged, people);
    await journal.close();
  }
  // A last server: what was cut off arrives, and it stops by itself when it is asked to.
  const last = await serveCampaign(typed);
  expect(known.enrolled.size).toBe(judges);
  server.come(last.address);
  const before = known.acknowledged.size;
  while (known.acknowledged.size < before + judges) await Promise.race([sleep(1), crowd]);
  server.isOver = true;
  await crowd;
  expect(await last.end('SIGTERM')).toBe(0);
  const journal = await openJournal(place);
  const entries = await journal.read(0);
  check(entries, known, [...known.acknowledged], isCommon ? [...known.enrolled] : []);
  expect(await journal.verify()).toMatchObject({ entries: entries.length, unsealed: 0 });
  await journal.close();
  if (isTorture) console.log(`campaign ${c}, ${protocol}${planned.length > 0 ? `, ${planned[1]}` : ''}${isCommon ? ', by the common link' : ''}: ${rounds} kills, ${known.acknowledged.size} answers confirmed, none lost or doubled`);
  expect(known.cutOff, 'some were cut off').toBeGreaterThan(rounds / 2);
  expect(known.acknowledgedAgain, 'some were sent twice').toBeGreaterThan(0);
})); // prettier-ignore
