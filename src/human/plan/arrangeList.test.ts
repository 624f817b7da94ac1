import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Pcg64 } from '../../stats/index.ts';
import { arrangeList } from './listParts.ts';

const sizes = fc.record({
  pairs: fc.nat({ max: 12 }),
  singles: fc.nat({ max: 20 }),
  distance: fc.nat({ max: 30 }),
  seed: fc.nat(),
});

it('keeps pairs far apart and in order, whenever possible', () =>
  fc.assert(
    fc.property(sizes, ({ pairs, singles, distance, seed }) => {
      const length = 2 * pairs + singles;
      const asked = Array.from({ length: pairs }, (_, p): [string, string] => [`a${p}`, `b${p}`]);
      const rest = Array.from({ length: singles }, (_, s) => `s${s}`);
      const arrange = (): string[] => arrangeList(asked, rest, distance, new Pcg64(seed));
      if (pairs > 0 && pairs > length - distance - 1) {
        expect(arrange).toThrow(RangeError);
        return;
      }
      const list = arrange();
      expect(list.toSorted()).toEqual([...asked.flat(), ...rest].sort());
      for (const [first, second] of asked) {
        expect(list.indexOf(second) - list.indexOf(first) - 1).toBeGreaterThanOrEqual(distance);
      }
    }),
  ));

/** Tries all orders of two pairs and some singles. */
it('refuses only impossible lists', () => {
  const orders = (items: readonly string[]): string[][] =>
    items.length === 0
      ? [[]]
      : items.flatMap((item, i) => orders(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
  for (const singles of [0, 1, 2]) {
    const all = orders(['a', 'A', 'b', 'B', ...['x', 'y'].slice(0, singles)]);
    for (let distance = 0; distance < 6; distance++) {
      const isFar = (order: string[], one: string, two: string): boolean =>
        order.indexOf(two) - order.indexOf(one) - 1 >= distance;
      const isPossible = all.some((order) => isFar(order, 'a', 'A') && isFar(order, 'b', 'B'));
      expect(2 <= 4 + singles - distance - 1).toBe(isPossible);
    }
  }
});

it('repeats do not always come in the order of their originals', () => {
  const pairs = [['a', 'A'], ['b', 'B'], ['c', 'C']] as const; // prettier-ignore
  const singles = Array.from({ length: 20 }, (_, s) => `s${s}`);
  const found = new Set<string>();
  for (let seed = 0; seed < 40; seed++) {
    const list = arrangeList(pairs, singles, 5, new Pcg64(seed));
    const seconds = list
      .filter((each) => /[ABC]/.test(each))
      .join('')
      .toLowerCase();
    found.add(String(list.filter((each) => /^[abc]$/.test(each)).join('') === seconds));
  }
  expect([...found].sort()).toEqual(['false', 'true']);
});
