/** The shared code of the front ends, including limited browsers. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { counted, grouped } from '../../web/shared/counted.ts';
import { randomKey } from '../../web/shared/browser.ts';
import { KeptData } from '../../web/shared/keptData.ts';

afterEach(() => void vi.unstubAllGlobals());

describe('a random key', () => {
  it('is a UUID of version 4, even if the browser has no randomUUID', () => {
    const { getRandomValues } = crypto;
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
    const keys = Array.from({ length: 50 }, randomKey);
    for (const key of keys)
      expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(keys).size).toBe(50);
  });
});

describe('kept data', () => {
  /** A storage with room for this many characters. */
  const storage = (room: number): Storage => {
    const items = new Map<string, string>();
    return {
      get length() {
        return items.size;
      },
      key: (i: number) => [...items.keys()][i] ?? null,
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, text: string) => {
        if (text.length > room) throw new Error('full');
        items.set(name, text);
      },
      removeItem: (name: string) => void items.delete(name),
      clear: () => items.clear(),
    };
  };

  it('is found by another page, under its prefix only', () => {
    const shared = storage(100);
    shared.setItem('stranger', '1');
    expect(new KeptData('a.', shared).keep('x', { n: 1 })).toBe(true);
    const other = new KeptData('a.', shared);
    expect(other.find('x')).toEqual({ n: 1 });
    expect(other.names('')).toEqual(['x']);
    other.forget('x');
    expect(other.find('x')).toBeUndefined();
  });

  it('lasts as long as the page when storage is full, and never returns an older value', () => {
    const kept = new KeptData('', storage(5));
    expect(kept.keep('x', 'a')).toBe(true);
    expect(kept.keep('x', 'too long')).toBe(false);
    expect(kept.find('x')).toBe('too long');
    expect(kept.names('x')).toEqual(['x']);
    expect(kept.keep('x', 'b')).toBe(true);
    expect(kept.find('x')).toBe('b');
  });

  it('is undefined if it cannot be read', () => {
    const broken = storage(100);
    broken.setItem('x', '{');
    expect(new KeptData('', broken).find('x')).toBeUndefined();
  });
});

it('large numbers have commas', () => {
  expect([0, 999, 1000, 1_234_567].map(grouped)).toEqual(['0', '999', '1,000', '1,234,567']);
  expect([counted(1, 'word'), counted(2000, 'word'), counted(2, 'answer was', 'answers were')]).toEqual(
    ['1 word', '2,000 words', '2 answers were'],
  ); // prettier-ignore
});
