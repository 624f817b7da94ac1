/** The part of SQLite that we use, with one interface for Node's module (from version 22) and libsql. */
import { UsageError } from '../../core/index.ts';

/** Not boolean: binding one makes libsql 0.5 abort the process. */
type Bound = string | number | null | Uint8Array;

export interface SqliteDatabase {
  /** Any number of statements without values. */
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

interface SqliteStatement {
  run(...values: readonly Bound[]): { readonly changes: number; readonly lastInsertRowid: number };
  all(...values: readonly Bound[]): Record<string, unknown>[];
}

const sqliteDrivers = ['node:sqlite', 'libsql'] as const;
export type SqliteDriver = (typeof sqliteDrivers)[number];

interface NativeStatement {
  run(...values: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  all(...values: unknown[]): unknown[];
}

interface NativeDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): NativeStatement;
  close(): unknown;
}

/** The drivers available on this machine, the preferred one first. */
export function driversHere(): SqliteDriver[] {
  return sqliteDrivers.filter((driver) => driver === 'libsql' || nodeSqlite() !== undefined);
}

/** Creates the file if it does not exist. */
export async function openDatabase(path: string, driver: SqliteDriver = driversHere()[0]!): Promise<SqliteDatabase> {
  const database = driver === 'libsql' ? await openLibsql(path) : new (nodeSqlite()!.DatabaseSync)(path);
  return {
    exec: (sql) => void database.exec(sql),
    prepare: (sql) => wrap(database.prepare(sql), driver),
    close: () => void database.close(),
  };
}

/** Whether another connection blocks this one. */
export const isBusy = (error: unknown): boolean => kindOf(error) === 5;

/** Whether the file is corrupt or truncated. */
export const isMalformed = (error: unknown): boolean =>
  kindOf(error) === 11 || codeOf(error) === 522 || isNoDatabase(error);

/** A file or its folder cannot be written to, or the files that SQLite keeps next to it cannot be created. */
export const isUnwritable = (error: unknown): boolean => [3, 8, 14].includes(kindOf(error));

export const isNoDatabase = (error: unknown): boolean => kindOf(error) === 26;

/** Whether a row violates a constraint. For rows copied from a table with the same constraints, the cause can only be damage. */
export const isAgainstRules = (error: unknown): boolean => [19, 20].includes(kindOf(error));

/** SQLite's error code, which libsql and Node have under different names. The lowest byte is its kind. */
function codeOf(error: unknown): number {
  const { rawCode, errcode } = error as { rawCode?: number; errcode?: number };
  return rawCode ?? errcode ?? 0;
}

const kindOf = (error: unknown): number => codeOf(error) & 0xff;

function wrap(statement: NativeStatement, driver: SqliteDriver): SqliteStatement {
  // libsql would take a single array or object for the list of values, so it always gets one array.
  const given = (values: readonly Bound[]): unknown[] => {
    for (const value of values) checkBound(value);
    return driver === 'libsql' ? [values] : [...values];
  };
  return {
    run(...values) {
      const { changes, lastInsertRowid } = statement.run(...given(values));
      return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
    },
    all: (...values) => statement.all(...given(values)) as Record<string, unknown>[],
  };
}

/** Checks at run time what the compiler cannot: values of unknown type. */
function checkBound(value: unknown): void {
  if (value === null || typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array) return;
  throw new TypeError(`Cannot store a ${typeof value} in SQLite, only text, numbers, bytes and null.`);
}

async function openLibsql(path: string): Promise<NativeDatabase> {
  let libsql;
  try {
    libsql = (await import('libsql')).default;
  } catch (cause) {
    throw new UsageError(
      `SQLite is missing: cannot load libsql on ${process.platform} ${process.arch}. Use Node 22.13 or later, which has SQLite built in, or PostgreSQL.`,
      { cause },
    );
  }
  return new libsql(path);
}

/** Suppresses Node 22's warning that its SQLite is experimental: our tests cover it. */
function nodeSqlite() {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule('node:sqlite') as
      { DatabaseSync: new (path: string) => NativeDatabase } | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}
