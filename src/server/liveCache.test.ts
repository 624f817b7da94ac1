import { describe, expect, it } from 'vitest';
import { LiveCache } from './liveCache.ts';

/** A computation that ends on request, and a clock that moves on request. */
function makeCache() {
  let now = 0;
  let running = 0;
  let most = 0;
  const ends: ((value: string | Error) => void)[] = [];
  const cache = new LiveCache(() => {
    most = Math.max(most, ++running);
    return new Promise<string>((resolve, reject) =>
      ends.push((value) => {
        running--;
        if (typeof value === 'string') resolve(value);
        else reject(value);
      }),
    );
  }, () => now); // prettier-ignore
  return {
    cache,
    begun: () => ends.length,
    most: () => most,
    /** Ends the computation of that number, once it has started. */
    async end(n: number, value: string | Error) {
      await new Promise(setImmediate);
      ends[n]!(value);
      await new Promise(setImmediate);
    },
    pass(milliseconds: number) {
      now += milliseconds;
    },
  };
}

describe('a slow computation', () => {
  it('runs again when the clock was set back', async () => {
    const { cache, end, pass } = makeCache();
    const first = cache.value();
    await end(0, 'a');
    expect(await first).toBe('a');
    pass(-3_600_000);
    const second = cache.value();
    await end(1, 'b');
    expect(await second).toBe('b');
  });

  it('runs once for all who wait, and its result is kept', async () => {
    const { cache, begun, end, pass } = makeCache();
    const both = Promise.all([cache.value(), cache.value()]);
    await end(0, 'a');
    expect(await both).toEqual(['a', 'a']);
    pass(2_999);
    expect(await cache.value()).toBe('a');
    expect(begun()).toBe(1);
  });

  it('returns the previous result while it is renewed', async () => {
    const { cache, begun, end, pass } = makeCache();
    const first = cache.value();
    await end(0, 'a');
    await first;
    pass(3_000);
    expect(await cache.value()).toBe('a');
    expect(await cache.value()).toBe('a');
    await end(1, 'b');
    expect(await cache.value()).toBe('b');
    expect(begun()).toBe(2);
  });

  it('makes callers wait when the result is a minute old', async () => {
    const { cache, end, pass } = makeCache();
    const first = cache.value();
    await end(0, 'a');
    await first;
    pass(60_001);
    const second = cache.value();
    await end(1, 'b');
    expect(await second).toBe('b');
  });

  it('keeps its result ten times as long as it took', async () => {
    const { cache, begun, end, pass } = makeCache();
    const first = cache.value();
    await new Promise(setImmediate);
    pass(2_000);
    await end(0, 'a');
    await first;
    pass(19_999);
    await cache.value();
    expect(begun()).toBe(1);
    pass(1);
    await cache.value();
    await new Promise(setImmediate);
    expect(begun()).toBe(2);
  });

  it('runs again after a change, one at a time, and earlier results are not kept', async () => {
    const { cache, begun, most, end } = makeCache();
    const before = cache.value();
    await new Promise(setImmediate);
    cache.expire();
    const after = cache.value();
    await new Promise(setImmediate);
    expect(begun()).toBe(1);
    await end(0, 'old');
    expect(await before).toBe('old');
    await end(1, 'new');
    expect(await after).toBe('new');
    expect(await cache.value()).toBe('new');
    expect(most()).toBe(1);
  });

  it('is retried after a failure, and the caller gets the error', async () => {
    const { cache, end, pass } = makeCache();
    const first = expect(cache.value()).rejects.toThrow('no');
    await end(0, new Error('no'));
    await first;
    const second = cache.value();
    await end(1, 'a');
    expect(await second).toBe('a');
    pass(3_000);
    expect(await cache.value()).toBe('a'); // its renewal fails silently
    await end(2, new Error('no'));
    expect(await cache.value()).toBe('a');
  });
});
