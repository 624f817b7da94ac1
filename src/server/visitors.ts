/** Who may come in: secret links become sessions, sessions become visits, and everybody only so often. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CampaignRecord, LinkRecord } from '../human/index.ts';
import type { FollowedRecord } from './followedRecord.ts';
import { Refusal } from './faults.ts';
import { hashOfToken, looksLikeToken } from './secretLinks.ts';
import type { Role, Sessions } from './sessions.ts';

/** Requests a minute. */
export interface RateLimits {
  /** From one address, by links and without a session: many judges may share an address, so it must be enough for a crowd. */
  readonly strangers: number;
  /** From one address, for pages and what belongs to them. */
  readonly files: number;
  /** In one session: enough to send at once what was answered without a connection. */
  readonly session: number;
}

export const usualLimits: RateLimits = { strangers: 1_500, files: 15_000, session: 1_200 };

declare module 'fastify' {
  interface FastifyRequest {
    /** By which link the visitor came; empty for strangers. */
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
  readonly #strangers: Check;
  readonly #files: Check;
  readonly #session: Check;

  /** The plugin for rate limits must be registered by now. */
  constructor(
    app: FastifyInstance,
    keeper: FollowedRecord,
    sessions: Sessions,
    clock: () => number,
    limits: RateLimits,
  ) {
    this.#keeper = keeper;
    this.#sessions = sessions;
    this.#clock = clock;
    app.decorateRequest('linkHash', '');
    const timeWindow = 60_000;
    this.#strangers = app.createRateLimit({ max: limits.strangers, timeWindow });
    this.#files = app.createRateLimit({ max: limits.files, timeWindow });
    this.#session = app.createRateLimit({ max: limits.session, timeWindow, keyGenerator: ({ linkHash }) => linkHash });
  }

  /** The cookie for who comes by a link; undefined if it lets nobody in by this entrance. */
  async enter(role: Role, token: string, request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> {
    await count(this.#strangers, request, reply);
    if (!looksLikeToken(token)) return undefined;
    const hash = hashOfToken(token);
    const record = await this.#keeper.current();
    if (record.link(hash)?.role !== role) return undefined;
    return this.#sessions.begin(role, hash, this.#clock(), isSecure(request));
  }

  /** Looks the link up each time, so that a revoked one ends its sessions at once. */
  async admit(role: Role, request: FastifyRequest, reply: FastifyReply): Promise<Admitted> {
    // Strangers are told apart by the signature, before anything is read for them.
    const hash = this.#sessions.linkOf(role, request.headers.cookie, this.#clock(), isSecure(request));
    const record = hash === undefined ? undefined : await this.#keeper.current();
    const link = hash === undefined ? undefined : record?.link(hash);
    if (hash === undefined || !record || link?.role !== role) {
      await count(this.#strangers, request, reply);
      throw new Refusal(401, 'Please come in by your link: this session has ended, or there was none.');
    }
    request.linkHash = hash;
    await count(this.#session, request, reply);
    return { record, hash, link };
  }

  async passFile(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await count(this.#files, request, reply);
  }

  farewell(role: Role, request: FastifyRequest): string {
    return this.#sessions.end(role, isSecure(request));
  }
}

/** Headers of a proxy count only if the server was told to trust one. */
const isSecure = (request: FastifyRequest): boolean => request.protocol === 'https';

async function count(check: Check, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const state = await check(request);
  if (state.isAllowed || !state.isExceeded) return;
  reply.header('retry-after', state.ttlInSeconds);
  throw new Refusal(429, `That was too often. Please try again in ${state.ttlInSeconds} seconds.`);
}

/**
 * Keeps other sites from acting in somebody's name. Cookies are SameSite=Strict; besides, a change must come as JSON with a header that no
 * form can send and that other sites may not, and from a page of this server, as far as the browser tells. `origin` is how browsers reach the server, if that differs from the header `host`: behind a
 * proxy that rewrites it.
 */
export function checkSender(request: FastifyRequest, origin: string | undefined): void {
  const { headers, method } = request;
  const site = headers['sec-fetch-site'];
  const changes = method !== 'GET' && method !== 'HEAD';
  // Typed into the address bar, a download has no site at all.
  if (site !== undefined && site !== 'same-origin' && (changes || site !== 'none')) throw foreign();
  if (!changes) return;
  // A browser that says it is this site may yet keep its name to itself, since pages here forbid referrers.
  const concealed = headers.origin === 'null' && site === 'same-origin';
  if (headers.origin !== undefined && !concealed && !isOwn(headers.origin, request, origin)) throw foreign();
  if (headers['x-assay'] !== '1') throw new Refusal(403, 'Changes need the header "x-assay: 1".');
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new Refusal(415, 'Changes are sent as application/json.');
}

function isOwn(given: string, request: FastifyRequest, origin: string | undefined): boolean {
  if (origin !== undefined) return given === origin;
  // The scheme is not compared: a proxy may end https without saying so.
  return URL.canParse(given) && new URL(given).host === request.host.toLowerCase();
}

const foreign = () => new Refusal(403, 'This came from another site and was refused.');
