/**
 * What is known of a campaign, kept up to date with its journal: with what this server stores, and with what others store beside it. The one
 * place where a server reads and writes: every change is an event in the journal.
 */
import { type CampaignEvent, CampaignRecord, type JournalEntry } from '../human/index.ts';
import { type Journal, inPieces } from './store/journal.ts';
import { tellingDamage } from './store/journalRow.ts';

/** Entries are read so many at a time. */
const piece = 1000;

export class FollowedRecord {
  readonly record: CampaignRecord = new CampaignRecord();
  readonly #journal: Journal;
  #reading: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  readonly #working = new Set<Promise<unknown>>();

  private constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** With all that is stored. */
  static async open(journal: Journal): Promise<FollowedRecord> {
    const followed = new FollowedRecord(journal);
    await tellingDamage(() => followed.refresh());
    return followed;
  }

  /** Takes in all that was stored before the call, by whichever server. Calls that come while one reads share the next reading. */
  refresh(): Promise<void> {
    this.#next ??= this.#readNext();
    return this.#next;
  }

  /** The record with all that was stored before the call. */
  async current(): Promise<CampaignRecord> {
    await this.#tracked(() => this.refresh());
    return this.record;
  }

  /** When it resolves, the events are on the disk and in the record. An event about a judge who was never added is refused. */
  append(events: readonly CampaignEvent[]): Promise<JournalEntry[]> {
    return this.#tracked(async () => {
      if (this.#strangers(events).length > 0) await this.refresh(); // another server may have added them
      const [stranger] = this.#strangers(events);
      // Stored once, it would make the journal unreadable for good.
      if (stranger !== undefined) throw new Error(`An event about ${JSON.stringify(stranger)}, who was never added.`);
      const entries = await this.#journal.append(events);
      await this.#takeIn(entries);
      return entries;
    });
  }

  erase(judge: string): Promise<void> {
    return this.#tracked(async () => this.#takeIn([await this.#journal.erase(judge)]));
  }

  /** Entries up to where the journal stands now, in order. */
  async *entries(): AsyncGenerator<JournalEntry> {
    const { seq: last } = await this.current();
    for await (const entry of inPieces((after, limit) => this.#tracked(() => this.#journal.read(after, limit)))) {
      if (entry.seq > last) return;
      yield entry;
    }
  }

  /** One after the other, also of several servers: what looks at the record and then changes it, so that no two decide on the same state. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => this.#journal.inTurn?.(work) ?? work());
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Waits for what is being read and written, then closes the journal. */
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

  /** Entries of other servers may stand before these: then all are read in order. */
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

/** Judges whom an event tells of. */
function judgesOf(event: CampaignEvent): string[] {
  if (event.kind === 'assigned') return event.assignments.map(({ judge }) => judge);
  return 'judge' in event && event.judge !== undefined ? [event.judge] : [];
}
