/** What every thread of the engine runs: it makes ready for one kind of work, then does the pieces it is given. */
import { workerData } from 'piscina';
import { drawing } from './compare/compareSystems.ts';
import { counting } from './evaluate.ts';
import { choosing } from './tune/selectMbr.ts';
import type { Job } from './threads.ts';
import { tuning } from './tune/tuneWeights.ts';

const jobs: readonly Job<never, never, unknown>[] = [counting, drawing, choosing, tuning];

const { job, data } = workerData as { readonly job: string; readonly data: never };

const work: (piece: never) => unknown = await jobs.find(({ name }) => name === job)!.prepare(data);

/** Without a piece it only shows that it is up. */
export default (piece: never): unknown => (piece === undefined ? undefined : work(piece));
