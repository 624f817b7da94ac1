/** Units of samples, in lists by how often they were drawn. */
import type { SampleSource } from './sampleSource.ts';

/** Numbers of a unit that lie side by side: a line of the cache. */
export const side = 8;

/** Samples summed in one go, while a block of numbers is in the cache. */
export const groupSize = 16;

/** The units of a group of samples, those drawn equally often together. */
export class UnitLists {
  /** Units, as places in a block. */
  readonly list: Uint32Array;
  /** Start in the list and times drawn, of each run of units; then the end. */
  readonly runs: Uint32Array;
  /** The first run of each sample; then the end. */
  readonly runsOf = new Uint32Array(groupSize + 1);
  readonly #times: Uint32Array;
  /** How many units were drawn so often; then where the next of them goes. */
  readonly #places: Uint32Array;

  constructor(units: number) {
    // Behind the lists is room for units that were not drawn: to place them too takes less time than to tell them apart.
    this.list = new Uint32Array((groupSize + 1) * units);
    // 1 + 2 + … + n ≤ units bounds how many different numbers of times there can be.
    this.runs = new Uint32Array(2 * groupSize * Math.ceil(Math.sqrt(2 * units)) + 2);
    this.#times = new Uint32Array(units);
    this.#places = new Uint32Array(units + 1);
  }

  read(source: SampleSource, start: number, count: number): void {
    let length = 0;
    let run = 0;
    for (let g = 0; g < count; g++) {
      source.read(start + g, this.#times);
      this.runsOf[g] = run;
      const most = this.#countTimes();
      this.#places[0] = groupSize * this.#times.length;
      for (let times = 1; times <= most; times++) {
        const size = this.#places[times]!;
        if (size === 0) continue;
        this.#places[times] = length;
        this.runs[2 * run] = length;
        this.runs[2 * run + 1] = times;
        length += size;
        run++;
      }
      this.#place();
    }
    this.runsOf[count] = run;
    this.runs[2 * run] = length;
  }

  #countTimes(): number {
    const times = this.#times;
    const places = this.#places;
    places.fill(0);
    let most = 0;
    for (let u = 0; u < times.length; u++) {
      const drawn = times[u]!;
      places[drawn]!++;
      if (drawn > most) most = drawn;
    }
    return most;
  }

  #place(): void {
    const times = this.#times;
    const places = this.#places;
    const { list } = this;
    for (let u = 0; u < times.length; u++) list[places[times[u]!]!++] = u * side;
  }
}
