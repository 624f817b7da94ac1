/** A server of judging pages for tests: a few assignments of every kind, in memory, and ways to make it fail. */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeWebPages } from '../../scripts/webPages.js';
import { type Campaign, type TaskKind, designOf, taskKinds } from '../../src/human/index.ts';
import type { JudgeHome, SentAnswer, ShownAssignment, ShownText } from '../../src/server/wire.ts';
import { special } from './protocolAssignments.ts';

/** What happens to a request: it succeeds, it is dropped, it fails, or it succeeds and the reply is lost. */
export type Weather = 'fair' | 'drop' | 'fail' | 'lose-reply';

export const attacks = [
  '<script>document.title = "cracked"</script>',
  '<img src=x onerror="document.title=\'cracked\'">',
  '"><svg onload=alert(1)>',
  '\u202Eevil txet\u202C & &amp; &#60;b&#62;',
] as const;

const english = (text: string): ShownText => ({ text, lang: 'en', dir: 'ltr' });
const german = (text: string): ShownText => ({ text, lang: 'de', dir: 'ltr' });
const hebrew = (text: string): ShownText => ({ text, lang: 'he', dir: 'rtl' });

const source = {
  before: [german('Am Montag trat der Stadtrat zusammen.'), german('Die Sitzung dauerte bis in die Nacht.')],
  here: german('Der Bürgermeister lehnte den Vorschlag ab, weil er zu teuer war.'),
  after: [german('Nun muss neu verhandelt werden.')],
};
const reference = {
  before: [english('The city council met on Monday.'), english('The session lasted into the night.')],
  here: english('The mayor turned the proposal down because it was too expensive.'),
  after: [english('Now negotiations have to start afresh.')],
};
const outputs = [
  'The mayor rejected the proposal because it was too expensive.',
  'The mayor leaned the suggestion off, because he was too expensive.',
  'Mayor rejected proposal, as it too dear was.',
  'The mayor rejected the proposal, because it was too costly.',
  'The citizen master refused it.',
].map(english);

const shown = {
  rank: { source, reference, texts: outputs },
  pairwise: { source, reference, texts: outputs.slice(0, 2) },
  assess: { source, reference, texts: outputs.slice(1, 2) },
  mark: { source, reference, texts: outputs.slice(1, 2) },
  edit: { texts: outputs.slice(2, 3) },
  accept: { reference, texts: outputs.slice(3, 4) },
} satisfies Record<TaskKind, Omit<ShownAssignment, 'id' | 'kind' | 'practice' | 'design'>>;

/** A campaign of the first version: its designs follow from its errors. */
const campaign = {
  errors: {
    categories: ['accuracy', 'fluency', 'terminology', 'style', 'other'],
    severities: ['minor', 'major', 'critical'],
  },
  settings: { rankedAtOnce: 5 },
} as unknown as Campaign;

const rightToLeft = {
  before: [],
  here: hebrew('ראש העיר דחה את ההצעה של IBM Cloud, כי היא הייתה יקרה מדי (120%).'),
  after: [],
};

function assignmentsOf(kind: TaskKind): ShownAssignment[] {
  const base = { kind, practice: false, design: designOf(campaign, kind), ...shown[kind] };
  const one = (number: number, changes: Partial<ShownAssignment> = {}): ShownAssignment => ({
    ...base,
    id: `${kind}${number}`,
    ...changes,
  });
  const places = base.texts.length;
  return [
    ...(kind === 'rank' ? [one(0, { practice: true, skippable: true })] : []),
    one(1),
    // Unusual texts: with tags, empty, or from right to left.
    one(2, {
      texts: Array.from({ length: places }, (_, i) =>
        english(i === places - 1 && places > 1 ? ' ' : attacks[i % attacks.length]!),
      ),
    }),
    one(3, {
      ...('source' in base && { source: rightToLeft }),
      ...('reference' in base && { reference: rightToLeft }),
      texts: base.texts.map(() => rightToLeft.here),
    }),
    one(4),
    ...(special[kind] ?? []).map((changes, i) => {
      const { reference: _, ...assignment } = one(5 + i);
      return { ...assignment, ...changes };
    }),
  ];
}

export class FakeJudgeServer {
  address = '';
  weather: Weather = 'fair';
  frozen = false;
  consented = true;
  erased = false;
  closed = new Set<TaskKind>();
  /** All answers received, whether or not they were stored. */
  readonly received: SentAnswer[] = [];
  /** Stored answers by key, in order. */
  readonly stored = new Map<string, SentAnswer>();
  readonly #assignments = new Map(
    taskKinds.map((kind) => [kind, new Map(assignmentsOf(kind).map((shown) => [shown.id, shown]))] as const),
  );
  #files: ReadonlyMap<string, Uint8Array> = new Map();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<void> {
    this.#files = await makeWebPages();
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.address = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Back to the initial state. */
  reset(): void {
    this.weather = 'fair';
    this.frozen = false;
    this.consented = true;
    this.erased = false;
    this.closed.clear();
    this.received.length = 0;
    this.stored.clear();
  }

  /** The last answer to an assignment. */
  answerTo(assignment: string): SentAnswer | undefined {
    return [...this.stored.values()].findLast((sent) => sent.assignment === assignment);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    response.setHeader(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
    );
    const file = path === '/judge' ? 'judge.html' : path.replace('/assets/', '');
    const contents = this.#files.get(file);
    if (contents) return void response.setHeader('content-type', typeOf(file)).end(contents);
    if (this.weather === 'drop') return void request.socket.destroy();
    const reply = (status: number, body: unknown): void => {
      if (this.weather === 'lose-reply') return void request.socket.destroy();
      response.statusCode = status;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    };
    if (this.weather === 'fail') return reply(500, { error: 'The server had an error.' });
    if (this.erased) return reply(401, { error: 'Unknown link.' });
    if (request.method === 'GET') return this.#show(path, reply);
    if (request.headers['x-assay'] !== '1' || request.headers['content-type'] !== 'application/json')
      return reply(403, { error: 'Not from the page.' });
    this.#take(path, JSON.parse(Buffer.concat(parts).toString()), reply);
  }

  #show(path: string, reply: (status: number, body: unknown) => void): void {
    if (path === '/api/judge/home') return reply(200, this.#home());
    if (path === '/api/judge/export') return reply(200, { answers: [...this.stored.values()] });
    const id = /^\/api\/judge\/assignments\/(.+)$/.exec(path)?.[1] ?? '';
    const assignment = [...this.#assignments.values()].map((list) => list.get(id)).find((found) => found !== undefined);
    if (!assignment) return reply(404, { error: 'There is no such assignment.' });
    const last = this.answerTo(id);
    const { answer, comment } = last ?? {};
    reply(200, { ...assignment, ...(answer && { answer }), ...(comment !== undefined && { comment }) });
  }

  #take(path: string, body: unknown, reply: (status: number, body: unknown) => void): void {
    if (path === '/api/judge/consent') {
      this.consented = (body as { version: string }).version === 'v1';
      return reply(200, {});
    }
    if (path === '/api/judge/erase') {
      this.stored.clear();
      this.erased = true;
      return reply(200, {});
    }
    if (path !== '/api/judge/answers') return reply(404, { error: 'Not found.' });
    const sent = body as SentAnswer;
    this.received.push(sent);
    const [kind, list] = [...this.#assignments].find(([, list]) => list.has(sent.assignment)) ?? [];
    if (!kind || !list) return reply(404, { error: 'There is no such assignment.' });
    if (this.frozen || this.closed.has(kind)) return reply(409, { error: 'This task is closed.' });
    if (!this.stored.has(sent.key)) this.stored.set(sent.key, sent);
    const isPractice = list.get(sent.assignment)!.practice;
    reply(200, {
      key: sent.key,
      assignment: sent.assignment,
      ...(isPractice && { hint: 'Most judges put A first.', right: false }),
    });
  }

  #home(): JudgeHome {
    return {
      title: 'German to English, news',
      judge: 'judge-07',
      consent: {
        version: 'v1',
        text: 'Your answers are stored under a pseudonym.\n\n- Nobody sees your name.\n- You can have them erased at any time.',
        given: this.consented,
      },
      frozen: this.frozen,
      ahead: 5,
      stopped: false,
      tasks: [...this.#assignments].map(([kind, list]) => {
        const assignments = [...list.values()].map(({ id, practice }) => ({
          id,
          practice,
          answered: this.answerTo(id) !== undefined,
        }));
        const count = (practice: boolean) => assignments.filter((one) => one.practice === practice);
        return {
          kind,
          open: !this.frozen && !this.closed.has(kind),
          instructions: `Please read carefully.\n\n- Take your time.\n- Judge ${kind} by what you see.`,
          instructionsVersion: `${kind}-v1`,
          done: count(false).filter(({ answered }) => answered).length,
          total: count(false).length,
          practiceDone: count(true).filter(({ answered }) => answered).length,
          practiceTotal: count(true).length,
          assignments,
        };
      }),
    };
  }
}

function typeOf(file: string): string {
  const types = new Map([
    ['html', 'text/html; charset=utf-8'],
    ['js', 'text/javascript; charset=utf-8'],
    ['css', 'text/css; charset=utf-8'],
    ['svg', 'image/svg+xml'],
  ]);
  return types.get(file.split('.').at(-1)!) ?? 'application/octet-stream';
}
