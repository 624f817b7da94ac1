/** Units of samples, in lists. */
import type { SampleSource } from './sampleSource.ts';

/** Samples summed in one go, while a block of numbers is in the cache. */
export const groupSize = 16;

/** The units of a group of samples. */
export class UnitLists {
  /** Units of sample g from [g * units] on. */
  readonly list: Uint32Array;
  /** How often each of them is in the sample, where they are counted. */
  readonly times: Float64Array;
  /** How many are listed for each sample. */
  readonly lengths = new Uint32Array(groupSize);
  readonly #units: number;
  readonly #picks: Uint32Array;
  readonly #counts: Uint32Array;

  constructor(units: number) {
    this.#units = units;
    // Room for one more: a unit that is not in the sample is written behind the last that is.
    this.list = new Uint32Array(groupSize * units + 1);
    this.times = new Float64Array(groupSize * units + 1);
    this.#picks = new Uint32Array(units);
    this.#counts = new Uint32Array(units);
  }

  /** As they were picked, some more than once. */
  readPicks(source: SampleSource, start: number, count: number): void {
    for (let g = 0; g < count; g++) {
      const at = g * this.#units;
      this.lengths[g] = source.pick(start + g, this.list.subarray(at, at + this.#units));
    }
  }

  /** Each once, in rising order, with how often it was picked. */
  readCounted(source: SampleSource, start: number, count: number): void {
    for (let g = 0; g < count; g++) {
      const picked = source.pick(start + g, this.#picks);
      countPicks(this.#picks, picked, this.#counts);
      this.lengths[g] = listCounted(this.#counts, this.list, this.times, g * this.#units);
    }
  }
}

function countPicks(picks: Uint32Array, picked: number, counts: Uint32Array): void {
  counts.fill(0);
  for (let i = 0; i < picked; i++) counts[picks[i]!]!++;
}

/** Lists units that were counted at all, from `from` on, and returns how many. */
function listCounted(counts: Uint32Array, list: Uint32Array, times: Float64Array, from: number): number {
  let at = from;
  for (let unit = 0; unit < counts.length; unit++) {
    const drawn = counts[unit]!;
    list[at] = unit;
    times[at] = drawn;
    at += (0 - drawn) >>> 31; // 1 if it is drawn, else 0: a branch that goes either way takes far longer
  }
  return at - from;
}
