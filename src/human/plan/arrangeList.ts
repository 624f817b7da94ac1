/** Puts a judge's list in an order that is random, but for pairs that must stand far apart: a repeat and what it repeats. */
import { type Pcg64, shuffle } from '../../stats/index.ts';

/** Orders are drawn so often before a plain one is taken. */
const draws = 40;

/**
 * Of each pair the first comes first, with at least `distance` others between. That is possible if and only if there are at most
 * length − distance − 1 pairs, where the length is that of the whole list: pair i at places i and length − pairs + i.
 */
export function arrangeList<T>(
  pairs: readonly (readonly [first: T, second: T])[],
  singles: readonly T[],
  distance: number,
  random: Pcg64,
): T[] {
  const length = 2 * pairs.length + singles.length;
  const places = drawPlaces(pairs.length, length, distance, random);
  const list = new Array<T | undefined>(length).fill(undefined);
  const isTaken = new Uint8Array(length);
  shuffle([...pairs], random).forEach(([first, second], p) => {
    const [a, b] = places[p]!;
    list[a] = first;
    list[b] = second;
    isTaken[a] = 1;
    isTaken[b] = 1;
  });
  const rest = shuffle([...singles], random);
  for (let place = 0; place < length; place++) if (isTaken[place] === 0) list[place] = rest.pop();
  return list as T[];
}

function drawPlaces(pairs: number, length: number, distance: number, random: Pcg64): [number, number][] {
  if (pairs === 0) return [];
  if (pairs > length - distance - 1)
    throw new RangeError(`${pairs} pairs cannot be ${distance} apart in ${length} places.`);
  const isFar = (first: number, second: number): boolean => second - first - 1 >= distance;
  const all = Array.from({ length }, (_, place) => place);
  for (let draw = 0; draw < draws; draw++) {
    const drawn = shuffle([...all], random).slice(0, 2 * pairs);
    const sorted = drawn.sort((a, b) => a - b);
    const places = Array.from({ length: pairs }, (_, p): [number, number] => [sorted[p]!, sorted[p + pairs]!]);
    if (places.every(([first, second]) => isFar(first, second))) return mixed(places, isFar, random);
  }
  return Array.from({ length: pairs }, (_, p) => [p, length - pairs + p]);
}

/** Partners are exchanged where they stay far enough apart, so that the order of repeats is not that of what they repeat. */
function mixed(
  places: [number, number][],
  isFar: (first: number, second: number) => boolean,
  random: Pcg64,
): [number, number][] {
  for (let p = places.length - 1; p > 0; p--) {
    const [one, other] = [places[p]!, places[random.below(p + 1)]!];
    if (isFar(one[0], other[1]) && isFar(other[0], one[1])) [one[1], other[1]] = [other[1], one[1]];
  }
  return places;
}
