/** The built command serves the protocol: over HTTP, with a time limit, until it is stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const token = 'a-token-that-is-long-enough';
let child: ChildProcess | undefined;
afterEach(() => void child?.kill('SIGKILL'));

/** Starts the server; resolves to its address. */
async function serve(...words: string[]): Promise<string> {
  child = spawn(process.execPath, ['dist/command/assay.cjs', 'serve', '--port', '0', ...words], {
    cwd: root,
    env: { ...process.env, ASSAY_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [greeting] = (await once(child.stdout!, 'data')) as [Buffer];
  return /http:\/\/127\.0\.0\.1:\d+/.exec(greeting.toString())![0];
}

async function post(address: string, body: unknown, authorization = `Bearer ${token}`) {
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as {
    readonly result?: unknown;
    readonly error?: { readonly message: string };
  };
  return { status: response.status, ...answer };
}

const texts = (text: string) => ({ files: [{ texts: [text] }], reference: [{ texts: [text] }], metric: ['chrf'] });

describe('assay serve', () => {
  it('scores, refuses and stops', async () => {
    const address = await serve();
    expect(await post(`${address}/v1/score`, texts('a b'))).toMatchObject({
      status: 200,
      result: { systems: ['system'], all: { scores: [[{ score: 100 }]] } },
    });
    const refused = [
      await post(`${address}/v1/score`, { ...texts('a b'), metric: ['blue'] }),
      await post(`${address}/v1/score`, { ...texts('a b'), files: ['/etc/passwd'] }),
      await post(`${address}/v1/score`, texts('a b'), 'Bearer another-token-that-is-long'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 401]);
    expect(refused[1]!.error!.message).toMatch(/^files: this server reads no files/);
    const described = (await (await fetch(`${address}/openapi.json`)).json()) as { readonly openapi: string };
    expect(described.openapi).toBe('3.1.0');
    child!.kill('SIGTERM');
    expect(await once(child!, 'exit')).toEqual([0, null]);
  });

  it('ends a request that takes too long, and answers the next', async () => {
    const address = await serve('--max-time', '2');
    const long = Array.from({ length: 3000 }, (_, i) => Array.from({ length: 300 }, (__, j) => (i * j) % 97).join(' '));
    const endless = { files: [{ texts: long }], reference: [{ texts: long.toReversed() }], metric: ['ter'] };
    expect(await post(`${address}/v1/score`, endless)).toMatchObject({ status: 503, error: { kind: 'usage' } });
    expect(await post(`${address}/v1/about`, {})).toMatchObject({ status: 200, result: { protocol: 1 } });
  });
});
