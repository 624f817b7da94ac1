/** Table 6 of the WMT09 paper: systems by how often they were judged better than or equal to others, and who won. */
import { type Ranking, type RankedSystems, compareRankings, rankSystems } from '../../src/human/index.ts';
import { type Row, readTable, systemOf, taskOf } from './paperTables.ts';

export interface Table6 {
  readonly rows: readonly PrintedSystem[];
  /** In the order of the paper. */
  readonly tasks: readonly string[];
  isListed(task: string, system: string): boolean;
  isConstrained(task: string, system: string): boolean;
}

export interface PrintedSystem {
  readonly task: string;
  readonly system: string;
  /** ≥ others, to two digits. */
  readonly geOthers: number;
  readonly win: boolean;
  readonly constrainedWin: boolean;
  readonly constrained: boolean;
  /** Between which numbers of judgments the paper says all systems of the task lie. */
  readonly fewest: number;
  readonly most: number;
}

export function readTable6(path: string | URL): Table6 {
  const rows = readTable(path).map((row: Row): PrintedSystem => ({
    task: taskOf(row.get('pair')!),
    system: systemOf(row),
    geOthers: Number(row.get('geq_others')),
    win: row.get('win') === '1',
    constrainedWin: row.get('constrained_win') === '1',
    constrained: row.get('constrained') === 'yes',
    fewest: Number(row.get('judgments_min')),
    most: Number(row.get('judgments_max')),
  }));
  const find = (task: string, system: string) => rows.find((row) => row.task === task && row.system === system);
  return {
    rows,
    tasks: [...new Set(rows.map(({ task }) => task))],
    isListed: (task, system) => find(task, system) !== undefined,
    isConstrained: (task, system) => find(task, system)?.constrained === true,
  };
}

/** As the paper ranks; all systems are listed unless a table says which. */
export function rankAsPaper(
  task: string,
  rankings: readonly Ranking[],
  table?: Table6,
  samples = 1,
  seed = 1,
): RankedSystems {
  return rankSystems(compareRankings(task, rankings), {
    by: 'ge',
    test: 'sign',
    signTies: 'dropped',
    alpha: 0.1,
    samples,
    seed,
    level: 0.95,
    ...(table && {
      isListed: (system: string) => table.isListed(task, system),
      isConstrained: (system: string) => table.isConstrained(task, system),
    }),
  });
}
