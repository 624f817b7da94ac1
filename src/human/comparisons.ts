/** Rankings of one task as pairwise comparisons, in columns: a ranking of k outputs gives k (k − 1) / 2 of them. */
import type { Ranking } from './judgments.ts';

/**
 * The pairwise comparisons of one task, in columns. Comparison c is between `systems[first[c]]` and `systems[second[c]]`; first < second
 * always, so each pair has one form.
 */
export interface Comparisons {
  readonly task: string;
  /** Sorted by name. */
  readonly systems: readonly string[];
  readonly segments: readonly string[];
  readonly judges: readonly string[];
  /** How many rankings there were. */
  readonly rankings: number;
  readonly count: number;
  readonly first: Uint16Array;
  readonly second: Uint16Array;
  /** 1 if the first was judged better, 0 for a tie, −1 if the second was better. */
  readonly outcome: Int8Array;
  readonly segment: Int32Array;
  readonly judge: Int32Array;
  /** Index of the ranking that the comparison comes from. */
  readonly ranking: Int32Array;
}

/**
 * How to treat two systems with the same output, shown once: as a tie, as in WMT09, or left out. Equal outputs that were shown separately
 * are not known here; see `withSameOutputs`.
 */
export type Identical = 'ties' | 'left-out';

/** Converts the rankings of one task into pairwise comparisons of systems. A ranking of k outputs yields k (k − 1) / 2 of them. */
export function compareRankings(task: string, all: readonly Ranking[], identical: Identical = 'ties'): Comparisons {
  const rankings = all.filter((each) => each.task === task);
  const systems = [...new Set(rankings.flatMap((each) => each.systems))].sort(byCodeUnits);
  const place = new Map(systems.map((system, s) => [system, s]));
  const [segments, judges] = [numbering(), numbering()];
  const most = rankings.reduce((sum, { systems: shown }) => sum + (shown.length * (shown.length - 1)) / 2, 0);
  const first = new Uint16Array(most);
  const second = new Uint16Array(most);
  const outcome = new Int8Array(most);
  const segment = new Int32Array(most);
  const judge = new Int32Array(most);
  const ranking = new Int32Array(most);
  let count = 0;
  rankings.forEach((each, r) => {
    const { systems: shown, ranks, shown: same } = each;
    const inSegment = segments.of(each.segment);
    const byJudge = judges.of(each.judge);
    for (let i = 0; i < shown.length; i++) {
      if (Number.isNaN(ranks[i]!)) continue;
      for (let j = i + 1; j < shown.length; j++) {
        if (Number.isNaN(ranks[j]!)) continue;
        if (identical === 'left-out' && same && same[i] === same[j]) continue;
        const a = place.get(shown[i]!)!;
        const b = place.get(shown[j]!)!;
        if (a === b) continue;
        const better = Math.sign(ranks[j]! - ranks[i]!);
        first[count] = Math.min(a, b);
        second[count] = Math.max(a, b);
        outcome[count] = a < b ? better : -better;
        segment[count] = inSegment;
        judge[count] = byJudge;
        ranking[count] = r;
        count++;
      }
    }
  });
  return {
    task,
    systems,
    segments: segments.names,
    judges: judges.names,
    rankings: rankings.length,
    count,
    first: first.subarray(0, count),
    second: second.subarray(0, count),
    outcome: outcome.subarray(0, count),
    segment: segment.subarray(0, count),
    judge: judge.subarray(0, count),
    ranking: ranking.subarray(0, count),
  };
}

/** The same order on every machine, regardless of locale. */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Numbers for names, in order of first appearance. */
function numbering(): { names: string[]; of(name: string): number } {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const add = (name: string): number => {
    numbers.set(name, names.length);
    return names.push(name) - 1;
  };
  return { names, of: (name) => numbers.get(name) ?? add(name) };
}

/** How often each system was judged better than each other, and how often they tied: the input of all ranking methods. Row r, column c at r * size + c. */
export interface PairCounts {
  readonly size: number;
  /** How often the row's system was judged better than the column's. */
  readonly wins: Float64Array;
  /** How often the two tied; symmetric. */
  readonly ties: Float64Array;
}

/** Counts how often each system was preferred to each other system. */
export function countPairs(comparisons: Comparisons): PairCounts {
  return pairCounter(comparisons)(new Uint32Array(comparisons.rankings).fill(1));
}

/**
 * Counts the same comparisons repeatedly with different weights of the rankings: `times` says how often each counts. The next call
 * overwrites the result.
 */
export function pairCounter(comparisons: Comparisons): (times: Uint32Array) => PairCounts {
  const { systems, count, ranking } = comparisons;
  const cells = new Float64Array(2 * systems.length * systems.length);
  const counts = countsIn(cells, systems.length);
  const cell = Uint32Array.from({ length: count }, (_, c) => cellOf(comparisons, c));
  return (times) => {
    cells.fill(0);
    for (let c = 0; c < cell.length; c++) cells[cell[c]!]! += times[ranking[c]!]!;
    mirrorTies(counts);
    return counts;
  };
}

/** Counts in one array: wins, then ties. */
export function countsIn(cells: Float64Array, size: number): PairCounts {
  return { size, wins: cells.subarray(0, size * size), ties: cells.subarray(size * size) };
}

/** The index of a comparison in such an array; ties only above the diagonal, mirrored at the end. */
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
