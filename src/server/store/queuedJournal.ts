/**
 * Group commit: events that arrive during a write are stored together in the next transaction. One fsync serves hundreds of judges, and no
 * answer is confirmed before it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { UsageError } from '../../core/index.ts';
import type { CampaignEvent, JournalEntry } from '../../human/index.ts';
import { type Journal, type KeptEntry, type Verified, inPieces } from './journal.ts';
import type { SealedEntry } from './chain.ts';
import { soundEntries } from './journalLines.ts';
import { type NewRow, checkRange, newRow, withoutSeals } from './journalRow.ts';

/** The rows of one caller are stored together or not at all. */
export type Group = readonly NewRow[];

interface Waiting {
  readonly rows: Group;
  readonly resolve: (entries: JournalEntry[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A transaction is full when its bodies have this many characters. */
const fullAt = 1 << 23;

class AppendQueue {
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  readonly #store: (groups: readonly Group[]) => Promise<JournalEntry[][]>;
  readonly #isOfOne: (error: unknown) => boolean;

  /**
   * `store` writes groups in one transaction: all, or none with an error. `isOfOne` says whether one group alone may have caused the error;
   * the others are then tried one by one.
   */
  constructor(store: (groups: readonly Group[]) => Promise<JournalEntry[][]>, isOfOne: (error: unknown) => boolean) {
    this.#store = store;
    this.#isOfOne = isOfOne;
  }

  add(rows: Group): Promise<JournalEntry[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ rows, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when everything added before is stored or refused. */
  async drained(): Promise<void> {
    // An empty group: it takes its turn after all earlier groups.
    if (this.#running) await this.add([]).catch(() => undefined);
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Yields to the event loop: other pending requests can join, and callers that return at once cannot starve them.
      await nextTurn();
      await this.#storeTogether(this.#nextBatch());
    }
    this.#running = undefined;
  }

  #nextBatch(): Waiting[] {
    let size = 0;
    let count = 0;
    while (count < this.#waiting.length && size < fullAt)
      for (const { body } of this.#waiting[count++]!.rows) size += body.length;
    return this.#waiting.splice(0, count);
  }

  async #storeTogether(batch: readonly Waiting[]): Promise<void> {
    try {
      const stored = await this.#store(batch.map(({ rows }) => rows));
      for (const [i, { resolve }] of batch.entries()) resolve(stored[i]!);
    } catch (error) {
      if (batch.length > 1 && this.#isOfOne(error)) for (const one of batch) await this.#storeTogether([one]);
      else for (const { reject } of batch) reject(error);
    }
  }
}

/** Takes all of the entries, which are checked on the way. */
export async function verifyEntries(checked: AsyncGenerator<KeptEntry, string>): Promise<Verified> {
  let [entries, unsealed] = [0, 0];
  for (;;) {
    const { done, value } = await checked.next();
    if (done) return { entries, unsealed, head: value };
    entries++;
    if (!value.seal) unsealed++;
  }
}

/** The common part of all stores: writes through a queue, checks the bounds of reads, and refuses everything once closed. */
export abstract class QueuedJournal implements Journal {
  #closed = false;
  readonly #name: string;
  readonly #readOnly: boolean;
  readonly #queue: AppendQueue;

  constructor(name: string, readOnly: boolean, isOfOne: (error: unknown) => boolean) {
    this.#name = name;
    this.#readOnly = readOnly;
    this.#queue = new AppendQueue((groups) => this.store(groups), isOfOne);
  }

  /** Stores groups in one transaction: all, or none with an error. */
  protected abstract store(groups: readonly Group[]): Promise<JournalEntry[][]>;
  /** Throws where the chain breaks. */
  protected abstract readAfter(after: number, limit: number | undefined): Promise<SealedEntry[]>;
  protected abstract eraseNow(judge: string): Promise<JournalEntry>;
  protected abstract end(): Promise<void>;
  abstract secret(): Promise<Uint8Array>;
  abstract backup(path: string): Promise<void>;

  async append(events: readonly CampaignEvent[]): Promise<JournalEntry[]> {
    this.checkWriting();
    const rows = events.map(newRow);
    return rows.length === 0 ? [] : this.#queue.add(rows);
  }

  async read(after: number, limit?: number): Promise<JournalEntry[]> {
    this.checkOpen();
    checkRange(after, limit);
    return withoutSeals(await this.readAfter(after, limit));
  }

  async verify(): Promise<Verified> {
    this.checkOpen();
    return verifyEntries(soundEntries(inPieces((after, limit) => this.readAfter(after, limit))));
  }

  async erase(judge: string): Promise<JournalEntry> {
    this.checkWriting();
    await this.#queue.drained(); // everything sent before is erased too
    return this.eraseNow(judge);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#queue.drained();
    await this.end();
  }

  protected get isClosed(): boolean {
    return this.#closed;
  }

  protected checkOpen(): void {
    if (this.#closed) throw new Error('The journal is closed.');
  }

  protected checkWriting(): void {
    this.checkOpen();
    if (this.#readOnly) throw new UsageError(`${this.#name} was opened read-only.`);
  }
}
