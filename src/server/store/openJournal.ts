/** Where journals are: opened, made, copied. A place is a folder, a file of SQLite, or the address of a PostgreSQL database. */
import { openSync, readSync, closeSync, statSync } from 'node:fs';
import { UsageError } from '../../core/index.ts';
import { readLines } from '../../data/readLines.ts';
import type { Journal, JournalContents, OpenOptions } from './journal.ts';
import { readEntries, readHeader, soundEntries } from './journalLines.ts';
import { tellingDamage } from './journalRow.ts';
import { createPostgresJournal, openPostgresJournal } from './postgresJournal.ts';
import { checkAddress, isPostgres } from './postgresPlace.ts';
import { withSqliteContents } from './sqliteFile.ts';
import { createSqliteJournal, openSqliteJournal } from './sqliteJournal.ts';

/** Brings older tables up to date. A file that another process writes to is refused, unless it is only to be read. */
export async function openJournal(where: string, options: OpenOptions = {}): Promise<Journal> {
  checkAddress(where);
  return isPostgres(where) ? openPostgresJournal(where, options) : openSqliteJournal(where, options);
}

/** Never over another. */
export async function createJournal(where: string, contents: JournalContents = {}): Promise<Journal> {
  checkAddress(where);
  return isPostgres(where) ? createPostgresJournal(where, contents) : createSqliteJournal(where, contents);
}

/** Makes the same journal of a backup of either store in either store: its entries, and its secret, so that sessions go on. */
export async function restoreJournal(from: string, where: string): Promise<Journal> {
  if (!isSqliteFile(from)) return loadJournal(from, where);
  return tellingDamage(() =>
    withSqliteContents(from, ({ entries, ...meta }) =>
      createJournal(where, { ...meta, entries: soundEntries(entries) }),
    ),
  );
}

/** Makes a journal of lines. Where they have no secret it gets a new one: everybody comes in by the link again. */
export async function loadJournal(from: string, where: string): Promise<Journal> {
  checkFile(from);
  let header;
  for await (const line of linesOf(from)) {
    header = readHeader(line, from);
    break;
  }
  const lines = linesOf(from);
  try {
    if (header) await lines.next();
    return await createJournal(where, { ...header, entries: readEntries(lines, from, header ? 2 : 1) });
  } finally {
    await lines.return(undefined); // a journal that is refused at once leaves them unread
  }
}

/** As all files of text are read: a mark at the beginning is passed over, and what is no UTF-8 is refused. */
async function* linesOf(path: string): AsyncGenerator<string> {
  for await (const some of readLines(path)) yield* some;
}

function isSqliteFile(path: string): boolean {
  checkFile(path);
  const head = Buffer.alloc(16);
  const file = openSync(path, 'r');
  try {
    readSync(file, head);
  } finally {
    closeSync(file);
  }
  return head.toString('latin1') === 'SQLite format 3\0';
}

function checkFile(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`${path} is not there, or is no file; a journal is made of a backup or of lines of JSON.`);
}
