/** A worker that `../node/engine/startWorker.ts` starts: takes what it needs first, then one piece of work after another. */
import { drawing } from '../../../src/engine/compare/compareSystems.ts';
import { counting } from '../../../src/engine/evaluate.ts';
import type { Job } from '../../../src/engine/threads.ts';
import { loadMetrics } from '../node/metrics/index.ts';

/** The kinds of work that comparisons need. */
const jobs: readonly Job<never, never, unknown>[] = [counting, drawing];

let work: Promise<(piece: never) => unknown> | undefined;

async function prepare({ job, data }: { readonly job: string; readonly data: never }) {
  // Orders name the metrics that they need, wherever that is.
  const ids = [...JSON.stringify(data, (_, value: unknown) => (ArrayBuffer.isView(value) ? null : value)).matchAll(/"id":"([^"]+)"/g)]; // prettier-ignore
  await loadMetrics(ids.map(([, id]) => id!));
  return jobs.find(({ name }) => name === job)!.prepare(data);
}

onmessage = async ({ data }: MessageEvent<unknown>) => {
  if (!work) {
    work = prepare(data as Parameters<typeof prepare>[0]);
    work.catch(() => {}); // the first piece reports it
    return;
  }
  try {
    const done = await work;
    postMessage({ result: data === undefined ? undefined : done(data as never) });
  } catch (error) {
    postMessage({ error: error instanceof Error ? error : new Error(String(error)) });
  }
};
