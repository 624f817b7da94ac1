/** The journal in a file, by SQLite: for one server, with any number of readers beside it. */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../../core/index.ts';
import type { JournalEntry } from '../../human/index.ts';
import type { Journal, JournalContents } from './journal.ts';
import { entryOf, rowOf, rowsWithout, damageTold, tellingDamage } from './journalRow.ts';
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

/** A log that could not be cut is tried again after so many milliseconds. */
const cutAgainAfter = 250;

/** Makes the file whole or not at all, and never over another. */
export async function createSqliteJournal(
  where: string,
  contents: JournalContents = {},
  options: SqliteOptions = {},
): Promise<Journal> {
  const path = journalFile(where);
  const refuse = () => {
    throw new UsageError(`There is a campaign already in ${path}. Name another folder, or remove it first.`);
  };
  if (existsSync(path)) refuse();
  checkLeftovers(path);
  const folder = dirname(resolve(path));
  const made = mkdirSync(folder, { recursive: true });
  const part = partOf(path);
  try {
    await fillFile(part, contents, options);
    try {
      closeSync(openSync(path, 'wx')); // of two who come this far, one gets the name
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

/** Removes a folder, and those around it up to the first that was made for it. */
function removeEmpty(folder: string, first: string | undefined): void {
  if (first === undefined) return;
  try {
    for (let each = folder; each.length >= first.length; each = dirname(each)) rmdirSync(each);
  } catch {
    // Somebody else has put something there.
  }
}

export async function openSqliteJournal(where: string, options: SqliteOptions = {}): Promise<Journal> {
  const path = journalFile(where);
  const { readOnly = false, driver, migrations = sqliteMigrations } = options;
  if (!existsSync(path)) throw new UsageError(`There is no campaign in ${where}. Make one with assay judge init.`);
  const database = await openFile(path, driver);
  let lock: SqliteDatabase | undefined;
  try {
    const missing = () => missingSteps(migrations, versionIn(database, path), path);
    if (readOnly) {
      if (missing().length > 0) throw new UsageError(olderForm(path));
      database.exec('pragma query_only = on');
      return new SqliteJournal({ path, database, driver });
    }
    missing(); // what is no journal gets no lock beside it
    lock = await lockFile(path, database, driver);
    // On a Mac, only fullfsync waits for the disk. What is erased is overwritten.
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
    throw damageTold(error);
  }
}

interface OpenedFile {
  readonly path: string;
  readonly database: SqliteDatabase;
  /** Absent if the journal is only read. */
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
    // Trying each by itself is cheap, and none of them can be stored twice: the transaction was rolled back.
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
    await throughPart(path, (part) => tellingDamage(() => copyFile(this.#file.path, part, this.#file.driver)));
  }

  protected override async end(): Promise<void> {
    if (this.#file.lock) {
      this.#database.prepare('update meta set holder = null').run();
      this.#cutLog(); // everything is in the one file then, and whoever copies it has all
    }
    this.#database.close();
    unlock(this.#file.lock);
  }

  /**
   * What was erased shall linger neither in the log nor in pages that it is not yet written over. A reader, such as a backup, may keep the
   * log from being cut: then it is tried again, with what is stored next or by the clock, whichever comes first.
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
        this.#cutLater(); // a full disk may have room again
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
