/** What the other side is told when something goes wrong: its own mistakes in words, those of the server only that there was one. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isUsageError } from '../core/index.ts';

/** A request that is not granted: what the other side is told, and the status of HTTP it is told with. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: 401 | 403 | 404 | 409 | 415 | 429;

  constructor(status: Refusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}

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

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => marks[mark]!);

/** A page of one sentence, for who comes without a link, or with one that is not known. It says nothing of the campaign. */
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

export const welcomePage: string = plainPage('Assay', 'To judge translations, use the link that was sent to you.');
const missingPage: string = plainPage(
  'Not found',
  'There is nothing here. If you came by a link, ask who sent it for a new one.',
);
