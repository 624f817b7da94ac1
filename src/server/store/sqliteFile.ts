/** Creates, opens, locks and copies the SQLite file of a journal. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { UsageError } from '../../core/index.ts';
import { DamagedJournal } from '../../human/campaign/events.ts';
import { type Entries, type JournalContents, type OpenOptions, inPieces, piece } from './journal.ts';
import { soundEntries } from './journalLines.ts';
import type { Seal, SealedEntry } from './chain.ts';
import { type StoredRow, entriesAfter, entryOf, explainDamage, sealedRow } from './journalRow.ts';
import { missingSteps, sqliteMigrations } from './migrations.ts';
import {
  type SqliteDatabase,
  type SqliteDriver,
  isAgainstRules,
  isBusy,
  isMalformed,
  isNoDatabase,
  isUnwritable,
  openDatabase,
} from './sqliteDriver.ts';
import { syncFile } from './wholeFile.ts';

export interface SqliteOptions extends OpenOptions {
  /** Default: the first one available. */
  readonly driver?: SqliteDriver | undefined;
  /** Default: those of this version. */
  readonly migrations?: readonly string[];
}

/** Name of the journal file in a folder. */
const fileName = 'judgments.sqlite';

/** The journal file: the path itself if it is a file or has the name of one, else the file in that folder. */
export function journalFile(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  const isFile = found ? !found.isDirectory() : path.endsWith('.sqlite');
  return isFile ? path : join(path, fileName);
}

/** Passes a snapshot of a file to `use`, even while a server writes to it. */
export async function withSqliteContents<T>(
  path: string,
  use: (contents: Required<JournalContents>) => Promise<T>,
  driver?: SqliteDriver,
): Promise<T> {
  const reader = await openFile(path, driver);
  try {
    reader.exec('pragma query_only = on; begin');
    missingSteps(sqliteMigrations, versionIn(reader, path), path);
    return await use({ ...metaOf(reader), entries: entriesOf(reader) });
  } finally {
    endReading(reader);
  }
}

/** Closing alone would not end a transaction while a statement is open, and the log could not be truncated. */
function endReading(reader: SqliteDatabase): void {
  try {
    reader.exec('rollback');
  } catch {
    // It never began, or the error has ended it.
  }
  reader.close();
}

/**
 * Copies a snapshot of a file to a new one, even while a server writes to it. SQLite copies it in pieces. The copy is then read completely,
 * because an unreadable backup is useless.
 */
export async function copyFile(from: string, to: string, driver: SqliteDriver | undefined): Promise<void> {
  const reader = await openFile(from, driver);
  try {
    await fillFile(to, metaOf(reader), { driver });
    reader.prepare('attach ? as copy').run(to);
    reader.exec('pragma copy.journal_mode = off; pragma copy.synchronous = off; begin');
    const columns = 'seq, at, kind, judge, key, body';
    const copy = reader.prepare(
      `insert into copy.journal (${columns}, seal) select ${columns}, ${sealColumn(reader)} from main.journal where seq > ? order by seq limit ?`,
    );
    let last = 0;
    for (;;) {
      const { changes, lastInsertRowid } = copyRows(copy, last);
      if (changes < piece) break;
      last = lastInsertRowid;
      await nextTurn();
    }
    reader.exec('commit');
  } finally {
    endReading(reader);
  }
  await withSqliteContents(to, ({ entries }) => readThrough(entries), driver);
  syncFile(to);
}

function copyRows(copy: ReturnType<SqliteDatabase['prepare']>, after: number) {
  try {
    return copy.run(after, piece);
  } catch (cause) {
    if (!isAgainstRules(cause)) throw cause;
    throw new DamagedJournal(
      after + 1,
      `or one of the next ${piece} violates a constraint (${(cause as Error).message})`,
      {
        cause,
      },
    );
  }
}

async function readThrough(entries: Entries): Promise<void> {
  for await (const _ of soundEntries(entries));
}

/** Writes a new file with these contents; when it resolves, they are on disk. */
export async function fillFile(path: string, contents: JournalContents, options: SqliteOptions): Promise<void> {
  const { driver, migrations = sqliteMigrations } = options;
  const { secret = randomBytes(32), created = new Date().toISOString(), entries = [] } = contents;
  rmSync(path, { force: true });
  closeSync(openSync(path, 'wx', 0o600)); // readable only by the owner, like the files that SQLite keeps next to it
  const database = await openDatabase(path, driver);
  try {
    // On failure the file is deleted, so no rollback is needed; it is synchronised at the end.
    database.exec('pragma journal_mode = off; pragma synchronous = off; begin');
    for (const step of migrations) database.exec(step);
    database
      .prepare('insert into meta (one, schema_version, created, secret) values (1, ?, ?, ?)')
      .run(migrations.length, created, secret);
    const insert = database.prepare(
      'insert into journal (seq, at, kind, judge, key, body, seal) values (?, ?, ?, ?, ?, ?, ?)',
    );
    let before: Seal = null;
    for await (const entry of entries) {
      const { seq, at, kind, judge, key, body, seal } = sealedRow(before, entry);
      insert.run(seq, at, kind, judge, key, body, seal);
      before = seal;
    }
    database.exec('commit');
  } finally {
    database.close();
  }
  syncFile(path);
}

/** All entries that this connection sees; yields to requests in between. */
function entriesOf(database: SqliteDatabase): AsyncGenerator<SealedEntry> {
  const read = readerOf(database);
  return inPieces(async (after, limit) => {
    if (after > 0) await nextTurn();
    return read(after, limit);
  });
}

/** Reads entries after a number, at most `limit`; the one before them is read, too, to check the chain. */
export function readerOf(database: SqliteDatabase): (after: number, limit: number | undefined) => SealedEntry[] {
  const following = database.prepare(
    `select ${entryColumns(database)} from journal where seq >= ? order by seq limit ?`,
  );
  return (after, limit) => {
    const rows = following.all(after, limit === undefined ? -1 : limit + Math.sign(after)) as unknown as ReadRow[];
    return entriesAfter(after, rows.map(storedRow));
  };
}

/** libsql gives bytes as an ArrayBuffer, Node as a Uint8Array. */
type Bytes = ArrayBuffer | Uint8Array<ArrayBuffer>;

/** A row of `entryColumns`. */
export interface ReadRow {
  readonly seq: number;
  /** Null only in a damaged file. */
  readonly at: string | Bytes | null;
  readonly body: Bytes | null;
  readonly seal: Bytes | null;
}

const usualTime = '0000-00-00T00:00:00.000Z';

/**
 * Text is read as bytes, because a file may be damaged: libsql aborts the process on invalid UTF-8, and Node would replace characters. A
 * time in the usual format is valid UTF-8 and faster to read as text. GLOB compares only up to U+0000, so the length is checked too.
 */
export const entryColumns = (database: SqliteDatabase): string => `seq, cast(body as blob) as body,
  case when length(cast(at as blob)) = ${usualTime.length} and at glob '${usualTime.replaceAll('0', '[0-9]')}' then at
  else cast(at as blob) end as at, cast(${sealColumn(database)} as blob) as seal`;

/** The first version of journals had no seals. */
function sealColumn(database: SqliteDatabase): string {
  const columns = database.prepare('pragma main.table_info(journal)').all();
  return columns.some(({ name }) => name === 'seal') ? 'seal' : 'null';
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function storedRow({ seq, at, body, seal }: ReadRow): StoredRow {
  return { seq, at: textOf(seq, at), body: textOf(seq, body), seal: seal && textOf(seq, seal) };
}

export function entryOfRow(row: ReadRow): SealedEntry {
  const stored = storedRow(row);
  return { ...entryOf(stored), seal: stored.seal };
}

function textOf(seq: number, value: string | Bytes | null): string {
  if (typeof value === 'string') return value;
  if (value === null) throw new DamagedJournal(seq, 'has no text');
  try {
    return utf8.decode(value);
  } catch (cause) {
    throw new DamagedJournal(seq, 'is not valid UTF-8', { cause });
  }
}

export function metaOf(database: SqliteDatabase): { secret: Uint8Array; created: string } {
  const [meta] = database.prepare('select secret, cast(created as blob) as created from meta').all();
  const secret = new Uint8Array(meta!['secret'] as Bytes);
  // Informational only, so decoding errors do not matter.
  return { secret, created: new TextDecoder().decode(meta!['created'] as Bytes) };
}

export async function openFile(path: string, driver: SqliteDriver | undefined): Promise<SqliteDatabase> {
  try {
    const database = await openDatabase(path, driver);
    database.exec('pragma busy_timeout = 5000');
    return database;
  } catch (cause) {
    throw new UsageError(`Cannot open ${path}: ${(cause as Error).message}.`, { cause });
  }
}

export function versionIn(database: SqliteDatabase, path: string): number {
  try {
    const version = database.prepare('select schema_version from meta').all()[0]?.['schema_version'];
    // All columns of the first version must exist; damage may have renamed one.
    if (version !== undefined)
      for (const all of ['created, secret, holder, erasing from meta', 'seq, at, kind, judge, key, body from journal'])
        database.prepare(`select ${all}`);
    return version as number;
  } catch (cause) {
    if (isBusy(cause)) throw cause;
    if (isMalformed(cause) && !isNoDatabase(cause)) throw explainDamage(cause);
    if (isUnwritable(cause))
      throw new UsageError(
        `Cannot open ${path}: SQLite must write files next to it, but the folder is read-only for you. Copy the folder to where you can write, or change its permissions.`,
        { cause },
      );
    throw new UsageError(`${path} is not the journal of a campaign: ${(cause as Error).message}.`, { cause });
  }
}

export function inTransaction<T>(database: SqliteDatabase, work: () => T): T {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    try {
      database.exec('rollback');
    } catch {
      // A full or failing disk has already ended the transaction.
    }
    throw error;
  }
}

/**
 * A lock of the operating system on a separate file, through SQLite. It ends with the process, so it is never stale. A lock on the journal
 * itself would keep readers out. The journal names the holder.
 */
export async function lockFile(
  path: string,
  database: SqliteDatabase,
  driver: SqliteDriver | undefined,
): Promise<SqliteDatabase> {
  const lock = await openFile(`${path}-lock`, driver);
  try {
    lock.exec('pragma busy_timeout = 0; begin immediate');
    return lock;
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    const holder = holderIn(database);
    const who = holder ? `process ${holder.pid} on ${holder.host}, since ${holder.since}` : 'another process';
    throw new UsageError(
      `${path} is in use by ${who}. Only one server can write to it: stop that one first, or keep the campaign in PostgreSQL to run several.`,
    );
  }
}

function holderIn(database: SqliteDatabase): { pid: number; host: string; since: string } | undefined {
  const said = database.prepare('select cast(holder as blob) as holder from meta').all()[0]?.['holder'] as Bytes | null;
  try {
    return said === null ? undefined : (JSON.parse(utf8.decode(said)) as { pid: number; host: string; since: string });
  } catch {
    return undefined; // damaged
  }
}

export function unlock(lock: SqliteDatabase | undefined): void {
  lock?.exec('rollback');
  lock?.close();
}

/** SQLite would take a log left by another database of this name for part of the new one. */
export function checkLeftovers(path: string): void {
  const log = `${path}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new UsageError(
      `${log} exists: it is the log of another database with this name. Name another file, or remove the log first.`,
    );
}
