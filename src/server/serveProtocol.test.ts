import { afterEach, describe, expect, it } from 'vitest';
import { type ProtocolRequest, createProtocolServer } from './serveProtocol.ts';
import { Refusal } from './faults.ts';

const token = 'a-token-of-twenty-three';
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function served(
  answer: (request: ProtocolRequest) => Promise<object> = async (request) => ({ result: request }),
) {
  const app = await createProtocolServer({
    token,
    mostBytes: 200,
    mostWaiting: 2,
    answer,
    openApi: { openapi: '3.1.0' },
  });
  open.push(() => app.close());
  return (headers: Record<string, string> = {}, payload: unknown = '{"a":1}', url = '/v1/score?show=text,tsv') =>
    app.inject({
      method: 'POST',
      url,
      headers: {
        host: '127.0.0.1:8643',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...headers,
      },
      payload: payload as string,
    });
}

describe('requests over HTTP', () => {
  it('pass on method, parameters and forms', async () => {
    const send = await served();
    const { statusCode, body, headers } = await send();
    expect([statusCode, JSON.parse(body)]).toEqual([
      200,
      { result: { id: 1, method: 'score', params: { a: 1 }, show: ['text', 'tsv'] } },
    ]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    });
  });

  const refusals: [name: string, headers: Record<string, string>, payload: string, status: number, message: RegExp][] =
    [
      ['no token', { authorization: '' }, '{}', 401, /^Send the token/],
      ['another token', { authorization: 'Bearer a-token-of-twenty-fourr' }, '{}', 401, /^Send the token/],
      ['another name for this machine', { host: 'evil.example' }, '{}', 403, /127\.0\.0\.1/],
      ['a name that starts alike', { host: '127.0.0.1.evil.example' }, '{}', 403, /127\.0\.0\.1/],
      ['a web page', { origin: 'http://127.0.0.1:8643' }, '{}', 403, /web page/],
      ['a hidden web page', { origin: 'null' }, '{}', 403, /web page/],
      ['a page of another site', { 'sec-fetch-site': 'cross-site' }, '{}', 403, /web page/],
      ['another type', { 'content-type': 'text/plain' }, '{}', 415, /application\/json/],
      ['no JSON', {}, '{', 400, /valid JSON/],
      ['too much', {}, JSON.stringify('x'.repeat(300)), 413, /larger than 200 bytes/],
    ];
  it.each(refusals)('refused: %s', async (_, headers, payload, status, message) => {
    const send = await served();
    const { statusCode, body } = await send(headers, payload);
    expect(statusCode).toBe(status);
    expect((JSON.parse(body) as { error: { message: string } }).error.message).toMatch(message);
  });

  it('have the status of their error', async () => {
    const send = await served(async ({ method }) => {
      if (method === 'late') throw new Refusal(503, 'took longer than 1 second');
      if (method === 'broken') throw new Error('secret');
      return { error: { kind: method, message: 'm' } };
    });
    const statuses = await Promise.all(
      ['usage', 'bug'].map(async (kind) => (await send({}, '{}', `/v1/${kind}`)).statusCode),
    );
    expect(statuses).toEqual([400, 500]);
    expect((await send({}, '{}', '/v1/late')).statusCode).toBe(503);
    const { statusCode, body } = await send({}, '{}', '/v1/broken');
    expect([statusCode, body]).toEqual([500, '{"error":{"kind":"bug","message":"The server had an error."}}']);
    expect((await send({}, '{}', '/v2/score')).statusCode).toBe(404);
  });

  it('are answered one at a time, and refused when too many wait', async () => {
    let running = 0;
    const finish: (() => void)[] = [];
    const send = await served(async () => {
      expect(++running).toBe(1);
      await new Promise<void>((resolve) => void finish.push(resolve));
      running--;
      return { result: 1 };
    });
    const sent = [send(), send()];
    while (finish.length === 0) await new Promise((resolve) => void setImmediate(resolve));
    await new Promise((resolve) => void setImmediate(resolve));
    expect((await send()).statusCode).toBe(429);
    finish.shift()!();
    while (finish.length === 0) await new Promise((resolve) => void setImmediate(resolve));
    finish.shift()!();
    expect((await Promise.all(sent)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  it('are described to everybody on this machine', async () => {
    const app = await createProtocolServer({
      token,
      mostBytes: 9,
      mostWaiting: 1,
      answer: async () => ({}),
      openApi: { a: 1 },
    });
    open.push(() => app.close());
    const { statusCode, body } = await app.inject({ url: '/openapi.json', headers: { host: 'localhost:1' } });
    expect([statusCode, body]).toEqual([200, '{"a":1}']);
  });
});
