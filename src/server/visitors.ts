/** Authentication and rate limits: secret links begin sessions, and sessions admit visits. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CampaignRecord, LinkRecord } from '../human/index.ts';
import type { FollowedRecord } from './followedRecord.ts';
import { Refusal } from './faults.ts';
import { hashOfToken, looksLikeToken } from './secretLinks.ts';
import type { Role, Sessions } from './sessions.ts';

/** Requests per minute. */
export interface RateLimits {
  /** From one address without a session, including links: many judges may share an address, so it must allow a crowd. */
  readonly strangers: number;
  /** From one address, for pages and their assets. */
  readonly files: number;
  /** In one session: enough to send at once all answers given offline. */
  readonly session: number;
}

export const usualLimits: RateLimits = { strangers: 1_500, files: 15_000, session: 1_200 };

declare module 'fastify' {
  interface FastifyRequest {
    /** Hash of the visitor's link; empty for strangers. */
    linkHash: string;
  }
}

export interface Admitted {
  readonly record: CampaignRecord;
  readonly hash: string;
  readonly link: LinkRecord;
}

type Check = ReturnType<FastifyInstance['createRateLimit']>;

export class Visitors {
  readonly #keeper: FollowedRecord;
  readonly #sessions: Sessions;
  readonly #clock: () => number;
  readonly #isHttps: boolean;
  readonly #strangers: Check;
  readonly #files: Check;
  readonly #session: Check;

  /** The rate limit plugin must be registered before. */
  constructor(
    app: FastifyInstance,
    keeper: FollowedRecord,
    sessions: Sessions,
    clock: () => number,
    limits: RateLimits,
    origin: string | undefined,
  ) {
    this.#keeper = keeper;
    this.#sessions = sessions;
    this.#clock = clock;
    this.#isHttps = origin?.startsWith('https:') ?? false;
    app.decorateRequest('linkHash', '');
    const timeWindow = 60_000;
    this.#strangers = app.createRateLimit({ max: limits.strangers, timeWindow });
    this.#files = app.createRateLimit({ max: limits.files, timeWindow });
    this.#session = app.createRateLimit({ max: limits.session, timeWindow, keyGenerator: ({ linkHash }) => linkHash });
  }

  /** The session cookie for a link; undefined if the link is not valid for this role. */
  async enter(role: Role, token: string, request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> {
    await count(this.#strangers, request, reply);
    if (!looksLikeToken(token)) return undefined;
    const hash = hashOfToken(token);
    const record = await this.#keeper.current();
    if (record.link(hash)?.role !== role) return undefined;
    return this.begin(role, hash, request);
  }

  /** The session cookie of the holder of a link. */
  begin(role: Role, hash: string, request: FastifyRequest): string {
    return this.#sessions.begin(role, hash, this.#clock(), this.#isSecure(request));
  }

  /** Looks the link up each time: a revoked link ends its sessions at once. */
  async admit(role: Role, request: FastifyRequest, reply: FastifyReply): Promise<Admitted> {
    // The signature identifies strangers before anything is read for them.
    const hash = this.#sessions.linkOf(role, request.headers.cookie, this.#clock(), this.#isSecure(request));
    const record = hash === undefined ? undefined : await this.#keeper.current();
    const link = hash === undefined ? undefined : record?.link(hash);
    if (hash === undefined || !record || link?.role !== role) {
      await count(this.#strangers, request, reply);
      throw new Refusal(401, 'Your session has expired. Open your personal link again.');
    }
    request.linkHash = hash;
    await count(this.#session, request, reply);
    return { record, hash, link };
  }

  async passStranger(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await count(this.#strangers, request, reply);
  }

  async passFile(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await count(this.#files, request, reply);
  }

  /** Headers of a proxy count only if the server is set to trust one; the public address counts always. */
  #isSecure(request: FastifyRequest): boolean {
    return this.#isHttps || request.protocol === 'https';
  }

  farewell(role: Role, request: FastifyRequest): string {
    return this.#sessions.end(role, this.#isSecure(request));
  }
}

async function count(check: Check, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const state = await check(request);
  if (state.isAllowed || !state.isExceeded) return;
  reply.header('retry-after', state.ttlInSeconds);
  throw new Refusal(429, `Too many requests. Try again in ${state.ttlInSeconds} seconds.`);
}

/**
 * Prevents cross-site request forgery. Cookies are SameSite=Strict. In addition, a change must be JSON with a header that forms cannot send
 * and other sites may not, and must come from a page of this server, as far as the browser says. `origin` is the address that browsers use,
 * if it differs from the header `host`, as behind a proxy that rewrites it.
 */
export function checkSender(request: FastifyRequest, origin: string | undefined): void {
  const { headers, method } = request;
  const site = headers['sec-fetch-site'];
  const changes = method !== 'GET' && method !== 'HEAD';
  // A download typed into the address bar has no site.
  if (site !== undefined && site !== 'same-origin' && (changes || site !== 'none')) throw foreign();
  if (!changes) return;
  // A browser that reports the same site may still hide the origin, because our pages forbid referrers.
  const concealed = headers.origin === 'null' && site === 'same-origin';
  if (headers.origin !== undefined && !concealed && !isOwn(headers.origin, request, origin)) throw foreign();
  if (headers['x-assay'] !== '1') throw new Refusal(403, 'Changes need the header "x-assay: 1".');
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new Refusal(415, 'Changes must be sent as application/json.');
}

function isOwn(given: string, request: FastifyRequest, origin: string | undefined): boolean {
  if (origin !== undefined) return given === origin;
  // The scheme is not compared: a proxy may terminate https without saying so.
  return URL.canParse(given) && new URL(given).host === request.host.toLowerCase();
}

const foreign = () => new Refusal(403, 'The request came from another site and was refused.');
