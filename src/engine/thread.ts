/** What every thread of the engine runs: it makes ready for one kind of work, then does the pieces it is given. */
import { workerData } from 'node:worker_threads';
import { drawing } from './compare/compareSystems.ts';
import { counting } from './evaluate.ts';
import { choosing } from './tune/selectMbr.ts';
import type { Job } from './threads.ts';
import { tuning } from './tune/tuneWeights.ts';

const jobs: readonly Job<never, never, unknown>[] = [counting, drawing, choosing, tuning];

const { job, data } = workerData as { readonly job: string; readonly data: never };

const ready: Promise<(piece: never) => unknown> = jobs.find(({ name }) => name === job)!.prepare(data);
ready.catch(() => {}); // the first piece reports it

/** Without a piece it only shows that it is up. */
export default async (piece: never): Promise<unknown> => {
  const work = await ready;
  return piece === undefined ? undefined : work(piece);
};
