/** Opens, creates and copies journals. A place is a folder, an SQLite file, or the address of a PostgreSQL database. */
import { openSync, readSync, closeSync, statSync } from 'node:fs';
import { UsageError } from '../../core/index.ts';
import { readLines } from '../../data/readLines.ts';
import type { Journal, JournalContents, OpenOptions, Verified } from './journal.ts';
import { readEntries, readHeader, soundEntries } from './journalLines.ts';
import { explainingDamage } from './journalRow.ts';
import { createPostgresJournal, openPostgresJournal } from './postgresJournal.ts';
import { checkAddress, isPostgres } from './postgresPlace.ts';
import { verifyEntries } from './queuedJournal.ts';
import { withSqliteContents } from './sqliteFile.ts';
import { createSqliteJournal, openSqliteJournal } from './sqliteJournal.ts';

/** Migrates older schemas. Refuses a file that another process writes to, unless it is opened read-only. */
export async function openJournal(where: string, options: OpenOptions = {}): Promise<Journal> {
  checkAddress(where);
  return isPostgres(where) ? openPostgresJournal(where, options) : openSqliteJournal(where, options);
}

/** Never overwrites another journal. */
export async function createJournal(where: string, contents: JournalContents = {}): Promise<Journal> {
  checkAddress(where);
  return isPostgres(where) ? createPostgresJournal(where, contents) : createSqliteJournal(where, contents);
}

/** Restores a backup of either store to either store, with its entries and its secret, so sessions stay valid. */
export async function restoreJournal(from: string, where: string): Promise<Journal> {
  if (!isSqliteFile(from)) return loadJournal(from, where);
  return explainingDamage(() =>
    withSqliteContents(from, ({ entries, ...meta }) =>
      createJournal(where, { ...meta, entries: soundEntries(entries) }),
    ),
  );
}

/** Checks a campaign or a backup: throws at the first entry that was changed, moved or removed. */
export async function verifyJournal(where: string): Promise<Verified> {
  checkAddress(where);
  if (!isPostgres(where) && statSync(where, { throwIfNoEntry: false })?.isFile() && !isSqliteFile(where)) {
    const { header, lines } = await openLines(where);
    return verifyEntries(readEntries(lines, where, header ? 2 : 1));
  }
  return explainingDamage(async () => {
    const journal = await openJournal(where, { readOnly: true });
    try {
      return await journal.verify();
    } finally {
      await journal.close();
    }
  });
}

/** Creates a journal from lines. Without a secret in them it gets a new one, and everyone must open their link again. */
export async function loadJournal(from: string, where: string): Promise<Journal> {
  const { header, lines } = await openLines(from);
  try {
    return await createJournal(where, { ...header, entries: readEntries(lines, from, header ? 2 : 1) });
  } finally {
    await lines.return(undefined); // if the journal is refused at once, the lines stay unread
  }
}

/** The header, if there is one, and the lines after it. */
async function openLines(path: string) {
  checkFile(path);
  let header;
  for await (const line of linesOf(path)) {
    header = readHeader(line, path);
    break;
  }
  const lines = linesOf(path);
  if (header) await lines.next();
  return { header, lines };
}

/** Like all text files: a byte order mark is skipped, and invalid UTF-8 is refused. */
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
    throw new UsageError(`${path} does not exist or is not a file. Name a backup or a journal in lines of JSON.`);
}
