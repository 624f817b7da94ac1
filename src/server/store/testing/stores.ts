/** The stores available on this machine, with one interface for the common test suite. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Journal, JournalContents, OpenOptions } from '../journal.ts';
import { postgresMigrations, sqliteMigrations } from '../migrations.ts';
import { createPostgresJournal, openPostgresJournal } from '../postgresJournal.ts';
import { driversHere, openDatabase, type SqliteDriver } from '../sqliteDriver.ts';
import { createSqliteJournal, openSqliteJournal } from '../sqliteJournal.ts';
import { startPostgres } from './startPostgres.ts';

interface TestOptions extends OpenOptions {
  readonly migrations?: readonly string[];
}

/** A place for one journal. */
export interface TestPlace {
  /** As `openJournal` takes it. */
  readonly where: string;
  create(contents?: JournalContents): Promise<Journal>;
  open(options?: TestOptions): Promise<Journal>;
  /** Runs statements directly in the database; returns the rows of the last one. */
  run(sql: string): Promise<Record<string, unknown>[]>;
}

export interface TestStore {
  readonly name: string;
  /** Whether several servers can write at the same time. */
  readonly several: boolean;
  readonly migrations: readonly string[];
  place(): TestPlace;
}

const folder = mkdtempSync(join(tmpdir(), 'assay-stores-'));
export const postgres = startPostgres();
let count = 0;

/** A path where nothing exists. */
export const freshPath = (name: string): string => join(folder, `${++count}-${name}`);

export const stores: readonly TestStore[] = [
  ...driversHere().map(sqliteStore),
  ...(postgres ? [postgresStore(postgres.url)] : []),
];

const campaigns: string[] = [];

export async function removeStores(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  if (!postgres) return;
  await runIn(postgres.url, campaigns.map((name) => `drop schema if exists assay_${name} cascade`).join(';'));
  postgres.stop();
}

function sqliteStore(driver: SqliteDriver): TestStore {
  return {
    name: `SQLite by ${driver}`,
    several: false,
    migrations: sqliteMigrations,
    place: () => {
      const where = freshPath('campaign');
      return {
        where,
        create: (contents) => createSqliteJournal(where, contents, { driver }),
        open: (options) => openSqliteJournal(where, { ...options, driver }),
        run: async (sql) => {
          const database = await openDatabase(join(where, 'judgments.sqlite'), driver);
          const statements = sql.split(';');
          const last = statements.pop()!;
          if (statements.length > 0) database.exec(statements.join(';'));
          const rows = database.prepare(last).all();
          database.close();
          return rows;
        },
      };
    },
  };
}

function postgresStore(url: string): TestStore {
  return {
    name: 'PostgreSQL',
    several: true,
    migrations: postgresMigrations,
    place: () => {
      const campaign = `test_${process.pid}_${++count}`;
      campaigns.push(campaign);
      const where = `${url}${url.includes('?') ? '&' : '?'}campaign=${campaign}`;
      return {
        where,
        create: (contents) => createPostgresJournal(where, contents),
        open: (options) => openPostgresJournal(where, options),
        run: (sql) => runIn(url, `set search_path to assay_${campaign}; ${sql}`),
      };
    },
  };
}

async function runIn(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = (await client.query(sql)) as unknown as { rows: Record<string, unknown>[] }[];
    return [found].flat().at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}
