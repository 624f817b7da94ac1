/** A route: a method, a path, and a handler for visitors with a session. */
import type { FastifyReply } from 'fastify';
import type { CampaignRecord, JudgeRecord } from '../../human/index.ts';
import type { FollowedRecord } from '../followedRecord.ts';
import type { LiveCache } from '../liveCache.ts';
import type { RandomBytes } from '../secretLinks.ts';

export interface Visit {
  readonly keeper: FollowedRecord;
  /** Includes everything stored before the request. */
  readonly record: CampaignRecord;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Of a POST: unchecked JSON. */
  readonly body: unknown;
  readonly reply: FastifyReply;
}

export interface JudgeVisit extends Visit {
  readonly judge: JudgeRecord;
  /** The value of `set-cookie` that ends the session. */
  readonly farewell: string;
}

/** A `LiveCampaign` as JSON: a string or its bytes. */
export type LiveJson = string | Uint8Array;

export interface OrganiserVisit extends Visit {
  /** Hash of the organiser's link. */
  readonly link: string;
  readonly live: LiveCache<LiveJson>;
  readonly random: RandomBytes;
}

/** The result of `respond` is sent as JSON, or unchanged if it set the content type. */
interface Route<V extends Visit> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  respond(visit: V): unknown;
}

export type JudgeRoute = Route<JudgeVisit>;
export type OrganiserRoute = Route<OrganiserVisit>;

/** Makes the reply a download. File names may contain system names, so unsafe characters are replaced. */
export function asDownload(reply: FastifyReply, name: string, type: string): void {
  const safe = name.replaceAll(/[^\w.-]/g, '_');
  reply.header('content-type', type).header('content-disposition', `attachment; filename="${safe}"`);
}
