/** How often each system was judged better than each other one, as in Tables 14 to 24 of WMT09. */
import type { RankedSystems } from '../../human/index.ts';
import type { Note, Table } from '../table.ts';
import { displayWidth } from '../width.ts';
import { left, ofTask, plain, right } from '../wording.ts';

/** Names head the columns if the table is then no wider than this, else numbers. */
const mostColumns = 100;

export function pairwiseTable({ task, systems, pairs }: RankedSystems, digits = 2): Table {
  const names = systems.map(({ system }) => system);
  const cellWidth = digits + 2;
  const width = names.reduce((sum, name) => sum + Math.max(displayWidth(name), cellWidth) + 2, 0);
  const numbered = width + Math.max(...names.map(displayWidth)) > mostColumns;
  const others = (id: 'gt' | 'ge') => systems.map(({ scores }) => `${shareText(scores[id]!, digits)} `);
  return {
    caption: ofTask(task, 'how often the system of the column was judged better than that of the row'),
    columns: [left('than'), ...names.map((name, s) => right(numbered ? String(s + 1) : name))],
    rows: [
      ...names.map((name, r) => [
        numbered ? `${String(r + 1).padStart(2)} ${name}` : name,
        ...names.map((_, c) => (r === c ? '' : cellText(pairs, r, c, digits))),
      ]),
      ['> others', ...others('gt')],
      ['≥ others', ...others('ge')],
    ],
    lines: [names.length],
  };
}

function cellText(pairs: RankedSystems['pairs'], row: number, column: number, digits: number): string {
  // A space where there is no mark keeps the points below each other.
  return shareText(shareOf(pairs, row, column), digits) + (significanceMark(pairs.p[row]![column]!) || ' ');
}

/** Of all comparisons of the two, ties among them; NaN if there are none. */
export function shareOf({ wins, ties }: RankedSystems['pairs'], row: number, column: number): number {
  const won = wins[column]![row]!;
  return won / (won + wins[row]![column]! + ties[row]![column]!);
}

/** `.76`, as the paper prints it; 1 keeps its digit. */
const shareText = (share: number, digits: number): string =>
  Number.isNaN(share) ? '–' : share.toFixed(digits).replace(/^0\./, '.');

/** As in the paper. */
export const significanceMark = (p: number): string => (p <= 0.01 ? '‡' : p <= 0.05 ? '†' : p <= 0.1 ? '*' : '');

export const pairwiseNotes = (): Note[] => [{ name: '* † ‡', text: 'p ≤ 0.10, 0.05, 0.01 in the same test' }];

export function pairRows(tasks: readonly RankedSystems[]): Table {
  return {
    columns: ['task', 'row', 'column', 'column_better', 'ties', 'row_better', 'share_column_better', 'p'].map(left),
    rows: tasks.flatMap(({ task, systems, pairs }) =>
      systems.flatMap((row, r) =>
        systems.flatMap((column, c) =>
          r === c
            ? []
            : [
                [
                  task,
                  row.system,
                  column.system,
                  ...[
                    pairs.wins[c]![r]!,
                    pairs.ties[r]![c]!,
                    pairs.wins[r]![c]!,
                    shareOf(pairs, r, c),
                    pairs.p[r]![c]!,
                  ].map(plain),
                ],
              ],
        ),
      ),
    ),
  };
}
