/** What a route is: a method, a path, and what it does for a visitor who was let in. Nobody else gets to it. */
import type { FastifyReply } from 'fastify';
import type { CampaignRecord, JudgeRecord } from '../../human/index.ts';
import type { FollowedRecord } from '../followedRecord.ts';
import type { LiveCache } from '../liveCache.ts';
import type { RandomBytes } from '../secretLinks.ts';

export interface Visit {
  readonly keeper: FollowedRecord;
  /** With all that was stored before the request came. */
  readonly record: CampaignRecord;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Of a POST: JSON that nobody looked at yet. */
  readonly body: unknown;
  readonly reply: FastifyReply;
}

export interface JudgeVisit extends Visit {
  readonly judge: JudgeRecord;
  /** The value of `set-cookie` that ends the session. */
  readonly farewell: string;
}

/** A `LiveCampaign` as it is sent: its text, or the bytes of it. */
export type LiveJson = string | Uint8Array;

export interface OrganiserVisit extends Visit {
  /** Hash of the link by which the organiser came. */
  readonly link: string;
  readonly live: LiveCache<LiveJson>;
  readonly random: RandomBytes;
}

/** What `respond` gives is sent as JSON, or, if it set the type of the reply, as it is. */
interface Route<V extends Visit> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  respond(visit: V): unknown;
}

export type JudgeRoute = Route<JudgeVisit>;
export type OrganiserRoute = Route<OrganiserVisit>;

/** Makes of the reply a file that the browser saves. Names of systems may be part of its name: only what is safe in one is kept. */
export function asDownload(reply: FastifyReply, name: string, type: string): void {
  const safe = name.replaceAll(/[^\w.-]/g, '_');
  reply.header('content-type', type).header('content-disposition', `attachment; filename="${safe}"`);
}
