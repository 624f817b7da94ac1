/** Draws samples and adds up their rows in WebAssembly; see kernels/samples.ts. */
import { kernelStarter, reserveMemory } from '../../core/index.ts';
import { seedWords } from '../random.ts';
import { type ColumnScan, type Rows, Unpacking, columnsOf, placeLanes } from './lanes.ts';
import { PackedRows } from './packedRows.ts';
import { type SampleSource, samplesTogether } from './sampleSource.ts';
import { samples } from './samples.generated.ts';

interface KernelExports {
  readonly memory: WebAssembly.Memory;
  start(units: number, room: number, together: number): void;
  place(roundingBlocks: number, blocks: number, digits: number, sums: number, numbers: number): void;
  largest(column: number, step: number, count: number): number;
  largestExcess(column: number, than: number, step: number, count: number, most: number): number;
  isAlike(column: number, other: number, step: number, count: number): number;
  addColumn(column: number, base: number, hasBase: number, step: number, factor: number, lane: number): void;
  addRows(rows: number, count: number, width: number, to: number): number;
  jump(): void;
  drawGroup(g: number, steps: number, repeats: number): void;
  addAllDigits(digits: number, unitsOfDigit: number, count: number): void;
  placeUnpacking(
    lanes: number,
    starts: number,
    places: number,
    factors: number,
    belowBase: number,
    copies: number,
    copiesEnd: number,
    out: number,
  ): void;
  unpack(g: number): void;
  readonly nextStateAt: WebAssembly.Global;
  readonly countsAt: WebAssembly.Global;
}

type TakeSums = (sums: readonly Float64Array[], sample: number) => void;

/** Lanes of a block, and the bytes of their numbers for one unit. */
const side = 8;
const rowBytes = 64;
/** Streams that the kernel draws at once, and the samples they make. */
const streams = 4;
const ofStreams = streams * samplesTogether;
/** Samples that share tables. */
const together = 2 * ofStreams;
/** Of more units, numbers below a bound are drawn in another way. */
const mostUnits = 0x1_0000;
/** More memory is left to TypeScript, which packs rows more tightly. */
const mostBytes = 2 ** 28;

const startKernel = kernelStarter(samples) as () => KernelExports | undefined;

class SampleKernel {
  readonly #exports: KernelExports;
  readonly #units: number;
  /** Sums of exact blocks, of all samples together. */
  readonly #exactSums: Float64Array;
  readonly #byMetric: readonly Float64Array[];
  readonly #nextState: Uint32Array;
  /** What the streams were started for last, and how many of them have been. */
  #seed: number | bigint | undefined;
  #started = 0;

  private constructor(exports: KernelExports, layout: Layout) {
    const { memory, nextStateAt } = exports;
    const { units, rounding, width, unpacking, sums, out, plan } = layout;
    this.#exports = exports;
    this.#units = units;
    this.#exactSums = new Float64Array(memory.buffer, sums + rounding * together * 8, (width - rounding) * together);
    this.#byMetric = unpacking.byMetric.map(
      ({ byteOffset, length }) => new Float64Array(memory.buffer, out + byteOffset, length),
    );
    this.#nextState = new Uint32Array(memory.buffer, Number(nextStateAt.value), 4);
    const { starts, places, factors, belowBase, copies } = unpacking;
    let end = plan;
    const put = (array: Uint32Array | Float64Array): number => {
      const at = end;
      new Uint8Array(memory.buffer).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
      end += array.byteLength;
      return at;
    };
    const [factorsAt, startsAt, placesAt, belowAt, copiesAt] = [put(factors), put(starts), put(places), put(belowBase), put(copies)]; // prettier-ignore
    const lanes = starts.length - 1;
    exports.placeUnpacking(lanes, startsAt, placesAt, factorsAt, belowAt, copiesAt, end, out);
  }

  /** Undefined where there is no WebAssembly, or too much to hold; all metrics have as many units. */
  static of(metrics: readonly Rows[]): SampleKernel | undefined {
    const units = metrics[0]?.segments ?? 0;
    if (units < 2 || units > mostUnits) return undefined;
    const numbers = metrics.reduce((sum, { rows }) => sum + rows.length, 0);
    if (8 * numbers > mostBytes) return undefined;
    const exports = startKernel();
    if (!exports) return undefined;
    const layout = packInto(exports, metrics, units);
    return layout && new SampleKernel(exports, layout);
  }

  /** As `PackedRows` does, to the last bit; `source` has a seed. */
  sumSamples({ repeats, seed }: SampleSource, from: number, to: number, take: TakeSums): void {
    const { drawGroup, addAllDigits, unpack } = this.#exports;
    const unitsOfDigit = repeats ? 4 : 8;
    const digits = 2 * Math.ceil(this.#units / unitsOfDigit / 2);
    for (let start = from - (from % samplesTogether); start < to; start += together) {
      const count = Math.min(together, to - start);
      const groups = Math.ceil(count / ofStreams);
      const steps = Math.min(samplesTogether, count);
      this.#exactSums.fill(0);
      this.#goTo(seed!, start / samplesTogether);
      for (let group = 0; group < groups; group++) drawGroup(group * ofStreams, steps, Number(repeats));
      this.#started += groups * streams;
      addAllDigits(digits, unitsOfDigit, groups * ofStreams);
      for (let sample = Math.max(from, start); sample < start + count; sample++) {
        // Samples that four streams make at the same step lie side by side.
        const place = sample - start;
        const stream = Math.floor(place / samplesTogether);
        unpack((stream >> 2) * ofStreams + (place % samplesTogether) * streams + (stream & 3));
        take(this.#byMetric, sample);
      }
    }
  }

  #goTo(seed: number | bigint, stream: number): void {
    if (seed !== this.#seed || stream < this.#started) {
      this.#seed = seed;
      this.#started = 0;
      this.#nextState.set(seedWords(seed).subarray(0, 4));
    }
    for (; this.#started < stream; this.#started++) this.#exports.jump();
  }
}

interface Layout {
  readonly units: number;
  readonly rounding: number;
  readonly width: number;
  readonly unpacking: Unpacking;
  /** Where in memory sums of lanes are, sums of columns, and how they are told apart. */
  readonly sums: number;
  readonly out: number;
  readonly plan: number;
}

const aligned = (bytes: number): number => Math.ceil(bytes / rowBytes) * rowBytes;

/** Packs rows into the memory of a kernel. Undefined if a number is not finite, or if there are too many. */
function packInto(exports: KernelExports, metrics: readonly Rows[], units: number): Layout | undefined {
  const { memory, countsAt, addColumn } = exports;
  // Whole digits: four with a bit for each of 8 units, or two with two bits for each of 4.
  const room = Math.ceil(units / 32) * 32;
  exports.start(units, room, together);
  // Rows are where samples are later.
  const work = aligned(Number(countsAt.value) + streams * (room + 1));
  let end = work;
  const starts = metrics.map(({ rows }) => {
    end += 8 * rows.length;
    return end - 8 * rows.length;
  });
  reserveMemory(memory, end);
  metrics.forEach(({ rows }, m) => new Float64Array(memory.buffer, starts[m], rows.length).set(rows));
  let areFinite = true;
  const columns = metrics.flatMap((rows, m) => {
    const scan = scanMemory(exports, rows, starts[m]!);
    const largest = (system: number, column: number): number => {
      const found = scan.largest(system, column);
      areFinite &&= !Number.isNaN(found);
      return found;
    };
    return columnsOf(rows, m, { ...scan, largest });
  });
  if (!areFinite) return undefined;
  const { placed, rounding, width } = placeLanes(columns, side);
  const unpacking = new Unpacking(placed, metrics);
  const sums = aligned(work + (room / 4) * together);
  const out = sums + width * together * 8;
  const numbers = aligned(Math.max(end, out + unpacking.all.byteLength));
  const plan = numbers + width * room * 8;
  const total = plan + 32 * placed.flat().length + 4 * (placed.length + 1) + 8 * unpacking.copies.length + rowBytes;
  if (total > mostBytes) return undefined;
  reserveMemory(memory, total);
  exports.place(rounding / side, width / side, work, sums, numbers);
  placed.forEach((lane, l) => {
    const laneAt = numbers + Math.floor(l / side) * room * rowBytes + (l % side) * 8;
    for (const { metric, system, column, base, factor } of lane) {
      const step = 8 * metrics[metric]!.width;
      const at = starts[metric]! + system * units * step;
      addColumn(at + 8 * column, at + 8 * (base ?? 0), Number(base !== undefined), step, factor, laneAt);
    }
  });
  return { units, rounding, width, unpacking, sums, out, plan };
}

function scanMemory(
  { largest, largestExcess, isAlike }: KernelExports,
  { width, systems, segments: units }: Rows,
  start: number,
): ColumnScan {
  const step = 8 * width;
  const at = (system: number, column: number): number => start + system * units * step + 8 * column;
  return {
    isAlike(column) {
      for (let s = 1; s < systems; s++) if (!isAlike(at(0, column), at(s, column), step, units)) return false;
      return true;
    },
    largest: (system, column) => largest(at(system, column), step, units),
    largestExcess(system, column, than, most) {
      const found = largestExcess(at(system, column), at(system, than), step, units, most);
      return found < 0 ? undefined : found;
    },
  };
}

/** Sums of samples: what has a seed by the kernel, where there is one, and everything else in TypeScript. */
export class SampleSums {
  readonly #metrics: readonly Rows[];
  #kernel: SampleKernel | false | undefined;
  #packed: PackedRows | undefined;

  /** All metrics have as many units. */
  constructor(metrics: readonly Rows[]) {
    this.#metrics = metrics;
  }

  /** See `PackedRows`. */
  sumSamples(source: SampleSource, from: number, to: number, take: TakeSums): void {
    if (source.seed !== undefined) this.#kernel ??= SampleKernel.of(this.#metrics) ?? false;
    const fast = source.seed !== undefined && this.#kernel;
    (fast || (this.#packed ??= new PackedRows(this.#metrics))).sumSamples(source, from, to, take);
  }
}

/** Numbers that are added up at a time, and fewer than are worth it. */
const sumsTogether = 2 ** 16;
const fewNumbers = 2 ** 12;
let adding: KernelExports | false | undefined;

/**
 * The sums of a system's rows where all numbers are integers of at least 0, whose sums are exact in any order. Undefined where they are not,
 * and where the kernel is missing.
 */
export function countSums({ rows, width, segments }: Omit<Rows, 'systems'>, system: number): Float64Array | undefined {
  if (segments * width < fewNumbers || width > sumsTogether) return undefined;
  adding ??= startKernel() ?? false;
  if (!adding) return undefined;
  const { memory, countsAt, addRows } = adding;
  const sumsAt = aligned(Number(countsAt.value));
  const rowsAt = sumsAt + 8 * width;
  const atOnce = Math.floor(sumsTogether / width);
  reserveMemory(memory, rowsAt + 8 * atOnce * width);
  const sums = new Float64Array(memory.buffer, sumsAt, width).fill(0);
  const some = new Float64Array(memory.buffer, rowsAt, atOnce * width);
  for (let from = 0; from < segments; from += atOnce) {
    const count = Math.min(atOnce, segments - from);
    const start = (system * segments + from) * width;
    some.set(rows.subarray(start, start + count * width));
    if (!addRows(rowsAt, count, width, sumsAt)) return undefined;
  }
  return sums.slice();
}
