/**
 * Sums of drawn rows of several metrics, fast. Columns of small integers are added as one, a + m b + n c + …, as long as these sums stay
 * below 2⁵³, where doubles are exact. Columns that all systems have alike are added once. Units drawn equally often stand together in a list,
 * so that their rows are only added, and multiplied once in the end.
 */
import { type Lane, type Rows, Unpacking, assignLanes, columnsOf } from './lanes.ts';
import type { SampleSource } from './sampleSource.ts';
import { UnitLists, groupSize, side } from './unitLists.ts';

export class PackedRows {
  readonly #metrics: readonly Rows[];
  readonly #units: number;
  /** Lane l of unit u at [(⌊l / side⌋ * units + u) * side + l % side]. */
  readonly #numbers: Float64Array;
  readonly #sums: Float64Array;
  readonly #lists: UnitLists;
  readonly #unpacking: Unpacking;

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
    for (let start = from; start < to; start += groupSize) {
      const count = Math.min(groupSize, to - start);
      this.#lists.read(source, start, count);
      this.#sumGroup(count);
      for (let g = 0; g < count; g++) {
        this.#unpacking.unpack(this.#sums, g * width);
        take(this.#unpacking.byMetric, start + g);
      }
    }
  }

  #sumGroup(count: number): void {
    const units = this.#units;
    const { list, runs, runsOf } = this.#lists;
    const width = this.#sums.length / groupSize;
    this.#sums.fill(0);
    for (let block = 0; block < width; block += side) {
      const numbers = this.#numbers.subarray(block * units, (block + side) * units);
      for (let g = 0; g < count; g++) {
        for (let run = runsOf[g]!; run < runsOf[g + 1]!; run++) {
          addRun(numbers, list, runs[2 * run]!, runs[2 * run + 2]!, runs[2 * run + 1]!, this.#sums, g * width + block);
        }
      }
    }
  }

  #pack(lanes: readonly Lane[], size: number): Float64Array {
    const units = this.#units;
    const numbers = new Float64Array(size);
    lanes.forEach((lane, l) => {
      for (const { metric, system, column, factor } of lane) {
        const { rows, width } = this.#metrics[metric]!;
        let from = system * units * width + column;
        let to = Math.floor(l / side) * units * side + (l % side);
        for (let u = 0; u < units; u++, from += width, to += side) numbers[to]! += factor * rows[from]!;
      }
    });
    return numbers;
  }
}

/** sums[at …] += times · Σ numbers[list[i] …] for i from `from` to `to`. */
function addRun(
  numbers: Float64Array,
  list: Uint32Array,
  from: number,
  to: number,
  times: number,
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
    const unit = list[i]!;
    a += numbers[unit]!;
    b += numbers[unit + 1]!;
    c += numbers[unit + 2]!;
    d += numbers[unit + 3]!;
    e += numbers[unit + 4]!;
    f += numbers[unit + 5]!;
    g += numbers[unit + 6]!;
    h += numbers[unit + 7]!;
  }
  sums[at]! += times * a;
  sums[at + 1]! += times * b;
  sums[at + 2]! += times * c;
  sums[at + 3]! += times * d;
  sums[at + 4]! += times * e;
  sums[at + 5]! += times * f;
  sums[at + 6]! += times * g;
  sums[at + 7]! += times * h;
}
