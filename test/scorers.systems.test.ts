/** The programs in examples/scorers, as Assay runs them: the judge against a server on this machine, the others without their packages. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadProgram } from '../src/engine/resources/program/loadProgram.ts';
import { stopPrograms } from '../src/engine/resources/program/runningPrograms.ts';

const scorer = (name: string): string => fileURLToPath(new URL(`../examples/scorers/${name}`, import.meta.url));
const open = (command: string) =>
  loadProgram(JSON.stringify({ command, shell: false, timeout: 30, cached: false }), true);
const texts = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    hypothesis: `translation ${i}`,
    references: [`reference ${i}`],
    source: `source ${i}`,
  }));

afterEach(async () => {
  await stopPrograms();
  vi.unstubAllEnvs();
});

describe('llm_judge.mjs', () => {
  /** What the server does with a request: status, body and further headers; `slow` never answers. */
  type Reply = { status?: number; body?: string; content?: string; headers?: Record<string, string>; slow?: boolean };
  interface Asked {
    readonly prompt: string;
    readonly authorization: string | undefined;
    readonly model: string;
    readonly at: number;
  }
  let server: Server;
  let asked: Asked[] = [];
  let most = 0;
  let reply: (asked: Asked, n: number) => Reply = () => ({});

  beforeEach(async () => {
    asked = [];
    most = 0;
    let open = 0;
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      most = Math.max(most, ++open);
      let body = '';
      for await (const piece of request) body += String(piece);
      const { model, messages } = JSON.parse(body) as { model: string; messages: { content: string }[] };
      const each = {
        prompt: messages.at(-1)!.content,
        authorization: request.headers.authorization,
        model,
        at: performance.now(),
      };
      asked.push(each);
      const {
        status = 200,
        content = '{"score": 50}',
        headers = {},
        slow = false,
        body: said,
      } = reply(each, asked.length);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open--;
      if (slow) return;
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(said ?? JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
    };
    server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const judge = (options = ''): Promise<Awaited<ReturnType<typeof open>>> =>
    open(`"${process.execPath}" "${scorer('llm_judge.mjs')}" --url http://127.0.0.1:${(server.address() as AddressInfo).port}/v1 --model some/model:1 --backoff 0.02 ${options}`); // prettier-ignore
  const scores = async (options: string, count: number): Promise<number[]> =>
    Array.from(await (await judge(options)).scorer.score(texts(count)));
  const errors = (...severities: string[]): string =>
    JSON.stringify({ errors: severities.map((severity) => ({ span: 'x', category: 'accuracy', severity })) });

  it('introduces itself without a call', async () => {
    const { name, signature, range, uses } = await judge('--prompt mqm');
    expect({ name, signature, range, uses }).toEqual({
      name: 'LLM-MQM',
      signature: 'program:LLM-MQM-some/model-1',
      range: { worst: -25, best: 0 },
      uses: { source: true, references: false },
    });
    expect(asked).toEqual([]);
  });

  it('da: the score that the model gives, with few calls at once', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'secret');
    reply = ({ prompt }) => ({ content: `{"score": ${/translation (\d+)/.exec(prompt)![1]}}` });
    expect(await scores('--from German --to English --parallel 3', 40)).toEqual(texts(40).map((_, i) => i));
    expect(asked.length).toBe(40);
    expect(most).toBeLessThanOrEqual(3);
    expect(asked[0]).toMatchObject({ authorization: 'Bearer secret', model: 'some/model:1' });
    expect(asked[0]!.prompt).toContain('German: "source');
    expect(asked[0]!.prompt).not.toContain('reference');
  });

  it('shows the model a reference if asked for', async () => {
    await scores('--references', 1);
    expect(asked[0]!.prompt).toContain('A correct translation: "reference 0"');
  });

  it.each([
    [[], 0],
    [['minor'], -1],
    [['major', 'minor', 'minor'], -7],
    [['critical'], -25],
    [['major', 'major', 'major', 'major', 'major', 'major'], -25],
  ])('mqm: %j is %d', async (severities, score) => {
    reply = () => ({ content: errors(...severities) });
    expect(await scores('--prompt mqm', 1)).toEqual([score]);
  });

  it('esa: asks for errors, then for a score with these in view', async () => {
    reply = (_, n) => ({ content: n === 1 ? errors('major') : '```json\n{"score": 61.5}\n```' });
    expect(await scores('--prompt esa', 1)).toEqual([61.5]);
    expect(asked[1]!.prompt).toContain('- major, accuracy: "x"');
  });

  const faults: [what: string, reply: (n: number) => Reply][] = [
    ['500', (n) => (n <= 2 ? { status: 500, body: 'oops' } : {})],
    ['503 without a body', (n) => (n === 1 ? { status: 503, body: '' } : {})],
    ['a body that is not JSON', (n) => (n === 1 ? { body: '{"choices": [' } : {})],
    ['a body of another kind', (n) => (n === 1 ? { body: '{"choices": []}' } : {})],
    ['no answer in time', (n) => (n === 1 ? { slow: true } : {})],
    ['an answer in prose', (n) => (n <= 2 ? { content: 'I would say 50.' } : {})],
    ['an answer out of range', (n) => (n === 1 ? { content: '{"score": 500}' } : {})],
    ['an answer as text', (n) => (n === 1 ? { content: '{"score": "50"}' } : {})],
    ['429 with a date', (n) => (n === 1 ? { status: 429, headers: { 'retry-after': new Date(0).toUTCString() } } : {})],
  ];
  it.each(faults)('tries again after %s', async (_, of) => {
    reply = (__, n) => of(n);
    expect(await scores('--timeout 0.5', 1)).toEqual([50]);
    expect(asked.length).toBeGreaterThan(1);
  });

  it('waits as long as the server asks for', async () => {
    reply = (_, n) => (n === 1 ? { status: 429, headers: { 'retry-after': '1' } } : {});
    expect(await scores('', 1)).toEqual([50]);
    expect(asked[1]!.at - asked[0]!.at).toBeGreaterThan(990);
  });

  const refused: [what: string, options: string, count: number, reply: () => Reply, calls: number, message: RegExp][] = [
    ['a wrong key', '', 1, () => ({ status: 401, body: '{"error": "bad key"}' }), 1, /could not score "translation 0": HTTP 401: \{"error": "bad key"\}/],
    ['a server that is always busy', '--retries 2', 1, () => ({ status: 429 }), 3, /HTTP 429.*also after 2 retries/],
    ['a server that asks for hours', '', 1, () => ({ status: 429, headers: { 'retry-after': '7200' } }), 1, /the server asks to wait 7200 s/],
    ['answers that cannot be read', '', 1, () => ({ content: 'Fine.' }), 3, /could not score "translation 0": not a JSON object: "Fine\."/],
    ['errors of an unknown severity', '--prompt mqm', 1, () => ({ content: errors('terrible') }), 3, /no list of errors with spans and severities/],
    ['more calls than allowed', '--prompt esa --max-calls 30', 20, () => ({}), 0, /this takes 40 calls or more; the next group has 40 calls \(20 texts × 2, about [\d.]+ thousand words of prompts\)\. Add --yes to the command to make them, or raise --max-calls \(now 30\)/],
  ]; // prettier-ignore
  it.each(refused)('stops at %s', async (_, options, count, of, calls, message) => {
    reply = of;
    await expect(scores(options, count)).rejects.toThrow(message);
    expect(asked.length).toBe(calls);
  });

  it('makes more calls with --yes', async () => {
    expect(await scores('--max-calls 3 --yes', 8)).toEqual(texts(8).map(() => 50));
  });

  it.each([
    ['--prompt best', /--prompt must be da, mqm or esa, not best/],
    ['--parallel many', /--parallel must be a number of at least 1, not many/],
    ['--modle x', /Unknown option '--modle'/],
  ])('refuses %s', async (options, message) => {
    await expect(judge(options)).rejects.toThrow(message);
  });

  it('a server that is not there', async () => {
    const command = `"${process.execPath}" "${scorer('llm_judge.mjs')}" --url http://127.0.0.1:1/v1 --model m --retries 1 --backoff 0.01`;
    await expect((await open(command)).scorer.score(texts(1))).rejects.toThrow(
      /could not score .*also after 1 retries/,
    );
  });
});

const python = spawnSync('python3', ['--version']).status === 0;
const has = (name: string): boolean => spawnSync('python3', ['-c', `import ${name}`]).status === 0;

describe.skipIf(!python)(`Python${python ? '' : ' (skipped: not installed)'}`, () => {
  it('length.py', async () => {
    const { name, scorer: of } = await open(`python3 "${scorer('length.py')}"`);
    expect(name).toBe('length ratio');
    expect(Array.from(await of.score([{ hypothesis: 'abc', references: ['abcdefg'], source: undefined }]))).toEqual([
      0.5,
    ]);
  });

  it('comet.py gives the mean over references, whatever the package prints', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-comet-'));
    const stub = `
import types
print("loading")
def download_model(name): return name
class Model:
    def predict(self, data, batch_size, gpus, progress_bar):
        print("predicting")
        return types.SimpleNamespace(scores=[len(each["mt"]) + len(each.get("ref", "")) / 10 + len(each["src"]) / 100 for each in data])
def load_from_checkpoint(path): return Model()
`;
    writeFileSync(join(folder, 'comet.py'), stub);
    vi.stubEnv('PYTHONPATH', folder);
    const asked = [
      { hypothesis: 'a', references: ['b', 'bcd'], source: 'e' },
      { hypothesis: 'ab', references: [''], source: '' },
    ];
    const ofReferences = await open(`python3 "${scorer('comet.py')}" --batch 2`);
    expect(Array.from(await ofReferences.scorer.score(asked))).toEqual([1.21, 2]);
    const without = await open(`python3 "${scorer('comet.py')}" --qe`);
    expect(without.uses).toEqual({ source: true, references: false });
    expect(Array.from(await without.scorer.score(asked))).toEqual([1.01, 2]);
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['comet.py', 'comet', 'comet.py needs a package: pip install unbabel-comet'],
    ['metricx.py', 'transformers', 'metricx.py needs packages: pip install torch transformers sentencepiece protobuf'],
  ])('%s says what to install', async (name, needed, message) => {
    if (has(needed)) return;
    const opened = open(`python3 "${scorer(name)}"`);
    await expect(opened).rejects.toThrow(`ended with exit code 1 before it wrote its first line.\nThe last lines of its standard error:\n  ${message}`); // prettier-ignore
  });
});

it('a program scores in a comparison with two threads, where threads must not start it again', () => {
  const built = fileURLToPath(new URL('../dist/command/assay.cjs', import.meta.url));
  const example = (name: string): string => fileURLToPath(new URL(`../examples/${name}`, import.meta.url));
  const ran = spawnSync(process.execPath, [built, 'compare', '-r', example('reference.A.en.txt'), example('good.txt'), example('terse.txt'), '-m', 'bleu', `external(cmd="node ${scorer('length.mjs')}")`, '-j', '2'], { encoding: 'utf8', env: { ...process.env, ASSAY_CACHE: 'off' } });
  expect(ran.stderr).toBe('');
  expect(ran.stdout).toContain('length ratio agrees with BLEU');
}); // prettier-ignore
