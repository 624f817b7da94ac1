/**
 * Sessions: a cookie that names the visitor's link, signed with the secret of the journal. Nothing is stored, so every server of the
 * journal recognises it. Each request looks the link up, so a revoked link ends its sessions at once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type Role = 'judge' | 'organiser';

/** A month: longer than most campaigns. Later visitors open their link again. */
const lifetime = 30 * 24 * 60 * 60;

export class Sessions {
  readonly #secret: Uint8Array;
  /** All ports of a host share cookies; this part of the name separates campaigns on the same host. */
  readonly #campaign: string;

  constructor(secret: Uint8Array) {
    this.#secret = secret;
    this.#campaign = this.#sign('name').toString('hex').slice(0, 8);
  }

  /** The value of `set-cookie` that begins a session. `now` in milliseconds. */
  begin(role: Role, linkHash: string, now: number, secure: boolean): string {
    const content = `${linkHash}.${Math.floor(now / 1000) + lifetime}`;
    const signature = this.#sign(`${role} ${content}`).toString('base64url');
    return this.#cookie(role, secure, `${content}.${signature}`, lifetime);
  }

  /** The value of `set-cookie` that ends a session. */
  end(role: Role, secure: boolean): string {
    return this.#cookie(role, secure, '', 0);
  }

  /** The hash of the link, if the header `cookie` has a valid session of that role that has not expired. */
  linkOf(role: Role, cookies: string | undefined, now: number, secure: boolean): string | undefined {
    const value = cookies && valueOf(cookies, this.#name(role, secure));
    const parts = value && /^([0-9a-f]{64}\.(\d{1,12}))\.([\w-]{43})$/.exec(value);
    if (!parts) return undefined;
    const [, content, ends, signature] = parts;
    const expected = this.#sign(`${role} ${content}`);
    const given = Buffer.from(signature!, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return Number(ends) * 1000 > now ? content!.slice(0, 64) : undefined;
  }

  #cookie(role: Role, secure: boolean, value: string, seconds: number): string {
    const safe = secure ? '; Secure' : '';
    return `${this.#name(role, secure)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${safe}`;
  }

  /** Browsers accept a cookie with the prefix `__Host-` only from this exact host and only over https. */
  #name(role: Role, secure: boolean): string {
    return `${secure ? '__Host-' : ''}assay-${role}-${this.#campaign}`;
  }

  #sign(text: string): Buffer {
    return createHmac('sha256', this.#secret).update(text).digest();
  }
}

function valueOf(cookies: string, name: string): string | undefined {
  for (const cookie of cookies.split(';')) {
    const [key, value] = cookie.split('=', 2);
    if (key?.trim() === name) return value?.trim();
  }
  return undefined;
}
