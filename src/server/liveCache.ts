/**
 * A cache for the organiser's page, which takes a while to compute and may be open in several browsers. One computation runs at a time, its
 * result is kept for some seconds, and requests during a renewal get the previous result.
 */
import { type Threads, startThreads } from '../engine/index.ts';

/** In milliseconds. */
const freshFor = 3_000;
/** Computing may take at most this share of the time: a campaign too large for a new result every three seconds is updated less often. */
const share = 0.1;
/** Results older than this are not sent. */
const staleFor = 60_000;

export class LiveCache<T> {
  readonly #compute: () => Promise<T>;
  readonly #clock: () => number;
  #kept: { readonly value: T; readonly from: number; readonly until: number } | undefined;
  /** The computation that is running or waiting for the previous one. */
  #running: Promise<T> | undefined;
  #before: Promise<unknown> = Promise.resolve();
  /** Incremented by `expire`, to recognise results of computations that started before it. */
  #era = 0;

  constructor(compute: () => Promise<T>, clock: () => number) {
    this.#compute = compute;
    this.#clock = clock;
  }

  async value(): Promise<T> {
    const now = this.#clock();
    // If the clock was set back, the age is unknown.
    const kept = this.#kept && now >= this.#kept.from ? this.#kept : undefined;
    if (kept && now < kept.until) return kept.value;
    const running = this.#renew();
    if (!kept || now > kept.from + staleFor) return running;
    running.catch(() => undefined); // reported to the next request that needs a new result
    return kept.value;
  }

  /** Invalidates the kept result and the running computation, after a change that must show at once. */
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
 * Computes the organiser's page in a separate thread that reads the journal itself: in a large campaign it takes a second, and no judge
 * should wait for it. `place` is where the journal is, as for `openJournal`. The thread starts with the first request.
 */
export function startLiveThread(place: string) {
  let thread: Threads<number, Uint8Array> | undefined;
  return {
    /** A `LiveCampaign` as JSON; `now` in milliseconds since 1970. */
    async compute(now: number): Promise<Uint8Array> {
      thread ??= startThreads(new URL('./liveThread.js', import.meta.url), place, 1);
      return thread.run(now);
    },
    close: async () => thread?.close(),
  };
}
