/** The journal in an SQLite file, for one server and any number of readers. */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../../core/index.ts';
import type { JournalEntry } from '../../human/index.ts';
import type { Journal, JournalContents } from './journal.ts';
import { type Seal, type SealedEntry, sealAfter } from './chain.ts';
import { entryOf, explainDamage, explainingDamage, rowsWithout, sealedRow, withoutSeals } from './journalRow.ts';
import { missingSteps, sqliteMigrations } from './migrations.ts';
import { type Group, QueuedJournal } from './queuedJournal.ts';
import type { SqliteDatabase, SqliteDriver } from './sqliteDriver.ts';
import {
  type ReadRow,
  type SqliteOptions,
  checkLeftovers,
  copyFile,
  entryColumns,
  entryOfRow,
  fillFile,
  inTransaction,
  journalFile,
  lockFile,
  metaOf,
  openFile,
  readerOf,
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
      missing();
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

const writingStatements = (database: SqliteDatabase) => ({
  insert: database.prepare(
    'insert into journal (seq, at, kind, judge, key, body, seal) values (?, ?, ?, ?, ?, ?, ?) on conflict (judge, key) do nothing',
  ),
  byKey: database.prepare(`select ${entryColumns(database)} from journal where judge = ? and key = ?`),
  last: database.prepare('select seq, seal from journal order by seq desc limit 1'),
});

class SqliteJournal extends QueuedJournal {
  readonly #file: OpenedFile;
  readonly #database: SqliteDatabase;
  /** Absent if the journal is read-only, which may be of an earlier version. */
  readonly #writing: ReturnType<typeof writingStatements> | undefined;
  readonly #after;
  #logIsLong = false;
  #cutting: NodeJS.Timeout | undefined;

  constructor(file: OpenedFile) {
    // Retrying one by one is cheap, and nothing is stored twice: the transaction was rolled back.
    super(file.path, file.lock === undefined, () => true);
    const { database } = file;
    this.#file = file;
    this.#database = database;
    if (file.lock) this.#writing = writingStatements(database);
    this.#after = readerOf(database);
  }

  protected override async readAfter(after: number, limit: number | undefined): Promise<SealedEntry[]> {
    return this.#after(after, limit);
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
    return inTransaction(this.#database, () => {
      let { seq: last, seal: before } = this.#lastRow();
      return groups.map((rows) =>
        rows.map(({ kind, judge, key, body }) => {
          const seq = last + 1;
          const seal = sealAfter(before, { seq, at, body });
          const { changes } = this.#writing!.insert.run(seq, at, kind, judge, key, body, seal);
          if (changes === 0) {
            const [stored] = withoutSeals([entryOfRow(this.#writing!.byKey.all(judge, key)[0] as unknown as ReadRow)]);
            return stored!;
          }
          last = seq;
          before = seal;
          return entryOf({ seq, at, body });
        }),
      );
    });
  }

  #lastRow(): { readonly seq: number; readonly seal: Seal } {
    const [last] = this.#writing!.last.all();
    return last ? { seq: last['seq'] as number, seal: last['seal'] as Seal } : { seq: 0, seal: null };
  }

  protected override async eraseNow(judge: string): Promise<JournalEntry> {
    this.checkOpen();
    const database = this.#database;
    const entry = inTransaction(database, () => {
      const found = database
        .prepare(`select ${entryColumns(database)} from journal where judge = ? or kind = 'assigned' order by seq`)
        .all(judge) as unknown as ReadRow[];
      const { changed, erased } = rowsWithout(judge, found.map(entryOfRow));
      database.prepare('update meta set erasing = ?').run(judge);
      const change = database.prepare(
        'update journal set kind = ?, judge = ?, key = ?, body = ?, seal = ? where seq = ?',
      );
      for (const row of changed) change.run(row.kind, row.judge, row.key, row.body, row.seal, row.seq);
      database.prepare('update meta set erasing = null').run();
      const at = new Date().toISOString();
      const last = this.#lastRow();
      const { seq, kind, body, seal } = sealedRow(last.seal, { seq: last.seq + 1, at, event: erased });
      this.#writing!.insert.run(seq, at, kind, judge, null, body, seal);
      return entryOf({ seq, at, body });
    });
    this.#cutLog();
    return entry;
  }
}
