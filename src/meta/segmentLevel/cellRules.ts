/**
 * The rules by which the workshops on machine translation counted agreement over pairs of outputs, from 2008 to 2020, each as one table of
 * cells. They differ only in what a tie is worth.
 */
import type { Fraction } from '../agreement.ts';
import { type RelationCounts, relations } from './relationCounts.ts';

/** What a pair adds above the line; it adds 1 below, unless it is skipped. */
type Cell = -1 | 0 | 1 | 'skipped';

export interface CellRule {
  readonly id: string;
  readonly title: string;
  /** The first and the last year it was official in; none if it only was proposed. */
  readonly years?: readonly [number, number];
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
