/**
 * The record of a campaign, kept up to date with the journal, including entries that other servers store. A server reads and writes only
 * here: every change is an event in the journal.
 */
import { type CampaignEvent, CampaignRecord, type JournalEntry } from '../human/index.ts';
import { type Journal, inPieces } from './store/journal.ts';
import { explainingDamage } from './store/journalRow.ts';

/** Number of entries read at a time. */
const piece = 1000;

export class FollowedRecord {
  readonly record: CampaignRecord = new CampaignRecord();
  /** Why the last append failed, if it did. */
  failure: string | undefined;
  readonly #journal: Journal;
  #reading: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  readonly #working = new Set<Promise<unknown>>();

  private constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Opens the record with all stored entries. */
  static async open(journal: Journal): Promise<FollowedRecord> {
    const followed = new FollowedRecord(journal);
    await explainingDamage(() => followed.refresh());
    return followed;
  }

  /** Reads all entries stored before the call, by any server. Calls made while a read is running share the next read. */
  refresh(): Promise<void> {
    this.#next ??= this.#readNext();
    return this.#next;
  }

  /** The record with all entries stored before the call. */
  async current(): Promise<CampaignRecord> {
    await this.#tracked(() => this.refresh());
    return this.record;
  }

  /** When it resolves, the events are on disk and in the record. Events about a judge who was never added are refused. */
  append(events: readonly CampaignEvent[]): Promise<JournalEntry[]> {
    return this.#tracked(async () => {
      if (this.#strangers(events).length > 0) await this.refresh(); // another server may have added them
      const [stranger] = this.#strangers(events);
      // If it were stored, the journal could never be read again.
      if (stranger !== undefined)
        throw new Error(`Cannot store an event about ${JSON.stringify(stranger)}, who was never added.`);
      const entries = await this.#journal.append(events).catch((error: unknown) => {
        this.failure = error instanceof Error ? error.message : String(error);
        throw error;
      });
      this.failure = undefined;
      await this.#takeIn(entries);
      return entries;
    });
  }

  erase(judge: string): Promise<void> {
    return this.#tracked(async () => this.#takeIn([await this.#journal.erase(judge)]));
  }

  /** All entries stored so far, in order. */
  async *entries(): AsyncGenerator<JournalEntry> {
    const { seq: last } = await this.current();
    for await (const entry of inPieces((after, limit) => this.#tracked(() => this.#journal.read(after, limit)))) {
      if (entry.seq > last) return;
      yield entry;
    }
  }

  /** Runs work that reads the record and then changes it, one at a time across all servers, so no two decide on the same state. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => this.#journal.inTurn?.(work) ?? work());
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Waits for running reads and writes, then closes the journal. */
  async close(): Promise<void> {
    await this.#turn;
    await Promise.allSettled(this.#working);
    await this.#journal.close();
  }

  async #tracked<T>(work: () => Promise<T>): Promise<T> {
    const working = work();
    this.#working.add(working);
    try {
      return await working;
    } finally {
      this.#working.delete(working);
    }
  }

  /** Entries of other servers may come before these: then all are read in order. */
  async #takeIn(entries: readonly JournalEntry[]): Promise<void> {
    for (const entry of entries) if (entry.seq === this.record.seq + 1) this.record.take(entry);
    if (entries.some(({ seq }) => seq > this.record.seq)) await this.refresh();
  }

  async #readNext(): Promise<void> {
    await this.#reading?.catch(() => undefined);
    this.#reading = this.#next!;
    this.#next = undefined;
    for (;;) {
      const entries = await this.#journal.read(this.record.seq, piece);
      for (const entry of entries) this.record.take(entry);
      if (entries.length < piece) return;
    }
  }

  #strangers(events: readonly CampaignEvent[]): string[] {
    const added = new Set(events.flatMap((event) => (event.kind === 'judge-added' ? [event.judge] : [])));
    return events.flatMap(judgesOf).filter((judge) => !added.has(judge) && !this.record.judges.has(judge));
  }
}

/** The judges that an event names. */
function judgesOf(event: CampaignEvent): string[] {
  if (event.kind === 'assigned') return event.assignments.map(({ judge }) => judge);
  return 'judge' in event && event.judge !== undefined ? [event.judge] : [];
}
