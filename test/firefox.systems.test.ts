/**
 * Tests pages in Firefox: a comparison with its segment browser, a judge's page, and Studio. Drives Firefox by its built-in Marionette, which
 * needs no package.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assay, example, killServers, serveCampaign } from './judging/serveCampaign.ts';
import { studioServer } from './studio/studioServer.ts';

const program = ['firefox-esr', 'firefox'].find((name) => spawnSync(name, ['--version']).status === 0);

/** A headless browser, controlled over a socket: `length:[0, id, command, parameters]`. */
class Firefox {
  readonly #process: ChildProcess;
  readonly #socket: Socket;
  #last = 0;
  #received = Buffer.alloc(0);
  readonly #waiting = new Map<number, (answer: [unknown, unknown]) => void>();

  private constructor(process: ChildProcess, socket: Socket) {
    this.#process = process;
    this.#socket = socket;
    socket.on('data', (data: Buffer) => this.#take(data));
  }

  static async start(profile: string): Promise<Firefox> {
    const port = await freePort();
    const words = ['--headless', '--marionette', '--profile', profile, '--no-remote'];
    const child = spawn(program!, words, {
      stdio: 'ignore',
      env: { ...process.env, MOZ_MARIONETTE_PREF_STATE_ACROSS_RESTARTS: JSON.stringify({ 'marionette.port': port }) },
    });
    for (let tries = 0; tries < 300; tries++) {
      await sleep(200);
      const socket = connect(port, '127.0.0.1');
      const connected = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'error').then(() => false),
      ]).catch(() => false);
      if (!connected) continue;
      const browser = new Firefox(child, socket);
      await browser.ask('WebDriver:NewSession', {});
      return browser;
    }
    child.kill('SIGKILL');
    throw new Error('Firefox did not start.');
  }

  ask(command: string, parameters: object): Promise<unknown> {
    const id = ++this.#last;
    const message = JSON.stringify([0, id, command, parameters]);
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ([fault, result]) => (fault ? reject(new Error(JSON.stringify(fault))) : resolve(result)));
    });
  }

  open = (url: string): Promise<unknown> => this.ask('WebDriver:Navigate', { url });

  async run(script: string): Promise<unknown> {
    const result = (await this.ask('WebDriver:ExecuteScript', { script, args: [] })) as { value: unknown };
    return result.value;
  }

  /** Chooses files as a reader would. */
  async chooseFiles(input: string, paths: readonly string[]): Promise<void> {
    const { value } = (await this.ask('WebDriver:FindElement', { using: 'css selector', value: input })) as { value: Record<string, string> }; // prettier-ignore
    await this.ask('WebDriver:ElementSendKeys', { id: Object.values(value)[0], text: paths.join('\n') });
  }

  /** Waits until a script returns something true. */
  async until(script: string): Promise<unknown> {
    for (let tries = 0; tries < 600; tries++) {
      const found = await this.run(script);
      if (found) return found;
      await sleep(100);
    }
    throw new Error(`Never true: ${script}`);
  }

  async close(): Promise<void> {
    this.#socket.destroy();
    this.#process.kill('SIGKILL');
    await once(this.#process, 'close');
  }

  #take(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      const end = colon + 1 + Number(this.#received.toString('latin1', 0, colon));
      if (colon < 0 || this.#received.length < end) return;
      const message = JSON.parse(this.#received.toString('utf8', colon + 1, end)) as [number, number, unknown, unknown];
      this.#received = this.#received.subarray(end);
      if (Array.isArray(message)) this.#waiting.get(message[1])?.([message[2], message[3]]);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

describe.skipIf(!program)(`Firefox${program ? '' : ' (skipped: it is not installed)'}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-firefox-'));
  let browser: Firefox;

  beforeAll(async () => {
    browser = await Firefox.start(mkdtempSync(join(folder, 'profile-')));
  });
  afterAll(async () => {
    await browser?.close();
    killServers();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows a comparison: charts, and a segment browser that finds', async () => {
    const page = join(folder, 'compare.html');
    const root = fileURLToPath(new URL('..', import.meta.url));
    assay(
      'compare',
      '-r',
      join(root, 'examples/reference.A.en.txt'),
      example('good.txt'),
      example('terse.txt'),
      '-m',
      'bleu',
      '-o',
      page,
    );
    await browser.open(pathToFileURL(page).href);
    expect(await browser.run("return document.querySelectorAll('svg text').length")).toBeGreaterThan(3);
    const shown = "return document.querySelectorAll('.browser article, .browser tbody tr, .browser li').length";
    expect(await browser.run(shown)).toBeGreaterThan(0);
  });

  it('shows a judge the first assignment', async () => {
    const campaign = join(folder, 'campaign');
    assay(
      'judge',
      'init',
      campaign,
      '-r',
      example('reference.A.en.txt'),
      example('good.txt'),
      example('terse.txt'),
      '--judges',
      '2',
    );
    const server = await serveCampaign([campaign]);
    await browser.open(server.links.get('judge01')!);
    for (
      let tries = 0;
      tries < 50 && (await browser.run("return document.querySelectorAll('button').length")) === 0;
      tries++
    )
      await sleep(100);
    expect(await browser.run("return document.querySelectorAll('h1').length")).toBe(1);
    expect(await browser.run("return document.querySelectorAll('button, a[href]').length")).toBeGreaterThan(0);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('compares files in Studio, and finds segments', async () => {
    const server = await studioServer();
    try {
      await browser.open(server.address);
      await browser.until("return document.querySelector('input[type=file]') !== null");
      const root = fileURLToPath(new URL('../examples/', import.meta.url));
      const files = ['reference.A.en.txt', 'good.txt', 'terse.txt'].map((name) => join(root, name));
      await browser.chooseFiles('input[type=file]', files);
      await browser.until('return document.querySelector(\'a[href="#answer"].main\') !== null');
      await browser.run("location.hash = '#answer'");
      await browser.until("return document.querySelector('#_facts') !== null");
      const answer = await browser.run("return document.querySelector('.answer').textContent");
      expect(answer).toBe('good is significantly better than terse: 25.13 BLEU apart, p < 0.001.');
      await browser.run("location.hash = '#where'");
      await browser.until("return document.querySelectorAll('.browser .rows li').length > 0");
      expect(await browser.run("return document.querySelector('.browser .results').textContent")).toBe(
        'All 60 segments',
      );
    } finally {
      server.close();
    }
  });
});
