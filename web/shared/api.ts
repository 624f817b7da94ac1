/** Asks the server, in JSON. What goes wrong is either an answer of the server that says no, or no answer at all. */
import type { WireError } from '../../src/server/wire.ts';

/** The server answered, and it was not what was wanted. */
export class Refusal extends Error {
  readonly status: number;
  /** Seconds to wait before asking again, where the server says so. */
  readonly waitSeconds: number | undefined;

  constructor(status: number, message: string, waitSeconds?: number) {
    super(message);
    this.status = status;
    this.waitSeconds = waitSeconds;
  }

  /** The server has trouble of its own or too much to do: the same may be right later. */
  get isPassing(): boolean {
    return this.status >= 500 || this.status === 429 || this.status === 408;
  }

  /** The server does not know who asks. */
  get isUnknownReader(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

/** There was no answer, or nobody can say whether there was: the connection is lost, or it took too long. */
export class LostConnection extends Error {}

const patience = 20_000;

export function ask<T>(path: string): Promise<T> {
  return request<T>(path, {});
}

export function tell<T>(path: string, body: unknown): Promise<T> {
  return request<T>(path, {
    method: 'POST',
    // A form of another site cannot send these headers, so the server takes nothing without them.
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
    throw new LostConnection('There is no connection to the server.');
  }
  const body = readJson(text);
  if (response.ok) {
    // What stands between here and the server may answer in its place.
    if (body === undefined) throw new LostConnection('The server gave an answer that cannot be read.');
    return body as T;
  }
  const wait = Number(response.headers.get('retry-after') ?? NaN);
  throw new Refusal(
    response.status,
    errorIn(body) ?? `The server said ${response.status}.`,
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
