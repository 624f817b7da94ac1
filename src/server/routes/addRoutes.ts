/** Adds the routes: those of the API, each behind the check of its role, and those that need no session. */
import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CampaignRecord } from '../../human/index.ts';
import type { FollowedRecord } from '../followedRecord.ts';
import type { LiveCache } from '../liveCache.ts';
import { Refusal, welcomePage } from '../faults.ts';
import type { RandomBytes } from '../secretLinks.ts';
import { isPostgres } from '../store/postgresPlace.ts';
import type { Visitors } from '../visitors.ts';
import type { WebFile } from '../webFiles.ts';
import { addEnrolment } from './enrolRoutes.ts';
import { eraseRoute, judgeRoutes } from './judgeRoutes.ts';
import { organiserRoutes } from './organiserRoutes.ts';
import type { LiveJson, Visit } from './route.ts';

export function addJudgeRoutes(app: FastifyInstance, visitors: Visitors, keeper: FollowedRecord): void {
  for (const { method, path: url, respond } of judgeRoutes) {
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const { record, link } = await visitors.admit('judge', request, reply);
      const judge = record.judges.get(link.judge!)!;
      const farewell = visitors.farewell('judge', request);
      const done = await respond({ ...visitOf(keeper, record, request, reply), judge, farewell });
      // A request that was in progress while the judge was erased, perhaps on another server, was stored after the erasure: erase it too.
      if (judge.erased && url !== eraseRoute.path) {
        await keeper.erase(judge.id);
        throw new Refusal(401, 'Your data was erased a moment ago, including this request.');
      }
      return done;
    };
    app.route({ method, url, handler });
  }
}

export function addOrganiserRoutes(
  app: FastifyInstance,
  visitors: Visitors,
  keeper: FollowedRecord,
  live: LiveCache<LiveJson>,
  random: RandomBytes,
): void {
  for (const { method, path: url, respond } of organiserRoutes) {
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const admitted = await visitors.admit('organiser', request, reply);
      const visit = (record: CampaignRecord): unknown =>
        respond({ ...visitOf(keeper, record, request, reply), link: admitted.hash, live, random });
      if (method === 'GET') return visit(admitted.record);
      // Changes run one at a time, so a button pressed twice acts once; the page then shows the change at once.
      const done = await keeper.inTurn(async () => {
        const record = await keeper.current();
        if (!record.link(admitted.hash)) throw new Refusal(401, 'Your link was revoked a moment ago.');
        return visit(record);
      });
      live.expire();
      return done;
    };
    app.route({ method, url, handler });
  }
}

const visitOf = (
  keeper: FollowedRecord,
  record: CampaignRecord,
  request: FastifyRequest,
  reply: FastifyReply,
): Visit => ({
  keeper,
  record,
  params: request.params as Visit['params'],
  query: request.query as Visit['query'],
  body: request.body,
  reply,
});

/** GET /j/:token and /o/:token: secret links. They set a cookie and redirect, to remove the secret from the address. */
export function addEntrances(app: FastifyInstance, visitors: Visitors): void {
  for (const [path, role] of [['/j/:token', 'judge'], ['/o/:token', 'organiser']] as const) {
    app.get<{ Params: { token: string } }>(path, async (request, reply) => {
      const cookie = await visitors.enter(role, request.params.token, request, reply);
      if (cookie === undefined) throw new Refusal(404, 'Not found.');
      return reply.header('set-cookie', cookie).redirect(`/${role}`, 303);
    });
  }
} // prettier-ignore

/**
 * GET /, /judge, /organiser, /e/:token, /assets/*: pages and their assets. They contain nothing about the campaign and need no session: after a link
 * in an email, browsers do not send a strict cookie with the first page, only with the requests of that page.
 */
export function addFiles(
  app: FastifyInstance,
  visitors: Visitors,
  keeper: FollowedRecord,
  files: ReadonlyMap<string, WebFile>,
): void {
  const send = async (name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await visitors.passFile(request, reply);
    const file = files.get(name);
    if (!file) throw new Refusal(404, 'Not found.');
    const isPage = name.endsWith('.html');
    const caching = isPage ? 'no-store' : file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache';
    reply.header('cache-control', caching).header('etag', file.etag).type(file.type);
    return request.headers['if-none-match'] === file.etag ? reply.status(304).send() : reply.send(file.body);
  };
  app.get('/', async (request, reply) => {
    await visitors.passFile(request, reply);
    return reply.type('text/html; charset=utf-8').send(welcomePage);
  });
  for (const page of ['judge', 'organiser'])
    app.get(`/${page}`, (request, reply) => send(`${page}.html`, request, reply));
  addEnrolment(app, visitors, keeper, (request, reply) => send('enrol.html', request, reply));
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const name = request.params['*'];
    return send(name.endsWith('.html') ? '' : name, request, reply);
  });
}

/** Below this many bytes, answers may soon be refused. */
const leastRoom = 32 << 20;

/** GET /healthz: whether the server runs, can read its journal and store answers. `place` is the journal, which may be a folder. */
export function addHealth(
  app: FastifyInstance,
  visitors: Visitors,
  keeper: FollowedRecord,
  place: string | undefined,
): void {
  const faultNow = async (): Promise<string | undefined> => {
    try {
      await keeper.current();
    } catch {
      return 'The journal cannot be read.';
    }
    if (keeper.failure !== undefined) return `The last answer could not be stored: ${keeper.failure}`;
    const room = place === undefined || isPostgres(place) ? undefined : await statfs(place).catch(() => undefined);
    return room && room.bavail * room.bsize < leastRoom ? 'The disk is almost full.' : undefined;
  };
  app.get('/healthz', async (request, reply) => {
    await visitors.passFile(request, reply);
    const fault = await faultNow();
    if (fault === undefined) return { ok: true };
    reply.status(503);
    return { ok: false, fault };
  });
}
