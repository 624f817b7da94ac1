/** A small planned campaign on a real server, for tests of the organiser's page: judges answer through the API, according to their opinion of the systems. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeWebPages } from '../../scripts/webPages.js';
import {
  type Answer,
  type Assignment,
  type CampaignEvent,
  CampaignRecord,
  type TaskKind,
  planCampaign,
} from '../../src/human/index.ts';
import { type JudgingServer, createServer, makeId, makeSecretLink } from '../../src/server/index.ts';
import { MemoryJournal } from '../../src/server/testing/memoryJournal.ts';
import { TestVisitor } from '../../src/server/testing/testServer.ts';
import type { JudgeHome } from '../../src/server/wire.ts';
import { Pcg64 } from '../../src/stats/index.ts';

/** The best first. The last ones have names that look like markup or are properties of every object. */
export const systems = ['online-a', 'uni-b', 'rules-c', 'phrase-d', '<b>__proto__</b>'];

const segments = Array.from({ length: 80 }, (_, i) => ({
  key: String(i + 1),
  document: `part-${Math.floor(i / 8)}`,
  source: `Dies ist der Satz mit der Nummer ${i + 1} in einem kleinen Test.`,
  reference: `This is the sentence that has the number ${i + 1} in a small test.`,
}));

/** The character of a judge: noise in ranks, seconds per answer, comments. */
export interface Temper {
  readonly noise: number;
  readonly seconds: number;
  readonly comment?: string;
}
export const careful: Temper = { noise: 2, seconds: 24 };

let made: ReturnType<typeof makeWebPages> | undefined;
const webPages = () => (made ??= makeWebPages());

export class OrganiserCampaign {
  readonly journal: MemoryJournal;
  readonly links = new Map<string, string>();
  readonly #random = new Pcg64(5);
  readonly #visitors = new Map<string, TestVisitor>();
  #server: JudgingServer | undefined;
  #folder = '';
  address = '';

  constructor(clock: () => number = Date.now) {
    this.journal = new MemoryJournal(clock);
  }

  async start(
    kinds: readonly TaskKind[],
    judges = 4,
    names: readonly string[] = systems,
    title = 'News of March & <i>April</i>',
  ): Promise<void> {
    const plan = planCampaign(
      {
        title,
        task: 'de-en',
        source: { tag: 'de', direction: 'ltr' },
        target: { tag: 'en', direction: 'ltr' },
        seed: 11,
        segments,
        systems: names,
        outputs: names.map((_, s) =>
          segments.map(({ key }) => `This is sentence number ${key} of a small test, as system ${s} says it.`),
        ),
        kinds,
      },
      { judges, perJudge: 20, rankedAtOnce: 5, repeats: 0.1, repeatDistance: 5, pool: 0.4, checks: 0.1 },
      makeId,
    );
    const links = [...plan.judges, undefined].map((judge) => ({
      judge,
      ...makeSecretLink(judge === undefined ? 'organiser' : 'judge'),
    }));
    for (const { judge = 'organiser', path } of links) this.links.set(judge, path);
    await this.journal.append([
      { kind: 'created', campaign: plan.campaign },
      ...plan.judges.map((judge): CampaignEvent => ({ kind: 'judge-added', judge })),
      { kind: 'assigned', assignments: plan.assignments },
      ...links.map(({ judge, hash }): CampaignEvent =>
        judge === undefined
          ? { kind: 'link-made', role: 'organiser', hash }
          : { kind: 'link-made', role: 'judge', judge, hash },
      ),
    ]);
    this.#folder = mkdtempSync(join(tmpdir(), 'assay-organiser-'));
    for (const [name, contents] of await webPages()) writeFileSync(join(this.#folder, name), contents);
    this.#server = await createServer({ journal: this.journal, assets: this.#folder });
    this.address = await this.#server.listen(0, '127.0.0.1');
  }

  async stop(): Promise<void> {
    await this.#server?.close();
    if (this.#folder !== '') rmSync(this.#folder, { recursive: true });
  }

  /** The current record, made from the journal alone. */
  async record(): Promise<CampaignRecord> {
    const record = new CampaignRecord();
    for (const entry of await this.journal.read(0)) record.take(entry);
    return record;
  }

  async events(kind: CampaignEvent['kind']): Promise<CampaignEvent[]> {
    return (await this.journal.read(0)).map(({ event }) => event).filter((event) => event.kind === kind);
  }

  /** A visitor signed in with the link of this judge, or with another path. */
  async visitor(judge: string, path = this.links.get(judge)!): Promise<TestVisitor> {
    const known = this.#visitors.get(path);
    if (known) return known;
    const visitor = new TestVisitor(this.#server!);
    await visitor.read(path);
    this.#visitors.set(path, visitor);
    return visitor;
  }

  /** Answers `count` assignments of the kind, practice included, through the API. Returns the status of each reply. */
  async answer(judge: string, kind: TaskKind, count: number, temper: Temper = careful): Promise<number[]> {
    const visitor = await this.visitor(judge);
    const home: JudgeHome = (await visitor.read('/api/judge/home')).json();
    if (!home.consent.given) await visitor.send('/api/judge/consent', { version: home.consent.version });
    const record = await this.record();
    const task = home.tasks.find((each) => each.kind === kind)!;
    const statuses: number[] = [];
    for (const { id } of task.assignments.filter(({ answered }) => !answered).slice(0, count)) {
      const reply = await visitor.send('/api/judge/answers', {
        key: makeId(),
        assignment: id,
        answer: this.#answerTo(record.assignment(id)!, temper),
        seconds: temper.seconds + this.#random.below(10),
        ...(temper.comment !== undefined && { comment: temper.comment }),
        instructions: task.instructionsVersion,
      });
      statuses.push(reply.statusCode);
    }
    return statuses;
  }

  #answerTo({ kind, entries, edited }: Assignment, { noise }: Temper): Answer {
    const quality = entries.map(({ systems: [system], damaged }) =>
      damaged === undefined || noise > 4 ? system! : systems.length + 1,
    );
    const drawn = quality.map((each) => each + this.#random.below(noise + 1));
    switch (kind) {
      case 'rank':
      case 'pairwise': {
        const order = [...new Set(drawn)].sort((a, b) => a - b);
        return { kind, ranks: drawn.map((each) => order.indexOf(each) + 1) };
      }
      case 'edit':
        return drawn[0]! > 4
          ? { kind, outcome: 'unable' }
          : drawn[0] === 0
            ? { kind, outcome: 'unchanged' }
            : { kind, outcome: 'edited', text: 'This is fluent.' };
      case 'accept':
        return { kind, acceptable: edited?.outcome !== 'unable' && drawn[0]! < 4 };
      case 'assess':
        return { kind, score: Math.max(0, 90 - 12 * drawn[0]!) };
      case 'mark':
        return { kind, errors: [] };
    }
  }
}
