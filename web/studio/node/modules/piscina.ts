/** Replaces the package piscina: a pool of workers that each run `../../desk/thread.ts`. */

interface Waiting<Piece, Result> {
  readonly piece: Piece;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

type Answer<Result> = { readonly result: Result } | { readonly error: string };

export class Piscina<Piece, Result> {
  readonly #workers: Worker[];
  readonly #idle: Worker[] = [];
  readonly #waiting: Waiting<Piece, Result>[] = [];
  readonly #running = new Map<Worker, Waiting<Piece, Result>>();

  constructor({ workerData: data, maxThreads }: { readonly workerData: unknown; readonly maxThreads: number }) {
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
      const task = this.#running.get(worker);
      this.#running.delete(worker);
      if (answer && task) {
        if ('error' in answer) task.reject(new Error(answer.error));
        else task.resolve(answer.result);
      }
      this.#idle.push(worker);
      this.#next();
    };
    worker.onerror = ({ message }) => {
      const failed = new Error(message || 'a worker could not be started');
      for (const task of [...this.#running.values(), ...this.#waiting.splice(0)]) task.reject(failed);
    };
    worker.postMessage(data);
    return worker;
  }

  #next(): void {
    while (this.#idle.length > 0 && this.#waiting.length > 0) {
      const worker = this.#idle.pop()!;
      const task = this.#waiting.shift()!;
      this.#running.set(worker, task);
      worker.postMessage(task.piece);
    }
  }
}
