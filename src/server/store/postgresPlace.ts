/** A campaign in PostgreSQL: its address, its connections, and retries when one is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { UsageError } from '../../core/index.ts';

/** Pauses between retries after a lost connection, in milliseconds; after the last one it is an error. Long enough for a slow restart of the server. */
const pauses = [50, 100, 200, 400, 800, ...Array.from({ length: 16 }, () => 1600)];

export interface Place {
  readonly pool: Pool;
  /** Schema of the campaign; its name needs no quotes. */
  readonly schema: string;
  /** For messages: without a password. */
  readonly name: string;
}

/** Whether this is a database address and not a path. */
export const isPostgres = (where: string): boolean => /^postgres(?:ql)?:\/\//i.test(where);

/** Refuses other addresses: taken as a path, they would create a folder with the password in its name. A drive has one letter. */
export function checkAddress(where: string): void {
  const [beginning] = /^[a-z][\w+.-]+:\/+/i.exec(where) ?? [];
  if (beginning === undefined || isPostgres(where)) return;
  throw new UsageError(
    `A database address begins with postgres:// or postgresql://, not with ${beginning}. For a folder, give only its path.`,
  );
}

/** `?campaign=name` in the URL selects the campaign. Each is a schema `assay_name`, so one database can hold many. */
export async function reach(url: string): Promise<Place> {
  let parsed;
  try {
    parsed = new URL(url);
  } catch {
    throw new UsageError(
      'Cannot read the address of the database. Expected postgres://user:password@host/database?campaign=name.',
    );
  }
  const campaign = parsed.searchParams.get('campaign') ?? 'campaign';
  if (!/^[a-z0-9_]{1,40}$/.test(campaign))
    throw new UsageError(
      `campaign=${campaign}: the name of a campaign must be 1 to 40 characters from a to z, 0 to 9 and _.`,
    );
  parsed.searchParams.delete('campaign');
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: parsed.href, max: 4, connectionTimeoutMillis: 5000, keepAlive: true });
  // The next query on a lost connection reports the error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const database = parsed.pathname.slice(1) || 'the default database';
  const name = `campaign ${campaign} of ${database} on ${parsed.hostname || 'this machine'}`;
  try {
    const { rows } = await pool.query('show server_encoding');
    const encoding = rows[0].server_encoding as string;
    if (encoding !== 'UTF8') throw new UsageError(`The database has the encoding ${encoding}. Use one with UTF8.`);
  } catch (error) {
    await pool.end();
    if (error instanceof UsageError) throw error;
    throw new UsageError(`Cannot reach the database of ${name}: ${(error as Error).message || codeOf(error)}.`, {
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
    client.release(broken); // closing the connection rolls back the transaction
  }
}

/** Runs the work again if the connection is lost; uncommitted changes are rolled back. */
export async function retrying<T>({ pool, name }: Place, work: (client: PoolClient) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await withClient(pool, work);
    } catch (cause) {
      if (!isLost(cause)) throw cause;
      const pause = pauses[tries];
      if (pause === undefined) {
        const error = new Error(`Cannot reach ${name}: ${(cause as Error).message}`, { cause });
        throw Object.assign(error, { code: 'ECONNRESET' });
      }
      await sleep(pause);
    }
  }
}

export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/**
 * Whether the connection failed in a way worth a retry. PostgreSQL's codes 08 and 57P0 mean that the server is stopping or starting, 25P03
 * a timeout, 53300 too many connections.
 */
export function isLost(error: unknown): boolean {
  const { code = '', syscall, message } = error as { code?: string; syscall?: string; message: string };
  if (code === '') return /connection (?:terminated|error)|timeout.*connect|not queryable/i.test(message);
  if (/^(?:08...|57P0.|25P03|53300)$/.test(code)) return true;
  // A missing socket is ENOENT, like a missing file.
  return syscall === 'connect' || ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'].includes(code);
}
