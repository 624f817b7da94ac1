/** Tables 14 to 24, and the cells that our copy of Table 18 lacks. */
import {
  type CellDifference,
  type Matrix,
  type PrintedCell,
  differencesFrom,
  matrixOf,
  readAppendix,
  shiftedIn18,
} from '../../../test/wmt09/appendix.ts';
import type { GuidePart } from '../guidePart.ts';
import { rankAsPaper } from '../../../test/wmt09/table6.ts';
import { capitalised, commands, grouped, listed, numberWord, page, paperPair, share, table } from '../wording.ts';
import type { Wmt09 } from '../wmt09.ts';

export function appendixSection({ judgments, tables }: Wmt09): GuidePart {
  const cells = readAppendix(new URL('wmt09_tables14_24_pairwise.tsv', tables));
  const tasks = [...new Set(cells.map(({ task }) => task))].map((task, t) => {
    const own = cells.filter((each) => each.task === task);
    const matrix = matrixOf(rankAsPaper(task, judgments.rankings));
    return { number: 14 + t, task, cells: own, matrix, differences: differencesFrom(own, matrix) };
  });
  const most = tasks.filter(({ task }) => task !== 'all-en').flatMap(({ differences }) => differences);
  const french = tasks.find(({ task }) => task === 'fr-en')!;
  const lost = french.cells.filter(({ status }) => status === 'lost');
  const within = most.filter(({ gap }) => gap <= 0.005).length;
  const near = most.filter(({ gap }) => gap > 0.005 && gap <= 0.01).length;
  const far = most.length - within - near;
  const markdown = page(
    '## Every pair of systems',
    'Tables 14 to 24 show how often the system of the column was judged better than that of the row. `--pairwise` prints the same matrix. A program copied the tables from the paper and lost some cells; we compare only the cells that are certain in the copy.',
    commands('assay rank wmt09-human-judgments.tsv -t fr-en --pairwise'),
    table(
      ['table', 'pair', 'cells', 'within .005', 'within .01', 'beyond', 'same marks'],
      tasks.map(({ number, task, differences }) => [
        String(number),
        paperPair(task),
        String(differences.length),
        String(differences.filter(({ gap }) => gap <= 0.005).length),
        String(differences.filter(({ gap }) => gap > 0.005 && gap <= 0.01).length),
        String(differences.filter(({ gap }) => gap > 0.01).length),
        String(differences.filter(({ sameMark }) => sameMark).length),
      ]),
      2,
    ),
    `Outside Table 23 there are ${grouped(most.length)} cells: ${grouped(within)} are within half of the last digit, ${near} more within one. ${beyond(
      most,
      cells,
      tasks.find(({ task }) => task === 'de-en')!.matrix,
    )} Marks are compared as in the copy: its Tables 18 and 19 have no †, and ‡ means both. In Table 23 (All-English) the copy lacks some cells, so two are in the wrong column, and the marks of the two halves contradict each other.`,
    '### Table 18, filled in',
    `The copy of Table 18 lacks ${lost.length} cells, nearly all above the diagonal. This is the matrix from the judgments. **Bold** cells are missing in the copy. \\* † ‡: p ≤ .10, .05, .01 in the sign test.`,
    matrixTable(french.cells, french.matrix),
    shiftedText(french.matrix, french.cells),
  );
  return {
    markdown,
    finding: `Of ${grouped(most.length)} cells outside Table 23, ${grouped(within)} agree within half of the last digit and ${near} more within one${far === 0 ? '' : `; ${numberWord(far)} must be ${far === 1 ? 'a misprint' : 'misprints'}`}. The page fills in ${lost.length} cells of Table 18 that our copy of the paper lacks.`,
  };
}

function beyond(differences: readonly CellDifference[], cells: readonly PrintedCell[], german: Matrix): string {
  const far = differences.filter(({ gap }) => gap > 0.01);
  if (far.length === 0) return 'None is further off.';
  const described = far.map(({ cell }) => {
    const [, row = '', column = ''] = cell.split(' ');
    const printed = cells.find((each) => each.cell === cell)!.share;
    return `${column.toUpperCase()} over ${row.toUpperCase()}, ${share(printed, 2)} for ${share(german.get(cell)?.share ?? NaN, 2)}`;
  });
  return `${capitalised(numberWord(far.length))} ${far.length === 1 ? 'is' : 'are'} further off and must be ${far.length === 1 ? 'a misprint' : 'misprints'}, all in Table 14: ${listed(described)}. The last rows of that table agree with our figures.`;
}

/** Systems in the paper's order; columns go by number. */
function matrixTable(cells: readonly PrintedCell[], matrix: Matrix): string {
  const names = [...new Set(cells.map(({ cell }) => cell.split(' ')[1]!))];
  const lost = new Set(cells.filter(({ status }) => status === 'lost').map(({ cell }) => cell));
  return table(
    ['', 'better than', ...names.map((_, c) => String(c + 1))],
    names.map((row, r) => [
      String(r + 1),
      row.toUpperCase(),
      ...names.map((column) => {
        if (row === column) return '';
        const cell = `fr-en ${row} ${column}`;
        const { share: value, mark } = matrix.get(cell)!;
        const text = `${share(value, 2)}${mark === '*' ? '\\*' : mark}`;
        return lost.has(cell) ? `**${text}**` : text;
      }),
    ]),
    2,
  );
}

/** What was copied into a neighbouring column. */
function shiftedText(matrix: Matrix, cells: readonly PrintedCell[]): string {
  const moves = [...shiftedIn18].map(([from, to]) => {
    const [, row = '', wrong = ''] = from.split(' ');
    const printed = cells.find(({ cell }) => cell === from)!.share;
    return `in the row of ${row.toUpperCase()}, ${share(printed, 2)} is below ${wrong.toUpperCase()} (${share(matrix.get(from)!.share, 2)}) and belongs to ${to.split(' ')[2]!.toUpperCase()} (${share(matrix.get(to)!.share, 2)})`;
  });
  return `Two cells of the copy are in the wrong column: ${listed(moves)}. A .61 without a place in the row of RBMT1 belongs to USAAR (${share(matrix.get('fr-en rbmt1 usaar')!.share, 2)}), and a .37 in the row of CMU-STATXFER belongs to COLUMBIA (${share(matrix.get('fr-en cmu-statxfer columbia')!.share, 2)}).`;
}
