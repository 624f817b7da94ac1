import { describe, expect, it } from 'vitest';
import { LiveCache } from './liveCache.ts';

/** A computation that ends when told, and a clock that stands until moved. */
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
    /** Ends the computation of that number, when it has begun. */
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

describe('what takes long to compute', () => {
  it('is computed anew when the clock was set back', async () => {
    const { cache, end, pass } = makeCache();
    const first = cache.value();
    await end(0, 'a');
    expect(await first).toBe('a');
    pass(-3_600_000);
    const second = cache.value();
    await end(1, 'b');
    expect(await second).toBe('b');
  });

  it('is computed once for all who wait, and kept', async () => {
    const { cache, begun, end, pass } = makeCache();
    const both = Promise.all([cache.value(), cache.value()]);
    await end(0, 'a');
    expect(await both).toEqual(['a', 'a']);
    pass(2_999);
    expect(await cache.value()).toBe('a');
    expect(begun()).toBe(1);
  });

  it('is shown as it was while it is renewed', async () => {
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

  it('is waited for when it is a minute old', async () => {
    const { cache, end, pass } = makeCache();
    const first = cache.value();
    await end(0, 'a');
    await first;
    pass(60_001);
    const second = cache.value();
    await end(1, 'b');
    expect(await second).toBe('b');
  });

  it('is kept ten times as long as it took', async () => {
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

  it('is computed anew after a change, one at a time, and what was begun before is not kept', async () => {
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

  it('that fails is tried again, and who asked is told', async () => {
    const { cache, end, pass } = makeCache();
    const first = expect(cache.value()).rejects.toThrow('no');
    await end(0, new Error('no'));
    await first;
    const second = cache.value();
    await end(1, 'a');
    expect(await second).toBe('a');
    pass(3_000);
    expect(await cache.value()).toBe('a'); // its renewal fails unseen
    await end(2, new Error('no'));
    expect(await cache.value()).toBe('a');
  });
});
