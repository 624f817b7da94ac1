/**
 * What the organiser's page shows takes a while to compute, and several organisers may look at once: it is computed by one at a time,
 * kept for some seconds, and while it is renewed, who asks gets what there is.
 */
import { type Threads, startThreads } from '../engine/index.ts';

/** In milliseconds. */
const freshFor = 3_000;
/** Computing may take this share of the time at most: a campaign too large for a new result every three seconds gets one less often. */
const share = 0.1;
/** Older than that, nobody wants it. */
const staleFor = 60_000;

export class LiveCache<T> {
  readonly #compute: () => Promise<T>;
  readonly #clock: () => number;
  #kept: { readonly value: T; readonly from: number; readonly until: number } | undefined;
  /** What is being computed, or waits for the one before. */
  #running: Promise<T> | undefined;
  #before: Promise<unknown> = Promise.resolve();
  /** Grows with every `expire`, so that what was begun before is not taken for new. */
  #era = 0;

  constructor(compute: () => Promise<T>, clock: () => number) {
    this.#compute = compute;
    this.#clock = clock;
  }

  async value(): Promise<T> {
    const now = this.#clock();
    // A clock that was set back tells nothing of how old it is.
    const kept = this.#kept && now >= this.#kept.from ? this.#kept : undefined;
    if (kept && now < kept.until) return kept.value;
    const running = this.#renew();
    if (!kept || now > kept.from + staleFor) return running;
    running.catch(() => undefined); // who asks when it is too old will be told
    return kept.value;
  }

  /** Something changed that must be seen at once: what is kept, or just being computed, no longer counts. */
  expire(): void {
    this.#era++;
    this.#kept = undefined;
    this.#running = undefined;
  }

  #renew(): Promise<T> {
    if (!this.#running) {
      const era = this.#era;
      this.#running = this.#before.then(() => this.#run(era));
      this.#before = this.#running.catch(() => undefined);
    }
    return this.#running;
  }

  async #run(era: number): Promise<T> {
    const from = this.#clock();
    try {
      const value = await this.#compute();
      const end = this.#clock();
      const until = end + Math.max(freshFor, (end - from) / share);
      if (era === this.#era) this.#kept = { value, from, until };
      return value;
    } finally {
      if (era === this.#era) this.#running = undefined;
    }
  }
}

/**
 * In a large campaign it takes a second, and no judge should wait for it: it is done in a thread of its own, which reads the journal for
 * itself. `place` is where the journal is, as `openJournal` takes it. The thread starts when somebody looks for the first time.
 */
export function startLiveThread(place: string) {
  let thread: Promise<Threads<number, Uint8Array>> | undefined;
  return {
    /** A `LiveCampaign` as JSON; `now` in milliseconds since 1970. */
    async compute(now: number): Promise<Uint8Array> {
      thread ??= startThreads(new URL('./liveThread.js', import.meta.url), place, 1);
      return (await thread).run(now);
    },
    close: async () => (await thread)?.close(),
  };
}
