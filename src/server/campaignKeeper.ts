/** The one place where the server reads and writes: a record that follows the journal, and every change as an event in it. */
import type { CampaignEvent, CampaignRecord, JournalEntry } from '../human/index.ts';
import { FollowedRecord } from './followedRecord.ts';
import { type Journal, inPieces } from './store/journal.ts';

export class CampaignKeeper {
  readonly #journal: Journal;
  readonly #followed: FollowedRecord;
  #turn: Promise<unknown> = Promise.resolve();
  readonly #working = new Set<Promise<unknown>>();

  private constructor(journal: Journal, followed: FollowedRecord) {
    this.#journal = journal;
    this.#followed = followed;
  }

  static async open(journal: Journal): Promise<CampaignKeeper> {
    return new CampaignKeeper(journal, await FollowedRecord.open(journal));
  }

  /** The record with all that was stored before the call, by whichever server. */
  async current(): Promise<CampaignRecord> {
    await this.#tracked(this.#followed.refresh());
    return this.#followed.record;
  }

  /** When it resolves, the events are on the disk and in the record. */
  append(events: readonly CampaignEvent[]): Promise<JournalEntry[]> {
    return this.#tracked(this.#followed.append(events));
  }

  async erase(judge: string): Promise<void> {
    await this.#tracked(this.#followed.erase(judge));
  }

  /** Entries up to where the journal stands now, in order. */
  async *entries(): AsyncGenerator<JournalEntry> {
    const { seq: last } = await this.current();
    for await (const entry of inPieces((after, limit) => this.#tracked(this.#journal.read(after, limit)))) {
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

  async #tracked<T>(work: Promise<T>): Promise<T> {
    this.#working.add(work);
    try {
      return await work;
    } finally {
      this.#working.delete(work);
    }
  }
}
