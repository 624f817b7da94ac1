/** What needs no session: secret links, pages, and whether the server is well. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CampaignKeeper } from '../campaignKeeper.ts';
import { Refusal, welcomePage } from '../faults.ts';
import type { Visitors } from '../visitors.ts';
import type { WebFile } from '../webFiles.ts';

/** GET /j/:token and /o/:token: secret links. The cookie takes over, so that the secret does not stay in the address. */
export function addEntrances(app: FastifyInstance, visitors: Visitors): void {
  for (const [path, role] of [['/j/:token', 'judge'], ['/o/:token', 'organiser']] as const) {
    app.get<{ Params: { token: string } }>(path, async (request, reply) => {
      const cookie = await visitors.enter(role, request.params.token, request, reply);
      if (cookie === undefined) throw new Refusal(404, 'There is nothing here.');
      return reply.header('set-cookie', cookie).redirect(`/${role}`, 303);
    });
  }
} // prettier-ignore

/**
 * GET /, /judge, /organiser, /assets/*: pages and what belongs to them. They hold nothing of the campaign and need no session: after a link
 * in a mail, browsers do not send a strict cookie with the first page, only with what the page asks for.
 */
export function addFiles(app: FastifyInstance, visitors: Visitors, files: ReadonlyMap<string, WebFile>): void {
  const send = async (name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await visitors.passFile(request, reply);
    const file = files.get(name);
    if (!file) throw new Refusal(404, 'There is nothing here.');
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
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const name = request.params['*'];
    return send(name.endsWith('.html') ? '' : name, request, reply);
  });
}

/** GET /healthz: whether the server runs and can read its journal. */
export function addHealth(app: FastifyInstance, visitors: Visitors, keeper: CampaignKeeper): void {
  app.get('/healthz', async (request, reply) => {
    await visitors.passFile(request, reply);
    try {
      await keeper.current();
      return { ok: true };
    } catch {
      reply.status(503);
      return { ok: false };
    }
  });
}
