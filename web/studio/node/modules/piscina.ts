/** Replaces the package piscina: a pool of workers that each run `../../desk/thread.ts`. */

interface Waiting<Piece, Result> {
  readonly piece: Piece;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

type Answer<Result> = { readonly result: Result } | { readonly error: string };

export class Piscina<Piece, Result> {
  readonly #workers: Worker[];
  readonly #ahead: number;
  readonly #waiting: Waiting<Piece, Result>[] = [];
  /** By worker that is up: the pieces it was given, in their order. */
  readonly #running = new Map<Worker, Waiting<Piece, Result>[]>();

  constructor({
    workerData: data,
    maxThreads,
    concurrentTasksPerWorker,
  }: {
    readonly workerData: unknown;
    readonly maxThreads: number;
    readonly concurrentTasksPerWorker: number;
  }) {
    this.#ahead = concurrentTasksPerWorker;
    this.#workers = Array.from({ length: maxThreads }, () => this.#start(data));
  }

  run(piece: Piece): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ piece, resolve, reject });
      this.#next();
    });
  }

  // oxlint-disable-next-line typescript/require-await -- as the package does
  async destroy(): Promise<void> {
    for (const worker of this.#workers) worker.terminate();
  }

  #start(data: unknown): Worker {
    const worker = new Worker(new URL(`./thread.js${location.search}`, location.href), { type: 'module' });
    worker.onmessage = ({ data: answer }: MessageEvent<Answer<Result> | undefined>) => {
      const task = this.#running.get(worker)?.shift();
      if (!task) this.#running.set(worker, []);
      else if (!answer || 'error' in answer) task.reject(new Error(answer?.error));
      else task.resolve(answer.result);
      this.#next();
    };
    worker.onerror = ({ message }) => {
      const failed = new Error(message || 'a worker could not be started');
      for (const task of [...this.#running.values(), this.#waiting.splice(0)].flat()) task.reject(failed);
    };
    worker.postMessage(data);
    return worker;
  }

  #next(): void {
    const mayTake = ([, given]: [Worker, unknown[]]): boolean => given.length < this.#ahead;
    while (this.#waiting.length > 0) {
      const [first, ...others] = [...this.#running].filter(mayTake);
      if (!first) return;
      const [worker, given] = others.reduce((best, each) => (each[1].length < best[1].length ? each : best), first);
      const task = this.#waiting.shift()!;
      given.push(task);
      worker.postMessage(task.piece);
    }
  }
}
