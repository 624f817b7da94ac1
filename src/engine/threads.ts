/**
 * The one way to run work in parallel. Work comes in pieces; the main thread does them itself until it is seen to last, then threads take
 * the rest. Of a stream the main thread, which reads it, goes on doing pieces as one of the threads. Results are finished in the order of
 * the pieces, so they do not depend on the number of threads.
 */
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DividedWork } from '../core/index.ts';
import { ThreadPool } from './threadPool.ts';

/** A kind of work that threads do. It is entered in the table of `thread.ts`. */
export interface Job<Data, Piece, Result> {
  readonly name: string;
  /** Runs once in each thread, on data that was copied there. */
  readonly prepare: (data: Data) => Promise<(piece: Piece) => Result>;
}

interface Work<Data, Piece, Result, Sent> {
  /** What threads need to do the pieces; made when they are started. */
  readonly data: () => Data;
  /** A stream is read only as far ahead as keeps threads busy. */
  readonly pieces: readonly Piece[] | AsyncIterable<Piece>;
  /** Does a piece in the main thread. */
  readonly here: (piece: Piece) => Result;
  /** What a thread gets of a piece, if not all of it. */
  readonly send?: (piece: Piece) => Sent;
  /** Takes results in the order of the pieces. */
  readonly finish: (piece: Piece, result: Result) => void;
  /** The share of the work that is finished, where it is known. */
  readonly share: () => number | undefined;
  /** If other processes do pieces, too: what the pieces are called. Those of others are not finished here until their results are there. */
  readonly divided?: { readonly work: DividedWork; readonly nameOf: (piece: Piece) => string } | undefined;
}

/** How many threads `auto` uses at most. Each takes about 45 MB: with this many, a command stays below 250 MB. */
const mostByDefault = 3;

/**
 * Threads are started when work has lasted this long and is expected to last as long as `left` still. With a stream the main thread goes on
 * while they start, so less is lost if they come too late.
 */
const patience = { list: { elapsed: 400, left: 400 }, stream: { elapsed: 40, left: 200 } }; // ms

function isLong(elapsed: number, share: number | undefined, kind: 'list' | 'stream'): boolean {
  const least = patience[kind];
  if (share === undefined) return elapsed > Math.max(least.elapsed, least.left);
  return elapsed > least.elapsed && share > 0 && (elapsed * (1 - share)) / share > least.left;
}

/** With a number of threads they do all pieces; `auto` starts some only when the work lasts. */
export async function spread<Data, Piece, Result, Sent = Piece>(
  job: Job<Data, Sent, Result>,
  work: Work<Data, Piece, Result, Sent>,
  threads: number | 'auto',
): Promise<void> {
  const { data, pieces, here, send = (piece) => piece as unknown as Sent, share, divided } = work;
  const isList = Array.isArray(pieces);
  const asked = threads === 'auto' ? Math.min(mostByDefault, availableParallelism()) : threads;
  const most = isList ? Math.min(asked, pieces.length) : asked;
  const started = Date.now(); // loading `performance` takes longer than many a score
  /** Pieces that other processes did. */
  const found = new Set<string>();
  const results = new InOrder<Piece, Result>((piece, result) => {
    const name = divided?.nameOf(piece);
    if (name !== undefined && !found.has(name)) divided!.work.keep(name, result);
    work.finish(piece, result);
  });
  let pool: Threads<Sent, Result> | undefined;
  const start = (count: number, ahead: number): Threads<Sent, Result> =>
    (pool = startThreads(new URL('./thread.js', import.meta.url), { job: job.name, data: data() }, count, ahead));
  const kind = isList ? 'list' : 'stream';
  let stream: SharedStream<Sent, Result> | undefined;
  try {
    if (!isList && threads !== 'auto' && most > 1) stream = new SharedStream(start(most - 1, mostAhead), most - 1);
    for await (const piece of pieces) {
      const name = divided?.nameOf(piece);
      if (divided && name !== undefined) {
        const kept = divided.work.found(name);
        if (kept) {
          found.add(name);
          results.add(piece, kept.result as Result);
          results.finishReady();
          continue;
        }
        if (!divided.work.takes(name)) continue;
      }
      if (!pool && most > 1 && (threads !== 'auto' || isLong(Date.now() - started, share(), kind))) {
        if (isList) start(most, 1);
        else stream = new SharedStream(start(most - 1, mostAhead), most - 1);
      }
      if (isList && pool) {
        results.add(piece, pool.run(send(piece)));
        continue;
      }
      if (stream?.takesMore()) results.add(piece, stream.run(send(piece)));
      else {
        results.add(piece, here(piece));
        await nextTurn(); // lets signals, progress and threads through
        stream?.look();
      }
      results.finishReady();
      while (results.length > 4 * most) await results.finishNext();
    }
    while (results.length > 0) await results.finishNext();
  } finally {
    await pool?.close();
  }
}

/** Results, some of which are still being made, finished in the order in which they were added. */
class InOrder<Piece, Result> {
  readonly #finish: (piece: Piece, result: Result) => void;
  readonly #underWay: { readonly piece: Piece; result: Result | Promise<Result>; isReady: boolean }[] = [];

  constructor(finish: (piece: Piece, result: Result) => void) {
    this.#finish = finish;
  }

  get length(): number {
    return this.#underWay.length;
  }

  add(piece: Piece, result: Result | Promise<Result>): void {
    const entry = { piece, result, isReady: !(result instanceof Promise) };
    this.#underWay.push(entry);
    if (!(result instanceof Promise)) return;
    const settle = (value: Result): void => void Object.assign(entry, { result: value, isReady: true });
    result.then(settle, () => {}); // a failure is seen when its turn comes; until then it must not count as unhandled
  }

  /** Finishes what need not be waited for. */
  finishReady(): void {
    while (this.#underWay[0]?.isReady) {
      const { piece, result } = this.#underWay.shift()!;
      this.#finish(piece, result as Result);
    }
  }

  async finishNext(): Promise<void> {
    const { piece, result } = this.#underWay.shift()!;
    this.#finish(piece, await result);
  }
}

/** The most pieces that a thread is given before it is done with the first of them. */
const mostAhead = 4;

/** Threads that share a stream with the main thread: they get only as many pieces ahead as keep them busy while it does one itself. */
class SharedStream<Piece, Result> {
  readonly #pool: Threads<Piece | undefined, Result>;
  readonly #threads: number;
  /** Until threads are up, the main thread does better to do the pieces itself than to keep them. */
  #isUp = false;
  #ahead = 1;
  #given = 0;

  constructor(pool: Threads<Piece, Result>, threads: number) {
    this.#pool = pool;
    this.#threads = threads;
    const up = (): void => void (this.#isUp = true); // if one failed, pieces say how
    this.#pool.run(undefined).then(up, up);
  }

  takesMore(): boolean {
    return this.#isUp && this.#given < this.#ahead * this.#threads;
  }

  run(piece: Piece): Promise<Result> {
    this.#given++;
    return this.#pool.run(piece).finally(() => void this.#given--);
  }

  /** Threads that have run out of pieces in the meantime are given more from now on. */
  look(): void {
    if (this.#isUp && this.#given < this.#threads) this.#ahead = Math.min(mostAhead, this.#ahead + 1);
  }
}

/** A pool of threads for work that comes in pieces; `close` ends the threads. */
export interface Threads<Piece, Result> {
  run(piece: Piece): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Starts threads that each run `file`, whose default export processes one piece, with `data` as its `workerData`. Each is given `ahead` pieces
 * at most before it is done with the first of them.
 */
export function startThreads<Piece, Result>(
  file: URL,
  data: unknown,
  threads: number,
  ahead = 1,
): Threads<Piece, Result> {
  return new ThreadPool(file, shareNumbers(data), threads, ahead);
}

/** The same with arrays of numbers in memory that all threads see, where there is such memory; else each gets a copy. */
export function shareNumbers<T>(value: T, seen = new Map<unknown, unknown>()): T {
  if (typeof SharedArrayBuffer === 'undefined' || typeof value !== 'object' || value === null) return value;
  if (!seen.has(value)) seen.set(value, sharedCopy(value, seen));
  return seen.get(value) as T;
}

function sharedCopy(value: object, seen: Map<unknown, unknown>): unknown {
  if (value instanceof Float64Array || value instanceof Int32Array) {
    if (value.buffer instanceof SharedArrayBuffer) return value;
    const memory = new SharedArrayBuffer(value.byteLength);
    const shared = value instanceof Float64Array ? new Float64Array(memory) : new Int32Array(memory);
    shared.set(value);
    return shared;
  }
  if (Array.isArray(value)) return value.map((each) => shareNumbers(each, seen));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shareNumbers(each, seen)]));
}
