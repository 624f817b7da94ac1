/** Runs a whole campaign on PostgreSQL with two servers, where each request of a judge may reach either server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { JournalEntry, TaskKind } from '../src/human/index.ts';
import type { JudgeHome, LiveCampaign, Planned, ShownAssignment, StoredAnswer } from '../src/server/wire.ts';
import { startPostgres } from '../src/server/store/testing/startPostgres.ts';
import { Pcg64 } from '../src/stats/index.ts';
import { decide, initExampleCampaign, systems } from './judging/exampleCampaign.ts';
import { type Served, assay, killServers, serveCampaign } from './judging/serveCampaign.ts';
import { Refused, Visitor } from './judging/visitor.ts';

const postgres = startPostgres();
afterAll(() => {
  killServers();
  postgres?.stop();
});

describe.skipIf(!postgres)(`PostgreSQL${postgres ? '' : ' (skipped: no server can be started, and ASSAY_POSTGRES is not set)'}`, () => {
  const { url = '' } = postgres ?? {};
  const database = `${url}${url.includes('?') ? '&' : '?'}campaign=judging_${process.pid}`;

  it('two servers are one campaign, also when one of them is killed', { timeout: 120_000 }, async () => {
    initExampleCampaign(['--database', database], '--judges', '4', '--per-judge', '12');
    const first = await serveCampaign(['--database', database]);
    const second = await serveCampaign(['--database', database]);
    expect([...first.links.keys()]).toEqual(['organiser', 'judge01', 'judge02', 'judge03', 'judge04']);
    expect([...second.links.keys()], 'those of before go on working').toEqual([]);
    const servers: Served[] = [first, second];
    const acknowledged: string[] = [];

    /** Asks one server after the other until one is there. */
    const anywhere = async <T>(visitor: Visitor, random: Pcg64, ask: (at: Visitor) => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await ask(visitor.at(servers[random.below(servers.length)]!.address));
        } catch (error) {
          if (error instanceof Refused) throw error;
          await sleep(5);
        }
      }
    };

    /** Answers every question of a kind, each time with whichever server is running. */
    const doAll = async (visitor: Visitor, kind: TaskKind, random: Pcg64, after: (count: number) => void) => {
      const home = await anywhere(visitor, random, (at) => at.read<JudgeHome>('/api/judge/home'));
      const { open, assignments, instructionsVersion } = home.tasks.find((task) => task.kind === kind)!;
      expect(open).toBe(true);
      expect(assignments.length).toBeGreaterThan(0);
      for (const [count, { id }] of assignments.entries()) {
        const shown = await anywhere(visitor, random, (at) => at.read<ShownAssignment>(`/api/judge/assignments/${id}`));
        const key = `${home.judge}-${kind}-${count}`;
        const body = { key, assignment: id, answer: decide(shown, random), seconds: 3, instructions: instructionsVersion };
        const send = () => anywhere(visitor, random, (at) => at.change<StoredAnswer>('/api/judge/answers', body));
        // Sent to both at once, it is stored once.
        await Promise.all(count % 3 === 0 ? [send(), send()] : [send()]);
        acknowledged.push(key);
        const seen = await anywhere(visitor, random, (at) => at.read<ShownAssignment>(`/api/judge/assignments/${id}`));
        expect(seen.answer, 'what one stored, the other knows').toEqual(body.answer);
        after(acknowledged.length);
      }
    };

    const organiser = await Visitor.by(first.links.get('organiser')!);
    const judges = await Promise.all(
      [...first.links].filter(([who]) => who !== 'organiser').map(([, link]) => Visitor.by(link)),
    );
    for (const judge of judges) {
      const { consent } = await judge.at(second.address).read<JudgeHome>('/api/judge/home');
      await judge.at(first.address).change('/api/judge/consent', { version: consent.version });
    }

    let killed: Promise<unknown> | undefined;
    const killOnce = (count: number): void => {
      if (count < 40 || killed) return;
      killed = first.end('SIGKILL').then(async () => {
        servers[0] = await serveCampaign(['--database', database]);
      });
    };
    await Promise.all(judges.map((judge, j) => doAll(judge, 'rank', new Pcg64(10 + j), killOnce)));
    await Promise.all(judges.map((judge, j) => doAll(judge, 'edit', new Pcg64(20 + j), killOnce)));
    await killed;
    const [third] = servers as [Served, Served];
    expect(third.address).not.toBe(first.address);

    // Pressed at both servers at once, editing is closed and accepting planned once.
    const close = (at: Served) => organiser.at(at.address).change<Planned>('/api/organiser/close', { task: 'edit' });
    const planned = await Promise.all([close(third), close(second)]);
    expect(planned.filter(({ assignments }) => assignments > 0)).toHaveLength(1);
    await Promise.all(judges.map((judge, j) => doAll(judge, 'accept', new Pcg64(30 + j), () => undefined)));

    const shown = await Promise.all(
      [third, second].map(({ address }) => organiser.at(address).read<LiveCampaign>('/api/organiser/live')),
    );
    const [one, other] = shown.map((live) => ({ ...live, generatedAt: '' }));
    expect(one).toEqual(other);
    expect(one!.kinds.map(({ kind, open }) => [kind, open])).toEqual([['rank', true], ['edit', false], ['accept', true]]);
    expect(one!.kinds.every(({ done, total }) => done === total)).toBe(true);
    expect(one!.ranking?.data.rankings[0]?.systems.map(({ system }) => system)[0]).toBe(systems[0]);

    const journal = (await organiser.at(second.address).readText('/api/organiser/journal')).trimEnd().split('\n');
    const keys = journal.flatMap((line) => {
      const { event } = JSON.parse(line) as JournalEntry;
      return event.kind === 'answered' ? [event.key] : [];
    });
    expect(keys.toSorted(), 'what was acknowledged, each once').toEqual(acknowledged.toSorted());

    const ranked = assay('rank', database);
    expect(systems.every((name) => ranked.includes(name))).toBe(true);
    for (const served of [third, second]) {
      expect(await served.end('SIGTERM')).toBe(0);
      expect(served.errors()).toBe('');
    }
  });
}); // prettier-ignore
