/** Columns of rows that are added up as one number, a lane, and how their sums are told apart again. */
import type { RowMeasurement } from '../../core/index.ts';

interface Column {
  readonly metric: number;
  readonly system: number;
  readonly column: number;
  /** Its sums are integers from 0 up to but excluding this; Infinity if they need not be. */
  readonly bound: number;
  /** All systems have it. */
  readonly isShared: boolean;
}

/** A column in its lane. */
interface Part extends Column {
  /** What it is multiplied by there. */
  readonly factor: number;
}

/** Columns that are added as one, the one with the largest factor first. */
export type Lane = readonly Part[];

export type Rows = Pick<RowMeasurement, 'rows' | 'width' | 'systems' | 'segments'>;

/** From sums of lanes back to sums of columns. */
export class Unpacking {
  /** Parts of the same metric, in the memory of all. */
  readonly byMetric: readonly Float64Array[];
  readonly #all: Float64Array;
  /** The first part of each lane; then the end. */
  readonly #starts: Uint32Array;
  /** By part: where its sum goes, and its factor. */
  readonly #places: Uint32Array;
  readonly #factors: Float64Array;
  /** From where to where sums that all systems share are copied, in turn. */
  readonly #copies: Uint32Array;

  constructor(lanes: readonly Lane[], metrics: readonly Rows[]) {
    const starts = metrics.map(() => 0);
    let size = 0;
    metrics.forEach(({ systems, width }, m) => {
      starts[m] = size;
      size += systems * width;
    });
    const all = new Float64Array(size);
    this.#all = all;
    this.byMetric = metrics.map(({ systems, width }, m) => all.subarray(starts[m], starts[m]! + systems * width));
    const parts = lanes.flat();
    const placeOf = ({ metric, column }: Part, system: number): number =>
      starts[metric]! + system * metrics[metric]!.width + column;
    let at = 0;
    this.#starts = Uint32Array.from([0, ...lanes.map(({ length }) => (at += length))]);
    this.#places = Uint32Array.from(parts, (part) => placeOf(part, part.system));
    this.#factors = Float64Array.from(parts, ({ factor }) => factor);
    this.#copies = Uint32Array.from(
      parts
        .filter(({ isShared }) => isShared)
        .flatMap((part) => {
          const others = Array.from({ length: metrics[part.metric]!.systems - 1 }, (_, s) => s + 1);
          return others.flatMap((system) => [placeOf(part, 0), placeOf(part, system)]);
        }),
    );
  }

  /** The sums of lanes are at [at …). */
  unpack(sums: Float64Array, at: number): void {
    const all = this.#all;
    const starts = this.#starts;
    const places = this.#places;
    const factors = this.#factors;
    const copies = this.#copies;
    for (let lane = 0; lane + 1 < starts.length; lane++) {
      let rest = sums[at + lane]!;
      const last = starts[lane + 1]! - 1;
      for (let part = starts[lane]!; part < last; part++) {
        const factor = factors[part]!;
        let sum = Math.floor(rest / factor);
        if (sum * factor > rest) sum--; // the quotient was rounded up
        rest -= sum * factor;
        all[places[part]!] = sum;
      }
      // What is left is the last part, which need not be an integer if it is the only one.
      all[places[last]!] = rest;
    }
    for (let i = 0; i < copies.length; i += 2) all[copies[i + 1]!] = all[copies[i]!]!;
  }
}

export function columnsOf({ rows, width, systems, segments: units }: Rows, metric: number): Column[] {
  const columns: Column[] = [];
  for (let column = 0; column < width; column++) {
    const isShared = systems > 1 && isAlike(rows, width, systems, units, column);
    for (let system = 0; system < (isShared ? 1 : systems); system++) {
      columns.push({ metric, system, column, isShared, bound: boundOf(rows, width, system * units, units, column) });
    }
  }
  return columns;
}

function isAlike(rows: Float64Array, width: number, systems: number, units: number, column: number): boolean {
  for (let s = 1; s < systems; s++) {
    for (let u = 0; u < units; u++) {
      if (rows[u * width + column] !== rows[(s * units + u) * width + column]) return false;
    }
  }
  return true;
}

/** No sample holds more than `units` rows, so that a sum is at most that many times the largest value. */
function boundOf(rows: Float64Array, width: number, start: number, units: number, column: number): number {
  let largest = 0;
  for (let u = 0; u < units; u++) {
    const value = rows[(start + u) * width + column]!;
    if (!Number.isInteger(value) || value < 0) return Infinity;
    if (value > largest) largest = value;
  }
  return units * largest + 1;
}

/**
 * Each column goes to the first lane with room for it, the widest columns first. In a lane a column is multiplied by the bounds of those
 * before it, as digits are in a number of mixed radix; doubles are exact as long as all bounds multiply to at most 2⁵³.
 */
export function assignLanes(columns: readonly Column[]): Lane[] {
  const lanes: { bound: number; parts: Part[] }[] = [];
  for (const column of columns.toSorted((a, b) => (a.bound === b.bound ? 0 : b.bound - a.bound))) {
    let lane = lanes.find(({ bound }) => bound * column.bound <= 2 ** 53);
    if (!lane) lanes.push((lane = { bound: 1, parts: [] }));
    lane.parts.unshift({ ...column, factor: lane.bound });
    lane.bound *= column.bound;
  }
  return lanes.map(({ parts }) => parts);
}
