/** Starts a worker that runs `../../desk/thread.ts`. */
import type { Answer, StartedWorker } from '../../../../src/engine/startWorker.ts';

export function startWorker(
  _file: URL,
  data: unknown,
  answered: (answer: Answer) => void,
  failed: (error: unknown) => void,
): StartedWorker {
  const worker = new Worker(new URL(`./thread.js${location.search}`, location.href), { type: 'module' });
  worker.onmessage = ({ data: answer }: MessageEvent<Answer>) => answered(answer);
  worker.onerror = ({ message }) => {
    worker.terminate();
    failed(new Error(message || 'a worker could not be started'));
  };
  worker.postMessage(data);
  return {
    post: (piece) => worker.postMessage(piece),
    setBusy: () => {},
    // oxlint-disable-next-line typescript/require-await -- as in Node
    end: async () => worker.terminate(),
  };
}
