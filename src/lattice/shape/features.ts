/** Features of edges and candidates: sparse rows of numbers, and feature names. */

/** Sparse rows: row i is indices and values from starts[i] to starts[i + 1]. Within a row, indices are unique and ascending. */
export interface FeatureRows {
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

/** Numbers for names, in order of first appearance. */
export class Numbering {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.number(name);
  }

  get size(): number {
    return this.names.length;
  }

  number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }

  /** The number of a name, or −1 if it has none. */
  find(name: string): number {
    return this.#numbers.get(name) ?? -1;
  }
}

/** The names of features and their numbers. All files of a run share one, so they share weights. */
export class FeatureNames extends Numbering {}

/** Collects rows one after the other. Values of one name in one row are added; zeros are left out. */
export class FeatureRowsBuilder {
  readonly #starts: number[] = [0];
  readonly #indices: number[] = [];
  readonly #values: number[] = [];
  readonly #row = new Map<number, number>();

  add(index: number, value: number): void {
    this.#row.set(index, (this.#row.get(index) ?? 0) + value);
  }

  /** Repeats a row of other features `times` times. */
  addRow({ starts, indices, values }: FeatureRows, row: number, times = 1): void {
    for (let at = starts[row]!; at < starts[row + 1]!; at++) this.add(indices[at]!, times * values[at]!);
  }

  endRow(): void {
    for (const [index, value] of [...this.#row].sort(([a], [b]) => a - b)) {
      if (value === 0) continue;
      this.#indices.push(index);
      this.#values.push(value);
    }
    this.#row.clear();
    this.#starts.push(this.#indices.length);
  }

  finish(): FeatureRows {
    return {
      starts: Int32Array.from(this.#starts),
      indices: Int32Array.from(this.#indices),
      values: Float64Array.from(this.#values),
    };
  }
}

/** Some of the rows, in the order of their numbers given. */
export function selectRows({ starts, indices, values }: FeatureRows, rows: ArrayLike<number>): FeatureRows {
  const ends = new Int32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) ends[i + 1] = ends[i]! + starts[rows[i]! + 1]! - starts[rows[i]!]!;
  const selected = {
    starts: ends,
    indices: new Int32Array(ends[rows.length]!),
    values: new Float64Array(ends[rows.length]!),
  };
  for (let i = 0; i < rows.length; i++) {
    const [from, to] = [starts[rows[i]!]!, starts[rows[i]! + 1]!];
    selected.indices.set(indices.subarray(from, to), ends[i]);
    selected.values.set(values.subarray(from, to), ends[i]);
  }
  return selected;
}

/** The inner product of a row and weights; a feature without a weight counts as 0. */
export function weigh({ starts, indices, values }: FeatureRows, row: number, weights: Float64Array): number {
  let sum = 0;
  for (let at = starts[row]!; at < starts[row + 1]!; at++) {
    const index = indices[at]!;
    if (index < weights.length) sum += values[at]! * weights[index]!;
  }
  return sum;
}
