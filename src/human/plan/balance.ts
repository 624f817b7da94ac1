/**
 * Which systems have been shown how often, with which others, and in which places; what is chosen next is what was shown least.
 * A greedy stand-in for balanced incomplete blocks, which exist for few numbers of systems only; ties are broken by chance.
 */
import { type Pcg64, shuffle } from '../../stats/index.ts';
import type { Entry } from '../campaign/campaign.ts';

export class Balance {
  readonly #systems: number;
  readonly #most: number;
  readonly #shown: Float64Array;
  /** By system and system, both ways. */
  readonly #together: Float64Array;
  /** By system and place. */
  readonly #places: Float64Array;

  /** `most`: of entries in one assignment. */
  constructor(systems: number, most: number) {
    this.#systems = systems;
    this.#most = most;
    this.#shown = new Float64Array(systems);
    this.#together = new Float64Array(systems * systems);
    this.#places = new Float64Array(systems * most);
  }

  /** So many judges see these together. Systems that gave one text are not compared by it. */
  note(entries: readonly Entry[], judges: number): void {
    entries.forEach(({ systems }, e) => {
      for (const a of systems) {
        this.#shown[a]! += judges;
        for (let f = 0; f < entries.length; f++) {
          if (f === e) continue;
          for (const b of entries[f]!.systems) this.#together[a * this.#systems + b]! += judges;
        }
      }
    });
  }

  noteOrder(entries: readonly Entry[]): void {
    entries.forEach(({ systems }, place) => {
      if (place < this.#most) for (const system of systems) this.#places[system * this.#most + place]!++;
    });
  }

  /** The one whose systems this judge, then all judges, saw least. */
  chooseOne(entries: readonly Entry[], byJudge: Float64Array | undefined, random: Pcg64): Entry {
    return least(entries, random, ({ systems }) => [byJudge ? mean(systems, byJudge) : 0, mean(systems, this.#shown)]);
  }

  /** The first is the one shown least; each further one, of those left, is the one least often seen with those chosen. */
  chooseSome(entries: readonly Entry[], count: number, random: Pcg64): Entry[] {
    if (entries.length <= count) return [...entries];
    const left = [...entries];
    const chosen: Entry[] = [];
    while (chosen.length < count) {
      const next = least(left, random, ({ systems }) => [-this.#gain(systems, chosen), mean(systems, this.#shown)]);
      chosen.push(next);
      left.splice(left.indexOf(next), 1);
    }
    return chosen;
  }

  /** What a further comparison of each pair is worth, on average: the less, the more there are. */
  #gain(systems: readonly number[], chosen: readonly Entry[]): number {
    let sum = 0;
    let count = 0;
    for (const { systems: others } of chosen) {
      for (const a of systems) for (const b of others) sum += 1 / (1 + this.#together[a * this.#systems + b]!);
      count += others.length;
    }
    return count === 0 ? 0 : sum / (systems.length * count);
  }

  /**
   * The order in which entries were least often in their places, up to exchanges of two; it is noted. Not the order `before`, if there is
   * another.
   */
  order(entries: readonly Entry[], random: Pcg64, before?: readonly Entry[]): Entry[] {
    const order = shuffle([...entries], random);
    const cost = (entry: Entry, place: number): number => {
      let sum = 0;
      for (const system of entry.systems) sum += this.#places[system * this.#most + place]!;
      return sum / entry.systems.length;
    };
    for (let isBetter = true; isBetter;) {
      isBetter = false;
      for (let i = 0; i < order.length; i++) {
        for (let j = i + 1; j < order.length; j++) {
          const [a, b] = [order[i]!, order[j]!];
          // By more than rounding, or equal orders would be exchanged for ever.
          if (cost(a, j) + cost(b, i) < cost(a, i) + cost(b, j) - 1e-9) {
            order[i] = b;
            order[j] = a;
            isBetter = true;
          }
        }
      }
    }
    if (before && order.length > 1 && order.every((entry, place) => entry === before[place]))
      order.push(order.shift()!);
    this.noteOrder(order);
    return order;
  }
}

function mean(systems: readonly number[], of: Float64Array): number {
  let sum = 0;
  for (const system of systems) sum += of[system]!;
  return sum / systems.length;
}

/** One with the least first cost, among those with the least second; chance decides between equals. */
function least(entries: readonly Entry[], random: Pcg64, costs: (entry: Entry) => [number, number]): Entry {
  let best = entries[0]!;
  let [bestFirst, bestSecond] = costs(best);
  let equals = 1;
  for (let e = 1; e < entries.length; e++) {
    const entry = entries[e]!;
    const [first, second] = costs(entry);
    if (first === bestFirst && second === bestSecond) {
      if (random.below(++equals) === 0) best = entry;
    } else if (first < bestFirst || (first === bestFirst && second < bestSecond)) {
      [best, bestFirst, bestSecond, equals] = [entry, first, second, 1];
    }
  }
  return best;
}
