/** Test sets from a server on this machine, by the built command: two processes at once, and WMT09 from its files to scores by sacreBLEU's name. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const built = fileURLToPath(new URL('../dist/command/assay.cjs', import.meta.url));
const wmt09 = fileURLToPath(new URL('../../shared/data/wmt09-ranking/', import.meta.url));
const hasWmt09 = existsSync(wmt09);

let folder = '';
let server: Server;
let env: NodeJS.ProcessEnv;
/** By path; `asked` counts requests. */
const files = new Map<string, Buffer>();
let asked = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-testsets-'));
  env = { ...process.env, ASSAY_DATA: join(folder, 'data'), SACREBLEU: join(folder, 'none'), ASSAY_MIRROR: '' };
  server = createServer((request, response) => {
    asked++;
    const bytes = files.get(request.url!);
    // Slowly, so that a second process comes while the first still fetches.
    setTimeout(() => (bytes ? response.end(bytes) : response.writeHead(404).end()), 300);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Publishes files under a name, each packed by gzip, and adds a definition of the set. */
function publish(name: string, texts: Readonly<Record<string, string>>, members: readonly string[]): void {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const packed = Object.entries(texts).map(([file, text]) => [`/${name}/${file}.gz`, gzipSync(text)] as const);
  for (const [path, bytes] of packed) files.set(path, bytes);
  const definition = {
    name,
    format: 'text',
    pairs: 'de-en',
    members,
    files: packed.map(([path, bytes]) => ({ url: url + path, md5: createHash('md5').update(bytes).digest('hex') })),
  };
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify(definition));
  assay('testset', 'add', path);
}

/** Not in this process alone: the server answers meanwhile. */
async function run(...words: readonly string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const child: ChildProcess = spawn(process.execPath, [built, ...words], { env });
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr!.on('data', (data: Buffer) => (stderr += data.toString()));
  const [status] = (await once(child, 'close')) as [number];
  return { status, stdout, stderr };
}

const assay = (...words: readonly string[]): string =>
  execFileSync(process.execPath, [built, ...words], { encoding: 'utf8', env });

it('two processes fetch a set once, and both have it', async () => {
  publish('made', { 'a.de': 'eins\nzwei\n', 'a.en': 'one\ntwo\n' }, ['a.de.gz', 'a.en.gz']);
  asked = 0;
  const ended = await Promise.all([run('testset', 'get', 'made'), run('testset', 'get', 'made')]);
  expect(ended.map(({ status, stderr }) => [status, stderr])).toEqual([[0, ''], [0, '']]);
  expect(asked).toBe(2); // one for each file
  const output = join(folder, 'out.txt');
  writeFileSync(output, 'one\ntwo\n');
  expect(assay('score', '--testset', 'made', '--pair', 'de-en', output, '-m', 'chrf')).toContain('100.00');
}); // prettier-ignore

describe.skipIf(!hasWmt09)(`WMT09${hasWmt09 ? '' : ' (skipped: ../shared/data is not there)'}`, () => {
  it('is fetched, checked and scored as from files', async () => {
    const text = (language: string): string => readFileSync(join(wmt09, 'text', `newstest2009.${language}.txt`), 'utf8');
    publish('news09', { 'news.de': text('de'), 'news.en': text('en') }, ['news.de.gz', 'news.en.gz']);
    const output = join(wmt09, 'outputs', 'de-en', 'google.txt');
    const early = await run('score', '--testset', 'news09', '--pair', 'de-en', output);
    expect(early).toMatchObject({ status: 2, stderr: expect.stringContaining('assay testset get news09') });
    expect((await run('testset', 'get', 'news09')).status).toBe(0);
    expect((await run('testset', 'check', 'news09')).status).toBe(0);
    const scores = (...words: readonly string[]): unknown =>
      (JSON.parse(assay('score', ...words, output, '-f', 'json')) as { scores?: unknown; systems: unknown }).systems;
    expect(scores('--testset', 'news09', '--pair', 'de-en')).toEqual(scores('-r', join(wmt09, 'text', 'newstest2009.en.txt')));
  }); // prettier-ignore
});
