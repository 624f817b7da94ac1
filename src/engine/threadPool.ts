/** Threads that do pieces of work as they get to them. */
import { type StartedWorker, startWorker } from './startWorker.ts';

interface Waiting<Piece, Result> {
  readonly piece: Piece;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface Member<Piece, Result> {
  readonly worker: StartedWorker;
  /** The pieces that it was given and that are not done, in their order. */
  readonly given: Waiting<Piece, Result>[];
}

export class ThreadPool<Piece, Result> {
  readonly #start: () => Member<Piece, Result>;
  readonly #members = new Set<Member<Piece, Result>>();
  readonly #size: number;
  readonly #ahead: number;
  readonly #waiting: Waiting<Piece, Result>[] = [];
  #isClosed = false;

  /** Each thread is given `ahead` pieces at most before it is done with the first of them. */
  constructor(file: URL, data: unknown, size: number, ahead: number) {
    this.#size = size;
    this.#ahead = ahead;
    this.#start = () => {
      const given: Waiting<Piece, Result>[] = [];
      const worker = startWorker(
        file,
        data,
        (answer) => {
          const task = given.shift()!;
          if (given.length === 0) worker.setBusy(false);
          if ('error' in answer) task.reject(answer.error);
          else task.resolve(answer.result as Result);
          this.#next();
        },
        (error) => this.#lose(member, error),
      );
      const member = { worker, given };
      return member;
    };
    this.#fill();
  }

  run(piece: Piece): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) {
        reject(ended());
        return;
      }
      this.#waiting.push({ piece, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const members = [...this.#members];
    for (const member of members) this.#lose(member, ended());
    await Promise.all(members.map(({ worker }) => worker.end()));
  }

  #fill(): void {
    while (this.#members.size < this.#size) this.#members.add(this.#start());
  }

  /** Another thread takes its place when there is more to do. */
  #lose(member: Member<Piece, Result>, error: unknown): void {
    if (!this.#members.delete(member)) return;
    const left = this.#isClosed ? [...member.given, ...this.#waiting.splice(0)] : member.given;
    for (const { reject } of left) reject(error);
    this.#next();
  }

  #next(): void {
    if (this.#isClosed || this.#waiting.length === 0) return;
    this.#fill();
    while (this.#waiting.length > 0) {
      const { worker, given } = [...this.#members].reduce((a, b) => (b.given.length < a.given.length ? b : a));
      if (given.length >= this.#ahead) return;
      const task = this.#waiting.shift()!;
      try {
        worker.post(task.piece);
      } catch (error) {
        task.reject(error); // it cannot be copied
        continue;
      }
      given.push(task);
      if (given.length === 1) worker.setBusy(true);
    }
  }
}

const ended = (): Error => new Error('The threads were ended.');
