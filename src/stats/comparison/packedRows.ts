/**
 * Sums of drawn rows of several metrics, fast. Columns of small integers are added as one, a + m b + n c + …, as long as these sums stay
 * below 2⁵³, where doubles are exact. Columns that all systems have alike are added once.
 */
import { type Lane, type Rows, Unpacking, assignLanes, columnsOf } from './lanes.ts';
import type { SampleSource } from './sampleSource.ts';
import { UnitLists, groupSize } from './unitLists.ts';

/** Numbers of a unit that lie side by side: a line of the cache. */
const side = 8;
/** side = 2^logSide: a shift keeps places whole numbers, which engines add faster. */
const logSide = 3;

export class PackedRows {
  readonly #metrics: readonly Rows[];
  readonly #units: number;
  /** Lane l of unit u at [(⌊l / side⌋ * units + u) * side + l % side]. */
  readonly #numbers: Float64Array;
  readonly #sums: Float64Array;
  readonly #lists: UnitLists;
  readonly #unpacking: Unpacking;
  /** Few numbers, all of them integers: to add them as they are picked takes less time than to count picks first. */
  readonly #asPicked: boolean;

  /** All metrics have as many units. */
  constructor(metrics: readonly Rows[]) {
    this.#metrics = metrics;
    this.#units = metrics[0]?.segments ?? 0;
    const lanes = assignLanes(metrics.flatMap(columnsOf));
    const blocks = Math.ceil(lanes.length / side);
    this.#numbers = this.#pack(lanes, blocks * this.#units * side);
    this.#sums = new Float64Array(groupSize * blocks * side);
    this.#lists = new UnitLists(this.#units);
    this.#unpacking = new Unpacking(lanes, metrics);
    this.#asPicked = blocks <= 2 && lanes.every((lane) => lane.every(({ bound }) => bound < Infinity));
  }

  /**
   * Calls `take` with the sums of every sample from `from` to `to`: by metric, column k of system s at [s * width + k], written over
   * afterwards.
   */
  sumSamples(
    source: SampleSource,
    from: number,
    to: number,
    take: (sums: readonly Float64Array[], sample: number) => void,
  ): void {
    const width = this.#sums.length / groupSize;
    // What rounds is always added in the same order, whatever else is there: in that of units.
    const asPicked = this.#asPicked || !source.repeats;
    for (let start = from; start < to; start += groupSize) {
      const count = Math.min(groupSize, to - start);
      if (asPicked) this.#lists.readPicks(source, start, count);
      else this.#lists.readCounted(source, start, count);
      this.#sumGroup(count, asPicked);
      for (let g = 0; g < count; g++) {
        this.#unpacking.unpack(this.#sums, g * width);
        take(this.#unpacking.byMetric, start + g);
      }
    }
  }

  #sumGroup(count: number, asPicked: boolean): void {
    const units = this.#units;
    const { list, times, lengths } = this.#lists;
    const sums = this.#sums;
    const width = sums.length / groupSize;
    for (let block = 0; block < width; block += side) {
      const numbers = this.#numbers.subarray(block * units, (block + side) * units);
      for (let g = 0; g < count; g++) {
        const from = g * units;
        const to = from + lengths[g]!;
        if (asPicked) addUnits(numbers, list, from, to, sums, g * width + block);
        else addWeighted(numbers, list, times, from, to, sums, g * width + block);
      }
    }
  }

  #pack(lanes: readonly Lane[], size: number): Float64Array {
    const units = this.#units;
    const numbers = new Float64Array(size);
    lanes.forEach((lane, l) => {
      const start = Math.floor(l / side) * units * side;
      const ofLane = numbers.subarray(start + (l % side), start + units * side);
      for (const part of lane) addPart(ofLane, part, this.#metrics[part.metric]!);
    });
    return numbers;
  }
}

/** Adds a column to a lane, whose numbers stand `side` apart. */
function addPart(
  numbers: Float64Array,
  { system, column, base, factor }: Lane[number],
  { rows, width, segments: units }: Rows,
): void {
  let from = system * units * width;
  for (let to = 0; to < numbers.length; to += side, from += width) {
    const value = rows[from + column]!;
    numbers[to]! += factor * (base === undefined ? value : rows[from + base]! - value);
  }
}

/** sums[at …] = Σ numbers[list[i] …] for i from `from` to `to`. */
function addUnits(
  numbers: Float64Array,
  list: Uint32Array,
  from: number,
  to: number,
  sums: Float64Array,
  at: number,
): void {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let g = 0;
  let h = 0;
  for (let i = from; i < to; i++) {
    const unit = list[i]! << logSide;
    a += numbers[unit]!;
    b += numbers[unit + 1]!;
    c += numbers[unit + 2]!;
    d += numbers[unit + 3]!;
    e += numbers[unit + 4]!;
    f += numbers[unit + 5]!;
    g += numbers[unit + 6]!;
    h += numbers[unit + 7]!;
  }
  sums[at] = a;
  sums[at + 1] = b;
  sums[at + 2] = c;
  sums[at + 3] = d;
  sums[at + 4] = e;
  sums[at + 5] = f;
  sums[at + 6] = g;
  sums[at + 7] = h;
}

/** sums[at …] = Σ times[i] · numbers[list[i] …] for i from `from` to `to`. */
function addWeighted(
  numbers: Float64Array,
  list: Uint32Array,
  times: Float64Array,
  from: number,
  to: number,
  sums: Float64Array,
  at: number,
): void {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let g = 0;
  let h = 0;
  for (let i = from; i < to; i++) {
    const unit = list[i]! << logSide;
    const weight = times[i]!;
    a += weight * numbers[unit]!;
    b += weight * numbers[unit + 1]!;
    c += weight * numbers[unit + 2]!;
    d += weight * numbers[unit + 3]!;
    e += weight * numbers[unit + 4]!;
    f += weight * numbers[unit + 5]!;
    g += weight * numbers[unit + 6]!;
    h += weight * numbers[unit + 7]!;
  }
  sums[at] = a;
  sums[at + 1] = b;
  sums[at + 2] = c;
  sums[at + 3] = d;
  sums[at + 4] = e;
  sums[at + 5] = f;
  sums[at + 6] = g;
  sums[at + 7] = h;
}
