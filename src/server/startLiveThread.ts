/**
 * What the organiser's page shows takes a second to compute in a large campaign, and no judge should wait for it: it is done in a thread
 * of its own, which reads the journal for itself.
 */
import { Piscina } from 'piscina';

export interface LiveThread {
  /** A `LiveCampaign` as JSON; `now` in milliseconds since 1970. */
  compute(now: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** `place` is where the journal is, as `openJournal` takes it. The thread starts when somebody looks for the first time. */
export function startLiveThread(place: string): LiveThread {
  let pool: Piscina<number, Uint8Array> | undefined;
  return {
    async compute(now) {
      pool ??= new Piscina({
        filename: new URL('./liveThread.js', import.meta.url).href,
        workerData: place,
        minThreads: 1,
        maxThreads: 1,
        // It keeps what it has read, and its connection must be heard between two tasks.
        idleTimeout: Infinity,
        atomics: 'disabled',
      });
      return pool.run(now);
    },
    close: async () => pool?.destroy(),
  };
}
