import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, TestVisitor, makeAssets, startTestServer } from '../testing/testServer.ts';
import { assignmentOf, assignments, consentVersion, instructionsVersion } from '../testing/testCampaign.ts';
import type { JudgeExport, JudgeHome, SentAnswer } from '../wire.ts';

const assets = makeAssets();
afterAll(assets.remove);

let server: TestServer;
let judge: TestVisitor;

beforeEach(async () => {
  server = await startTestServer(assets.folder);
  judge = await TestVisitor.of(server, 'zz-judge-1');
  await judge.send('/api/judge/consent', { version: consentVersion });
});
afterEach(() => server.close());

const rank = assignmentOf('zz-judge-1', 'rank');
let keys = 0;
const sent = (changed: Partial<Record<keyof SentAnswer, unknown>> = {}) => ({
  key: `key-of-answer-${keys++}`,
  assignment: rank.id,
  answer: { kind: 'rank', ranks: [1, 2, 3] },
  seconds: 4.5,
  instructions: instructionsVersion('rank'),
  ...changed,
});
const answersStored = async () =>
  (await server.journal.read(0)).flatMap(({ event }) => (event.kind === 'answered' ? [event] : []));

describe('GET /api/judge/home', () => {
  it('lists the assignments, practice first, and the progress', async () => {
    await judge.send('/api/judge/answers', sent());
    const home: JudgeHome = (await judge.read('/api/judge/home')).json();
    expect(home).toMatchObject({
      title: 'A small campaign',
      judge: 'zz-judge-1',
      consent: { version: consentVersion, text: 'You agree to be careful.', given: true },
      frozen: false,
    });
    expect(home.tasks.map(({ kind, open, done, total, practiceDone, practiceTotal }) =>
      [kind, open, done, total, practiceDone, practiceTotal])).toEqual([
      ['rank', true, 1, 2, 0, 1],
      ['pairwise', true, 0, 1, 0, 0],
      ['assess', true, 0, 1, 0, 0],
      ['mark', true, 0, 1, 0, 0],
      ['edit', true, 0, 1, 0, 0],
      ['accept', false, 0, 0, 0, 0],
    ]); // prettier-ignore
    expect(home.tasks[0]).toMatchObject({
      instructions: 'Put them in order.',
      instructionsVersion: instructionsVersion('rank'),
      assignments: [
        { id: assignmentOf('zz-judge-1', 'rank', 'practice').id, practice: true, answered: false },
        { id: rank.id, practice: false, answered: true },
        { id: assignmentOf('zz-judge-1', 'rank', 'repeat').id, practice: false, answered: false },
      ],
    });
  });

  it('is all that a judge gets before agreeing', async () => {
    const other = await TestVisitor.of(server, 'zz-judge-2');
    const own = assignmentOf('zz-judge-2', 'rank').id;
    expect((await other.read('/api/judge/home')).json<JudgeHome>().consent.given).toBe(false);
    expect((await other.read(`/api/judge/assignments/${own}`)).statusCode).toBe(403);
    expect((await other.send('/api/judge/answers', sent({ assignment: own }))).statusCode).toBe(403);
    expect(await answersStored()).toEqual([]);
  });
});

describe('POST /api/judge/consent', () => {
  it.each([
    [{ version: 'older' }, 409],
    [{ version: 7 }, 400],
    [{}, 400],
    [[], 400],
    [null, 400],
    [{ version: consentVersion, more: 1 }, 400],
    ['{"version": ', 400],
    ['{"__proto__": {"version": "x"}}', 400],
  ])('refuses %j', async (body, status) => {
    const reply = await judge.send('/api/judge/consent', body);
    expect(reply.statusCode).toBe(status);
    expect(Object.keys(reply.json())).toEqual(['error']);
  });

  it('is stored once', async () => {
    await judge.send('/api/judge/consent', { version: consentVersion });
    const consents = (await server.journal.read(0)).filter(({ event }) => event.kind === 'consented');
    expect(consents).toHaveLength(1);
  });
});

describe('GET /api/judge/assignments/:id', () => {
  it('shows own ones', async () => {
    const reply = await judge.read(`/api/judge/assignments/${rank.id}`);
    expect(reply.json()).toMatchObject({ id: rank.id, kind: 'rank', texts: [{ text: 'Ausgabe 2 drei' }, {}, {}] });
  });

  it('hides those of others, exactly like missing ones', async () => {
    const missing = await judge.read('/api/judge/assignments/nothing');
    expect(missing.statusCode).toBe(404);
    for (const { id } of assignments.filter(({ judge: owner }) => owner !== 'zz-judge-1')) {
      const reply = await judge.read(`/api/judge/assignments/${id}`);
      expect([reply.statusCode, reply.body]).toEqual([404, missing.body]);
      const answer = await judge.send('/api/judge/answers', sent({ assignment: id }));
      expect([answer.statusCode, answer.body]).toEqual([404, missing.body]);
    }
    expect(await answersStored()).toEqual([]);
  });

  it.each(['__proto__', 'constructor', '%2e%2e', '%00', 'x'.repeat(90)])('not %s', async (id) => {
    expect((await judge.read(`/api/judge/assignments/${id}`)).statusCode).toBe(404);
  });
});

describe('POST /api/judge/answers', () => {
  it('stores the checked answer before it replies', async () => {
    const answer = sent({ comment: 'hm' });
    const reply = await judge.send('/api/judge/answers', answer);
    expect([reply.statusCode, reply.json()]).toEqual([200, { key: answer.key, assignment: rank.id }]);
    expect(await answersStored()).toEqual([{ kind: 'answered', judge: 'zz-judge-1', ...answer }]);
    expect((await judge.read(`/api/judge/assignments/${rank.id}`)).json()).toMatchObject({
      answer: answer.answer,
      comment: 'hm',
    });
  });

  it.each([
    [{ key: 'short' }, 400, /key/],
    [{ key: 'k'.repeat(65) }, 400, /key/],
    [{ key: 'spaces in it' }, 400, /key/],
    [{ key: undefined }, 400, /key/],
    [{ assignment: 7 }, 400, /assignment/],
    [{ assignment: undefined }, 400, /assignment/],
    [{ answer: undefined }, 400, /answer/],
    [{ answer: { kind: 'rank', ranks: [1, 2] } }, 400, /3 texts/],
    [{ answer: { kind: 'assess', score: 3 } }, 400, /rank, none/],
    [{ seconds: -1 }, 400, /seconds/],
    [{ seconds: '4' }, 400, /seconds/],
    [{ seconds: 1e9 }, 400, /seconds/],
    [{ comment: 7 }, 400, /comment/],
    [{ comment: 'x'.repeat(1001) }, 400, /comment/],
    [{ comment: '\udc00' }, 400, /comment/],
    [{ instructions: 'other' }, 409, /instructions/],
    [{ instructions: undefined }, 400, /instructions/],
    [{ part: 'own' }, 400, /part/],
  ])('refuses %j', async (changed, status, message) => {
    const reply = await judge.send('/api/judge/answers', sent(changed as object));
    expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([status, expect.stringMatching(message)]);
    expect(await answersStored()).toEqual([]);
  });

  it('stores an answer once if it is sent again, even at the same time', async () => {
    const answer = sent();
    const replies = await Promise.all([1, 2, 3].map(() => judge.send('/api/judge/answers', answer)));
    replies.push(await judge.send('/api/judge/answers', answer));
    expect(replies.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      Array.from({ length: 4 }, () => [200, replies[0]!.body]),
    );
    expect(await answersStored()).toHaveLength(1);
  });

  it('keeps the first answer when it is corrected', async () => {
    await judge.send('/api/judge/answers', sent());
    await judge.send('/api/judge/answers', sent({ answer: { kind: 'none' } }));
    expect((await answersStored()).map(({ answer }) => answer.kind)).toEqual(['rank', 'none']);
    const shown = await judge.read(`/api/judge/assignments/${rank.id}`);
    expect(shown.json()).toMatchObject({ answer: { kind: 'none' } });
  });

  it('stores a bounded number of corrections', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 53; i++) {
      const { statusCode } = await judge.send('/api/judge/answers', sent({ answer: { kind: 'none' } }));
      statuses.push(statusCode);
    }
    expect(statuses.indexOf(409)).toBe(51); // an answer and 50 corrections
    expect(await answersStored()).toHaveLength(51);
  });

  it('refuses a key for two assignments', async () => {
    const answer = sent();
    await judge.send('/api/judge/answers', answer);
    const repeat = assignmentOf('zz-judge-1', 'rank', 'repeat').id;
    const reply = await judge.send('/api/judge/answers', { ...answer, assignment: repeat });
    expect(reply.statusCode).toBe(409);
  });

  it.each([{ answer: { kind: 'none' } }, { comment: 'on second thoughts' }])(
    'does not confirm another answer with the same key: %j',
    async (changed) => {
      const answer = sent();
      await judge.send('/api/judge/answers', answer);
      const replies = await Promise.all([1, 2].map(() => judge.send('/api/judge/answers', { ...answer, ...changed })));
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
      const together = sent();
      const raced = await Promise.all(
        [together, { ...together, ...changed }].map((each) => judge.send('/api/judge/answers', each)),
      );
      expect(raced.map(({ statusCode }) => statusCode)).toEqual([200, 409]);
      expect(await answersStored()).toMatchObject([answer, together]);
    },
  );

  it('keeps nothing that arrived while the judge was erased', async () => {
    const { journal } = server;
    const append = journal.append.bind(journal);
    journal.append = async (events) => {
      await journal.erase('zz-judge-1');
      return append(events);
    };
    const reply = await judge.send('/api/judge/answers', sent({ comment: 'too late' }));
    expect(reply.statusCode).toBe(401);
    expect(JSON.stringify(await journal.read(0))).not.toContain('too late');
  });

  it('treats the key of another judge as a new one', async () => {
    const answer = sent();
    await judge.send('/api/judge/answers', answer);
    const other = await TestVisitor.of(server, 'zz-judge-2');
    await other.send('/api/judge/consent', { version: consentVersion });
    const own = assignmentOf('zz-judge-2', 'rank').id;
    expect((await other.send('/api/judge/answers', { ...answer, assignment: own })).statusCode).toBe(200);
    expect(await answersStored()).toHaveLength(2);
  });

  it('refuses new answers while the campaign is frozen or the task closed, but confirms stored ones', async () => {
    const before = sent();
    await judge.send('/api/judge/answers', before);
    await server.journal.append([{ kind: 'frozen' }]);
    const paused = await judge.send('/api/judge/answers', sent());
    expect([paused.statusCode, paused.body]).toEqual([409, expect.stringContaining('paused')]);
    expect((await judge.send('/api/judge/answers', before)).statusCode).toBe(200);
    await server.journal.append([{ kind: 'thawed' }, { kind: 'closed', task: 'rank' }]);
    const closed = await judge.send('/api/judge/answers', sent());
    expect([closed.statusCode, closed.body]).toEqual([409, expect.stringContaining('closed')]);
    expect((await judge.send('/api/judge/answers', before)).statusCode).toBe(200);
    expect(await answersStored()).toHaveLength(1);
  });

  it('says after practice whether the judge noticed the damaged text', async () => {
    const { id } = assignmentOf('zz-judge-1', 'rank', 'practice');
    const reply = await judge.send(
      '/api/judge/answers',
      sent({ assignment: id, answer: { kind: 'rank', ranks: [1, 2] } }),
    );
    expect(reply.json()).toMatchObject({ hint: expect.stringMatching(/^Correct/) });
  });

  it('accepts the longest edit with the longest comment in the widest script, and nothing larger', async () => {
    const edit = assignmentOf('zz-judge-1', 'edit');
    const long = (text: string) =>
      sent({
        assignment: edit.id,
        instructions: instructionsVersion('edit'),
        answer: { kind: 'edit', outcome: 'edited', text },
        comment: '語'.repeat(1000),
      });
    expect((await judge.send('/api/judge/answers', long('語'.repeat(20_000)))).statusCode).toBe(200);
    expect((await judge.send('/api/judge/answers', long('語'.repeat(20_001)))).statusCode).toBe(400);
    expect((await judge.send('/api/judge/answers', long('語'.repeat(21_000)))).statusCode).toBe(413);
  });
});

describe('GET /api/judge/export', () => {
  it('has all answers of the judge, and of nobody else', async () => {
    const other = await TestVisitor.of(server, 'zz-judge-2');
    await other.send('/api/judge/consent', { version: consentVersion });
    await other.send('/api/judge/answers', sent({ assignment: assignmentOf('zz-judge-2', 'rank').id }));
    await judge.send('/api/judge/answers', sent({ comment: 'first' }));
    await judge.send('/api/judge/answers', sent({ comment: 'second' }));
    const reply = await judge.read('/api/judge/export');
    expect(reply.headers['content-disposition']).toBe('attachment; filename="my-judgments.json"');
    const whole: JudgeExport = reply.json();
    expect(whole).toMatchObject({ judge: 'zz-judge-1', consents: [{ version: consentVersion }] });
    expect(whole.answers.map(({ comment, assignment }) => [comment, assignment])).toEqual([
      ['first', rank.id],
      ['second', rank.id],
    ]);
  });
});

describe('POST /api/judge/erase', () => {
  it('removes the answers of the judge, and ends session and link', async () => {
    await judge.send('/api/judge/answers', sent({ comment: 'to be forgotten' }));
    const reply = await judge.send('/api/judge/erase', {});
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['set-cookie']).toContain('Max-Age=0');
    expect(JSON.stringify(await server.journal.read(0))).not.toContain('to be forgotten');
    expect((await judge.read('/api/judge/home')).statusCode).toBe(401);
    const again = new TestVisitor(server);
    expect((await again.read('/j/AAAAAAAAAAAAAAAAAAAAA1')).statusCode).toBe(404);
  });

  it('needs an empty object', async () => {
    expect((await judge.send('/api/judge/erase', { really: true })).statusCode).toBe(400);
    expect((await judge.send('/api/judge/erase', '')).statusCode).toBe(400);
    expect((await judge.read('/api/judge/home')).statusCode).toBe(200);
  });
});

describe('without a session', () => {
  it.each([
    ['GET', '/api/judge/home'],
    ['GET', `/api/judge/assignments/${rank.id}`],
    ['POST', '/api/judge/consent'],
    ['POST', '/api/judge/answers'],
    ['GET', '/api/judge/export'],
    ['POST', '/api/judge/erase'],
  ])('%s %s is refused, even for organisers', async (method, url) => {
    for (const visitor of [new TestVisitor(server), await TestVisitor.of(server, 'organiser')]) {
      const reply = await (method === 'GET' ? visitor.read(url) : visitor.send(url, {}));
      expect(reply.statusCode).toBe(401);
    }
  });
});
