/** The one thing that is stored: a journal of events. One interface, kept by SQLite in a folder and by PostgreSQL for several servers. */
import type { CampaignEvent, JournalEntry } from '../../human/index.ts';

export interface Journal {
  /**
   * Stores events in one transaction; when it resolves they are on the disk. An answer whose key is there already is not stored again:
   * what comes back is the entry that is there. So a caller may repeat what it is not sure of.
   */
  append(events: readonly CampaignEvent[]): Promise<JournalEntry[]>;
  /** Entries after this number, in order, at most `limit`. Entries of other servers are among them. */
  read(after: number, limit?: number): Promise<JournalEntry[]>;
  /** Blanks the bodies of all events about a judge and adds `erased`, in one transaction. */
  erase(judge: string): Promise<JournalEntry>;
  /** Does the work while no other server does any in this way. Only where several servers may write to the journal. */
  inTurn?<T>(work: () => Promise<T>): Promise<T>;
  /** A random number that all servers of the journal share, made with it: what sessions are signed with. */
  secret(): Promise<Uint8Array>;
  /** Writes all of it to a file from which `restore` makes the same journal; may run while others append. */
  backup(path: string): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Only `read`, `secret` and `backup`: beside a server that writes to the same file. */
  readonly readOnly?: boolean;
}

/** What a new journal begins with; new and empty, unless told. */
export interface JournalContents {
  readonly secret?: Uint8Array | undefined;
  readonly created?: string | undefined;
  readonly entries?: Entries;
}

export type Entries = Iterable<JournalEntry> | AsyncIterable<JournalEntry>;

/** Entries are read and copied so many at a time. */
export const piece = 500;

/** All entries in order, a piece at a time. */
export async function* inPieces(
  read: (after: number, limit: number) => Promise<readonly JournalEntry[]>,
): AsyncGenerator<JournalEntry> {
  for (let after = 0; ;) {
    const entries = await read(after, piece);
    yield* entries;
    if (entries.length < piece) return;
    after = entries.at(-1)!.seq;
  }
}
