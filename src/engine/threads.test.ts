/** What needs no other thread; test/threads.test.ts has the rest. */
import { describe, expect, it } from 'vitest';
import { type Job, shareNumbers, spread } from './threads.ts';

const never: Job<number, number, number> = { name: 'none', prepare: () => expect.unreachable('no thread is started') };

describe('spread', () => {
  it.each([1, 'auto'] as const)('does work that is soon done in the main thread: %s threads', async (threads) => {
    const done: [number, number][] = [];
    const work = {
      data: () => expect.unreachable('nothing is sent to a thread'),
      pieces: [3, 1, 2],
      here: (piece: number) => piece * piece,
      finish: (piece: number, result: number) => done.push([piece, result]),
      share: () => done.length / 3,
    };
    await spread(never, work, threads);
    expect(done).toEqual([[3, 9], [1, 1], [2, 4]]); // prettier-ignore
  });
});

describe('shareNumbers', () => {
  it('shares arrays of numbers at any depth, once each, and leaves the rest', () => {
    const numbers = Float64Array.of(1, -0, Number.NaN);
    const bytes = Uint8Array.of(1);
    const map = new Map([[1, 2]]);
    const shared = shareNumbers({
      numbers,
      list: [{ wholes: Int32Array.of(7), again: numbers }],
      bytes,
      map,
      text: 'x',
    });
    expect(shared).toEqual({
      numbers,
      list: [{ wholes: Int32Array.of(7), again: numbers }],
      bytes,
      map: new Map([[1, 2]]),
      text: 'x',
    });
    expect(shared.numbers.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(shared.list[0]!.wholes.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(shared.list[0]!.again).toBe(shared.numbers);
    expect(shared.map).toBe(map);
    expect(shareNumbers(shared.numbers)).toBe(shared.numbers);
  });
});
