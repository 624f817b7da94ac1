/** Asks a worker, and passes on what arrives while it works. */
import type { Request } from './desk/answer.ts';
import type { Stage } from './desk/messages.ts';

/** A method of the worker; the worker adds `tell`. */
type Asked<Methods, M extends keyof Methods> = Methods[M] extends (...args: infer Args) => infer Result
  ? {
      args: Args extends [...infer Rest, (stage: Stage) => void] ? Rest : Args;
      result: Awaited<Result>;
    }
  : never;

/** The worker could not do what was asked. */
export class DeskError extends Error {
  /** `usage`: the reader can mend it; `superseded`: nobody waits for it; `bug`: ours. */
  readonly kind: 'usage' | 'superseded' | 'bug';

  constructor(kind: DeskError['kind'], text: string) {
    super(text);
    this.kind = kind;
  }
}

interface Answer {
  readonly id: number;
  readonly stage?: Stage;
  readonly result?: unknown;
  readonly error?: { readonly kind: DeskError['kind']; readonly text: string };
}

/** The other end of a worker with these methods. */
export class DeskClient<Methods> {
  readonly #worker: Worker;
  readonly #open = new Map<
    number,
    { resolve(result: unknown): void; reject(error: Error): void; onStage?: ((stage: Stage) => void) | undefined }
  >();
  #asked = 0;

  /** `name` is that of its script. */
  constructor(name: string) {
    const address = new URL(`./${name}.js`, document.baseURI);
    // A page goes on with its own version, also if a newer one was loaded for the next visit.
    const { version } = document.documentElement.dataset;
    if (version !== undefined) address.searchParams.set('v', version);
    this.#worker = new Worker(address, { type: 'module' });
    this.#worker.onmessage = ({ data: { id, stage, result, error } }: MessageEvent<Answer>) => {
      const asked = this.#open.get(id);
      if (!asked) return;
      if (stage) {
        asked.onStage?.(stage);
        return;
      }
      this.#open.delete(id);
      if (error) asked.reject(new DeskError(error.kind, error.text));
      else asked.resolve(result);
    };
    this.#worker.onerror = ({ message }) => {
      for (const { reject } of this.#open.values()) reject(new DeskError('bug', message || 'the worker did not start'));
      this.#open.clear();
    };
  }

  ask<M extends keyof Methods & string>(
    method: M,
    args: Asked<Methods, M>['args'],
    onStage?: (stage: Stage) => void,
  ): Promise<Asked<Methods, M>['result']> {
    const id = this.#asked++;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve: resolve, reject, onStage });
      this.#worker.postMessage({ id, method, args: args as readonly unknown[] } satisfies Request);
    });
  }

  close(): void {
    this.#worker.terminate();
  }
}
