/** Comparisons for other programs to read: a row for each metric and pair of systems, with all that was asked of them. */
import type { ComparedRuns, ComparedSystems, RunComparison, SystemComparison } from '../../stats/index.ts';
import type { CompareReport } from './compareReport.ts';
import { typedNames } from '../score/scoreTables.ts';
import type { Report } from '../table.ts';
import { left, plain } from '../wording.ts';

/** One comparison, with the metric that it is of. */
interface Row<Compared, Comparison> {
  readonly metric: string;
  readonly compared: Compared;
  readonly comparison: Comparison;
}

/** What to write of a row, by the title of the column. */
type Columns<Compared, Comparison> = readonly (readonly [string, (row: Row<Compared, Comparison>) => string])[];
type CommonColumns = Columns<ComparedSystems | ComparedRuns, SystemComparison | RunComparison>;
type SystemColumns = Columns<ComparedSystems, SystemComparison>;
type RunColumns = Columns<ComparedRuns, RunComparison>;

/** Lays out a comparison of systems as rows for other programs, one for each metric and pair of systems. */
export function compareRows(report: CompareReport): Report {
  const { compared, runs } = report;
  const table = runs
    ? tableOf(report, runs.compared, [...commonColumns(report), ...runColumns, ...placeColumns(runs.compared)])
    : tableOf(report, compared, [
        ...commonColumns(report),
        ...winColumns,
        ...placeColumns(compared),
        ...equivalenceColumns(compared),
        ...powerColumns(report),
        ...signTestColumns(compared),
      ]);
  return { title: 'Comparison', tables: [table], notes: [] };
}

function tableOf<Comparison, Compared extends { readonly comparisons: readonly Comparison[] }>(
  { metrics }: CompareReport,
  compared: readonly Compared[],
  columns: Columns<Compared, Comparison>,
): Report['tables'][number] {
  const names = typedNames(metrics);
  return {
    columns: columns.map(([title]) => left(title)),
    rows: compared.flatMap((each, m) =>
      each.comparisons.map((comparison) =>
        columns.map(([, cell]) => cell({ metric: names[m]!, compared: each, comparison })),
      ),
    ),
  };
}

function commonColumns({ systems }: CompareReport): CommonColumns {
  return [
    ['metric', ({ metric }) => metric],
    ['first', ({ comparison }) => systems[comparison.first]!],
    ['second', ({ comparison }) => systems[comparison.second]!],
    ['first_score', ({ compared, comparison }) => plain(compared.systems[comparison.first]!.score)],
    ['second_score', ({ compared, comparison }) => plain(compared.systems[comparison.second]!.score)],
    ['difference', ({ comparison }) => plain(comparison.difference)],
    ['low', ({ comparison }) => plain(comparison.interval.low)],
    ['high', ({ comparison }) => plain(comparison.interval.high)],
    ['p', ({ comparison }) => plain(comparison.p)],
    ['corrected_p', ({ comparison }) => plain(comparison.corrected)],
    [
      'better',
      ({ comparison: { first, second, verdict } }) => (verdict === 0 ? '' : systems[verdict > 0 ? first : second]!),
    ],
  ];
}

/** Shares, as in JSON. */
const winColumns: SystemColumns = [
  ['wins', ({ comparison }) => plain(comparison.wins)],
  ['losses', ({ comparison }) => plain(comparison.losses)],
  ['ties', ({ comparison }) => plain(comparison.ties)],
];

const sides = ['first', 'second'] as const;

/** Where all pairs were compared. */
function placeColumns(compared: readonly (ComparedSystems | ComparedRuns)[]): CommonColumns {
  if (!compared.some(({ ranking }) => ranking)) return [];
  return sides.flatMap((side): CommonColumns => [
    [`${side}_place_from`, (row) => plain(row.compared.ranking?.places[row.comparison[side]]!.from)],
    [`${side}_place_to`, (row) => plain(row.compared.ranking?.places[row.comparison[side]]!.to)],
  ]);
}

const runColumns = sides.flatMap((side): RunColumns => {
  const of = ({ compared, comparison }: Row<ComparedRuns, RunComparison>) => compared.systems[comparison[side]]!;
  return [
    [`${side}_runs`, (row) => String(of(row).scores.length)],
    [`${side}_least`, (row) => plain(Math.min(...of(row).scores))],
    [`${side}_most`, (row) => plain(Math.max(...of(row).scores))],
    [`${side}_s_of_test_sets`, (row) => plain(of(row).selection)],
    [`${side}_s_of_runs`, (row) => plain(of(row).optimizer)],
  ];
});

function equivalenceColumns(compared: readonly ComparedSystems[]): SystemColumns {
  if (!has(compared, 'equivalence')) return [];
  return [
    ['equivalence_p', ({ comparison }) => plain(comparison.equivalence?.p)],
    ['equivalence_corrected_p', ({ comparison }) => plain(comparison.equivalence?.corrected)],
    ['equal', ({ comparison }) => (comparison.equivalence?.isEquivalent ? 'yes' : '')],
  ];
}

function powerColumns({ compared, unit }: CompareReport): SystemColumns {
  if (!has(compared, 'detectable')) return [];
  return [
    ['detectable', ({ comparison }) => plain(comparison.detectable?.difference)],
    [`${unit}s_needed`, ({ comparison: { detectable } }) => plain(detectable && Math.ceil(detectable.units))],
  ];
}

/** From both sides. */
function signTestColumns(compared: readonly ComparedSystems[]): SystemColumns {
  if (!has(compared, 'signTest')) return [];
  const ways = [
    ['first_into_second', 'intoSecond'],
    ['second_into_first', 'intoFirst'],
  ] as const;
  return ways.flatMap(([title, way]): SystemColumns => [
    [`${title}_wins`, ({ comparison }) => plain(comparison.signTest?.[way].wins)],
    [`${title}_losses`, ({ comparison }) => plain(comparison.signTest?.[way].losses)],
    [`${title}_p`, ({ comparison }) => plain(comparison.signTest?.[way].p)],
  ]);
}

/** Whether it was asked for. */
const has = (compared: readonly ComparedSystems[], fact: 'equivalence' | 'detectable' | 'signTest'): boolean =>
  compared.some(({ comparisons }) => comparisons.some((comparison) => comparison[fact] !== undefined));
