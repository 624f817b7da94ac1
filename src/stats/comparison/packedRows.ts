/**
 * Sums of drawn rows of several metrics, fast. Columns of small integers are added as one, a + m b + n c + …, as long as these sums stay
 * below 2⁵³, where doubles are exact. Columns that all systems have alike are added once.
 */
import { type Lane, type Rows, Unpacking, assignLanes, columnsOf } from './lanes.ts';
import type { SampleSource } from './sampleSource.ts';

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

/** Samples summed in one go, while a block of numbers is in the cache. */
const groupSize = 16;

/** The units of a group of samples. */
class UnitLists {
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
