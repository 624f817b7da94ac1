/**
 * Exact sums of doubles: the same for any order and grouping of what is added, so that shards, threads and batches give the same bits.
 * A sum is kept as doubles that add up to it without rounding, and rounded once, when it is read.
 */

/** A sum that may need several doubles: the double next to it, then the double next to what is left, and so on. */
export type ExactSum = number | readonly number[];

/** Sums of columns of numbers. */
export class ExactSums {
  readonly length: number;
  /** Of every column: a running sum, then the running sum of its rounding errors, then of theirs … */
  readonly #levels: Float64Array[];

  constructor(length: number) {
    this.length = length;
    this.#levels = [new Float64Array(length)];
  }

  /** Adds `count` rows of `width` numbers, which begin at rows[from], to the columns from `to` on. */
  addRows(rows: ArrayLike<number>, from: number, count: number, width: number, to = 0): void {
    const sums = this.#levels[0]!;
    let at = from;
    for (let i = 0; i < count; i++) {
      for (let k = to; k < to + width; k++) {
        const before = sums[k]!;
        const added = rows[at++]!;
        const sum = before + added;
        sums[k] = sum;
        // What rounding lost (Knuth's TwoSum); nothing if these are integers below 2⁵³.
        const rounded = sum - before;
        const lost = before - (sum - rounded) + (added - rounded);
        if (lost !== 0) this.#carry(1, k, lost);
      }
    }
  }

  /** Adds a sum to column k. */
  add(k: number, sum: ExactSum): void {
    if (typeof sum === 'number') this.#carry(0, k, sum);
    else for (const part of sum) this.#carry(0, k, part);
  }

  #carry(level: number, k: number, lost: number): void {
    let added = lost;
    for (let l = level; added !== 0; l++) {
      if (l > 0 && Number.isNaN(added)) return; // what rounds to infinity loses nothing that counts
      const sums = (this.#levels[l] ??= new Float64Array(this.length));
      const before = sums[k]!;
      const sum = before + added;
      sums[k] = sum;
      const rounded = sum - before;
      added = before - (sum - rounded) + (added - rounded);
    }
  }

  /** The double next to the sum of column k. */
  at(k: number): number {
    const sum = this.#levels[0]![k]!;
    return this.#levels.length === 1 || !Number.isFinite(sum) ? sum : roundedSum(this.#partsOf(k));
  }

  /** By column: the double next to its sum. */
  rounded(): Float64Array {
    return Float64Array.from({ length: this.length }, (_, k) => this.at(k));
  }

  /** The sum of column k without rounding; equal sums are equal lists. */
  exact(k: number): ExactSum {
    const parts = this.#partsOf(k);
    const sum: number[] = [];
    if (!Number.isFinite(parts[0])) return parts[0]!;
    for (let next = roundedSum(parts); next !== 0; next = roundedSum(parts)) {
      sum.push(next);
      parts.push(-next);
    }
    return sum.length > 1 ? sum : (sum[0] ?? 0);
  }

  #partsOf(k: number): number[] {
    return this.#levels.map((sums) => sums[k]!);
  }
}

/**
 * The double next to the sum of some doubles; of two that are as near, the even one. Shewchuk (1997), Adaptive precision floating-point
 * arithmetic, §2.4; the last step is that of Python's math.fsum.
 */
function roundedSum(numbers: readonly number[]): number {
  const parts: number[] = []; // that do not overlap, in ascending order
  for (let added of numbers) {
    let kept = 0;
    for (const part of parts) {
      const sum = added + part;
      const rounded = sum - added;
      const lost = added - (sum - rounded) + (part - rounded);
      if (lost !== 0) parts[kept++] = lost;
      added = sum;
    }
    parts.length = kept;
    parts.push(added);
  }
  let n = parts.length - 1;
  let sum = parts[n] ?? 0;
  let lost = 0;
  while (n > 0 && lost === 0) {
    const [before, part] = [sum, parts[--n]!];
    sum = before + part;
    lost = part - (sum - before);
  }
  // Exactly between two doubles so far: what follows decides.
  if (n > 0 && lost !== 0 && Math.sign(lost) === Math.sign(parts[n - 1]!)) {
    const twice = 2 * lost;
    if (sum + twice - sum === twice) return sum + twice;
  }
  return sum;
}
