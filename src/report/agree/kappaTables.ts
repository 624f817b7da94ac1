/** P(A), P(E) and κ in the manner of Table 4 of WMT09, the coefficients of Fleiss and Krippendorff, and κ by task. */
import type { Estimate, KindAgreement, LabelledAgreement, TaskAgreement } from '../../human/index.ts';
import type { Cell, Table } from '../table.ts';
import { kindNames } from './kindNames.ts';
import { intervalText, left, numberCell, plainTable, right } from '../wording.ts';

const betweens = [
  ['inter', 'different judges'],
  ['intra', 'same judge'],
] as const;

/** κ without identical outputs, if some kind has it; see `distinct` of `TaskAgreement`. */
const distinctTitle = 'κ distinct';
const hasDistinct = (some: readonly TaskAgreement[]): boolean => some.some(({ distinct }) => distinct);

export function kappaTable(kinds: readonly KindAgreement[], digits: number, level: string): Table {
  const distinct = hasDistinct(kinds.map(({ all }) => all)) ? [distinctTitle, level, 'pairs'] : [];
  return {
    caption: 'Agreement over all tasks',
    columns: [
      left('kind'),
      left('between'),
      ...['P(A)', 'P(E)', 'κ', level, 'pairs'].map(right),
      left('strength'),
      ...distinct.map(right),
    ],
    rows: kinds.flatMap(({ kind, all }) =>
      betweens.map(([between, words]): Cell[] => {
        const { pA, pE, kappa, compared, strength } = all.labels[between];
        const apart = all.distinct?.[between];
        return [
          kindNames[kind],
          words,
          numberCell(pA.value, digits),
          numberCell(pE, digits),
          numberCell(kappa.value, digits),
          intervalText(kappa, digits),
          String(compared),
          strength ?? '–',
          ...(distinct.length === 0
            ? []
            : [
                numberCell(apart?.kappa.value, digits),
                intervalText(apart?.kappa, digits),
                String(apart?.compared ?? '–'),
              ]),
        ];
      }),
    ),
  };
}

interface Coefficient {
  readonly id: string;
  readonly words: string;
  readonly estimate: Estimate;
  readonly units: number;
  /** Without identical outputs. */
  readonly distinct?: Estimate | undefined;
}

function coefficientsOf({ labels, distinct, scores }: TaskAgreement): Coefficient[] {
  const { fleiss, alpha, units } = labels;
  return [
    { id: 'fleiss_kappa', words: 'Fleiss’ κ', estimate: fleiss, units, distinct: distinct?.fleiss },
    {
      id: 'krippendorff_alpha_nominal',
      words: 'Krippendorff’s α, labels',
      estimate: alpha,
      units,
      distinct: distinct?.alpha,
    },
    ...(scores
      ? betweens.map(([between, words]) => ({
          id: `krippendorff_alpha_interval_${between}`,
          words: `Krippendorff’s α, scores, ${words}`,
          estimate: scores[between].alpha,
          units: scores[between].units,
        }))
      : []),
  ];
}

export function coefficientTable(kinds: readonly KindAgreement[], digits: number, level: string): Table {
  const columns = hasDistinct(kinds.map(({ all }) => all)) ? ['distinct', level] : [];
  return {
    caption: 'Coefficients over all judges at once',
    columns: [left('kind'), left('coefficient'), ...['value', level, 'units', ...columns].map(right)],
    rows: kinds.flatMap(({ kind, all }) =>
      coefficientsOf(all).map(({ words, estimate, units, distinct }): Cell[] => [
        kindNames[kind],
        words,
        numberCell(estimate.value, digits),
        intervalText(estimate, digits),
        String(units),
        ...(columns.length === 0 ? [] : [numberCell(distinct?.value, digits), intervalText(distinct, digits)]),
      ]),
    ),
  };
}

export function taskTable(kinds: readonly KindAgreement[], digits: number, level: string): Table {
  const isDistinct = hasDistinct(kinds.flatMap(({ tasks }) => tasks));
  const further = isDistinct ? ['distinct'] : [];
  return {
    caption: 'κ by task',
    columns: [
      left('kind'),
      left('task'),
      right('judges'),
      ...['different', level, 'pairs', ...further, 'same judge', level, 'pairs', ...further].map(right),
    ],
    rows: kinds.flatMap(({ kind, tasks }) =>
      tasks.map(({ task, judges, labels, distinct }) => [
        kindNames[kind],
        task,
        String(judges),
        ...betweens.flatMap(([between]): Cell[] => {
          const { kappa, compared } = labels[between];
          return [
            numberCell(kappa.value, digits),
            intervalText(kappa, digits),
            String(compared),
            ...(isDistinct ? [numberCell(distinct?.[between].kappa.value, digits)] : []),
          ];
        }),
      ]),
    ),
    lines: kinds.slice(0, -1).map((_, k) => kinds.slice(0, k + 1).reduce((sum, { tasks }) => sum + tasks.length, 0)),
  };
}

/** Only of kinds that have scores. */
export function taskScoreTable(kinds: readonly KindAgreement[], digits: number, level: string): Table[] {
  const rows = kinds.flatMap(({ kind, tasks }) =>
    tasks.flatMap(({ task, scores }) =>
      scores
        ? [
            [
              kindNames[kind],
              task,
              ...betweens.flatMap(([between]): Cell[] => {
                const { alpha, units } = scores[between];
                return [numberCell(alpha.value, digits), intervalText(alpha, digits), String(units)];
              }),
            ],
          ]
        : [],
    ),
  );
  if (rows.length === 0) return [];
  const titles = ['different', level, 'units', 'same judge', level, 'units'];
  return [{ caption: 'Krippendorff’s α of scores by task', columns: [left('kind'), left('task'), ...titles.map(right)], rows }]; // prettier-ignore
}

/** A task without a name is all of them. */
const everywhere = ({ all, tasks }: KindAgreement): [task: string, agreement: TaskAgreement][] => [
  ['', all],
  ...tasks.map((each): [string, TaskAgreement] => [each.task, each]),
];

export function kappaRows(kinds: readonly KindAgreement[]): Table {
  const titles = [
    'kind', 'task', 'between', 'p_a', 'p_a_low', 'p_a_high', 'p_e', 'kappa', 'kappa_low', 'kappa_high', 'agreed', 'compared', 'strength',
    'distinct_kappa', 'distinct_kappa_low', 'distinct_kappa_high', 'distinct_agreed', 'distinct_compared',
  ]; // prettier-ignore
  const rowOf = ({ pA, pE, kappa, agreed, compared, strength }: LabelledAgreement, apart?: LabelledAgreement) => [
    ...[pA.value, pA.low, pA.high, pE, kappa.value, kappa.low, kappa.high, agreed, compared, strength ?? ''],
    ...[apart?.kappa.value, apart?.kappa.low, apart?.kappa.high, apart?.agreed, apart?.compared],
  ];
  return plainTable(
    titles,
    kinds.flatMap((kind) =>
      everywhere(kind).flatMap(([task, { labels, distinct }]) =>
        betweens.map(([between]) => [kind.kind, task, between, ...rowOf(labels[between], distinct?.[between])]),
      ),
    ),
  );
}

export const coefficientRows = (kinds: readonly KindAgreement[]): Table =>
  plainTable(
    ['kind', 'task', 'coefficient', 'value', 'low', 'high', 'units', 'distinct', 'distinct_low', 'distinct_high'],
    kinds.flatMap((kind) =>
      everywhere(kind).flatMap(([task, agreement]) =>
        coefficientsOf(agreement).map(({ id, estimate: { value, low, high }, units, distinct }) => [
          ...[kind.kind, task, id, value, low, high, units, distinct?.value, distinct?.low, distinct?.high],
        ]),
      ),
    ),
  );

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
        ...betweens.flatMap(([between]): Cell[] => {
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
  const rows = tasks.flatMap((each) =>
    betweens.map(([between]) => {
      const { pA, pE, kappa, agreed, compared, ties, labels } = each[between];
      return [each.task, between, pA, pE, kappa, agreed, compared, ties, labels];
    }),
  );
  return [plainTable(names, rows)];
}
