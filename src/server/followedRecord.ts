/** What is known of a campaign, kept up to date with its journal: with what this server stores, and with what others store beside it. */
import { type CampaignEvent, CampaignRecord, type JournalEntry } from '../human/index.ts';
import { tellingDamage } from './store/damage.ts';
import type { Journal } from './store/journal.ts';

/** Entries are read so many at a time. */
const piece = 1000;

export class FollowedRecord {
  readonly record: CampaignRecord = new CampaignRecord();
  readonly #journal: Journal;
  #reading: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  private constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** With all that is stored. */
  static async open(journal: Journal): Promise<FollowedRecord> {
    const followed = new FollowedRecord(journal);
    await tellingDamage(() => followed.refresh());
    return followed;
  }

  /** Takes in all that was stored before the call. Calls that come while one reads share the next reading. */
  refresh(): Promise<void> {
    this.#next ??= this.#readNext();
    return this.#next;
  }

  /** When it resolves, the events are on the disk and in the record. An event about a judge who was never added is refused. */
  async append(events: readonly CampaignEvent[]): Promise<JournalEntry[]> {
    if (this.#strangers(events).length > 0) await this.refresh(); // another server may have added them
    const [stranger] = this.#strangers(events);
    // Stored once, it would make the journal unreadable for good.
    if (stranger !== undefined) throw new Error(`An event about ${JSON.stringify(stranger)}, who was never added.`);
    const entries = await this.#journal.append(events);
    await this.#takeIn(entries);
    return entries;
  }

  async erase(judge: string): Promise<JournalEntry> {
    const entry = await this.#journal.erase(judge);
    await this.#takeIn([entry]);
    return entry;
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
