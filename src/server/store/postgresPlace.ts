/** The way to a campaign in PostgreSQL: its address, connections, and what to do when one is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { UsageError } from '../../core/index.ts';

/** After a lost connection: so long until the next try, in milliseconds; then it is an error. A restart of the server fits in, also a slow one. */
const pauses = [50, 100, 200, 400, 800, ...Array.from({ length: 16 }, () => 1600)];

export interface Place {
  readonly pool: Pool;
  /** Of the campaign; its name needs no quotes. */
  readonly schema: string;
  /** For messages: without a password. */
  readonly name: string;
}

/** Whether this names a database rather than a path. */
export const isPostgres = (where: string): boolean => /^postgres(?:ql)?:\/\//i.test(where);

/** Refuses an address that would be taken for a path: a folder would get its name, with the password in it. A drive has one letter. */
export function checkAddress(where: string): void {
  const [beginning] = /^[a-z][\w+.-]+:\/+/i.exec(where) ?? [];
  if (beginning === undefined || isPostgres(where)) return;
  throw new UsageError(
    `The address of a database begins with postgres:// or postgresql://, not with ${beginning}; a folder is named by its path alone.`,
  );
}

/** Of a URL, `?campaign=name` says which campaign; it is a schema `assay_name`, so many of them live in one database. */
export async function reach(url: string): Promise<Place> {
  let parsed;
  try {
    parsed = new URL(url);
  } catch {
    throw new UsageError(
      'The address of the database should be like postgres://user:password@host/database?campaign=name.',
    );
  }
  const campaign = parsed.searchParams.get('campaign') ?? 'campaign';
  if (!/^[a-z0-9_]{1,40}$/.test(campaign))
    throw new UsageError(
      `campaign=${campaign}: the name of a campaign has 1 to 40 of the characters a to z, 0 to 9 and _.`,
    );
  parsed.searchParams.delete('campaign');
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: parsed.href, max: 4, connectionTimeoutMillis: 5000, keepAlive: true });
  // A lost connection is found out by whoever uses it next.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const database = parsed.pathname.slice(1) || 'the default database';
  const name = `campaign ${campaign} of ${database} on ${parsed.hostname || 'this machine'}`;
  try {
    const { rows } = await pool.query('show server_encoding');
    const encoding = rows[0].server_encoding as string;
    if (encoding !== 'UTF8')
      throw new UsageError(`The database keeps text as ${encoding}; judgments need one with UTF8.`);
  } catch (error) {
    await pool.end();
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The database of ${name} cannot be reached: ${(error as Error).message || codeOf(error)}.`, {
      cause: error,
    });
  }
  return { pool, schema: `assay_${campaign}`, name };
}

export async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    const result = await work(client);
    broken = false;
    return result;
  } finally {
    client.release(broken); // closing the connection undoes what was not committed
  }
}

/** Does the work again when the connection is lost on the way; what was not committed is gone then. */
export async function retrying<T>({ pool, name }: Place, work: (client: PoolClient) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await withClient(pool, work);
    } catch (cause) {
      if (!isLost(cause)) throw cause;
      const pause = pauses[tries];
      if (pause === undefined) {
        const error = new Error(`${name} cannot be reached: ${(cause as Error).message}`, { cause });
        throw Object.assign(error, { code: 'ECONNRESET' });
      }
      await sleep(pause);
    }
  }
}

export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/**
 * Whether the connection was lost or not to be had, so that it is worth trying again. Of the classes of PostgreSQL, 08 and 57P0 say that
 * the server is going or coming, 25P03 that it waited too long, 53300 that it has too many guests.
 */
export function isLost(error: unknown): boolean {
  const { code = '', syscall, message } = error as { code?: string; syscall?: string; message: string };
  if (code === '') return /connection (?:terminated|error)|timeout.*connect|not queryable/i.test(message);
  if (/^(?:08...|57P0.|25P03|53300)$/.test(code)) return true;
  // A socket that is not there yet is ENOENT, like a file that is not.
  return syscall === 'connect' || ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'].includes(code);
}
