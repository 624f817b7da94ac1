/** How often a metric stands to people in each possible way over a pair of outputs: five counts that every pairwise measure is made of. */
import type { JudgedPairs } from './judgedPairs.ts';

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
