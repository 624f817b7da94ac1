/**
 * Keeps other sites from acting in somebody's name. Cookies are SameSite=Strict; besides, a change must come as JSON with a header that no
 * form can send and that other sites may not, and from a page of this server, as far as the browser tells.
 */
import type { FastifyRequest } from 'fastify';
import { Refusal } from './faults.ts';

/** `origin` is how browsers reach the server, if that differs from the header `host`: behind a proxy that rewrites it. */
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
