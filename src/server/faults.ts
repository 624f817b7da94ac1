/** Error replies: client errors with their message, server errors without details. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isUsageError } from '../core/index.ts';

/** A refused request, with the message and HTTP status of the reply. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: 401 | 403 | 404 | 409 | 415 | 429 | 503;

  constructor(status: Refusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}

interface Fault {
  readonly status: number;
  readonly message: string;
}

/** Our messages for Fastify's own errors, which may quote the request. */
const words = new Map([
  [400, 'Cannot read the request: it must be valid JSON.'],
  [404, 'Not found.'],
  [408, 'The request timed out. Try again.'],
  [413, 'The request is too large. The limit is 64 KB.'],
  [414, 'The address is too long.'],
  [415, 'Changes must be sent as application/json.'],
]);

export function faultOf(error: unknown): Fault {
  if (error instanceof Refusal) return { status: error.status, message: error.message };
  if (isUsageError(error)) return { status: 400, message: error.message };
  const { statusCode = 500 } = error as Partial<FastifyError>;
  if (statusCode >= 400 && statusCode < 500)
    return { status: statusCode, message: words.get(statusCode) ?? 'Cannot process the request.' };
  return {
    status: 500,
    message: 'The server had an error. Every confirmed answer is saved. Try again.',
  };
}

/** Sends JSON to programs and a page to browsers. */
export function sendFault({ status, message }: Fault, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.status(status).header('cache-control', 'no-store');
  if (request.url.startsWith('/api/') || request.url === '/healthz') return reply.send({ error: message });
  return reply.type('text/html; charset=utf-8').send(status === 404 ? missingPage : plainPage('Error', message));
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => marks[mark]!);

/** A one-sentence page for visitors without a link or with an unknown one. It reveals nothing about the campaign. */
function plainPage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${escaped(title)}</title>
  </head>
  <body>
    <main>
      <h1>${escaped(title)}</h1>
      <p>${escaped(text)}</p>
    </main>
  </body>
</html>
`;
}

export const welcomePage: string = plainPage('Assay', 'To judge translations, open your personal link.');
const missingPage: string = plainPage(
  'Not found',
  'This page does not exist. If you followed a link, ask the sender for a new one.',
);
