/** Columns of rows that are added up as one number, a lane, and how their sums are told apart again. */
import type { Measurement } from '../../core/index.ts';

/** Up to this all integers are exact. */
const exact = 2 ** 53;

interface Column {
  readonly metric: number;
  readonly system: number;
  readonly column: number;
  /** A column before it in the same rows that is always as large or larger: what is added up is by how much. */
  readonly base?: number;
  /** Its sums are integers from 0 up to but excluding this; Infinity if they need not be, or are too large to be exact. */
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

export type Rows = Pick<Measurement, 'rows' | 'width' | 'systems' | 'segments'>;

/** From sums of lanes back to sums of columns. */
export class Unpacking {
  /** Parts of the same metric, in the memory of all. */
  readonly byMetric: readonly Float64Array[];
  readonly all: Float64Array;
  /** The first part of each lane; then the end. */
  readonly starts: Uint32Array;
  /** By part: where its sum goes, and its factor. */
  readonly places: Uint32Array;
  readonly factors: Float64Array;
  /** Places of sums that were added up as what their bases have more, and places of these bases, in turn. */
  readonly belowBase: Uint32Array;
  /** From where to where sums that all systems share are copied, in turn. */
  readonly copies: Uint32Array;

  constructor(lanes: readonly Lane[], metrics: readonly Rows[]) {
    const starts = metrics.map(() => 0);
    let size = 0;
    metrics.forEach(({ systems, width }, m) => {
      starts[m] = size;
      size += systems * width;
    });
    const all = new Float64Array(size);
    this.all = all;
    this.byMetric = metrics.map(({ systems, width }, m) => all.subarray(starts[m], starts[m]! + systems * width));
    const parts = lanes.flat();
    const placeOf = ({ metric, column }: Part, system: number, of = column): number =>
      starts[metric]! + system * metrics[metric]!.width + of;
    let at = 0;
    this.starts = Uint32Array.from([0, ...lanes.map(({ length }) => (at += length))]);
    this.places = Uint32Array.from(parts, (part) => placeOf(part, part.system));
    this.factors = Float64Array.from(parts, ({ factor }) => factor);
    this.belowBase = Uint32Array.from(
      parts
        .toSorted((a, b) => a.column - b.column) // a base may have a base itself
        .flatMap((part) =>
          part.base === undefined ? [] : [placeOf(part, part.system), placeOf(part, part.system, part.base)],
        ),
    );
    this.copies = Uint32Array.from(
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
    const all = this.all;
    const starts = this.starts;
    const places = this.places;
    const factors = this.factors;
    const belowBase = this.belowBase;
    const copies = this.copies;
    for (let lane = 0; lane + 1 < starts.length; lane++) {
      if (starts[lane] === starts[lane + 1]) continue; // a lane that fills up a block
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
    for (let i = 0; i < belowBase.length; i += 2) all[belowBase[i]!] = all[belowBase[i + 1]!]! - all[belowBase[i]!]!;
    for (let i = 0; i < copies.length; i += 2) all[copies[i + 1]!] = all[copies[i]!]!;
  }
}

/** What lanes need to know of the columns of some rows. */
export interface ColumnScan {
  /** Whether all systems have the same column. */
  isAlike(column: number): boolean;
  /**
   * Infinity if not all are integers of at least 0. No sample holds more than `units` rows, so that a sum is at most that many times it.
   */
  largest(system: number, column: number): number;
  /** By how much a column is larger than another at most; undefined if it is smaller in any unit, or larger by more than `most`. */
  largestExcess(system: number, column: number, than: number, most: number): number | undefined;
}

function scanOf({ rows, width, systems, segments: units }: Rows): ColumnScan {
  const own = (system: number): Float64Array => rows.subarray(system * units * width, (system + 1) * units * width);
  return {
    isAlike: (column) => isAlike(rows, width, systems, units, column),
    largest: (system, column) => largestOf(own(system), width, column),
    largestExcess: (system, column, than, most) => largestExcess(own(system), width, column, than, most),
  };
}

/** Lanes side by side, in blocks of `side`: first those that round, filled up to whole blocks. */
export function placeLanes(
  columns: readonly Column[],
  side: number,
): { placed: Lane[]; rounding: number; width: number } {
  const filledUp = (lanes: number): number => Math.ceil(lanes / side) * side;
  const lanes = assignLanes(columns);
  const rounding = lanes.filter((lane) => lane.some(({ bound }) => bound === Infinity));
  const exactOnes = lanes.filter((lane) => !rounding.includes(lane));
  const whole = filledUp(rounding.length);
  const fill = Array.from({ length: whole - rounding.length }, (): Lane => []);
  return { placed: [...rounding, ...fill, ...exactOnes], rounding: whole, width: whole + filledUp(exactOnes.length) };
}

export function columnsOf(given: Rows, metric: number, scan: ColumnScan = scanOf(given)): Column[] {
  const { width, systems, segments: units } = given;
  const columns: Column[] = [];
  for (let column = 0; column < width; column++) {
    const isShared = systems > 1 && scan.isAlike(column);
    for (let system = 0; system < (isShared ? 1 : systems); system++) {
      const shape = { metric, system, column, isShared };
      const most = units * scan.largest(system, column);
      const bound = most < exact ? most + 1 : Infinity;
      columns.push({ ...shape, bound, ...(bound < Infinity && closeBase(scan, units, shape, bound, columns)) });
    }
  }
  return columns;
}

/**
 * Of a column before that is always a little larger, such as that of bigrams is than that of trigrams, the difference takes less room. The
 * nearest one is taken that leaves an eighth or less.
 */
function closeBase(
  scan: ColumnScan,
  units: number,
  { system, column }: Pick<Column, 'system' | 'column'>,
  bound: number,
  before: readonly Column[],
): { base: number; bound: number } | undefined {
  const most = (bound - 1) / units / 8;
  for (let i = before.length - 1; i >= 0; i--) {
    const other = before[i]!;
    if (other.system !== system || other.bound === Infinity) continue;
    const largest = scan.largestExcess(system, other.column, column, most);
    if (largest !== undefined) return { base: other.column, bound: units * largest + 1 };
  }
  return undefined;
}

function largestExcess(
  own: Float64Array,
  width: number,
  column: number,
  than: number,
  most: number,
): number | undefined {
  let largest = 0;
  for (let at = 0; at < own.length; at += width) {
    const excess = own[at + column]! - own[at + than]!;
    if (excess < 0 || excess > most) return undefined;
    if (excess > largest) largest = excess;
  }
  return largest;
}

function isAlike(rows: Float64Array, width: number, systems: number, units: number, column: number): boolean {
  for (let s = 1; s < systems; s++) {
    for (let u = 0; u < units; u++) {
      if (rows[u * width + column] !== rows[(s * units + u) * width + column]) return false;
    }
  }
  return true;
}

function largestOf(own: Float64Array, width: number, column: number): number {
  let largest = 0;
  for (let at = column; at < own.length; at += width) {
    const value = own[at]!;
    if (!Number.isInteger(value) || value < 0) return Infinity;
    if (value > largest) largest = value;
  }
  return largest;
}

/**
 * Each column goes to the first lane with room for it, the widest columns first. In a lane a column is multiplied by the bounds of those
 * before it, as digits are in a number of mixed radix; doubles are exact as long as all bounds multiply to at most 2⁵³.
 */
export function assignLanes(columns: readonly Column[]): Lane[] {
  const lanes: { bound: number; parts: Part[] }[] = [];
  for (const column of columns.toSorted((a, b) => (a.bound === b.bound ? 0 : b.bound - a.bound))) {
    let lane = lanes.find(({ bound }) => bound * column.bound <= exact);
    if (!lane) lanes.push((lane = { bound: 1, parts: [] }));
    lane.parts.unshift({ ...column, factor: lane.bound });
    lane.bound *= column.bound;
  }
  return lanes.map(({ parts }) => parts);
}
