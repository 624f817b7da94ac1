/** How often each system was judged better than each other, and how often alike: all that ways of ranking look at. */
import type { Comparisons } from '../comparisons.ts';

/** Row r, column c at r * size + c. */
export interface PairCounts {
  readonly size: number;
  /** How often the row's system was judged better than the column's. */
  readonly wins: Float64Array;
  /** How often both were judged alike, the same either way round. */
  readonly ties: Float64Array;
}

export function countPairs(comparisons: Comparisons): PairCounts {
  const counter = new PairCounter(comparisons);
  counter.count(new Uint32Array(comparisons.rankings).fill(1));
  return counter.counts;
}

/** Counts the same comparisons again and again, with some rankings counted several times or not at all. */
export class PairCounter {
  readonly counts: PairCounts;
  readonly #cells: Float64Array;
  /** Where each comparison is counted. */
  readonly #cell: Uint32Array;
  readonly #ranking: Int32Array;

  constructor(comparisons: Comparisons) {
    const { systems, count, ranking } = comparisons;
    const size = systems.length;
    this.#cells = new Float64Array(2 * size * size);
    this.counts = countsIn(this.#cells, size);
    this.#cell = new Uint32Array(count);
    for (let c = 0; c < count; c++) this.#cell[c] = cellOf(comparisons, c);
    this.#ranking = ranking;
  }

  /** Writes the counts anew; `times` says how often each ranking counts. */
  count(times: Uint32Array): void {
    const cells = this.#cells;
    const cell = this.#cell;
    const ranking = this.#ranking;
    cells.fill(0);
    for (let c = 0; c < cell.length; c++) cells[cell[c]!]! += times[ranking[c]!]!;
    mirrorTies(this.counts);
  }
}

/** Counts in one array: wins first, ties behind them. */
export function countsIn(cells: Float64Array, size: number): PairCounts {
  return { size, wins: cells.subarray(0, size * size), ties: cells.subarray(size * size) };
}

/** Where a comparison is counted in such an array; a tie only above the diagonal, to be mirrored at the end. */
export function cellOf({ systems, first, second, outcome }: Comparisons, comparison: number): number {
  const size = systems.length;
  const a = first[comparison]!;
  const b = second[comparison]!;
  if (outcome[comparison]! > 0) return a * size + b;
  return outcome[comparison]! < 0 ? b * size + a : size * size + a * size + b;
}

export function mirrorTies({ size, ties }: PairCounts): void {
  for (let i = 0; i < size; i++) for (let j = i + 1; j < size; j++) ties[j * size + i] = ties[i * size + j]!;
}

/** Wins, ties and losses of one system against all others. */
export function totalOf(
  { size, wins, ties }: PairCounts,
  system: number,
): { wins: number; ties: number; losses: number } {
  const total = { wins: 0, ties: 0, losses: 0 };
  for (let j = 0; j < size; j++) {
    total.wins += wins[system * size + j]!;
    total.ties += ties[system * size + j]!;
    total.losses += wins[j * size + system]!;
  }
  return total;
}
