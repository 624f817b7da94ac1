/**
 * Answers that the server has not confirmed yet. Each is kept in the browser under its own name until the server confirms it, so a reload,
 * a lost connection or a second tab loses nothing. An answer sent again after a lost reply has the same key, so it is stored once.
 */
import type { SentAnswer, StoredAnswer } from '../../src/server/wire.ts';
import { LostConnection, Refusal } from '../shared/api.ts';
import type { KeptData } from '../shared/keptData.ts';

export interface WaitingAnswer {
  readonly sent: SentAnswer;
  /** Later answers have higher numbers: answers are sent in this order. */
  readonly number: number;
  /** Why the server rejected it. It stays here until the judge sends it again or discards it. */
  readonly refused?: string;
}

/** Why answers are still unsent. */
export type Trouble =
  | { readonly kind: 'connection' | 'server' }
  /** The session has expired; the server's message. */
  | { readonly kind: 'session'; readonly message: string };

export interface OutboxEnds {
  readonly post: (answer: SentAnswer) => Promise<StoredAnswer>;
  /** Whether an assignment belongs to the current judge; the browser may hold answers of another. */
  readonly isMine: (assignment: string) => boolean;
  readonly stored: (answer: SentAnswer, reply: StoredAnswer) => void;
  readonly refused: (answer: SentAnswer) => void;
  readonly changed: () => void;
  /** Runs the work while no other tab does. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
}

const beginning = 'answer.';
const firstPause = 1000;
const longestPause = 30_000;

export class Outbox {
  trouble: Trouble | undefined;
  sending = false;
  /** False if an answer is lost when the page is closed. */
  safe = true;
  readonly #kept: KeptData;
  readonly #ends: OutboxEnds;
  #pause = firstPause;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again = false;

  constructor(kept: KeptData, ends: OutboxEnds) {
    this.#kept = kept;
    this.#ends = ends;
  }

  /** This judge's answers, in the order they were given. */
  waiting(): WaitingAnswer[] {
    return this.#kept
      .names(beginning)
      .map((name) => this.#kept.find(name) as WaitingAnswer | undefined)
      .filter((entry) => entry !== undefined)
      .filter(({ sent }) => this.#ends.isMine(sent.assignment))
      .sort((a, b) => a.number - b.number);
  }

  put(sent: SentAnswer): void {
    // A new answer replaces a rejected one.
    for (const entry of this.waiting())
      if (entry.refused !== undefined && entry.sent.assignment === sent.assignment) this.#forget(entry);
    const last = this.waiting().at(-1)?.number ?? 0;
    this.safe = this.#kept.keep(beginning + sent.key, { sent, number: Math.max(Date.now(), last + 1) });
    this.#ends.changed();
    void this.flush();
  }

  /** Sends waiting answers until all are stored; a call while it runs makes it check once more. */
  async flush(): Promise<void> {
    if (this.sending) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.trouble = undefined;
    if (!this.#hasUnsent()) return;
    this.sending = true;
    this.#ends.changed();
    try {
      do {
        this.#again = false;
        await this.#ends.alone(() => this.#sendAll());
      } while (this.#again && !this.trouble);
    } finally {
      this.sending = false;
      this.#ends.changed();
    }
    if (!this.trouble) this.#pause = firstPause;
    else if (this.#hasUnsent()) this.#tryLater();
  }

  /** Sends rejected answers again. */
  async retryRefused(): Promise<void> {
    for (const { refused, ...entry } of this.waiting())
      if (refused !== undefined) this.#kept.keep(beginning + entry.sent.key, entry);
    await this.flush();
  }

  discardRefused(): void {
    for (const entry of this.waiting()) if (entry.refused !== undefined) this.#forget(entry);
    this.#ends.changed();
  }

  /** Discards all answers of this judge. */
  async empty(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#ends.alone(async () => {
      for (const entry of this.waiting()) this.#forget(entry);
    });
    this.#ends.changed();
  }

  async #sendAll(): Promise<void> {
    this.trouble = undefined;
    const tried = new Set<string>();
    /** An answer waits for earlier ones to the same assignment, to keep their order. */
    const held = new Set<string>();
    for (;;) {
      // Read again each time: the judge may answer more in the meantime.
      const next = this.waiting().find(
        ({ sent, refused }) => refused === undefined && !tried.has(sent.key) && !held.has(sent.assignment),
      );
      if (!next) return;
      tried.add(next.sent.key);
      try {
        const reply = await this.#ends.post(next.sent);
        this.#forget(next);
        this.#ends.stored(next.sent, reply);
      } catch (error) {
        held.add(next.sent.assignment);
        if (error instanceof LostConnection) {
          this.trouble = { kind: 'connection' };
          return;
        }
        if (!(error instanceof Refusal)) throw error;
        if (error.isUnknownReader) {
          this.trouble = { kind: 'session', message: error.message };
          return;
        }
        if (error.isPassing) {
          this.trouble = { kind: 'server' };
          if (error.waitSeconds !== undefined) this.#pause = Math.max(this.#pause, error.waitSeconds * 1000);
          // A rate limit applies to all answers; a server error may concern only this one.
          if (error.status === 429) return;
        } else {
          this.#kept.keep(beginning + next.sent.key, { ...next, refused: error.message });
          this.#ends.refused(next.sent);
        }
      }
      this.#ends.changed();
    }
  }

  #hasUnsent(): boolean {
    return this.waiting().some(({ refused }) => refused === undefined);
  }

  #tryLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, longestPause);
  }

  #forget({ sent }: WaitingAnswer): void {
    this.#kept.forget(beginning + sent.key);
  }
}
