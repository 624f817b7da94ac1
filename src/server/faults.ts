/** What the other side is told when something goes wrong: its own mistakes in words, those of the server only that there was one. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isUsageError } from '../core/index.ts';
import { missingPage, plainPage } from './plainPage.ts';
import { Refusal } from './refusal.ts';

interface Fault {
  readonly status: number;
  readonly message: string;
}

/** What Fastify finds wrong by itself, in our words: its own may quote what came. */
const words = new Map([
  [400, 'The request cannot be read: it must be valid JSON.'],
  [404, 'There is nothing here.'],
  [408, 'The request took too long.'],
  [413, 'The request is too large: at most 64 KB are taken.'],
  [414, 'The address is too long.'],
  [415, 'Changes are sent as application/json.'],
]);

export function faultOf(error: unknown): Fault {
  if (error instanceof Refusal) return { status: error.status, message: error.message };
  if (isUsageError(error)) return { status: 400, message: error.message };
  const { statusCode = 500 } = error as Partial<FastifyError>;
  if (statusCode >= 400 && statusCode < 500)
    return { status: statusCode, message: words.get(statusCode) ?? 'The request cannot be taken.' };
  return {
    status: 500,
    message: 'Something went wrong here. Nothing was lost that was said to be stored; please try again.',
  };
}

/** As JSON to programs, as a page to people. */
export function sendFault({ status, message }: Fault, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.status(status).header('cache-control', 'no-store');
  if (request.url.startsWith('/api/') || request.url === '/healthz') return reply.send({ error: message });
  return reply
    .type('text/html; charset=utf-8')
    .send(status === 404 ? missingPage : plainPage('That did not work', message));
}
