import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CampaignEvent, CampaignRecord, planCampaign } from '../../human/index.ts';
import { hashOfToken } from '../secretLinks.ts';
import { MemoryJournal } from '../testing/memoryJournal.ts';
import { assignmentOf, campaign, consentVersion, judges, testEvents, tokens } from '../testing/testCampaign.ts';
import { type TestServer, TestVisitor, makeAssets, startTestServer } from '../testing/testServer.ts';
import { organiserRoutes } from './organiserRoutes.ts';
import type { AddedJudges, JudgeHome, ListedLinks, LiveCampaign, MadeLink } from '../wire.ts';

const assets = makeAssets();
afterAll(assets.remove);

let server: TestServer;
let organiser: TestVisitor;
/** How often the figures were computed. */
let computed = 0;

beforeEach(async () => {
  computed = 0;
  server = await startTestServer(assets.folder, {
    live: ({ seq, frozen }) => (computed++, Promise.resolve({ seq, frozen } as LiveCampaign)),
  });
  organiser = await TestVisitor.of(server, 'organiser');
});
afterEach(() => server.close());

const path = (name: string): string => `/api/organiser/${name}`;
const eventsSince = async (before: number): Promise<CampaignEvent[]> =>
  (await server.journal.read(before)).map(({ event }) => event);
const beginning = testEvents().length;

describe('changes are events, and nothing else', () => {
  it.each<[string, object, CampaignEvent]>([
    ['freeze', {}, { kind: 'frozen' }],
    ['close', { task: 'rank' }, { kind: 'closed', task: 'rank' }],
    ['close', { task: 'edit' }, { kind: 'closed', task: 'edit' }],
    ['exclude', { judge: 'zz-judge-2', reason: 'too fast' }, { kind: 'excluded', judge: 'zz-judge-2', reason: 'too fast' }],
    ['include', { judge: 'zz-judge-2', reason: 'my mistake' }, { kind: 'included', judge: 'zz-judge-2', reason: 'my mistake' }],
    ['revoke-link', { hash: hashOfToken(tokens['zz-judge-1']) }, { kind: 'link-revoked', hash: hashOfToken(tokens['zz-judge-1']) }],
  ])('%s %j', async (name, body, event) => {
    expect((await organiser.send(path(name), body)).statusCode).toBe(200);
    expect(await eventsSince(beginning)).toEqual([event]);
  }); // prettier-ignore

  it('a change without effect is not stored', async () => {
    for (const [name, body] of [['thaw', {}], ['open', { task: 'rank' }], ['close', { task: 'accept' }]] as const)
      expect((await organiser.send(path(name), body)).statusCode).toBe(200);
    await Promise.all([1, 2, 3].map(() => organiser.send(path('freeze'), {})));
    expect(await eventsSince(beginning)).toEqual([{ kind: 'frozen' }]);
    await organiser.send(path('thaw'), {});
    await organiser.send(path('close'), { task: 'mark' });
    await organiser.send(path('open'), { task: 'mark' });
    expect((await eventsSince(beginning + 1)).map(({ kind }) => kind)).toEqual(['thawed', 'closed', 'opened']);
  }); // prettier-ignore
});

describe('invalid requests are refused', () => {
  it.each([
    ['freeze', { now: true }, 400],
    ['freeze', [], 400],
    ['close', {}, 400],
    ['close', { task: 'everything' }, 400],
    ['open', { task: 'accept' }, 409],
    ['open', { task: '__proto__' }, 400],
    ['extend', {}, 400],
    ['extend', { more: 0 }, 400],
    ['extend', { more: 1.5 }, 400],
    ['extend', { more: 1, kinds: [] }, 409],
    ['extend', { more: 1, kinds: 'rank' }, 400],
    ['extend', { more: 1, kinds: ['accept'] }, 409],
    ['extend', { more: 1, judges: ['nobody'] }, 404],
    ['extend', { more: 1, judges: [{ toString: 1 }] }, 400],
    ['extend', { more: 1000 }, 400],
    ['add-judges', {}, 400],
    ['add-judges', { count: 0 }, 400],
    ['add-judges', { count: 1001 }, 400],
    ['exclude', { judge: 'zz-judge-2' }, 400],
    ['exclude', { judge: 'zz-judge-2', reason: ' ' }, 400],
    ['exclude', { judge: '__proto__', reason: 'x' }, 404],
    ['include', { judge: 7, reason: 'x' }, 400],
    ['make-link', {}, 400],
    ['make-link', { role: 'judge' }, 400],
    ['make-link', { role: 'judge', judge: 'nobody' }, 404],
    ['make-link', { role: 'organiser', judge: 'zz-judge-1' }, 400],
    ['revoke-link', {}, 400],
    ['revoke-link', { hash: '0'.repeat(64) }, 404],
    ['revoke-link', { hash: hashOfToken(tokens.organiser) }, 409],
  ])('%s %j', async (name, body, status) => {
    const reply = await organiser.send(path(name), body);
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([status, ['error']]);
    expect(await eventsSince(beginning)).toEqual([]);
  });
});

describe('links', () => {
  it('are created for judges and organisers, shown once, and can be revoked', async () => {
    for (const [role, judge] of [['judge', 'zz-judge-1'], ['organiser', undefined]] as const) {
      const made: MadeLink = (await organiser.send(path('make-link'), { role, judge })).json();
      expect(made.path).toMatch(role === 'judge' ? /^\/j\/[\w-]{22}$/ : /^\/o\/[\w-]{22}$/);
      const visitor = new TestVisitor(server);
      const entered = await visitor.read(made.path);
      expect([entered.statusCode, entered.headers.location]).toEqual([303, `/${role}`]);
      const inside = role === 'judge' ? '/api/judge/home' : path('links');
      expect((await visitor.read(inside)).statusCode).toBe(200);
      await organiser.send(path('revoke-link'), { hash: made.hash });
      expect((await visitor.read(inside)).statusCode).toBe(401);
      expect((await visitor.read(made.path)).statusCode).toBe(404);
      expect(JSON.stringify(await server.journal.read(0))).not.toContain(made.path.slice(3));
    }
  }); // prettier-ignore

  it('are listed by their hashes', async () => {
    const { links }: ListedLinks = (await organiser.read(path('links'))).json();
    expect(links).toEqual([
      ...judges.map((judge) => ({ hash: hashOfToken(tokens[judge]), role: 'judge', judge, own: false })),
      { hash: hashOfToken(tokens.organiser), role: 'organiser', own: true },
    ]);
    expect(organiser.received.join()).not.toContain(tokens['zz-judge-1']);
  });

  it('are not created for an erased judge', async () => {
    await server.journal.erase('zz-judge-1');
    const reply = await organiser.send(path('make-link'), { role: 'judge', judge: 'zz-judge-1' });
    expect(reply.statusCode).toBe(409);
    expect((await organiser.send(path('extend'), { more: 1, judges: ['zz-judge-1'] })).statusCode).toBe(409);
  });
});

describe('GET /api/organiser/live', () => {
  it('is computed once every few seconds, and again after a change', async () => {
    for (let i = 0; i < 3; i++) expect((await organiser.read(path('live'))).json()).toMatchObject({ frozen: false });
    expect(computed).toBe(1);
    await organiser.send(path('freeze'), {});
    expect((await organiser.read(path('live'))).json()).toMatchObject({ frozen: true, seq: beginning + 1 });
    expect(computed).toBe(2);
  });

  it('shows what the commands compute', async () => {
    const own = await startTestServer(assets.folder, { journal: server.journal, clock: () => 0 });
    const live: LiveCampaign = (await (await TestVisitor.of(own, 'organiser')).read(path('live'))).json();
    expect(live).toMatchObject({ title: 'A small campaign', generatedAt: '1970-01-01T00:00:00.000Z', frozen: false });
    expect(live.judges.map(({ judge, done, total }) => [judge, done, total])).toEqual(
      judges.map((judge) => [judge, 0, 6]),
    );
  });
});

describe('GET /api/organiser/journal', () => {
  it('has every entry, one per line', async () => {
    const reply = await organiser.read(path('journal'));
    expect(reply.headers['content-type']).toContain('application/x-ndjson');
    const record = new CampaignRecord();
    for (const line of reply.body.trimEnd().split('\n')) record.take(JSON.parse(line));
    expect([record.seq, record.campaign.title]).toEqual([beginning, 'A small campaign']);
  });
});

describe('GET /api/organiser/export', () => {
  beforeEach(async () => {
    const { id } = assignmentOf('zz-judge-1', 'rank');
    await server.journal.append([
      { kind: 'answered', judge: 'zz-judge-1', assignment: id, key: 'k', answer: { kind: 'rank', ranks: [1, 2, 2] }, seconds: 1, instructions: '' },
    ]); // prettier-ignore
  });

  it.each([
    ['assay', 'judgments.tsv', /^kind\ttask/],
    ['assay', 'excluded.tsv', /^what\tcount/],
    ['jsonl', 'judgments.jsonl', /^\{/],
    ['wmt-csv', 'rankings.csv', /^srclang/],
  ])('%s: %s by itself', async (format, file, expected) => {
    const reply = await organiser.read(path(`export?format=${format}&file=${file}`));
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="${file}"`);
    expect(reply.body).toMatch(expected);
  });

  it.each(['assay', 'jsonl', 'wmt-csv', 'mtme'])('%s: all of it', async (format) => {
    const reply = await organiser.read(path(`export?format=${format}`));
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(reply.rawPayload.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
  });

  it.each([
    ['export', 400],
    ['export?format=xml', 400],
    ['export?format=assay&format=jsonl', 400],
    ['export?format=assay&file=nothing', 404],
    ['export?format=assay&file=../journal', 404],
  ])('%s is refused', async (name, status) => {
    expect((await organiser.read(path(name))).statusCode).toBe(status);
  });
});

describe('without a session of an organiser', () => {
  it.each([
    ...organiserRoutes.map(({ method, path: url }) => ({ method, url })),
    { method: 'GET', url: path('export?format=assay') },
  ])('$method $url is refused, even for judges', async ({ method, url }) => {
    for (const visitor of [new TestVisitor(server), await TestVisitor.of(server, 'zz-judge-1')]) {
      const reply = await (method === 'GET' ? visitor.read(url) : visitor.send(url, {}));
      expect(reply.statusCode).toBe(401);
    }
    expect(await eventsSince(beginning)).toEqual([]);
  });
});

/** A planned campaign, large enough to be edited, accepted, extended and joined. */
async function startPlanned(): Promise<{ server: TestServer; organiser: TestVisitor; names: readonly string[] }> {
  const segments = Array.from({ length: 40 }, (_, s) => ({ key: `${s + 1}`, source: `s${s}`, reference: `r${s}` }));
  const outputs = campaign.systems.map((system) => segments.map(({ key }) => `${key} out of ${system.slice(3)}`));
  const settings = { ...campaign.settings, perJudge: 6, checks: 0 };
  let ids = 0;
  const input = { ...campaign, kinds: ['rank', 'edit', 'accept'] as const, segments, outputs };
  const plan = planCampaign(input, settings, () => `id-${ids++}`);
  const journal = new MemoryJournal();
  const tokenOf = (judge: string): string => judge.padEnd(22, '_');
  await journal.append([
    { kind: 'created', campaign: plan.campaign },
    ...plan.judges.map((judge): CampaignEvent => ({ kind: 'judge-added', judge })),
    { kind: 'assigned', assignments: plan.assignments },
    ...plan.judges.map((judge): CampaignEvent => ({
      kind: 'link-made',
      role: 'judge',
      judge,
      hash: hashOfToken(tokenOf(judge)),
    })),
    { kind: 'link-made', role: 'organiser', hash: hashOfToken(tokens.organiser) },
  ]);
  const started = await startTestServer(assets.folder, { journal });
  return { server: started, organiser: await TestVisitor.of(started, 'organiser'), names: plan.judges };
}

async function homeBy(server: TestServer, link: string): Promise<{ judge: TestVisitor; home: JudgeHome }> {
  const judge = new TestVisitor(server);
  await judge.read(link);
  await judge.send('/api/judge/consent', { version: consentVersion });
  return { judge, home: (await judge.read('/api/judge/home')).json() };
}

const taskOf = (home: JudgeHome, kind: string) => home.tasks.find((task) => task.kind === kind)!;

describe('a running campaign', () => {
  it('is extended, gets more judges, and plans accepting once when editing is closed', async () => {
    const { server: own, organiser: chief, names } = await startPlanned();
    const linkOf = (name: string): string => `/j/${name.padEnd(22, '_')}`;
    const before = (await homeBy(own, linkOf(names[0]!))).home;
    const extended = await chief.send(path('extend'), { more: 2, kinds: ['rank'] });
    expect(extended.json()).toEqual({ assignments: 2 * names.length });
    const after = (await homeBy(own, linkOf(names[0]!))).home;
    expect(taskOf(after, 'rank').total).toBe(taskOf(before, 'rank').total + 2);
    expect(taskOf(after, 'edit').total).toBe(taskOf(before, 'edit').total);

    const twice = await chief.send(path('extend'), { more: 1, kinds: ['rank'], judges: [names[1], names[1]] });
    expect(twice.json()).toEqual({ assignments: 1 });

    const { links }: AddedJudges = (await chief.send(path('add-judges'), { count: 2 })).json();
    expect(links.map(({ judge }) => judge)).toEqual(['judge04', 'judge05']);
    const joined = (await homeBy(own, links[0]!.path)).home;
    expect(joined.judge).toBe('judge04');
    expect(taskOf(joined, 'rank').total).toBe(6);

    for (const name of names) {
      const { judge, home } = await homeBy(own, linkOf(name));
      const task = taskOf(home, 'edit');
      for (const [i, { id }] of task.assignments.entries()) {
        const outcome = i % 2 === 0 ? { outcome: 'edited', text: `better by ${i}` } : { outcome: 'unable' };
        const stored = await judge.send('/api/judge/answers', {
          key: `key-${name}-${id}`, assignment: id, answer: { kind: 'edit', ...outcome },
          seconds: 1, instructions: task.instructionsVersion,
        }); // prettier-ignore
        expect(stored.statusCode).toBe(200);
      }
    }
    const seq = (await own.journal.read(0)).length;
    const closings = await Promise.all([1, 2].map(() => chief.send(path('close'), { task: 'edit' })));
    const planned = closings.map((reply) => reply.json<{ assignments: number }>().assignments);
    expect(planned[0]).toBeGreaterThan(0);
    expect(planned[1]).toBe(0);
    expect((await own.journal.read(seq)).map(({ event }) => event.kind)).toEqual(['closed', 'assigned', 'opened']);
    expect((await chief.send(path('open'), { task: 'edit' })).statusCode).toBe(409);

    const { judge, home } = await homeBy(own, linkOf(names[1]!));
    const accept = taskOf(home, 'accept');
    expect(accept.open).toBe(true);
    const first = await judge.read(`/api/judge/assignments/${accept.assignments[0]!.id}`);
    expect(first.json()).toMatchObject({ kind: 'accept', reference: { here: {} }, texts: [{}] });
    expect(first.json()).not.toHaveProperty('source');

    const late: AddedJudges = (await chief.send(path('add-judges'), { count: 1 })).json();
    expect(taskOf((await homeBy(own, late.links[0]!.path)).home, 'accept').total).toBeGreaterThan(0);
    await own.close();
  });
});
