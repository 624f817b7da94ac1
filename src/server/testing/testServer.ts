/** A server with a journal in memory, and visitors that keep cookies, for tests. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import type { Campaign } from '../../human/index.ts';
import { type JudgingServer, type ServerOptions, createServer } from '../createServer.ts';
import { MemoryJournal } from './memoryJournal.ts';
import { testEvents, tokens } from './testCampaign.ts';

export interface TestServer extends JudgingServer {
  readonly journal: MemoryJournal;
}

/** A folder with pages like those of the build. */
export function makeAssets(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'assay-web-'));
  writeFileSync(join(folder, 'judge.html'), '<!doctype html><title>judge</title>');
  writeFileSync(join(folder, 'enrol.html'), '<!doctype html><title>enrol</title>');
  writeFileSync(join(folder, 'organiser.html'), '<!doctype html><title>organiser</title>');
  writeFileSync(join(folder, 'judge.js'), 'export {};');
  writeFileSync(join(folder, 'part-AB34CD56.js'), 'export {};');
  writeFileSync(join(folder, 'style.css'), 'body {}');
  writeFileSync(join(folder, 'secret.pem'), 'not for anybody');
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

export async function startTestServer(
  assets: string,
  options: Partial<ServerOptions> & { readonly campaign?: Partial<Campaign>; readonly journal?: MemoryJournal } = {},
): Promise<TestServer> {
  const { campaign, ...rest } = options;
  const journal = options.journal ?? new MemoryJournal();
  if (!options.journal) await journal.append(testEvents(campaign));
  return { ...(await createServer({ assets, ...rest, journal })), journal };
}

type Headers = Readonly<Record<string, string>>;

/** A visitor with a browser: keeps cookies and sends changes like the pages do. */
export class TestVisitor {
  readonly #server: JudgingServer;
  readonly #cookies = new Map<string, string>();
  /** All bodies and headers received. */
  readonly received: string[] = [];

  constructor(server: JudgingServer) {
    this.#server = server;
  }

  /** Signs in with the link of a judge or of the organiser. */
  static async of(server: JudgingServer, who: keyof typeof tokens): Promise<TestVisitor> {
    const visitor = new TestVisitor(server);
    await visitor.read(`${who === 'organiser' ? '/o/' : '/j/'}${tokens[who]}`);
    return visitor;
  }

  /** The same cookies on another server of the journal. */
  at(server: JudgingServer): TestVisitor {
    const visitor = new TestVisitor(server);
    for (const [name, value] of this.#cookies) visitor.#cookies.set(name, value);
    return visitor;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  read(url: string, headers: Headers = {}): Promise<LightMyRequestResponse> {
    return this.#send('GET', url, headers);
  }

  send(url: string, body: unknown, headers: Headers = {}): Promise<LightMyRequestResponse> {
    const sent = { 'content-type': 'application/json', 'x-assay': '1', ...headers };
    return this.#send('POST', url, sent, typeof body === 'string' ? body : JSON.stringify(body));
  }

  async #send(
    method: 'GET' | 'POST',
    url: string,
    headers: Headers,
    payload?: string,
  ): Promise<LightMyRequestResponse> {
    const cookie = this.#cookies.size > 0 ? { cookie: this.cookie } : {};
    const reply = await this.#server.app.inject({
      method,
      url,
      headers: { ...cookie, ...headers },
      ...(payload !== undefined && { payload }),
    });
    for (const { name, value } of reply.cookies) {
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    this.received.push(JSON.stringify(reply.headers), reply.body);
    return reply;
  }
}
