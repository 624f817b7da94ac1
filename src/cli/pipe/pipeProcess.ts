/** A process of `assay pipe` that answers requests one after the other, and is ended when it takes too long over one. */
import type { ChildProcess } from 'node:child_process';

export class PipeProcess {
  readonly #words: readonly string[];
  readonly #milliseconds: number;
  #child: ChildProcess | undefined;

  /** `words` follow `assay pipe`. */
  constructor(words: readonly string[], milliseconds: number) {
    this.#words = words;
    this.#milliseconds = milliseconds;
  }

  /** The answer to a request; undefined if the process took too long or died. */
  async ask(request: string): Promise<string | undefined> {
    const child = (this.#child ??= await this.#start());
    return new Promise((resolve) => {
      const parts: Buffer[] = [];
      const finish = (answer: string | undefined): void => {
        clearTimeout(timer);
        child.stdout!.off('data', take);
        child.off('close', lose);
        if (answer === undefined) this.close();
        resolve(answer);
      };
      const take = (part: Buffer): void => {
        parts.push(part);
        if (part.at(-1) === 0x0a) finish(Buffer.concat(parts).toString().trimEnd());
      };
      const lose = (): void => finish(undefined);
      const timer = setTimeout(lose, this.#milliseconds);
      child.stdout!.on('data', take);
      child.on('close', lose);
      child.stdin!.write(`${request}\n`);
    });
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #start(): Promise<ChildProcess> {
    const { spawn } = await import('node:child_process');
    const child = spawn(process.execPath, [process.argv[1]!, 'pipe', ...this.#words], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.on('error', () => undefined); // it died, which `close` tells
    return child;
  }
}
