/** What every thread runs: imports a file and answers each piece with what its default export makes of it, one after the other. */
import { parentPort } from 'node:worker_threads';
import type { Answer } from './startWorker.ts';

const started = import(process.argv[2]!) as Promise<{ readonly default: (piece: unknown) => unknown }>;
let last: Promise<unknown> = started.catch(() => {}); // the first piece reports it

async function answer(piece: unknown): Promise<Answer> {
  try {
    return { result: await (await started).default(piece) };
  } catch (error) {
    return { error };
  }
}

function send(made: Answer): void {
  try {
    parentPort!.postMessage(made);
  } catch (error) {
    parentPort!.postMessage({ error: new Error((error as Error).message) }); // the answer cannot be copied
  }
}

parentPort!.on('message', (piece: unknown) => {
  last = last.then(async () => send(await answer(piece)));
});
