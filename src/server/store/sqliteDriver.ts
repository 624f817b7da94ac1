/** SQLite as far as it is needed here, in one shape for the module of Node (from 22 on) and for libsql. */
import { UsageError } from '../../core/index.ts';

/** No boolean: binding one makes libsql 0.5 abort the process. */
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

/** Drivers that this Node has, the preferred one first. */
export function driversHere(): SqliteDriver[] {
  return sqliteDrivers.filter((driver) => driver === 'libsql' || nodeSqlite() !== undefined);
}

/** The file is made if it is not there. */
export async function openDatabase(path: string, driver: SqliteDriver = driversHere()[0]!): Promise<SqliteDatabase> {
  const database = driver === 'libsql' ? await openLibsql(path) : new (nodeSqlite()!.DatabaseSync)(path);
  return {
    exec: (sql) => void database.exec(sql),
    prepare: (sql) => wrap(database.prepare(sql), driver),
    close: () => void database.close(),
  };
}

/** Whether another connection keeps this one from writing. */
export const isBusy = (error: unknown): boolean => kindOf(error) === 5;

/** Whether the file itself is at fault: it is corrupt, or ends in the middle of a page. */
export const isMalformed = (error: unknown): boolean =>
  kindOf(error) === 11 || codeOf(error) === 522 || isNoDatabase(error);

export const isNoDatabase = (error: unknown): boolean => kindOf(error) === 26;

/** Whether a row breaks a rule of its table: of rows that were in such a table before, only damage can be the reason. */
export const isAgainstRules = (error: unknown): boolean => [19, 20].includes(kindOf(error));

/** The code of SQLite: libsql and Node have it under different names. What kind it is of is in the lowest byte. */
function codeOf(error: unknown): number {
  const { rawCode, errcode } = error as { rawCode?: number; errcode?: number };
  return rawCode ?? errcode ?? 0;
}

const kindOf = (error: unknown): number => codeOf(error) & 0xff;

function wrap(statement: NativeStatement, driver: SqliteDriver): SqliteStatement {
  // libsql would take a single array or object among the values for all of them, so it gets one array always.
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

/** The compiler keeps wrong values out; this stands in for it where a value was of no known type. */
function checkBound(value: unknown): void {
  if (value === null || typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array) return;
  throw new TypeError(`A ${typeof value} cannot be stored in SQLite; only text, numbers, bytes and null can.`);
}

async function openLibsql(path: string): Promise<NativeDatabase> {
  let libsql;
  try {
    libsql = (await import('libsql')).default;
  } catch (cause) {
    throw new UsageError(
      `SQLite is not there: libsql cannot be loaded on ${process.platform} ${process.arch}. Node 22.13 and later have SQLite built in; PostgreSQL is another way.`,
      { cause },
    );
  }
  return new libsql(path);
}

/** Without the warning of Node 22 that its SQLite may still change: our tests run on it. */
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
