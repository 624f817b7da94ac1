/**
 * GET /, /judge, /organiser, /assets/*: pages and what belongs to them. They hold nothing of the campaign and need no session: after a link
 * in a mail, browsers do not send a strict cookie with the first page, only with what the page asks for.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { welcomePage } from '../plainPage.ts';
import { Refusal } from '../refusal.ts';
import type { Visitors } from '../visitors.ts';
import type { WebFile } from '../webFiles.ts';

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
