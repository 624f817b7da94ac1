/** Pairs of outputs that people put in order, how a metric scores the two, and the rules by which such pairs are counted. */
import { UsageError } from '../../core/index.ts';
import type { Comparisons } from '../../human/index.ts';
import { compareScores } from '../../stats/index.ts';
import { type Fraction, type Scores, type SharedSegments, cellsOf, sharedSegments, upward } from '../scores.ts';

/** In columns, one entry for each pair. */
export interface JudgedPairs {
  readonly count: number;
  /** 1 if people found the first better, 0 if both alike, −1 if the second was better. */
  readonly human: Int8Array;
  /** The metric's score of the first less that of the second, more being better. */
  readonly difference: Float64Array;
  /** What the pair is counted with: its segment, or else as `averaging` says. */
  readonly group: Int32Array;
  readonly groups: number;
  /** What people judged and the metric has no score for, left out: comparisons, or single outputs where people scored those. */
  readonly missing: number;
}

/**
 * What is averaged, in the words of WMT: nothing, all outputs being one group; items, so that the outputs of one segment are compared with
 * each other; or systems, so that the segments of one system are.
 */
export type Averaging = 'none' | 'item' | 'system';

/** Where the outputs of each group are: member k of group i at i * step + k * stride. */
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

/** The comparisons of people, each of two outputs for one segment. */
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
 * All pairs of outputs with scores of people and of the metric. Pairs that people scored less than `gap` apart are left out; without one,
 * equal scores are ties, and so are those that differ by no more than rounding.
 */
export function pairsOfScores(human: Scores, metric: Scores, averaging: Averaging = 'item', gap = 0): JudgedPairs {
  const shared = sharedSegments(human, metric);
  const { groups, members, step, stride } = layOut(shared, averaging);
  const most = groups * ((members * (members - 1)) / 2);
  if (most > mostPairs) {
    throw new UsageError(
      `${shared.systems.length} systems and ${shared.segments.length} segments make ${most} pairs when averaged by ${averaging}: ` +
        `more than ${mostPairs} are not compared. Average by item.`,
    );
  }
  const pairs = pairColumns(most);
  for (let group = 0; group < groups; group++) {
    for (let i = 0, a = group * step; i < members; i++, a += stride) {
      const humanFirst = shared.human[a]!;
      if (Number.isNaN(humanFirst)) continue;
      for (let j = i + 1, b = a + stride; j < members; j++, b += stride) {
        const humanSecond = shared.human[b]!;
        // The last digits of a mean are not what someone said.
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
    /** Leaves the pair out where a score is missing. */
    add(preferred: number, first: number, second: number, inGroup: number): void {
      if (Number.isNaN(first) || Number.isNaN(second)) return;
      human[count] = preferred;
      // Equal scores are a tie even where they are infinite.
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

/** How often a metric stands to people in each possible way over a pair of outputs: five counts that every pairwise measure is made of. */
export interface RelationCounts {
  /** People and the metric prefer the same output. */
  readonly concordant: number;
  /** They prefer different outputs. */
  readonly discordant: number;
  /** People prefer one, the metric scores both alike. */
  readonly metricTies: number;
  /** People found both alike, the metric did not. */
  readonly humanTies: number;
  /** Both found them alike. */
  readonly bothTies: number;
}

/** The order of the counts in a row. */
export const relations = ['concordant', 'discordant', 'metricTies', 'humanTies', 'bothTies'] as const;
const [concordant, discordant, metricTie, humanTie, bothTie] = [0, 1, 2, 3, 4] as const;

/** A row of counts for each group. Scores at most `epsilon` apart are ties of the metric. */
export function countRelations(pairs: JudgedPairs, epsilon = 0): Float64Array {
  const { count, human, difference, group } = pairs;
  const width = relations.length;
  const rows = new Float64Array(pairs.groups * width);
  for (let p = 0; p < count; p++) rows[group[p]! * width + relationOf(human[p]!, difference[p]!, epsilon)]! += 1;
  return rows;
}

/** The place of a pair among the relations: what people prefer (1, 0, −1), and the difference of the metric's scores. */
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

/** What a pair adds above the line; it adds 1 below, unless it is skipped. */
type Cell = -1 | 0 | 1 | 'skipped';

export interface Described {
  /** As typed on the command line. */
  readonly id: string;
  readonly title: string;
  /** The first and the last year of WMT that it was official in; none if it only was proposed. */
  readonly years?: readonly [number, number];
}

export interface CellRule extends Described {
  /** Pairs that people scored closer than this are left out: only where people scored outputs by themselves. */
  readonly gap?: number;
  readonly cells: Readonly<Record<keyof RelationCounts, Cell>>;
}

/** By what a pair adds that is concordant, discordant, or a tie of the metric, of people, of both. */
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
  // Raw scores of direct assessment, 0 to 100, at least 25 apart stand for a comparison.
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
