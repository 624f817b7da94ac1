/** Tables 14 to 24 of the WMT09 paper: show how often each system was judged better than every other, with marks of the sign test. */
import type { RankedSystems } from '../../src/human/index.ts';
import { shareOf, significanceMark } from '../../src/report/rank/rankingTable.ts';
import { readTable, systemOf, taskOf } from './paperTables.ts';

export interface PrintedCell {
  readonly task: string;
  /** Task, row and column: `de-en usaar jhu-tromble`. */
  readonly cell: string;
  /** How often the system of the column was judged better; NaN if lost. */
  readonly share: number;
  readonly mark: string;
  /** `ok`, `lost`, `zero?` for a mark without a number, `uncertain` for one that can be in the wrong column. */
  readonly status: string;
}

const marks: Readonly<Record<string, string>> = { '': '', '*': '*', dagger: '†', ddagger: '‡' };

export function readAppendix(path: string | URL): PrintedCell[] {
  return readTable(path).map((row) => {
    const task = taskOf(row.get('pair')!);
    const share = row.get('p_column_better')!;
    return {
      task,
      cell: `${task} ${systemOf(row, 'row_system')} ${systemOf(row, 'column_system')}`,
      share: share === '' ? NaN : Number(share),
      mark: marks[row.get('mark')!]!,
      status: row.get('status')!,
    };
  });
}

/** .08 is printed where JHU-TROMBLE was never judged better; the figures of its column as a whole agree. */
export const misprints: readonly string[] = [
  'de-en usaar jhu-tromble',
  'de-en cmu-combo-hyposel jhu-tromble',
  'de-en rwth-combo jhu-tromble',
];

/** A cell of this row of Table 23 is lost in the copy, and these two beside it stand in the wrong place. */
export const shiftedIn23: readonly string[] = ['all-en rwth-combode rbmt3fr', 'all-en rwth-combode rbmt5es'];

/** Cells of Table 18 that stand in the column to the left of their own in the copy, and their own. */
export const shiftedIn18: ReadonlyMap<string, string> = new Map([
  ['fr-en rbmt1 limsi', 'fr-en rbmt1 lium-systran'],
  ['fr-en rbmt3 lium-systran', 'fr-en rbmt3 rbmt1'],
]);

/** The copy of these has no †: it was read as ‡. */
const withoutDaggers: readonly string[] = ['fr-en', 'en-fr'];

export type Matrix = ReadonlyMap<string, { readonly share: number; readonly mark: string }>;

/** Shares and marks by cell. All-English tasks write the source language behind the name: google_FR, in the paper GOOGLEFR. */
export function matrixOf({ task, systems, pairs }: RankedSystems): Matrix {
  const names = systems.map(({ system }) => (task === 'all-en' ? system.replace('_', '') : system).toLowerCase());
  return new Map(
    names.flatMap((row, r) =>
      names.map((column, c) => [
        `${task} ${row} ${column}`,
        { share: shareOf(pairs, r, c), mark: significanceMark(pairs.p[r]![c]!) },
      ]),
    ),
  );
}

export interface CellDifference {
  readonly cell: string;
  /** The distance of the share from the printed one, minus the rounding error of the last digit. */
  readonly gap: number;
  readonly sameMark: boolean;
}

/** Of the cells of a task that the copy has for sure. */
export function differencesFrom(cells: readonly PrintedCell[], matrix: Matrix): CellDifference[] {
  return cells
    .filter(({ status }) => status === 'ok')
    .flatMap(({ task, cell, share, mark }) => {
      const found = matrix.get(cell);
      if (!found) return [];
      const seen = withoutDaggers.includes(task) ? found.mark.replace('†', '‡') : found.mark;
      return [{ cell, gap: Math.abs(found.share - share) - 1e-9, sameMark: seen === mark }];
    });
}
