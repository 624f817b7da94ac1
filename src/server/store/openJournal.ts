/** Where journals are: opened, made, copied. A place is a folder, a file of SQLite, or the address of a PostgreSQL database. */
import { createReadStream, openSync, readSync, closeSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { UsageError } from '../../core/index.ts';
import type { JournalEntry } from '../../human/index.ts';
import type { Journal, JournalContents, OpenOptions } from './journal.ts';
import { journalLines, readEntries, readHeader } from './journalLines.ts';
import { createPostgresJournal, openPostgresJournal } from './postgresJournal.ts';
import { isPostgres } from './postgresPlace.ts';
import { withSqliteContents } from './sqliteFile.ts';
import { createSqliteJournal, openSqliteJournal } from './sqliteJournal.ts';

/** Brings older tables up to date. A file that another process writes to is refused, unless it is only to be read. */
export function openJournal(where: string, options: OpenOptions = {}): Promise<Journal> {
  return isPostgres(where) ? openPostgresJournal(where, options) : openSqliteJournal(where, options);
}

/** Never over another. */
export function createJournal(where: string, contents: JournalContents = {}): Promise<Journal> {
  return isPostgres(where) ? createPostgresJournal(where, contents) : createSqliteJournal(where, contents);
}

/** Makes the same journal of a backup of either store in either store: its entries, and its secret, so that sessions go on. */
export async function restoreJournal(from: string, where: string): Promise<Journal> {
  if (!isSqliteFile(from)) return loadJournal(from, where);
  return withSqliteContents(from, (contents) => createJournal(where, contents));
}

/** Entries a line each, as JSON, without the secret: to be kept, or handed on. */
export function dumpJournal(journal: Journal): AsyncGenerator<string> {
  return journalLines(allEntries(journal));
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
  if (header) await lines.next();
  return createJournal(where, { ...header, entries: readEntries(lines, from, header ? 2 : 1) });
}

/** All entries in order, a piece at a time. */
async function* allEntries(journal: Journal): AsyncGenerator<JournalEntry> {
  const piece = 1000;
  let after = 0;
  for (;;) {
    const entries = await journal.read(after, piece);
    yield* entries;
    if (entries.length < piece) return;
    after = entries.at(-1)!.seq;
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity });
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
