/** The journal in an SQLite file, for one server and any number of readers. */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../../core/index.ts';
import type { JournalEntry } from '../../human/index.ts';
import type { Journal, JournalContents } from './journal.ts';
import { entryOf, rowOf, rowsWithout, explainDamage, explainingDamage } from './journalRow.ts';
import { missingSteps, sqliteMigrations } from './migrations.ts';
import { type Group, QueuedJournal } from './queuedJournal.ts';
import type { SqliteDatabase, SqliteDriver } from './sqliteDriver.ts';
import {
  type ReadRow,
  type SqliteOptions,
  checkLeftovers,
  copyFile,
  entriesOfRows,
  entryColumns,
  entryOfRow,
  fillFile,
  inTransaction,
  journalFile,
  lockFile,
  metaOf,
  olderForm,
  openFile,
  unlock,
  versionIn,
} from './sqliteFile.ts';
import { checkTarget, partOf, syncFolder, throughPart } from './wholeFile.ts';

/** Milliseconds before another try to truncate the log. */
const cutAgainAfter = 250;

/** Creates the file completely or not at all, and never overwrites another. */
export async function createSqliteJournal(
  where: string,
  contents: JournalContents = {},
  options: SqliteOptions = {},
): Promise<Journal> {
  const path = journalFile(where);
  const refuse = () => {
    throw new UsageError(`${path} already has a campaign. Name another folder, or remove it first.`);
  };
  if (existsSync(path)) refuse();
  checkLeftovers(path);
  const folder = dirname(resolve(path));
  const made = mkdirSync(folder, { recursive: true });
  const part = partOf(path);
  try {
    await fillFile(part, contents, options);
    try {
      closeSync(openSync(path, 'wx')); // if two processes get this far, just one of them takes the name
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') refuse();
      throw error;
    }
    renameSync(part, path);
    syncFolder(path);
  } catch (error) {
    rmSync(part, { force: true });
    removeEmpty(folder, made);
    throw error;
  }
  return openSqliteJournal(path, options);
}

/** Removes an empty folder and the parents that were created for it, up to `first`. */
function removeEmpty(folder: string, first: string | undefined): void {
  if (first === undefined) return;
  try {
    for (let each = folder; each.length >= first.length; each = dirname(each)) rmdirSync(each);
  } catch {
    // The folder is not empty: another process wrote to it.
  }
}

export async function openSqliteJournal(where: string, options: SqliteOptions = {}): Promise<Journal> {
  const path = journalFile(where);
  const { readOnly = false, driver, migrations = sqliteMigrations } = options;
  if (!existsSync(path)) throw new UsageError(`${where} has no campaign. Create one with assay judge init.`);
  const database = await openFile(path, driver);
  let lock: SqliteDatabase | undefined;
  try {
    const missing = () => missingSteps(migrations, versionIn(database, path), path);
    if (readOnly) {
      if (missing().length > 0) throw new UsageError(olderForm(path));
      database.exec('pragma query_only = on');
      return new SqliteJournal({ path, database, driver });
    }
    missing(); // no lock file next to a file that is not a journal
    lock = await lockFile(path, database, driver);
    // On macOS, only fullfsync waits for the disk. Erased data is overwritten.
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on; pragma secure_delete = on',
    );
    const steps = missing();
    if (steps.length > 0)
      inTransaction(database, () => {
        for (const step of steps) database.exec(step);
        database.prepare('update meta set schema_version = ?').run(migrations.length);
      });
    const holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
    database.prepare('update meta set holder = ?, erasing = null').run(JSON.stringify(holder));
    return new SqliteJournal({ path, database, lock, driver });
  } catch (error) {
    unlock(lock);
    database.close();
    throw explainDamage(error);
  }
}

interface OpenedFile {
  readonly path: string;
  readonly database: SqliteDatabase;
  /** Absent if the journal is read-only. */
  readonly lock?: SqliteDatabase;
  readonly driver: SqliteDriver | undefined;
}

class SqliteJournal extends QueuedJournal {
  readonly #file: OpenedFile;
  readonly #database: SqliteDatabase;
  readonly #insert;
  readonly #byKey;
  readonly #after;
  #logIsLong = false;
  #cutting: NodeJS.Timeout | undefined;

  constructor(file: OpenedFile) {
    // Retrying one by one is cheap, and nothing is stored twice: the transaction was rolled back.
    super(file.path, file.lock === undefined, () => true);
    const { database } = file;
    this.#file = file;
    this.#database = database;
    this.#insert = database.prepare(
      'insert into journal (at, kind, judge, key, body) values (?, ?, ?, ?, ?) on conflict (judge, key) do nothing',
    );
    this.#byKey = database.prepare(`select ${entryColumns} from journal where judge = ? and key = ?`);
    this.#after = database.prepare(`select ${entryColumns} from journal where seq > ? order by seq limit ?`);
  }

  protected override async readAfter(after: number, limit: number | undefined): Promise<JournalEntry[]> {
    return entriesOfRows(this.#after.all(after, limit ?? -1) as unknown as ReadRow[], after);
  }

  async secret(): Promise<Uint8Array> {
    this.checkOpen();
    return metaOf(this.#database).secret;
  }

  async backup(path: string): Promise<void> {
    this.checkOpen();
    checkTarget(path, this.#file.path);
    checkLeftovers(path);
    await throughPart(path, (part) => explainingDamage(() => copyFile(this.#file.path, part, this.#file.driver)));
  }

  protected override async end(): Promise<void> {
    if (this.#file.lock) {
      this.#database.prepare('update meta set holder = null').run();
      this.#cutLog(); // everything is then in one file, which can be copied
    }
    this.#database.close();
    unlock(this.#file.lock);
  }

  /**
   * Truncates the log, which may still contain erased data. A reader such as a backup can prevent that; it is then tried again with the
   * next write or after a pause, whichever comes first.
   */
  #cutLog(): void {
    this.#database.exec('pragma busy_timeout = 0');
    const [result] = this.#database.prepare('pragma wal_checkpoint(truncate)').all();
    this.#database.exec('pragma busy_timeout = 5000');
    this.#logIsLong = result?.['busy'] !== 0;
    clearTimeout(this.#cutting);
    if (this.#logIsLong) this.#cutLater();
  }

  #cutLater(): void {
    if (this.isClosed) return;
    const cut = () => {
      try {
        this.#cutLog();
      } catch {
        this.#cutLater(); // a full disk may have space again
      }
    };
    this.#cutting = setTimeout(cut, cutAgainAfter).unref();
  }

  protected override async store(groups: readonly Group[]): Promise<JournalEntry[][]> {
    const at = new Date().toISOString();
    if (this.#logIsLong) this.#cutLog();
    return inTransaction(this.#database, () =>
      groups.map((rows) =>
        rows.map(({ kind, judge, key, body }) => {
          const { changes, lastInsertRowid: seq } = this.#insert.run(at, kind, judge, key, body);
          if (changes > 0) return entryOf({ seq, at, body });
          return entryOfRow(this.#byKey.all(judge, key)[0] as unknown as ReadRow);
        }),
      ),
    );
  }

  protected override async eraseNow(judge: string): Promise<JournalEntry> {
    this.checkOpen();
    const database = this.#database;
    const entry = inTransaction(database, () => {
      const found = database
        .prepare(`select ${entryColumns} from journal where judge = ? or kind = 'assigned'`)
        .all(judge) as unknown as ReadRow[];
      const changed = rowsWithout(judge, found.map(entryOfRow));
      database.prepare('update meta set erasing = ?').run(judge);
      const change = database.prepare('update journal set kind = ?, judge = ?, key = ?, body = ? where seq = ?');
      for (const { seq, row } of changed) change.run(row.kind, row.judge, row.key, row.body, seq);
      database.prepare('update meta set erasing = null').run();
      const at = new Date().toISOString();
      const { kind, body } = rowOf({ kind: 'erased', judge });
      const { lastInsertRowid: seq } = this.#insert.run(at, kind, judge, null, body);
      return entryOf({ seq, at, body });
    });
    this.#cutLog();
    return entry;
  }
}
