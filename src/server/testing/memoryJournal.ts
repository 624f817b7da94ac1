/** A journal in memory, for tests: behaves like a stored `Journal`. Several servers can share one. */
import { randomBytes } from 'node:crypto';
import { type CampaignEvent, type JournalEntry, withoutJudge } from '../../human/index.ts';
import type { Journal, Verified } from '../store/journal.ts';

export class MemoryJournal implements Journal {
  readonly #entries: JournalEntry[] = [];
  /** Entries of answers by judge and key. */
  readonly #answers = new Map<string, JournalEntry>();
  readonly #secret = randomBytes(32);
  readonly #clock: () => number;
  closed = false;

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** Returns copies, like a store on disk. */
  async append(events: readonly CampaignEvent[]): Promise<JournalEntry[]> {
    await Promise.resolve();
    if (this.closed) throw new Error('The journal is closed.');
    return structuredClone(events.map((event) => this.#store(structuredClone(event))));
  }

  async read(after: number, limit = Infinity): Promise<JournalEntry[]> {
    await Promise.resolve();
    return structuredClone(this.#entries.slice(after, after + limit));
  }

  async erase(judge: string): Promise<JournalEntry> {
    await Promise.resolve();
    for (const [i, { seq, at, event }] of this.#entries.entries())
      this.#entries[i] = { seq, at, event: withoutJudge(event, judge) };
    for (const key of this.#answers.keys()) if (key.startsWith(`${judge}\n`)) this.#answers.delete(key);
    return structuredClone(this.#store({ kind: 'erased', judge }));
  }

  async secret(): Promise<Uint8Array> {
    return Promise.resolve(this.#secret);
  }

  async verify(): Promise<Verified> {
    return Promise.resolve({ entries: this.#entries.length, unsealed: this.#entries.length, head: '' });
  }

  async backup(): Promise<void> {
    return Promise.reject(new Error('Cannot back up a journal in memory.'));
  }

  async close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }

  #store(event: CampaignEvent): JournalEntry {
    const key = event.kind === 'answered' ? `${event.judge}\n${event.key}` : undefined;
    const known = key === undefined ? undefined : this.#answers.get(key);
    if (known) return known;
    const at = new Date(this.#clock()).toISOString();
    const entry: JournalEntry = { seq: this.#entries.length + 1, at, event };
    this.#entries.push(entry);
    if (key !== undefined) this.#answers.set(key, entry);
    return entry;
  }
}
