/**
 * The journal in PostgreSQL, for several servers at once. A writer holds one lock until the commit, so entries become visible in the order
 * of their numbers, and a reader that asks for entries after a number misses none.
 */
import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { UsageError } from '../../core/index.ts';
import type { JournalEntry } from '../../human/index.ts';
import { type Journal, type JournalContents, type OpenOptions, inPieces, piece } from './journal.ts';
import { journalLines, soundEntries } from './journalLines.ts';
import { type Seal, type SealedEntry, sealAfter } from './chain.ts';
import {
  type JournalRow,
  type StoredRow,
  entriesAfter,
  entryOf,
  explainingDamage,
  rowsWithout,
  sealedRow,
} from './journalRow.ts';
import { missingSteps, postgresMigrations } from './migrations.ts';
import { type Place, codeOf, isLost, reach, retrying, withClient } from './postgresPlace.ts';
import { type Group, QueuedJournal } from './queuedJournal.ts';
import { writeLines } from './wholeFile.ts';

export interface PostgresOptions extends OpenOptions {
  /** Default: those of this version. */
  readonly migrations?: readonly string[];
}

export async function createPostgresJournal(
  url: string,
  contents: JournalContents = {},
  options: PostgresOptions = {},
): Promise<Journal> {
  const { migrations = postgresMigrations } = options;
  const { secret = randomBytes(32), created = new Date().toISOString(), entries = [] } = contents;
  const place = await reach(url);
  const { schema } = place;
  try {
    // Not retried: an existing campaign may come from the first try or from someone else.
    await withClient(place.pool, async (client) => {
      await client.query(`${begin}; ${lockOf(schema)}`);
      const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [schema]);
      if (rowCount !== 0) throw new UsageError(`${place.name} already has a campaign. Give ?campaign= another name.`);
      await client.query(`create schema ${schema}; set local search_path to ${schema}`);
      for (const step of migrations) await client.query(step);
      await client.query('insert into meta (one, schema_version, created, secret) values (1, $1, $2, $3)', [
        migrations.length,
        created,
        Buffer.from(secret),
      ]);
      let rows: JournalRow[] = [];
      let before: Seal = null;
      for await (const entry of entries) {
        const row = sealedRow(before, entry);
        rows.push(row);
        before = row.seal;
        if (rows.length < piece) continue;
        await insert(client, schema, rows);
        rows = [];
      }
      await insert(client, schema, rows);
      await client.query('commit');
    });
    return new PostgresJournal(place, options.readOnly ?? false);
  } catch (error) {
    await place.pool.end();
    throw error;
  }
}

export async function openPostgresJournal(url: string, options: PostgresOptions = {}): Promise<Journal> {
  const { readOnly = false, migrations = postgresMigrations } = options;
  const place = await reach(url);
  const { schema, name } = place;
  const missingIn = async (client: PoolClient) => {
    const { rows } = await client.query(`select schema_version from ${schema}.meta`).catch((error: unknown) => {
      // 42P01: the table or its schema does not exist.
      if (codeOf(error) !== '42P01') throw error;
      throw new UsageError(`${name} has no campaign. Create one with assay judge init.`);
    });
    return missingSteps(migrations, rows[0]?.schema_version as number, name);
  };
  try {
    const missing = await withClient(place.pool, missingIn);
    if (missing.length > 0 && !readOnly)
      await withClient(place.pool, async (client) => {
        await client.query(`${begin}; ${lockOf(schema)}; set local search_path to ${schema}`);
        for (const step of await missingIn(client)) await client.query(step); // another server may have migrated it
        await client.query('update meta set schema_version = $1', [migrations.length]);
        await client.query('commit');
      });
    return new PostgresJournal(place, readOnly);
  } catch (error) {
    await place.pool.end();
    throw error;
  }
}

/** A bigint arrives as text. */
type SentRow = Omit<JournalRow, 'seq'> & { readonly seq: string };
const storedRow = (row: SentRow): StoredRow => ({ ...row, seq: Number(row.seq), seal: row.seal ?? null });

class PostgresJournal extends QueuedJournal {
  readonly #place: Place;
  readonly #schema: string;

  constructor(place: Place, readOnly: boolean) {
    super(place.name, readOnly, (error) => !isLost(error));
    this.#place = place;
    this.#schema = place.schema;
  }

  protected override readAfter(after: number, limit: number | undefined): Promise<SealedEntry[]> {
    return retrying(this.#place, (client) => readAfter(client, this.#schema, after, limit));
  }

  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.checkWriting();
    const client = await this.#place.pool.connect();
    try {
      await client.query(`select pg_advisory_lock(hashtextextended('assay turn ${this.#schema}', 0))`);
      return await work();
    } finally {
      client.release(true); // closing the connection releases the lock
    }
  }

  async secret(): Promise<Uint8Array> {
    this.checkOpen();
    const { secret } = await retrying(this.#place, (client) => contentsOf(client, this.#schema));
    return secret;
  }

  async backup(path: string): Promise<void> {
    this.checkOpen();
    const schema = this.#schema;
    const write = async (client: PoolClient) => {
      await client.query('begin isolation level repeatable read read only'); // a consistent snapshot
      const contents = await contentsOf(client, schema);
      const entries = inPieces((after, limit) => readAfter(client, schema, after, limit));
      await writeLines(path, journalLines(soundEntries(entries), contents));
      await client.query('commit');
    };
    await explainingDamage(() => retrying(this.#place, write));
  }

  protected override async end(): Promise<void> {
    await this.#place.pool.end();
  }

  protected override async store(groups: readonly Group[]): Promise<JournalEntry[][]> {
    /** The rows whose commit was pending when the connection was lost. */
    let unsure: { fresh: JournalRow[]; stored: JournalEntry[][] } | undefined;
    return retrying(this.#place, async (client) => {
      let { at, last, before } = await this.#lock(client);
      if (unsure && (await this.#isThere(client, unsure.fresh))) {
        await client.query('rollback');
        return unsure.stored;
      }
      unsure = undefined;
      const known = await this.#answersLike(client, groups);
      const fresh: JournalRow[] = [];
      const stored = groups.map((rows) =>
        rows.map((row) => {
          const earlier = row.key === null ? undefined : known.get(answerName(row));
          if (earlier) return earlier;
          const numbered = { ...row, seq: ++last, at };
          const placed = { ...numbered, seal: sealAfter(before, numbered) };
          before = placed.seal;
          const entry = entryOf(placed);
          fresh.push(placed);
          if (row.key !== null) known.set(answerName(row), entry);
          return entry;
        }),
      );
      await insert(client, this.#schema, fresh);
      unsure = { fresh, stored };
      await client.query('commit');
      return stored;
    });
  }

  /** Begins a transaction as the only writer. Returns the time, by the database clock that all servers share, and number and seal of the last entry. */
  async #lock(client: PoolClient): Promise<{ at: string; last: number; before: Seal }> {
    // Each statement sees what was committed before it began, so the last one sees everything stored under the lock.
    const results = (await client.query(
      `${begin}; ${lockOf(this.#schema)};
       select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, seq, seal
       from (values (1)) as one left join (select seq, seal from ${this.#schema}.journal order by seq desc limit 1) as newest on true`,
    )) as unknown as { rows: { at: string; seq: string | null; seal: Seal }[] }[];
    const { at, seq, seal } = results.at(-1)!.rows[0]!;
    return { at, last: Number(seq), before: seal };
  }

  /** Whether rows are stored as sent. A row with the same number, time and body is the same row. */
  async #isThere(client: PoolClient, rows: readonly JournalRow[]): Promise<boolean> {
    const { rowCount } = await client.query(
      `select from ${this.#schema}.journal join unnest($1::bigint[], $2::text[], $3::text[]) as sent (seq, at, body) using (seq, at, body)`,
      [rows.map(({ seq }) => seq), rows.map(({ at }) => at), rows.map(({ body }) => body)],
    );
    return rowCount === rows.length;
  }

  /** Answers already stored under the same keys. */
  async #answersLike(client: PoolClient, groups: readonly Group[]): Promise<Map<string, JournalEntry>> {
    const answers = groups.flat().filter(({ key }) => key !== null);
    if (answers.length === 0) return new Map();
    const { rows } = await client.query(
      `select seq, at, judge, key, body from ${this.#schema}.journal join unnest($1::text[], $2::text[]) as sent (judge, key) using (judge, key)`,
      [answers.map(({ judge }) => judge), answers.map(({ key }) => key)],
    );
    return new Map((rows as SentRow[]).map((row) => [answerName(row), entryOf(storedRow(row))]));
  }

  protected override eraseNow(judge: string): Promise<JournalEntry> {
    const schema = this.#schema;
    // After a lost reply the commit is repeated: a second `erased` changes nothing.
    return retrying(this.#place, async (client) => {
      const { at, last, before } = await this.#lock(client);
      const { rows } = await client.query(
        `select seq, at, body, seal from ${schema}.journal where judge = $1 or kind = 'assigned' order by seq`,
        [judge],
      );
      const found = (rows as SentRow[]).map(storedRow).map((row) => ({ ...entryOf(row), seal: row.seal }));
      const { changed, erased } = rowsWithout(judge, found);
      await client.query(`set local assay.erasing to 'yes'`);
      const update = `update ${schema}.journal set kind = $1, judge = $2, key = $3, body = $4, seal = $5 where seq = $6`;
      for (const row of changed)
        await client.query(update, [row.kind, row.judge, row.key, row.body, row.seal, row.seq]);
      const added = sealedRow(before, { seq: last + 1, at, event: erased });
      await insert(client, schema, [added]);
      await client.query('commit');
      return entryOf(added);
    });
  }
}

/** Without synchronous commits the server could lose confirmed answers; stricter settings are kept. */
const begin = `begin isolation level read committed;
  set local idle_in_transaction_session_timeout to '10s';
  select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') = 'off'`;

/** Held until the end of the transaction, shared by all servers. */
const lockOf = (schema: string): string =>
  `select pg_advisory_xact_lock(hashtextextended('assay journal ${schema}', 0))`;

const answerName = ({ judge, key }: Pick<JournalRow, 'judge' | 'key'>): string => `${judge}\0${key}`;

async function insert(client: PoolClient, schema: string, rows: readonly JournalRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `insert into ${schema}.journal (seq, at, kind, judge, key, body, seal)
     select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])`,
    (['seq', 'at', 'kind', 'judge', 'key', 'body', 'seal'] as const).map((column) => rows.map((row) => row[column])),
  );
}

/** Reads the entry before them, too, to check the chain. Of a journal of the first version, which had no seals, all columns are the same but one. */
async function readAfter(client: PoolClient, schema: string, after: number, limit?: number): Promise<SealedEntry[]> {
  const { rows } = await client.query(`select journal.* from ${schema}.journal where seq >= $1 order by seq limit $2`, [
    after,
    limit === undefined ? null : limit + Math.sign(after),
  ]);
  return entriesAfter(after, (rows as SentRow[]).map(storedRow));
}

async function contentsOf(client: PoolClient, schema: string): Promise<{ secret: Uint8Array; created: string }> {
  const { rows } = await client.query(`select secret, created from ${schema}.meta`);
  return { secret: Uint8Array.from(rows[0].secret as Buffer), created: rows[0].created as string };
}
