/**
 * The rules by which the workshops on machine translation counted agreement over pairs of outputs, from 2008 to 2020, each as one table of
 * cells. They differ only in what a tie is worth.
 */
import type { Fraction } from '../agreement.ts';
import type { JudgedPairs } from './judgedPairs.ts';

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

export const cellRules: readonly CellRule[] = [
  {
    id: 'consistency',
    title: 'consistency (WMT08–09)',
    years: [2008, 2009],
    cells: { concordant: 1, discordant: 0, metricTies: 0, humanTies: 'skipped', bothTies: 'skipped' },
  },
  {
    id: 'wmt10',
    title: 'τ (WMT10–12)',
    years: [2010, 2012],
    cells: { concordant: 1, discordant: -1, metricTies: -1, humanTies: 'skipped', bothTies: 'skipped' },
  },
  {
    id: 'wmt13',
    title: 'τ (WMT13)',
    years: [2013, 2013],
    cells: { concordant: 1, discordant: -1, metricTies: 'skipped', humanTies: 'skipped', bothTies: 'skipped' },
  },
  {
    id: 'wmt14',
    title: 'τ (WMT14–16)',
    years: [2014, 2016],
    cells: { concordant: 1, discordant: -1, metricTies: 0, humanTies: 'skipped', bothTies: 'skipped' },
  },
  {
    // In the scripts of WMT14 and WMT15 as xties or hties: a human tie counts, and the metric must see it.
    id: 'xties',
    title: 'τ with human ties (proposed at WMT14)',
    cells: { concordant: 1, discordant: -1, metricTies: 0, humanTies: 0, bothTies: 1 },
  },
  {
    // Raw scores of direct assessment, 0 to 100, at least 25 apart stand for a comparison.
    id: 'darr',
    title: 'τ of daRR (WMT17–20)',
    years: [2017, 2020],
    gap: 25,
    cells: { concordant: 1, discordant: -1, metricTies: -1, humanTies: 'skipped', bothTies: 'skipped' },
  },
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
