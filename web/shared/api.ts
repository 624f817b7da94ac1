/** Requests to the server, in JSON. A failure is either a refusal by the server or a lost connection. */
import type { WireError } from '../../src/server/wire.ts';

/** The server replied with an error. */
export class Refusal extends Error {
  readonly status: number;
  /** Seconds to wait before the next try, if the server says so. */
  readonly waitSeconds: number | undefined;

  constructor(status: number, message: string, waitSeconds?: number) {
    super(message);
    this.status = status;
    this.waitSeconds = waitSeconds;
  }

  /** A server error or an overload: the same request may succeed later. */
  get isPassing(): boolean {
    return this.status >= 500 || this.status === 429 || this.status === 408;
  }

  /** The session is missing or has expired. */
  get isUnknownReader(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

/** No reply arrived: the connection was lost or the request timed out. The server may have processed it. */
export class LostConnection extends Error {}

const patience = 20_000;

export function ask<T>(path: string): Promise<T> {
  return request<T>(path, {});
}

export function tell<T>(path: string, body: unknown): Promise<T> {
  return request<T>(path, {
    method: 'POST',
    // A form on another site cannot send these headers, so the server requires them.
    headers: { 'content-type': 'application/json', 'x-assay': '1' },
    body: JSON.stringify(body),
  });
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, { ...init, credentials: 'same-origin', signal: AbortSignal.timeout(patience) });
    text = await response.text();
  } catch {
    throw new LostConnection('No connection to the server.');
  }
  const body = readJson(text);
  if (response.ok) {
    // A proxy may have replied instead of the server.
    if (body === undefined) throw new LostConnection('Cannot read the server’s reply.');
    return body as T;
  }
  const wait = Number(response.headers.get('retry-after') ?? NaN);
  throw new Refusal(
    response.status,
    errorIn(body) ?? `The server replied with status ${response.status}.`,
    wait > 0 ? wait : undefined,
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorIn(body: unknown): string | undefined {
  const error = (body as Partial<WireError> | null | undefined)?.error;
  return typeof error === 'string' ? error : undefined;
}
