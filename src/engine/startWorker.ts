/** Starts one thread of a pool; web/studio/node/engine has the same for browsers. */
import { Worker } from 'node:worker_threads';

/** What a thread says of a piece. */
export type Answer = { readonly result: unknown } | { readonly error: unknown };

export interface StartedWorker {
  post(piece: unknown): void;
  /** Only a thread with pieces keeps the process from ending. */
  setBusy(isBusy: boolean): void;
  end(): Promise<unknown>;
}

/** `file` gets `data` as its `workerData`. After `failed` a worker is dead. */
export function startWorker(
  file: URL,
  data: unknown,
  answered: (answer: Answer) => void,
  failed: (error: unknown) => void,
): StartedWorker {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    argv: [file.href],
    workerData: data,
    // Texts come and go; a small nursery keeps the memory of many threads low and costs nothing here.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  worker.on('message', answered);
  worker.on('error', failed);
  worker.on('exit', () => failed(new Error('A thread has ended before it was done.')));
  worker.unref();
  return {
    post: (piece) => worker.postMessage(piece),
    setBusy: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    end: () => worker.terminate(),
  };
}
