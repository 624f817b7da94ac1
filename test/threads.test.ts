/** Work in threads: order, faults, how far ahead a stream is read. Threads are started from built files. */
import { describe, expect, it } from 'vitest';
import { bleu } from '../src/metrics/index.ts';

const built = (file: string) => new URL(`../dist/engine/${file}`, import.meta.url).href;
const { spread, startThreads } = (await import(built('threads.js'))) as typeof import('../src/engine/threads.ts');
const { counting } = (await import(built('evaluate.js'))) as typeof import('../src/engine/evaluate.ts');
const { orderMetric } = (await import(built('createMetrics.js'))) as typeof import('../src/engine/createMetrics.ts');

/** A text with this many words: its BLEU row has the number. */
const batch = (words: number) => ({
  texts: { size: 1, hypotheses: [[Array(words).fill('a').join(' ')]], references: [['a b']] },
});
/** One without references, which no metric can count. */
const broken = () => ({ texts: { ...batch(1).texts, references: [] } });
const length = bleu().statistics.indexOf('hypothesis length');

async function wordsOf(pieces: ReturnType<typeof batch>[] | AsyncIterable<ReturnType<typeof batch>>, threads: number) {
  const found: number[] = [];
  await spread(
    counting,
    {
      data: () => [orderMetric(bleu())],
      pieces,
      here: Array.isArray(pieces) ? () => expect.unreachable('threads do all') : countHere,
      finish: (_, rows) => found.push(rows![0]![length]!),
      share: () => undefined,
    },
    threads,
  );
  return found;
}

/** As threads count. */
const prepared = await counting.prepare([orderMetric(bleu())]);
let doneHere = 0;
const countHere = (piece: ReturnType<typeof batch>) => {
  doneHere++;
  return prepared(piece);
};

const counts = Array.from({ length: 40 }, (_, i) => (i % 7 === 0 ? 3000 - i : i));

describe('spread', () => {
  it('finishes pieces in their order', async () => {
    expect(await wordsOf(counts.map(batch), 3)).toEqual(counts);
  });

  it('finishes pieces of a stream in their order, some done in the main thread', async () => {
    async function* stream() {
      // Long enough for threads to come up.
      for (let i = 0; i < 200; i++) {
        await new Promise((end) => setTimeout(end, 5));
        yield batch(counts[i % counts.length]!);
      }
    }
    const wanted = Array.from({ length: 200 }, (_, i) => counts[i % counts.length]!);
    const before = doneHere;
    expect(await wordsOf(stream(), 3)).toEqual(wanted);
    expect(doneHere - before).toBeGreaterThan(0);
    expect(doneHere - before).toBeLessThan(200);
  });

  it('reads a stream as far ahead as keeps threads busy', async () => {
    let read = 0;
    let finished = 0;
    async function* stream() {
      for (const count of counts) {
        expect(read++ - finished).toBeLessThanOrEqual(4 * 2 + 1);
        yield batch(count);
      }
    }
    await spread(
      counting,
      {
        data: () => [orderMetric(bleu())],
        pieces: stream(),
        here: () => [],
        finish: () => finished++,
        share: () => undefined,
      },
      2,
    );
    expect(finished).toBe(counts.length);
  });

  it('passes on what goes wrong in a thread', async () => {
    await expect(wordsOf([batch(1), broken(), batch(2), broken()], 2)).rejects.toThrow(TypeError);
  });

  it('passes on what goes wrong while reading, with pieces under way', async () => {
    async function* stream() {
      for (let i = 0; i < 100; i++) {
        await new Promise((end) => setTimeout(end, 5));
        yield batch(3000);
      }
      throw new RangeError('no more');
    }
    await expect(wordsOf(stream(), 2)).rejects.toThrow(new RangeError('no more'));
  });
});

describe('startThreads', () => {
  const start = (code: string, threads = 1) =>
    startThreads<number, number>(new URL(`data:text/javascript,${encodeURIComponent(code)}`), null, threads);

  it('refuses pieces and results that cannot be copied, and does the others', async () => {
    const pool = start('export default (piece) => (piece < 0 ? () => {} : piece)');
    const uncopied = (() => {}) as unknown as number;
    const all = await Promise.allSettled([1, uncopied, 2, -1, 3].map((piece) => pool.run(piece)));
    expect(all.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as Error).message))).toEqual([
      1,
      expect.stringContaining('could not be cloned'),
      2,
      expect.stringContaining('could not be cloned'),
      3,
    ]);
    await pool.close();
  });

  it('refuses what is under way when it closes, and what a dying thread was given', async () => {
    const sleeping = start('export default () => new Promise((end) => setTimeout(end, 60000))');
    const waiting = expect(sleeping.run(1)).rejects.toThrow();
    await sleeping.close();
    await waiting;
    const dying = start('export default (piece) => (piece < 0 ? process.exit(3) : piece)');
    await expect(dying.run(-1)).rejects.toThrow();
    expect(await dying.run(2)).toBe(2); // by another thread, which took its place
    await dying.close();
    await expect(dying.run(3)).rejects.toThrow('The threads were ended.');
  });
});
