/** Requests over HTTP on loopback: `POST /v1/<method>` with the parameters as JSON, and a token. */
import { timingSafeEqual } from 'node:crypto';
import helmet from '@fastify/helmet';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Refusal, faultOf } from './faults.ts';
import { hashOfToken } from './secretLinks.ts';

export interface ProtocolServerOptions {
  readonly token: string;
  /** Bytes of a request. */
  readonly mostBytes: number;
  /** Requests that may wait for their turn. */
  readonly mostWaiting: number;
  /** Answers a request of the protocol; rejects with a Refusal if that takes too long. */
  readonly answer: (request: ProtocolRequest) => Promise<ProtocolAnswer>;
  /** Describes all routes. */
  readonly openApi: unknown;
  readonly log?: (line: string) => void;
}

export interface ProtocolRequest {
  readonly id: number;
  readonly method: string;
  readonly params?: unknown;
  readonly show?: unknown;
}

interface ProtocolAnswer {
  readonly error?: { readonly kind: string; readonly message: string };
}

export async function createProtocolServer(options: ProtocolServerOptions): Promise<FastifyInstance> {
  const { token, mostBytes, mostWaiting, answer, openApi, log = () => undefined } = options;
  const app: FastifyInstance = fastify({
    bodyLimit: mostBytes,
    forceCloseConnections: true,
    requestTimeout: 60_000,
    frameworkErrors: (error, _, reply) => void send(reply as FastifyReply, error),
  });
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error, request, reply) => {
    if (faultOf(error).status === 500) log(`${request.method} ${request.routeOptions.url ?? '?'}: ${String(error)}`);
    return send(reply, error);
  });
  function send(reply: FastifyReply, error: unknown): FastifyReply {
    const { status, message } = faultOf(error);
    const own = status === 413 ? `The request is larger than ${mostBytes} bytes.` : status === 500 ? 'The server had an error.' : message; // prettier-ignore
    return reply.status(status).send({ error: { kind: status === 500 ? 'bug' : 'usage', message: own } });
  }
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    checkPlace(request);
    if (request.routeOptions.url !== '/openapi.json') checkToken(request, token);
  });
  app.setNotFoundHandler(async () => {
    throw new Refusal(404, 'Not found. See /openapi.json.');
  });
  app.get('/openapi.json', async () => openApi);

  let waiting = 0;
  let last = Promise.resolve<unknown>(undefined);
  let id = 0;
  app.post<{ Params: { method: string }; Querystring: { show?: string } }>('/v1/:method', async (request, reply) => {
    if (waiting >= mostWaiting) throw new Refusal(429, 'Too many requests are waiting. Try again later.');
    const { show } = request.query;
    const asked = {
      id: ++id,
      method: request.params.method,
      params: request.body ?? {},
      ...(show !== undefined && show !== '' && { show: show.split(',') }),
    };
    waiting++;
    // One at a time, in the order they came.
    const turn = last.then(() => answer(asked));
    last = turn.catch(() => undefined).then(() => waiting--);
    const { id: _, ...answered } = { id: 0, ...(await turn) };
    const kind = answered.error?.kind;
    return reply.status(kind === undefined ? 200 : kind === 'usage' ? 400 : 500).send(answered);
  });
  return app;
}

/** Pages of other sites must not send requests, under whatever name they reach this machine. */
function checkPlace({ headers }: FastifyRequest): void {
  if (!/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(headers.host ?? '')) {
    throw new Refusal(403, 'Use the address http://127.0.0.1, not another name.');
  }
  if (headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none') {
    throw new Refusal(403, 'The request came from a web page and was refused.');
  }
}

function checkToken({ headers }: FastifyRequest, token: string): void {
  const [, given = ''] = /^Bearer (\S{1,200})$/i.exec(headers.authorization ?? '') ?? [];
  // Hashes have the same length, whatever was sent.
  if (!timingSafeEqual(Buffer.from(hashOfToken(given)), Buffer.from(hashOfToken(token)))) {
    throw new Refusal(401, 'Send the token that the server printed: Authorization: Bearer TOKEN.');
  }
}
