/**
 * The one way to run work in parallel. Work comes in pieces; the main thread does them itself until it is seen to last, then threads take
 * the rest. Results are finished in the order of the pieces, so they do not depend on the number of threads.
 */
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DividedWork } from '../core/index.ts';

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

/**
 * How many threads `auto` starts at most. Each takes about 45 MB: with this many, besides the main thread, which often reads meanwhile, a
 * command stays below 250 MB.
 */
const mostByDefault = 3;

/** Threads are started when work has lasted this long and is expected to last at least as long again. */
const patience = 400; // ms

const isLong = (elapsed: number, share: number | undefined): boolean =>
  elapsed > patience && (share === undefined || (share > 0 && (elapsed * (1 - share)) / share > patience));

/** With a number of threads they do all pieces; `auto` starts some only when the work lasts. */
export async function spread<Data, Piece, Result, Sent = Piece>(
  job: Job<Data, Sent, Result>,
  { data, pieces, here, send, finish, share, divided }: Work<Data, Piece, Result, Sent>,
  threads: number | 'auto',
): Promise<void> {
  const isList = Array.isArray(pieces);
  const asked = threads === 'auto' ? Math.min(mostByDefault, availableParallelism()) : threads;
  const most = isList ? Math.min(asked, pieces.length) : asked;
  const started = Date.now(); // loading `performance` takes longer than many a score
  let pool: Threads<Sent, Result> | undefined;
  const underWay: { piece: Piece; name: string | undefined; result: Promise<Result> }[] = [];
  const done = (piece: Piece, name: string | undefined, result: Result): void => {
    if (name !== undefined) divided!.work.keep(name, result);
    finish(piece, result);
  };
  const settle = async (): Promise<void> => {
    const { piece, name, result } = underWay.shift()!;
    done(piece, name, await result);
  };
  try {
    for await (const piece of pieces) {
      const name = divided?.nameOf(piece);
      if (divided && name !== undefined) {
        const found = divided.work.found(name);
        if (found) {
          underWay.push({ piece, name: undefined, result: Promise.resolve(found.result as Result) });
          if (!pool) await settle();
          continue;
        }
        if (!divided.work.takes(name)) continue;
      }
      if (!pool && most > 1 && (threads !== 'auto' || isLong(Date.now() - started, share())))
        pool = await startThreads(new URL('./thread.js', import.meta.url), { job: job.name, data: data() }, most);
      if (!pool) {
        done(piece, name, here(piece));
        await nextTurn(); // lets signals and progress through
        continue;
      }
      const result = pool.run(send ? send(piece) : (piece as unknown as Sent));
      result.catch(() => {}); // it is awaited in its turn; until then a failure must not count as unhandled
      underWay.push({ piece, name, result });
      if (!isList && underWay.length > 2 * most) await settle();
    }
    while (underWay.length > 0) await settle();
  } finally {
    await pool?.close();
  }
}

/** A pool of threads for work that comes in pieces; `close` ends the threads. */
export interface Threads<Piece, Result> {
  run(piece: Piece): Promise<Result>;
  close(): Promise<void>;
}

/** Starts threads that each run `file`, whose default export processes one piece, with `data` as its `workerData`. */
export async function startThreads<Piece, Result>(
  file: URL,
  data: unknown,
  threads: number,
): Promise<Threads<Piece, Result>> {
  const { Piscina } = await import('piscina');
  const pool = new Piscina<Piece, Result>({
    filename: file.href,
    workerData: shareNumbers(data),
    minThreads: threads,
    maxThreads: threads,
    // Texts come and go; a small nursery keeps the memory of many threads low and costs nothing here.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
    // Between two pieces a thread must hear what else comes in, such as from a database.
    atomics: 'disabled',
  });
  return { run: (piece) => pool.run(piece), close: () => pool.destroy() };
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
