import { request as httpRequest } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import type { JournalEntry } from '../human/index.ts';
import { createServer } from './createServer.ts';
import { judgeRoutes } from './routes/judgeRoutes.ts';
import { organiserRoutes } from './routes/organiserRoutes.ts';
import { MemoryJournal } from './testing/memoryJournal.ts';
import {
  assignmentOf,
  assignments,
  campaign,
  consentVersion,
  instructionsVersion,
  judges,
  testEvents,
  tokens,
} from './testing/testCampaign.ts';
import { TestVisitor, makeAssets, startTestServer } from './testing/testServer.ts';
import type { JudgeHome, ShownAssignment } from './wire.ts';

const assets = makeAssets();
afterAll(assets.remove);
const start = (options: Parameters<typeof startTestServer>[1] = {}) => startTestServer(assets.folder, options);

const answer = (key: string) => ({
  key,
  assignment: assignmentOf('zz-judge-1', 'rank').id,
  answer: { kind: 'rank', ranks: [1, 2, 3] },
  seconds: 1,
  instructions: instructionsVersion('rank'),
});

async function startWithJudge(options: Parameters<typeof startTestServer>[1] = {}) {
  const server = await start(options);
  const judge = await TestVisitor.of(server, 'zz-judge-1');
  await judge.send('/api/judge/consent', { version: consentVersion });
  return { server, judge };
}

describe('a server', () => {
  it('does not start without a campaign or without pages', async () => {
    await expect(createServer({ journal: new MemoryJournal(), assets: assets.folder })).rejects.toThrow(
      /The journal is empty/,
    );
    await expect(startTestServer('/nowhere')).rejects.toThrow(/not in \/nowhere/);
  });

  it.each([
    '/',
    '/judge',
    '/assets/style.css',
    `/j/${tokens['zz-judge-1']}`,
    '/j/x',
    '/nothing',
    '/api/judge/home',
    '/%zz',
  ])('sends strict headers with %s', async (url) => {
    const server = await start();
    const { headers } = await server.app.inject(url);
    if (url === '/%zz') return expect(headers['content-type']).toContain('text/html');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': url.startsWith('/assets/') ? 'no-cache' : 'no-store',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('server');
  });

  it('says whether it can read its journal', async () => {
    const server = await start();
    const healthy = await server.app.inject('/healthz');
    expect([healthy.statusCode, healthy.json()]).toEqual([200, { ok: true }]);
    server.journal.read = () => Promise.reject(new Error('gone'));
    expect((await server.app.inject('/healthz')).statusCode).toBe(503);
  });

  it('says whether answers can be stored, and recovers', async () => {
    const server = await start();
    const { append } = server.journal;
    server.journal.append = () => Promise.reject(new Error('database or disk is full'));
    const judge = await TestVisitor.of(server, 'zz-judge-1');
    const { consent } = (await judge.read('/api/judge/home')).json<JudgeHome>();
    await judge.send('/api/judge/consent', { version: consent.version });
    const sick = await server.app.inject('/healthz');
    expect([sick.statusCode, sick.json()]).toEqual([503, { ok: false, fault: 'The last answer could not be stored: database or disk is full' }]); // prettier-ignore
    server.journal.append = append.bind(server.journal);
    await judge.send('/api/judge/consent', { version: consent.version });
    expect((await server.app.inject('/healthz')).json()).toEqual({ ok: true });
  });

  it('shows no details of server errors to visitors, and no secrets to the log', async () => {
    const lines: string[] = [];
    const server = await start({ log: (line) => lines.push(line) });
    server.journal.read = () => Promise.reject(new Error('disk on fire'));
    const page = await server.app.inject(`/j/${tokens['zz-judge-1']}`);
    expect([page.statusCode, page.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
    expect(page.body).not.toContain('fire');
    expect(lines.join('\n')).toContain('GET /j/:token: Error: disk on fire');
    expect(lines.join('\n')).not.toContain(tokens['zz-judge-1']);
  });
});

describe('pages and files', () => {
  it.each([
    ['/', 'text/html; charset=utf-8', 'no-store', 'open your personal link'],
    ['/judge', 'text/html; charset=utf-8', 'no-store', '<title>judge</title>'],
    ['/organiser', 'text/html; charset=utf-8', 'no-store', '<title>organiser</title>'],
    ['/assets/judge.js', 'text/javascript; charset=utf-8', 'no-cache', 'export'],
    ['/assets/style.css', 'text/css; charset=utf-8', 'no-cache', 'body'],
    ['/assets/part-AB34CD56.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'export'],
  ])('%s', async (url, type, caching, text) => {
    const reply = await (await start()).app.inject(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({ 'content-type': type, 'cache-control': caching });
    expect(reply.body).toContain(text);
    expect(reply.body).not.toContain(campaign.title);
  });

  it('are not sent again when the browser has them', async () => {
    const { app } = await start();
    const { etag } = (await app.inject('/assets/judge.js')).headers;
    const again = await app.inject({ url: '/assets/judge.js', headers: { 'if-none-match': String(etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each([
    '/assets/',
    '/assets/nothing.js',
    '/assets/judge.html',
    '/assets/secret.pem',
    '/assets/../judge.html',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '/assets/__proto__',
    '/judge.html',
    '/j/',
    '/o',
    '/api',
    '/.git/config',
  ])('%s is not found', async (url) => {
    expect((await (await start()).app.inject(url)).statusCode).toBe(404);
  });
});

describe('secret links', () => {
  it.each([
    ['judge', '/j/', tokens['zz-judge-1'], '/judge'],
    ['organiser', '/o/', tokens.organiser, '/organiser'],
  ])('sign a %s in and disappear from the address', async (role, entrance, token, page) => {
    const reply = await (await start()).app.inject(entrance + token);
    expect([reply.statusCode, reply.headers.location]).toEqual([303, page]);
    expect(reply.headers['set-cookie']).toMatch(
      new RegExp(`^assay-${role}-[0-9a-f]{8}=[^;]+; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict$`),
    );
    expect(JSON.stringify(reply.headers) + reply.body).not.toContain(token);
  });

  it.each([
    `/o/${tokens['zz-judge-1']}`,
    `/j/${tokens.organiser}`,
    '/j/BBBBBBBBBBBBBBBBBBBBBB',
    '/j/short',
    '/j/__proto__',
    `/j/${'x'.repeat(99)}`,
    '/j/%3Cscript%3E',
  ])('%s reveals nothing', async (url) => {
    const { app } = await start();
    const reply = await app.inject(url);
    expect([reply.statusCode, reply.body]).toEqual([404, (await app.inject('/nothing')).body]);
    expect(reply.headers).not.toHaveProperty('set-cookie');
  });

  it('end at once on all servers when revoked', async () => {
    const { server, judge } = await startWithJudge();
    const other = await start({ journal: server.journal });
    const organiser = await TestVisitor.of(other, 'organiser');
    const { links } = (await organiser.read('/api/organiser/links')).json<{
      links: { judge?: string; hash: string }[];
    }>();
    const { hash } = links.find((link) => link.judge === 'zz-judge-1')!;
    expect((await judge.send('/api/judge/answers', answer('before-it-was-revoked'))).statusCode).toBe(200);
    expect((await organiser.send('/api/organiser/revoke-link', { hash })).statusCode).toBe(200);
    expect((await judge.send('/api/judge/answers', answer('after-it-was-revoked'))).statusCode).toBe(401);
    expect((await judge.read('/api/judge/home')).statusCode).toBe(401);
    expect((await new TestVisitor(server).read(`/j/${tokens['zz-judge-1']}`)).statusCode).toBe(404);
  });

  it('begin sessions that end after a month', async () => {
    let now = 0;
    const { judge } = await startWithJudge({ clock: () => now });
    now = 30 * 24 * 60 * 60 * 1000 - 1;
    expect((await judge.read('/api/judge/home')).statusCode).toBe(200);
    now += 1000;
    expect((await judge.read('/api/judge/home')).statusCode).toBe(401);
  });

  it.each([
    [undefined, 'http', false],
    [1, 'https', true],
    [1, 'http', false],
    [0, 'https', false],
  ])('with %s trusted proxies that say %s: secure cookie is %s', async (trustProxy, proto, expected) => {
    const server = await start(trustProxy === undefined ? {} : { trustProxy });
    const headers = { 'x-forwarded-proto': proto, 'x-forwarded-for': '192.0.2.1' };
    const visitor = new TestVisitor(server);
    const reply = await visitor.read(`/j/${tokens['zz-judge-1']}`, headers);
    expect(String(reply.headers['set-cookie']).endsWith('; Secure')).toBe(expected);
    expect(String(reply.headers['set-cookie']).startsWith('__Host-')).toBe(expected);
    expect((await visitor.read('/api/judge/home', headers)).statusCode).toBe(200);
  });

  it('has secure cookies behind a public address with https, even if the proxy says nothing', async () => {
    const server = await start({ origin: 'https://judging.example.org' });
    const reply = await server.app.inject(`/j/${tokens['zz-judge-1']}`);
    expect(String(reply.headers['set-cookie'])).toMatch(/; Secure$/);
  });
});

describe('other sites', () => {
  const json = { 'content-type': 'application/json', 'x-assay': '1' };
  it.each<[string, Record<string, string>, number]>([
    [
      'as pages send it',
      { ...json, host: 'a.example', origin: 'https://a.example', 'sec-fetch-site': 'same-origin' },
      200,
    ],
    ['by a script without a browser', json, 200],
    ['with a charset', { ...json, 'content-type': 'application/json; charset=utf-8' }, 200],
    ['without a referrer', { ...json, origin: 'null', 'sec-fetch-site': 'same-origin' }, 200],
    ['without x-assay', { 'content-type': 'application/json' }, 403],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded', 'x-assay': '1' }, 415],
    ['as plain text', { 'content-type': 'text/plain', 'x-assay': '1' }, 415],
    ['as something like JSON', { 'content-type': 'application/jsonx', 'x-assay': '1' }, 415],
    ['as nothing', { 'x-assay': '1' }, 415],
    ['from another origin', { ...json, host: 'a.example', origin: 'https://b.example' }, 403],
    ['from another port', { ...json, host: 'a.example', origin: 'https://a.example:8443' }, 403],
    ['from a longer name', { ...json, host: 'a.example', origin: 'https://a.example.b.example' }, 403],
    ['from nowhere', { ...json, origin: 'null' }, 403],
    ['from nonsense', { ...json, origin: 'nonsense' }, 403],
    ['across sites', { ...json, 'sec-fetch-site': 'cross-site' }, 403],
    ['from a neighbour', { ...json, 'sec-fetch-site': 'same-site' }, 403],
    ['typed', { ...json, 'sec-fetch-site': 'none' }, 403],
  ])('change nothing: %s', async (_, headers, status) => {
    const { server, judge } = await startWithJudge();
    const before = (await server.journal.read(0)).length;
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/judge/answers',
      headers: { cookie: judge.cookie, ...headers },
      payload: JSON.stringify(answer('key-of-another-site')),
    });
    expect(reply.statusCode).toBe(status);
    expect((await server.journal.read(before)).length).toBe(status === 200 ? 1 : 0);
  });

  it('are recognised by the public address, if it is given', async () => {
    const { judge } = await startWithJudge({ origin: 'https://judging.example' });
    const send = (origin: string) =>
      judge.send('/api/judge/consent', { version: consentVersion }, { origin, host: 'inner:8080' });
    expect((await send('https://judging.example')).statusCode).toBe(200);
    expect((await send('http://judging.example')).statusCode).toBe(403);
    expect((await send('http://inner:8080')).statusCode).toBe(403);
  });

  it.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 200],
    ['none', 200],
  ])('cannot even read: %s', async (site, status) => {
    const { judge } = await startWithJudge();
    expect((await judge.read('/api/judge/home', { 'sec-fetch-site': site })).statusCode).toBe(status);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)('cannot get in with %s', async (method) => {
    const { server, judge } = await startWithJudge();
    const reply = await server.app.inject({
      method,
      url: '/api/judge/answers',
      headers: { cookie: judge.cookie, ...json },
    });
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('too much', () => {
  it('from one address without a session is limited; sessions are not', async () => {
    const { server, judge } = await startWithJudge({ limits: { strangers: 5 } });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await server.app.inject('/j/BBBBBBBBBBBBBBBBBBBBBB')).statusCode);
    expect(statuses).toEqual([404, 404, 404, 404, 429, 429]); // the judge signed in with the first
    const refused = await server.app.inject('/api/judge/home');
    expect([refused.statusCode, Object.keys(refused.json())]).toEqual([429, ['error']]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await judge.read('/api/judge/home')).statusCode).toBe(200);
    const elsewhere = await server.app.inject({ url: '/j/BBBBBBBBBBBBBBBBBBBBBB', remoteAddress: '192.0.2.7' });
    expect(elsewhere.statusCode).toBe(404);
  });

  it('in one session is limited; others are not', async () => {
    const { server, judge } = await startWithJudge({ limits: { session: 3 } });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++)
      statuses.push((await judge.send('/api/judge/answers', answer(`key-number-${i}`))).statusCode);
    expect(statuses).toEqual([200, 200, 429, 429]);
    const other = await TestVisitor.of(server, 'zz-judge-2');
    expect((await other.read('/api/judge/home')).statusCode).toBe(200);
  });

  it('allows 500 judges behind one address in a minute', async () => {
    const journal = new MemoryJournal();
    await journal.append(testEvents());
    const server = await start({ journal });
    const statuses = new Set<number>();
    for (let i = 0; i < 500; i++) {
      const judge = await TestVisitor.of(server, judges[i % 3]!);
      statuses.add((await judge.read('/judge')).statusCode).add((await judge.read('/assets/judge.js')).statusCode);
    }
    expect([...statuses]).toEqual([200]);
  });

  it('in one request is refused', async () => {
    const { judge } = await startWithJudge();
    const large = JSON.stringify({ ...answer('key-of-something-large'), comment: 'x'.repeat(64 * 1024) });
    const reply = await judge.send('/api/judge/answers', large);
    expect([reply.statusCode, reply.json()]).toEqual([413, { error: expect.stringContaining('64 KB') }]);
  });
});

describe('judges are blind', () => {
  it('in a whole campaign, they receive no name of a system, a part, or another judge', async () => {
    const server = await start();
    const organiser = await TestVisitor.of(server, 'organiser');
    const walkers = await Promise.all(judges.map((name) => TestVisitor.of(server, name)));
    for (const walker of walkers) await walk(walker);
    await organiser.send('/api/organiser/exclude', { judge: 'zz-judge-3', reason: 'failed zz-checks' });
    expect((await organiser.send('/api/organiser/close', { task: 'edit' })).json()).not.toEqual({ assignments: 0 });
    for (const walker of walkers) await walk(walker);
    for (const [i, walker] of walkers.entries()) {
      const own = `zz-judge-${i + 1}`;
      const received = walker.received.join('\n');
      for (const seen of ['Ausgabe 2 drei', '"kind":"accept"', own]) expect(received.includes(seen)).toBe(true);
      const telling =
        /"(repeats|parts?|systems?|damaged|editor|edited|judges)":|:\s*"(own|pool|repeat|check|zz[^"]*)"/g;
      expect(received.replaceAll(own, '').match(telling) ?? []).toEqual([]);
      const others = assignments.filter(({ judge }) => judge !== own).map(({ id }) => id);
      expect(others.filter((id) => received.includes(`"${id}"`))).toEqual([]);
      expect(received.replaceAll(own, '').includes('zz-')).toBe(false);
    }
  });
});

/** Does every assignment, looks at all of them again, corrects one, and downloads everything. */
async function walk(judge: TestVisitor): Promise<void> {
  await judge.send('/api/judge/consent', { version: consentVersion });
  const home: JudgeHome = (await judge.read('/api/judge/home')).json();
  for (const task of home.tasks) {
    for (const { id } of task.assignments) {
      const shown: ShownAssignment = (await judge.read(`/api/judge/assignments/${id}`)).json();
      for (const time of [1, 2]) {
        await judge.send('/api/judge/answers', {
          key: `key-${id}-${time}-${home.tasks.length}`,
          assignment: id,
          answer: answerTo(shown),
          seconds: 3,
          comment: 'so',
          instructions: task.instructionsVersion,
        });
      }
      await judge.read(`/api/judge/assignments/${id}`);
    }
  }
  for (const { path, method } of [...judgeRoutes, ...organiserRoutes]) {
    if (path.endsWith('/erase')) continue;
    await (method === 'GET' ? judge.read(path) : judge.send(path, {}));
  }
  for (const url of ['/', '/judge', '/organiser', '/assets/judge.js', '/nothing', '/healthz']) await judge.read(url);
}

function answerTo({ kind, texts }: ShownAssignment): object {
  switch (kind) {
    case 'rank':
    case 'pairwise':
      return { kind, ranks: texts.map((_, i) => i + 1) };
    case 'assess':
      return { kind, score: 50 };
    case 'mark':
      return { kind, errors: [{ side: 'output', start: 0, end: 3, severity: 'major', category: 'addition' }] };
    case 'edit':
      return { kind, outcome: 'edited', text: `${texts[0]!.text}, besser` };
    case 'accept':
      return { kind, acceptable: true };
  }
}

describe('what systems put out', () => {
  it.each([
    ['a script', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['the end of one', '</script></title><!-- ]]>'],
    ['bidi overrides', '\u202eexe.txt\u2066\u200f'],
    ['control characters', 'a\u0000b\u0007\u001b[31m\u2028\u2029'],
    ['half a character', 'x\ud800y'],
    ['a line of a megabyte', 'ü'.repeat(1 << 20)],
  ])('is sent unchanged, in JSON: %s', async (_, text) => {
    const outputs = campaign.outputs.map((texts) => texts.map(() => text));
    const segments = campaign.segments.map((segment) => ({ ...segment, source: text, reference: text }));
    const { judge } = await startWithJudge({
      campaign: { outputs, segments, title: text.slice(0, 100), kinds: ['rank'] },
    });
    const reply = await judge.read(`/api/judge/assignments/${assignmentOf('zz-judge-1', 'rank').id}`);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    const shown: ShownAssignment = reply.json();
    for (const received of [...shown.texts, shown.source!.here, shown.reference!.here])
      expect(received.text === text).toBe(true);
    const home = await judge.read('/api/judge/home');
    expect(home.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(home.json<JudgeHome>().title).toBe(text.slice(0, 100));
  });
});

describe('two servers on one journal', () => {
  it('share sessions and see each other’s entries', async () => {
    const { server: one, judge } = await startWithJudge();
    const two = await start({ journal: one.journal });
    const there = judge.at(two);
    expect((await there.read('/api/judge/home')).json<JudgeHome>().consent.given).toBe(true);
    await there.send('/api/judge/answers', answer('key-sent-to-both'));
    expect((await judge.read('/api/judge/home')).json<JudgeHome>().tasks[0]!.done).toBe(1);
    await judge.send('/api/judge/answers', answer('key-sent-to-both'));
    expect((await one.journal.read(0)).filter(({ event }) => event.kind === 'answered')).toHaveLength(1);
    await (await TestVisitor.of(two, 'organiser')).send('/api/organiser/freeze', {});
    expect((await judge.send('/api/judge/answers', answer('key-sent-too-late'))).statusCode).toBe(409);
  });
});

describe('over a socket', () => {
  const post = (base: string, cookie: string, key: string): Promise<Response> =>
    fetch(`${base}/api/judge/answers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-assay': '1', cookie },
      body: JSON.stringify(answer(key)),
    });

  it('a judge signs in and answers', async () => {
    const server = await start();
    const base = await server.listen(0, '127.0.0.1');
    expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const entered = await fetch(`${base}/j/${tokens['zz-judge-1']}`, { redirect: 'manual' });
    expect(entered.status).toBe(303);
    const cookie = entered.headers.get('set-cookie')!.split(';')[0]!;
    await server.journal.append([{ kind: 'consented', judge: 'zz-judge-1', version: consentVersion }]);
    expect((await post(base, cookie, 'key-over-a-socket')).status).toBe(200);
    const head = await fetch(`${base}/api/judge/home`, { method: 'HEAD', headers: { cookie } });
    expect(head.status).toBe(200);
    await server.close();
    await expect(fetch(base)).rejects.toThrow();
  });

  it('refuses invalid HTTP and broken addresses briefly', async () => {
    const server = await start();
    const { port } = new URL(await server.listen(0, '127.0.0.1'));
    const bodyOf = (path: string): Promise<[number, string]> =>
      new Promise((resolve, reject) => {
        httpRequest({ port, host: '127.0.0.1', path }, (reply) => {
          let body = '';
          reply.setEncoding('utf8').on('data', (chunk: string) => (body += chunk)).on('end', () => resolve([reply.statusCode!, body]));
        }).on('error', reject).end();
      }); // prettier-ignore
    const [status, body] = await bodyOf('/%zz%3Cscript%3E');
    expect(status).toBe(400);
    expect(body).not.toContain('zz');
    await server.close();
  });

  it('closing finishes running requests, then closes the journal', async () => {
    const { server, judge } = await startWithJudge();
    const base = await server.listen(0, '127.0.0.1');
    const append = server.journal.append.bind(server.journal);
    let finish = (): void => undefined;
    const begun = new Promise<void>((begin) => {
      server.journal.append = async (events): Promise<JournalEntry[]> => {
        begin();
        await new Promise<void>((resolve) => (finish = resolve));
        return append(events);
      };
    });
    const reply = post(base, judge.cookie, 'key-at-the-last-moment');
    await begun;
    const closing = server.close();
    await new Promise(setImmediate);
    expect(server.journal.closed).toBe(false);
    await expect(fetch(base)).rejects.toThrow();
    finish();
    expect((await reply).status).toBe(200);
    await closing;
    expect(server.journal.closed).toBe(true);
    expect((await server.journal.read(0)).at(-1)!.event).toMatchObject({ key: 'key-at-the-last-moment' });
  });
});
