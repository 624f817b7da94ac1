/** Figures as the official script of WMT13 to WMT16 counts them. */
import type { KindAgreement } from '../../human/index.ts';
import type { Cell, Table } from '../table.ts';
import { left, numberCell, plain, right } from '../wording.ts';

const betweens = ['inter', 'intra'] as const;

export function wmt16Table(kinds: readonly KindAgreement[], digits: number): Table[] {
  const tasks = kinds.flatMap(({ wmt16 = [] }) => wmt16);
  if (tasks.length === 0) return [];
  const titles = ['“inter” P(A)', 'P(E)', 'κ', 'pairs', '“intra” P(A)', 'P(E)', 'κ', 'pairs'];
  return [
    {
      caption: 'Ranking, as the script of WMT16 counts',
      columns: [left('task'), ...titles.map(right)],
      rows: tasks.map((each) => [
        each.task,
        ...betweens.flatMap((between): Cell[] => {
          const { pA, pE, kappa, compared } = each[between];
          return [...[pA, pE, kappa].map((value) => numberCell(value, digits)), String(compared)];
        }),
      ]),
    },
  ];
}

export function wmt16Rows(kinds: readonly KindAgreement[]): Table[] {
  const tasks = kinds.flatMap(({ wmt16 = [] }) => wmt16);
  if (tasks.length === 0) return [];
  const names = ['task', 'wmt16_between', 'p_a', 'p_e', 'kappa', 'agreed', 'compared', 'ties', 'labels'];
  return [
    {
      columns: names.map(left),
      rows: tasks.flatMap((each) =>
        betweens.map((between) => {
          const { pA, pE, kappa, agreed, compared, ties, labels } = each[between];
          return [each.task, between, ...[pA, pE, kappa, agreed, compared, ties, labels].map(plain)];
        }),
      ),
    },
  ];
}
