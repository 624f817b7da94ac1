/** The journal of events, the only stored data. One interface with two stores: SQLite in a folder, and PostgreSQL for several servers. */
import type { CampaignEvent, JournalEntry } from '../../human/index.ts';
import type { Seal } from './chain.ts';

export interface Journal {
  /**
   * Stores events in one transaction; when it resolves they are on disk. An answer whose key is already stored is not stored again, and the
   * existing entry is returned, so callers may retry.
   */
  append(events: readonly CampaignEvent[]): Promise<JournalEntry[]>;
  /** Entries after this number, in order, at most `limit`, including those of other servers. */
  read(after: number, limit?: number): Promise<JournalEntry[]>;
  /** Blanks the bodies of all events about a judge and adds `erased`, in one transaction. */
  erase(judge: string): Promise<JournalEntry>;
  /** Runs the work while no other server does. Present only if several servers can write to the journal. */
  inTurn?<T>(work: () => Promise<T>): Promise<T>;
  /** A random number that all servers of the journal share, made with it. It signs sessions. */
  secret(): Promise<Uint8Array>;
  /** Reads everything and throws at the first entry that was changed, moved or removed. */
  verify(): Promise<Verified>;
  /** Writes the journal to a file that `restoreJournal` reads; can run while others append. */
  backup(path: string): Promise<void>;
  close(): Promise<void>;
}

export interface Verified {
  readonly entries: number;
  /** Stored by earlier versions of Assay, without hashes: the first entries of the journal. */
  readonly unsealed: number;
  /** The last hash of the chain, which depends on all entries with hashes. */
  readonly head: string;
}

export interface OpenOptions {
  /** Allows only `read`, `verify`, `secret` and `backup`, next to a server that writes to the same file. */
  readonly readOnly?: boolean;
}

/** The contents of a new journal; empty with a new secret by default. */
export interface JournalContents {
  readonly secret?: Uint8Array | undefined;
  readonly created?: string | undefined;
  readonly entries?: Entries;
}

/** An entry without a seal gets a new one. */
export interface KeptEntry extends JournalEntry {
  readonly seal?: Seal;
}
export type Entries<T extends KeptEntry = KeptEntry> = Iterable<T> | AsyncIterable<T>;

/** Number of entries read or copied at a time. */
export const piece = 500;

/** All entries in order, a piece at a time. */
export async function* inPieces<T extends JournalEntry>(
  read: (after: number, limit: number) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for (let after = 0; ;) {
    const entries = await read(after, piece);
    yield* entries;
    if (entries.length < piece) return;
    after = entries.at(-1)!.seq;
  }
}
