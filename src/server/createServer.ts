/** The judging app over HTTP. All state comes from the journal, and every change is an event in it. */
import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { liveCampaign } from '../engine/index.ts';
import type { CampaignRecord } from '../human/index.ts';
import { FollowedRecord } from './followedRecord.ts';
import { faultOf, sendFault } from './faults.ts';
import { LiveCache, startLiveThread } from './liveCache.ts';
import type { LiveJson } from './routes/route.ts';
import { addEntrances, addFiles, addHealth, addJudgeRoutes, addOrganiserRoutes } from './routes/addRoutes.ts';
import type { RandomBytes } from './secretLinks.ts';
import { Sessions } from './sessions.ts';
import type { Journal } from './store/journal.ts';
import { type RateLimits, Visitors, checkSender, usualLimits } from './visitors.ts';
import { readWebFiles } from './webFiles.ts';
import type { LiveCampaign } from './wire.ts';

export interface ServerOptions {
  /** Closed with the server. */
  readonly journal: Journal;
  /** The folder of the built pages: `dist/web`. */
  readonly assets: string;
  /** Receives one line per server error; never a secret, a text or an answer. */
  readonly log?: (line: string) => void;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  readonly random?: RandomBytes;
  /** Number of proxies in front of the server whose headers on address and https are trusted; default 0. */
  readonly trustProxy?: number;
  /** The address that browsers use, if a proxy hides the server: `https://judging.example.org`. */
  readonly origin?: string;
  readonly limits?: Partial<RateLimits>;
  /** Where the journal is. If given, a separate thread reads it and computes the organiser's page, so no judge waits for that. */
  readonly place?: string;
  /** Computes the organiser's page if there is no such thread. */
  readonly live?: (record: CampaignRecord) => Promise<LiveCampaign>;
}

export interface JudgingServer {
  readonly app: FastifyInstance;
  /** Resolves to the address: `http://127.0.0.1:8080`. Port 0 picks any free port. */
  listen(port: number, host: string): Promise<string>;
  /** Stops accepting requests, finishes those in progress, and closes the journal. */
  close(): Promise<void>;
}

/** Room for an edit of 20,000 characters. */
const bodyLimit = 64 * 1024;

/** Connections that may wait to be accepted: all judges may arrive at once, and a refused connection costs seconds. */
const backlog = 4096;

/** No resources from other sites, nothing inline. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

export async function createServer(options: ServerOptions): Promise<JudgingServer> {
  const { journal, assets, log = () => undefined, clock = Date.now, random = randomBytes, origin } = options;
  const keeper = await FollowedRecord.open(journal);
  // Throws if the journal has no campaign.
  void (await keeper.current()).campaign;
  const files = await readWebFiles(assets);
  const trusted = options.trustProxy ?? 0;
  const thread = options.place === undefined ? undefined : startLiveThread(options.place);
  const computeHere = options.live ?? ((record) => liveCampaign(record, { now: new Date(clock()) }));
  const live = new LiveCache<LiveJson>(
    async () => thread?.compute(clock()) ?? JSON.stringify(await computeHere(await keeper.current())),
    clock,
  );

  const app: FastifyInstance = fastify({
    bodyLimit,
    trustProxy: (_address, hop) => hop < trusted,
    // On close, idle connections are ended; active ones may finish.
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    frameworkErrors: (error, request, reply) =>
      void sendFault(faultOf(error), request as FastifyRequest, reply as FastifyReply),
  });
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error, request, reply) => {
    const fault = faultOf(error);
    // The pattern of the route, not the address of the request, which may contain a secret.
    if (fault.status >= 500) log(`${request.method} ${request.routeOptions.url ?? '?'}: ${stackOf(error)}`);
    return sendFault(fault, request, reply);
  });
  await app.register(helmet, {
    contentSecurityPolicy,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // Whether a host requires https is up to its owner.
    strictTransportSecurity: false,
  });
  await app.register(rateLimit, { global: false });
  const limits = { ...usualLimits, ...options.limits };
  const visitors = new Visitors(app, keeper, new Sessions(await journal.secret()), clock, limits, origin);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (request.method !== 'GET' || request.url.startsWith('/api/')) checkSender(request, origin);
  });
  let isClosing = false;
  // A kept-alive connection would prevent the server from closing.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  app.setNotFoundHandler(async (request, reply) => {
    await visitors.passFile(request, reply);
    return sendFault({ status: 404, message: 'Not found.' }, request, reply);
  });

  addEntrances(app, visitors);
  addFiles(app, visitors, keeper, files);
  addHealth(app, visitors, keeper, options.place);
  addJudgeRoutes(app, visitors, keeper);
  addOrganiserRoutes(app, visitors, keeper, live, random);

  return {
    app,
    listen: (port, host) => app.listen({ port, host, backlog }),
    async close() {
      isClosing = true;
      await app.close();
      await thread?.close();
      await keeper.close();
    },
  };
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
