/** Helpers for arrays, groups and optional settings. */

/** A typed array with twice the capacity, or with `least` elements if that is more. */
export function enlarged<A extends Float64Array | Int32Array | Uint16Array | Uint8Array>(from: A, least = 0): A {
  const to = new (from.constructor as new (length: number) => A)(Math.max(least, 2 * from.length));
  to.set(from);
  return to;
}

/** The array if it has this many elements, otherwise a new array with twice as many, without the old contents. */
export function roomFor<A extends Float64Array | Int32Array | Uint8Array>(array: A, places: number): A {
  return places > array.length ? new (array.constructor as new (length: number) => A)(2 * places) : array;
}

/** Groups items by a key; groups and their items are in order of first appearance. `Map.groupBy` is not in all browsers yet. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** The first items of the sorted list, without sorting all; as in `sort`, equal items keep their order. */
export function firstSorted<Item>(items: Iterable<Item>, most: number, order: (a: Item, b: Item) => number): Item[] {
  const first: Item[] = [];
  if (most < 1) return first;
  for (const item of items) {
    if (first.length === most && order(item, first[most - 1]!) >= 0) continue;
    let low = 0;
    let high = first.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order(item, first[middle]!) < 0) high = middle;
      else low = middle + 1;
    }
    first.splice(low, 0, item);
    if (first.length > most) first.pop();
  }
  return first;
}

/** Optional settings passed on in one object: an option that was not given has no key, so a default applies. */
export type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The entries that are not undefined, in their order. */
export const present = <T extends object>(all: T): Present<T> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Present<T>;

/** The named entries that are not undefined. */
export const pick = <T extends object, const K extends keyof T>(all: T, names: readonly K[]): Present<Pick<T, K>> =>
  Object.fromEntries(names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]])) as Present<
    Pick<T, K>
  >;
