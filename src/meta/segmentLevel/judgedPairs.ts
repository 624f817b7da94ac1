/** Pairs of outputs with a human preference and metric scores, and the rules for counting such pairs. */
import { UsageError } from '../../core/index.ts';
import type { Comparisons } from '../../human/index.ts';
import { compareScores } from '../../stats/index.ts';
import { type Fraction, type Scores, type SharedSegments, cellsOf, sharedSegments, upward } from '../scores.ts';

/** In columns, one entry per pair. */
export interface JudgedPairs {
  readonly count: number;
  /** 1 if people preferred the first, 0 for a tie, −1 if they preferred the second. */
  readonly human: Int8Array;
  /** The metric's score of the first minus that of the second; higher is better. */
  readonly difference: Float64Array;
  /** The group of the pair: its segment, or as `averaging` says. */
  readonly group: Int32Array;
  readonly groups: number;
  /** Left out because the metric has no score: comparisons, or outputs if people scored outputs. */
  readonly missing: number;
}

/**
 * What is averaged over, in WMT terms: none, where all outputs are one group; item, which compares the outputs of one segment;
 * or system, which compares the segments of one system.
 */
export type Averaging = 'none' | 'item' | 'system';

/** The outputs of each group: member k of group i is at i * step + k * stride. */
export function layOut({ systems, segments }: SharedSegments, averaging: Averaging) {
  switch (averaging) {
    case 'item':
      return { groups: segments.length, members: systems.length, step: 1, stride: segments.length };
    case 'system':
      return { groups: systems.length, members: segments.length, step: segments.length, stride: 1 };
    case 'none':
      return { groups: 1, members: systems.length * segments.length, step: 0, stride: 1 };
  }
}

/** Above this, the columns of pairs would take more than a quarter of a gigabyte. */
const mostPairs = 20_000_000;

/** Returns the human comparisons as pairs of outputs for one segment, each with the difference of the metric's scores. */
export function pairsOfComparisons(comparisons: Comparisons, metric: Scores): JudgedPairs {
  const { systems, segments, count, segment } = comparisons;
  const scores = cellsOf(upward(metric), systems, segments);
  const pairs = pairColumns(count);
  for (let c = 0; c < count; c++) {
    const first = scores[comparisons.first[c]! * segments.length + segment[c]!]!;
    const second = scores[comparisons.second[c]! * segments.length + segment[c]!]!;
    pairs.add(comparisons.outcome[c]!, first, second, segment[c]!);
  }
  return pairs.filled(segments.length);
}

/**
 * Returns all pairs of outputs that people scored, each with the difference of the metric's scores. Pairs with human scores less than `gap`
 * apart are left out; without a gap, equal scores are ties, as are scores that differ only by rounding.
 */
export function pairsOfScores(human: Scores, metric: Scores, averaging: Averaging = 'item', gap = 0): JudgedPairs {
  const shared = sharedSegments(human, metric);
  const { groups, members, step, stride } = layOut(shared, averaging);
  const most = groups * ((members * (members - 1)) / 2);
  if (most > mostPairs) {
    throw new UsageError(
      `${shared.systems.length} systems and ${shared.segments.length} segments make ${most} pairs when averaged by ${averaging}: ` +
        `at most ${mostPairs} can be compared. Average by item.`,
    );
  }
  const pairs = pairColumns(most);
  for (let group = 0; group < groups; group++) {
    for (let i = 0, a = group * step; i < members; i++, a += stride) {
      const humanFirst = shared.human[a]!;
      if (Number.isNaN(humanFirst)) continue;
      for (let j = i + 1, b = a + stride; j < members; j++, b += stride) {
        const humanSecond = shared.human[b]!;
        // The last digits of a mean are rounding errors.
        if (Number.isNaN(humanSecond) || Math.abs(humanFirst - humanSecond) < gap * (1 - 1e-12)) continue;
        const preferred = compareScores(humanFirst, humanSecond, true);
        pairs.add(preferred, shared.metric[a]!, shared.metric[b]!, group);
      }
    }
  }
  return pairs.filled(groups, shared.missing);
}

function pairColumns(most: number) {
  const human = new Int8Array(most);
  const difference = new Float64Array(most);
  const group = new Int32Array(most);
  let count = 0;
  return {
    /** Leaves the pair out if a score is missing. */
    add(preferred: number, first: number, second: number, inGroup: number): void {
      if (Number.isNaN(first) || Number.isNaN(second)) return;
      human[count] = preferred;
      // Equal scores are a tie even if they are infinite.
      difference[count] = first === second ? 0 : first - second;
      group[count++] = inGroup;
    },
    filled: (groups: number, missing?: number): JudgedPairs => ({
      count,
      human: human.subarray(0, count),
      difference: difference.subarray(0, count),
      group: group.subarray(0, count),
      groups,
      missing: missing ?? most - count,
    }),
  };
}

/** Counts of the five possible relations between metric and human preference on a pair of outputs; every pairwise measure is computed from them. */
export interface RelationCounts {
  /** People and the metric prefer the same output. */
  readonly concordant: number;
  /** They prefer different outputs. */
  readonly discordant: number;
  /** People prefer one; the metric has a tie. */
  readonly metricTies: number;
  /** People have a tie; the metric prefers one. */
  readonly humanTies: number;
  /** Both have a tie. */
  readonly bothTies: number;
}

/** The order of the counts in a row. */
export const relations = ['concordant', 'discordant', 'metricTies', 'humanTies', 'bothTies'] as const;
const [concordant, discordant, metricTie, humanTie, bothTie] = [0, 1, 2, 3, 4] as const;

/** One row of counts per group. Scores at most `epsilon` apart are ties of the metric. */
export function countRelations(pairs: JudgedPairs, epsilon = 0): Float64Array {
  const { count, human, difference, group } = pairs;
  const width = relations.length;
  const rows = new Float64Array(pairs.groups * width);
  for (let p = 0; p < count; p++) rows[group[p]! * width + relationOf(human[p]!, difference[p]!, epsilon)]! += 1;
  return rows;
}

/** The index of a pair among the relations, from the human preference (1, 0, −1) and the difference of the metric's scores. */
export function relationOf(human: number, difference: number, epsilon: number): number {
  const isTied = Math.abs(difference) <= epsilon;
  if (human === 0) return isTied ? bothTie : humanTie;
  if (isTied) return metricTie;
  return human > 0 === difference > 0 ? concordant : discordant;
}

/** All rows added up. */
export function totalRelations(rows: ArrayLike<number>): RelationCounts {
  const sums = relations.map(() => 0);
  for (let i = 0; i < rows.length; i++) sums[i % sums.length]! += rows[i]!;
  return {
    concordant: sums[concordant]!,
    discordant: sums[discordant]!,
    metricTies: sums[metricTie]!,
    humanTies: sums[humanTie]!,
    bothTies: sums[bothTie]!,
  };
}

/** What a pair adds to the numerator; it adds 1 to the denominator unless skipped. */
type Cell = -1 | 0 | 1 | 'skipped';

export interface Described {
  /** As typed on the command line. */
  readonly id: string;
  readonly title: string;
  /** The first and last year in which it was official at WMT; undefined if it was only proposed. */
  readonly years?: readonly [number, number];
}

export interface CellRule extends Described {
  /** Pairs with human scores closer than this are left out; only if people scored single outputs. */
  readonly gap?: number;
  readonly cells: Readonly<Record<keyof RelationCounts, Cell>>;
}

/** What a pair adds if it is concordant, discordant, or a tie of the metric, of people, or of both. */
const cells = (
  concordant: Cell,
  discordant: Cell,
  metricTies: Cell,
  humanTies: Cell = 'skipped',
  bothTies: Cell = 'skipped',
): CellRule['cells'] => ({ concordant, discordant, metricTies, humanTies, bothTies });

/**
 * The rules by which the workshops on machine translation counted agreement over pairs of outputs, from 2008 to 2020, each as one table of
 * cells. They differ only in what a tie is worth.
 */
export const cellRules: readonly CellRule[] = [
  { id: 'consistency', title: 'consistency (WMT08–09)', years: [2008, 2009], cells: cells(1, 0, 0) },
  { id: 'wmt10', title: 'τ (WMT10–12)', years: [2010, 2012], cells: cells(1, -1, -1) },
  { id: 'wmt13', title: 'τ (WMT13)', years: [2013, 2013], cells: cells(1, -1, 'skipped') },
  { id: 'wmt14', title: 'τ (WMT14–16)', years: [2014, 2016], cells: cells(1, -1, 0) },
  // In the scripts of WMT14 and WMT15 as xties or hties: a human tie counts, and the metric must see it.
  { id: 'xties', title: 'τ with human ties (proposed at WMT14)', cells: cells(1, -1, 0, 0, 1) },
  // Raw direct assessment scores, 0 to 100, at least 25 apart count as a comparison.
  { id: 'darr', title: 'τ of daRR (WMT17–20)', years: [2017, 2020], gap: 25, cells: cells(1, -1, -1) },
];

export function applyRule(rule: CellRule, counts: RelationCounts): Fraction {
  let above = 0;
  let below = 0;
  for (const relation of relations) {
    const cell = rule.cells[relation];
    if (cell === 'skipped') continue;
    above += cell * counts[relation];
    below += counts[relation];
  }
  return { above, below };
}
