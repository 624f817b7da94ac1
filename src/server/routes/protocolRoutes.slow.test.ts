/** What protocols add to the routes: attention checks that warn or stop, completion codes, a common link, work as judges ask for it. */
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import {
  type Campaign,
  type CampaignEvent,
  type CheckDesign,
  partsOfProtocol,
  planCampaign,
  planDefaults,
  protocols,
} from '../../human/index.ts';
import { hashOfToken } from '../secretLinks.ts';
import { MemoryJournal } from '../testing/memoryJournal.ts';
import { type TestServer, TestVisitor, makeAssets, startTestServer } from '../testing/testServer.ts';
import type { Enrolment, JudgeHome, ShownAssignment, StoredAnswer } from '../wire.ts';

const assets = makeAssets();
afterAll(assets.remove);
let server: TestServer;
afterEach(() => server.close());

const tokenOf = (judge: string): string => `AAAAAAAAAAAAAAAA${judge.slice(-6).padStart(6, '_')}`;
const common = 'EEEEEEEEEEEEEEEEEEEEEE';

/** Three systems on six documents of five segments. */
async function start(id: string, changed: Partial<Campaign>, settings: Partial<typeof planDefaults> = {}): Promise<readonly string[]> {
  const parts = partsOfProtocol(protocols.find((each) => each.id === id)!, false);
  const words = (name: string, n: number): string => Array.from({ length: 9 }, (_, i) => `${name}${n}w${i}`).join(' ');
  let ids = 0;
  const { campaign, judges, assignments } = planCampaign(
    {
      title: 'T',
      task: 'de-en',
      source: { tag: 'de', direction: 'ltr' },
      target: { tag: 'en', direction: 'ltr' },
      seed: 1,
      consent: '',
      segments: Array.from({ length: 30 }, (_, n) => ({ key: String(n + 1), source: words('s', n), document: `d${Math.floor(n / 5)}` })),
      systems: ['zz-a', 'zz-b', 'zz-c'],
      outputs: ['a', 'b', 'c'].map((name) => Array.from({ length: 30 }, (_, n) => words(name, n))),
      ...parts,
      ...changed,
    },
    { ...planDefaults, judges: 3, perJudge: 10, repeatDistance: 0, ...settings },
    () => `id${++ids}`,
  );
  const journal = new MemoryJournal();
  const isCommon = changed.title === 'common';
  await journal.append([
    { kind: 'created', campaign },
    ...judges.map((judge): CampaignEvent => ({ kind: 'judge-added', judge, codes: { passed: `p-${judge}`, failed: `f-${judge}` } })),
    { kind: 'assigned', assignments },
    ...(isCommon ? [] : judges.map((judge): CampaignEvent => ({ kind: 'link-made', role: 'judge', judge, hash: hashOfToken(tokenOf(judge)) }))),
    ...(isCommon ? [{ kind: 'enrolment-opened', hash: hashOfToken(common), quota: 2, parameter: 'PROLIFIC_PID' } as const] : []),
  ]);
  server = await startTestServer(assets.folder, { journal });
  return judges;
} // prettier-ignore

async function signIn(judge: string): Promise<TestVisitor> {
  const visitor = new TestVisitor(server);
  await visitor.read(`/j/${tokenOf(judge)}`);
  return visitor;
}

const homeOf = async (visitor: TestVisitor): Promise<JudgeHome> => (await visitor.read('/api/judge/home')).json();
const eventsOf = async (kind: CampaignEvent['kind']) =>
  (await server.journal.read(0)).filter(({ event }) => event.kind === kind);

let keys = 0;
/** Answers one assignment; `score` by text. */
async function answer(visitor: TestVisitor, home: JudgeHome, id: string, score: (shown: ShownAssignment, text: number) => number) {
  const reply = await visitor.read(`/api/judge/assignments/${id}`);
  expect(reply.statusCode).toBe(200);
  const shown: ShownAssignment = reply.json();
  const task = home.tasks.find(({ kind }) => kind === shown.kind)!;
  const error = { side: 'output', start: 0, end: 2, severity: 'minor', category: '' };
  const texts = shown.texts.map((_, i) => ({
    ...(shown.kind === 'mark' && { errors: [error] }),
    scores: [score(shown, i)],
  }));
  const document = shown.asksDocumentScore ? { document: texts.map(({ scores }) => scores[0]) } : {};
  const sent = { key: `key-${++keys}-xxxx`, assignment: id, answer: { kind: shown.kind, texts, ...document }, seconds: 5, instructions: task.instructionsVersion };
  return visitor.send('/api/judge/answers', sent);
} // prettier-ignore

const open = (home: JudgeHome) => home.tasks[0]!.assignments.filter(({ answered }) => !answered);
/** Damaged texts are not what any system wrote: words out of order, or of another segment. */
const isDamaged = (text: string): boolean => {
  const found = [...text.matchAll(/([abc])(\d+)w(\d)/g)].map(([, , n, w]) => [Number(n), Number(w)] as const);
  return found.some(([n, w], i) => n !== found[0]![0] || w !== i);
};
const honest = (shown: ShownAssignment, text: number): number => (isDamaged(shown.texts[text]!.text) ? 10 : 90);

const checks = (failing: CheckDesign['failing']): CheckDesign => ({ damage: 'rotated', pass: { by: 'failures', most: 0 }, failing }); // prettier-ignore
const completion = { link: 'https://p.example/complete?cc=${TOKEN}' };

describe('a judge of contrastive ESA', () => {
  it('gets all outputs with spans and scores, and the code at the end', async () => {
    const [judge] = await start('cesa', { completion, checks: checks('token') });
    const visitor = await signIn(judge!);
    let home = await homeOf(visitor);
    expect(home).toMatchObject({ ahead: 5, stopped: false });
    for (const { id } of open(home)) {
      expect(home.completion).toBeUndefined();
      const reply = await answer(visitor, home, id, honest);
      expect(reply.statusCode).toBe(200);
    }
    home = await homeOf(visitor);
    expect(home.completion).toEqual({ code: 'p-judge01', link: 'https://p.example/complete?cc=p-judge01' });
    for (const text of visitor.received) expect(text).not.toMatch(/zz-|"part"/);
  });

  it('is warned at once if the campaign says so, and can correct the answer', async () => {
    const [judge] = await start('cesa', { completion, checks: checks('warn') }, { checks: 0.3 });
    const visitor = await signIn(judge!);
    const home = await homeOf(visitor);
    const replies = new Map<string, StoredAnswer>();
    for (const { id, practice } of open(home)) {
      const stored: StoredAnswer = (await answer(visitor, home, id, () => 50)).json();
      if (!practice) replies.set(id, stored);
    }
    const warned = [...replies].filter(([, { right }]) => right === false);
    expect(warned).toHaveLength(3);
    expect(warned[0]![1].hint).toMatch(
      /^Translation [ABC] was damaged on purpose, so it should score below the others/,
    );
    const corrected: StoredAnswer = (await answer(visitor, home, warned[0]![0], honest)).json();
    expect(corrected).not.toHaveProperty('hint');
    expect((await homeOf(visitor)).completion!.code).toBe('p-judge01');
  });

  it('is stopped after failed checks, with another code, and nobody else', async () => {
    const [judge, other] = await start('cesa', { completion, checks: checks('stop') }, { checks: 0.5, pool: 0 });
    const visitor = await signIn(judge!);
    const home = await homeOf(visitor);
    let last: StoredAnswer = { key: '', assignment: '' };
    let done = 0;
    for (const { id } of open(home)) {
      const reply = await answer(visitor, home, id, () => 50);
      if (reply.statusCode !== 200) break;
      last = reply.json();
      done++;
      if (last.changed) break;
    }
    expect(last.changed).toBe(true);
    expect(done).toBeLessThan(open(home).length);
    const stopped = await homeOf(visitor);
    expect(stopped).toMatchObject({ stopped: true, completion: { code: 'f-judge01' } });
    expect((await eventsOf('stopped')).map(({ event }) => event)).toEqual([
      { kind: 'stopped', judge, reason: 'failed 2 of 2 attention checks' },
    ]);
    expect((await answer(visitor, home, open(stopped)[0]!.id, honest)).statusCode).toBe(409);
    expect(await homeOf(await signIn(other!))).toMatchObject({ stopped: false });
  });
});

describe('assignments', () => {
  it('can be fetched only a few ahead', async () => {
    const [judge] = await start('esa', {});
    const visitor = await signIn(judge!);
    const home = await homeOf(visitor);
    const ids = open(home).map(({ id }) => id);
    const statuses = await Promise.all(ids.map(async (id) => (await visitor.read(`/api/judge/assignments/${id}`)).statusCode));
    // Three more than the page loads: answers may be on their way.
    expect(statuses).toEqual(ids.map((_, i) => (i < home.ahead + 3 ? 200 : 409)));
    await answer(visitor, home, ids[0]!, honest);
    expect((await visitor.read(`/api/judge/assignments/${ids[5]}`)).statusCode).toBe(200);
    expect((await visitor.read(`/api/judge/assignments/${ids[0]}`)).statusCode).toBe(200);
  }); // prettier-ignore

  it('are given page by page without a plan, and each once if a judge asks again', async () => {
    const [judge] = await start('da-sqm', { assignment: { by: 'stream' }, completion, checks: checks('nothing') }, { checks: 0, repeats: 0, pool: 0 });
    const visitor = await signIn(judge!);
    await Promise.all([homeOf(visitor), homeOf(visitor), homeOf(visitor)]);
    let home = await homeOf(visitor);
    expect(home.tasks[0]).toMatchObject({ done: 0, total: 10 });
    expect(open(home).filter(({ practice }) => !practice)).toHaveLength(5);
    for (const { id } of open(home)) await answer(visitor, home, id, honest);
    home = await homeOf(visitor);
    expect(open(home)).toHaveLength(5);
    for (const [i, { id }] of open(home).entries()) {
      const stored: StoredAnswer = (await answer(visitor, home, id, honest)).json();
      expect(stored.changed).toBeUndefined();
      expect(i).toBeLessThan(5);
    }
    expect((await homeOf(visitor)).completion!.code).toBe('p-judge01');
  }); // prettier-ignore
});

describe('the common link', () => {
  const api = (query: string, token = common): string => `/api/enrol/${token}${query}`;
  const look = async (query: string): Promise<Enrolment> => (await new TestVisitor(server).read(api(query))).json();
  /** Takes part with the consent that the page shows. */
  const enter = async (query: string, token = common) => {
    const visitor = new TestVisitor(server);
    const shown = await visitor.read(api(query, token));
    const { consent } = shown.json() as Partial<Enrolment>;
    const reply = await visitor.send(api(query, token), { consent: consent?.version ?? '' });
    return { visitor, reply };
  };

  it('shows a page and stores nothing before a person takes part', async () => {
    await start('esa', { title: 'common', consent: 'We store your answers.' });
    const before = await server.journal.read(0);
    const page = await new TestVisitor(server).read(`/e/${common}?PROLIFIC_PID=anna`);
    expect([page.statusCode, page.body, page.headers['set-cookie']]).toEqual([200, expect.stringContaining('enrol'), undefined]);
    expect(await look('?PROLIFIC_PID=anna')).toMatchObject({
      title: 'common',
      state: 'open',
      consent: { text: 'We store your answers.' },
      // 9 words of 0.8 s in each.
      tasks: [{ kind: 'mark', total: 10, practice: 2, done: 0, seconds: Math.round(12 * 9 * 0.8), isMeasured: false }],
    });
    expect(await server.journal.read(0)).toEqual(before);
  }); // prettier-ignore

  it('reads nothing for strangers with more requests than are allowed', async () => {
    await start('esa', { title: 'common' });
    const { journal } = server;
    await server.close();
    server = await startTestServer(assets.folder, { journal, limits: { strangers: 1 } });
    const read = vi.spyOn(journal, 'read');
    const visitor = new TestVisitor(server);
    const unknown = `/e/${'F'.repeat(22)}`;
    expect((await visitor.read(unknown)).statusCode).toBe(404);
    const before = read.mock.calls.length;
    expect((await visitor.read(unknown)).statusCode).toBe(429);
    expect(read).toHaveBeenCalledTimes(before);
    expect((await visitor.read(`/e/${common}`)).statusCode).toBe(200);
  });

  it('makes people judges, each once, up to the quota', async () => {
    await start('esa', { title: 'common', consent: 'We store your answers.' });
    const first = await enter('?PROLIFIC_PID=anna&STUDY_ID=s1&x[y]=1');
    expect(first.reply.statusCode).toBe(200);
    expect(await homeOf(first.visitor)).toMatchObject({ judge: 'judge01', consent: { given: true } });
    expect(await homeOf((await enter('?PROLIFIC_PID=bert')).visitor)).toMatchObject({ judge: 'judge02' });
    // Again, in another browser.
    expect(await look('?PROLIFIC_PID=anna')).toMatchObject({ state: 'known' });
    expect(await homeOf((await enter('?PROLIFIC_PID=anna')).visitor)).toMatchObject({ judge: 'judge01' });
    expect(await look('?PROLIFIC_PID=cora')).toMatchObject({ state: 'full' });
    const late = await enter('?PROLIFIC_PID=cora');
    expect(late.reply.statusCode).toBe(409);
    expect(late.reply.body).toContain('All places are taken');
    expect((await late.visitor.read('/api/judge/home')).statusCode).toBe(401);
    const enrolled = (await eventsOf('enrolled')).map(({ event }) => event);
    expect(enrolled).toMatchObject([
      { judge: 'judge01', parameters: { PROLIFIC_PID: 'anna', STUDY_ID: 's1' } },
      { judge: 'judge02', parameters: { PROLIFIC_PID: 'bert' } },
    ]);
    expect(await eventsOf('consented')).toHaveLength(2);
  });

  it('gives people who come at the same time different places', async () => {
    await start('esa', { title: 'common' });
    const all = await Promise.all(['a', 'b', 'c', 'd', 'a'].map((name) => enter(`?PROLIFIC_PID=${name}`)));
    expect(all.map(({ reply }) => reply.statusCode).filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
    const enrolled = (await eventsOf('enrolled')).map(({ event }) => event as Extract<CampaignEvent, { kind: 'enrolled' }>);
    expect(new Set(enrolled.map(({ judge }) => judge)).size).toBe(2);
    expect(enrolled).toHaveLength(2);
  }); // prettier-ignore

  it('takes nobody while the campaign is paused or over, but lets judges continue', async () => {
    await start('esa', { title: 'common' });
    await enter('?PROLIFIC_PID=anna');
    for (const [event, state, words] of [
      [{ kind: 'frozen' }, 'paused', 'paused the campaign'],
      [{ kind: 'closed', task: 'mark' }, 'over', 'campaign is over'],
    ] as const) {
      await server.journal.append([event]);
      expect(await look('?PROLIFIC_PID=bert')).toMatchObject({ state });
      const { reply } = await enter('?PROLIFIC_PID=bert');
      expect([reply.statusCode, reply.body]).toEqual([409, expect.stringContaining(words)]);
      expect(await look('?PROLIFIC_PID=anna')).toMatchObject({ state: 'known' });
      expect((await enter('?PROLIFIC_PID=anna')).reply.statusCode).toBe(200);
    }
    expect(await eventsOf('enrolled')).toHaveLength(1);
  });

  it('says how far a judge is, and how long others took', async () => {
    await start('esa', { title: 'common' }, { perJudge: 20 });
    const { visitor } = await enter('?PROLIFIC_PID=anna');
    const home = await homeOf(visitor);
    const real = home.tasks[0]!.assignments;
    for (const { id } of real) await answer(visitor, home, id, honest);
    expect((await look('?PROLIFIC_PID=anna')).tasks).toMatchObject([{ done: 20, total: 20 }]);
    // Every answer took 5 seconds; there are 22.
    expect((await look('?PROLIFIC_PID=bert')).tasks).toMatchObject([{ done: 0, isMeasured: true, seconds: 110 }]);
  });

  it('refuses unknown links and links without the parameter or consent, and forgets erased people', async () => {
    await start('esa', { title: 'common', consent: 'We store your answers.' });
    expect((await enter('?PROLIFIC_PID=anna', 'XXXXXXXXXXXXXXXXXXXXXX')).reply.statusCode).toBe(404);
    expect((await new TestVisitor(server).read('/e/XXXXXXXXXXXXXXXXXXXXXX?PROLIFIC_PID=anna')).statusCode).toBe(404);
    const nobody = ['', '?PROLIFIC_PID=', `?PROLIFIC_PID=${'x'.repeat(201)}`, '?PROLIFIC_PID=a&PROLIFIC_PID=b', '?PROLIFIC_PID=%7B%7B%25PROLIFIC_PID%25%7D%7D'];
    for (const query of nobody) {
      expect(await look(query), query).toMatchObject({ state: 'unnamed', parameter: 'PROLIFIC_PID' });
      expect((await enter(query)).reply.statusCode, query).toBe(403);
    }
    const hasty = await new TestVisitor(server).send(api('?PROLIFIC_PID=anna'), { consent: 'another' });
    expect([hasty.statusCode, hasty.body]).toEqual([409, expect.stringContaining('This text has changed')]);
    expect(await eventsOf('enrolled')).toEqual([]);
    const { visitor } = await enter('?PROLIFIC_PID=anna');
    expect((await visitor.send('/api/judge/erase', {})).statusCode).toBe(200);
    expect(JSON.stringify(await server.journal.read(0))).not.toContain('anna');
  }); // prettier-ignore
});
