/**
 * What the organiser's page shows takes a second to compute in a large campaign, and no judge should wait for it: it is done in a thread
 * of its own, which reads the journal for itself.
 */
import { type Threads, startThreads } from '../engine/index.ts';

export interface LiveThread {
  /** A `LiveCampaign` as JSON; `now` in milliseconds since 1970. */
  compute(now: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** `place` is where the journal is, as `openJournal` takes it. The thread starts when somebody looks for the first time. */
export function startLiveThread(place: string): LiveThread {
  let thread: Promise<Threads<number, Uint8Array>> | undefined;
  return {
    async compute(now) {
      thread ??= startThreads(new URL('./liveThread.js', import.meta.url), place, 1);
      return (await thread).run(now);
    },
    close: async () => (await thread)?.close(),
  };
}
