/** A client that talks to a server like the pages do, without a browser. It keeps its cookie, even when the server moves. */
import type { Enrolment } from '../../src/server/wire.ts';

export class Visitor {
  /** May change: the session belongs to the campaign, not to the server. */
  address: string;
  #cookie: string;

  private constructor(address: string, cookie: string) {
    this.address = address;
    this.#cookie = cookie;
  }

  static async by(link: string): Promise<Visitor> {
    const reply = await fetch(link, { redirect: 'manual' });
    const [cookie] = reply.headers.getSetCookie();
    await reply.arrayBuffer();
    if (reply.status !== 303 || cookie === undefined) throw new Error(`Cannot sign in with ${link}: ${reply.status}`);
    return new Visitor(new URL(link).origin, cookie.split(';')[0]!);
  }

  /** A person who comes by the common link to a server, whose page shows what they agree to, and takes part. */
  static async enrolled(address: string, link: string): Promise<Visitor> {
    const { pathname, search } = new URL(link);
    const path = `/api/enrol/${pathname.split('/').at(-1)}${search}`;
    const stranger = new Visitor(address, '');
    const { consent } = await stranger.read<Enrolment>(path);
    const reply = await stranger.#post(path, { consent: consent.version });
    return new Visitor(address, reply.headers.getSetCookie()[0]!.split(';')[0]!);
  }

  /** The same session on another server of the campaign. */
  at(address: string): Visitor {
    return new Visitor(address, this.#cookie);
  }

  async read<T>(path: string): Promise<T> {
    return (await this.#exchange(path, {})).json() as Promise<T>;
  }

  async readText(path: string): Promise<string> {
    return (await this.#exchange(path, {})).text();
  }

  async change<T>(path: string, body: unknown): Promise<T> {
    return (await this.#post(path, body)).json() as Promise<T>;
  }

  #post(path: string, body: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json', 'x-assay': '1' };
    return this.#exchange(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async #exchange(path: string, given: RequestInit): Promise<Response> {
    const reply = await fetch(this.address + path, {
      ...given,
      headers: { ...(given.headers as Record<string, string>), cookie: this.#cookie },
    });
    if (!reply.ok) throw new Refused(reply.status, await reply.text());
    return reply;
  }
}

/** The server replied with a refusal. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`${status} ${text}`);
    this.status = status;
  }
}
