/** How workers of Studio answer the page. */
import { isUsageError } from '../../../src/core/index.ts';
import type { Stage } from './messages.ts';

/** Passes on what is ready before the answer is. */
export type Tell = (stage: Stage) => void;

/** What the page sends: a method, its arguments, and a number for the answer. */
export interface Request {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** Thrown when a newer request makes a result useless. */
class Superseded extends Error {}

/** Answers requests by the methods of `desk`, which also get a `Tell`. */
export function answer(desk: object): void {
  onmessage = async ({ data: { id, method, args } }: MessageEvent<Request>) => {
    const tell: Tell = (stage) => postMessage({ id, stage });
    try {
      const work = (desk as Record<string, (...all: unknown[]) => unknown>)[method]!;
      postMessage({ id, result: await work.call(desk, ...args, tell) });
    } catch (error) {
      const kind = error instanceof Superseded ? 'superseded' : isUsageError(error) ? 'usage' : 'bug';
      const { message, stack } = error as Error;
      postMessage({ id, error: { kind, text: kind === 'bug' ? (stack ?? message) : message } });
    }
  };
}

/** The time between two reports of progress, in milliseconds. */
const interval = 50;

/** A newer request of the same kind makes an older one give up when it next tells its progress. */
export class Turns {
  readonly #latest = new Map<string, number>();

  end(kind: string): void {
    this.#latest.set(kind, (this.#latest.get(kind) ?? 0) + 1);
  }

  begin(kind: string, tell: Tell): { progress(text: string, share?: number): void } {
    this.end(kind);
    const own = this.#latest.get(kind);
    let told = -Infinity;
    return {
      progress: (text, share) => {
        if (this.#latest.get(kind) !== own) throw new Superseded();
        const now = performance.now();
        if (now - told < interval) return;
        told = now;
        tell({ kind: 'progress', text, ...(share !== undefined && { share }) });
      },
    };
  }
}
