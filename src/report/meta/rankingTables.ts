/** Lays out rankings of metrics over several tasks: for people, and in LaTeX as the papers of the WMT metrics tasks print them. */
import { counted } from '../../core/index.ts';
import type { RankedColumn, RankingOverTasks } from '../../meta/index.ts';
import { latexText } from '../media/latexText.ts';
import type { Cell, Column, Table } from '../table.ts';
import { left, numberCell, pText, right } from '../wording.ts';
import { type MetaReport, unitsOf } from './metaReport.ts';

const hasClusters = (ranking: RankingOverTasks | undefined): boolean =>
  ranking?.ranked.some(({ cluster }) => cluster !== undefined) ?? false;
const hasRanks = (ranking: RankingOverTasks | undefined): boolean =>
  ranking?.ranked.some(({ meanRank }) => meanRank !== undefined) ?? false;

/** Next to the means of a measure: clusters of metrics over all tasks, and the mean of their clusters in each. */
export const rankColumns = (ranking: RankingOverTasks | undefined): Column[] => [
  ...(hasClusters(ranking) ? [right('cluster')] : []),
  ...(hasRanks(ranking) ? [right('mean rank')] : []),
];

export function rankCells(ranking: RankingOverTasks | undefined, name: string): Cell[] {
  const found = ranking?.ranked.find((each) => each.name === name);
  return [
    ...(hasClusters(ranking) ? [String(found?.cluster ?? '–')] : []),
    ...(hasRanks(ranking) ? [numberCell(found?.meanRank, 2)] : []),
  ];
}

/** Over systems and segments of all tasks. */
export function rankingTable(ranking: RankingOverTasks, report: MetaReport, digits: number): Table {
  const { ranked, incomplete, columns, isMoved } = ranking;
  const levels = (['system', 'segment'] as const).map((level) => report.averages.find((each) => each.level === level)!);
  const rows = [...ranked, ...incomplete.map((name) => ({ name, mean: NaN }))];
  return {
    caption: `${levelName('both', report.settings)} of ${counted(report.tasks.length, 'task')}: mean of ${counted(columns.length, 'agreement')}${isMoved ? ', correlations moved to 0–1' : ''}`,
    columns: [
      left('metric'),
      right('mean'),
      ...rankColumns(ranking),
      ...levels.map(({ level, measure }) => right(`${levelName(level, report.settings)}: ${measure.title}`)),
    ],
    rows: rows.map(({ name, mean }) => [
      name,
      numberCell(mean, digits),
      ...rankCells(ranking, name),
      ...levels.map(({ metrics }) => numberCell(metrics.find((metric) => metric.name === name)?.mean, digits)),
    ]),
    ...(incomplete.length > 0 && { footer: incomplete.length, lines: [ranked.length] }),
  };
}

export function levelName(level: RankingOverTasks['level'], settings: MetaReport['settings']): string {
  const units = unitsOf(settings);
  return level === 'both' ? `systems and ${units}` : level === 'system' ? 'systems' : units;
}

/** p of every two metrics over all tasks. */
export const rankingTests = ({ rankings, settings }: MetaReport): Table[] =>
  rankings.flatMap(({ level, p, names, ranked }) => {
    const over = levelName(level, settings);
    const caption = `all tasks, ${over}: p, one-sided; small if the metric of the row agrees better than that of the column (mean over tasks)`;
    return p ? [pTable(caption, names, p, ranked)] : [];
  });

/** `p` is in the order of `names`; rows and columns are in that of `ranked`. */
export function pTable(
  caption: string,
  names: readonly string[],
  p: readonly (readonly number[])[],
  ranked: readonly { readonly name: string; readonly cluster?: number | undefined }[],
): Table {
  const places = ranked.map(({ name }) => names.indexOf(name));
  return {
    caption,
    columns: [left('metric'), right('cluster'), ...ranked.map(({ name }) => right(name))],
    rows: ranked.map(({ name, cluster }, i) => [
      name,
      String(cluster ?? '–'),
      ...places.map((column) => {
        const value = p[places[i]!]![column]!;
        return places[i] === column ? '' : Number.isNaN(value) ? '–' : pText(value);
      }),
    ]),
  };
}

/** Columns of tasks that fit the width of a page; more are scaled down. */
const mostColumns = 4;

/**
 * The table of a metrics-task paper: metrics by their mean over all tasks, then for each task the number of the cluster and the agreement,
 * bold in the first cluster. Computed metrics are underlined as baselines if others were submitted; * marks metrics that use the source only.
 */
export function rankingLatex({ rankings, imported, tasks, settings }: MetaReport, digits: number): string {
  const ranking = rankings.find(({ level }) => level === 'both') ?? rankings[0];
  if (!ranking) return '';
  const { ranked, incomplete, columns } = ranking;
  const rows = [...ranked, ...incomplete.map((name) => ({ name, mean: NaN, cluster: undefined }))];
  const isBaseline = (name: string): boolean => imported.length > 0 && !imported.includes(name);
  const isWithoutReferences = (name: string): boolean => name.endsWith('-src');
  const nameOf = (name: string): string => {
    const bare = latexText(name.replace(/-src$/, ''));
    return `${isBaseline(name) ? `\\underline{${bare}}` : bare}${isWithoutReferences(name) ? '*' : ''}`;
  };
  const cells = (value: number | undefined, rank: number | undefined): [value: string, rank: string] => {
    if (value === undefined || Number.isNaN(value)) return ['--', '--'];
    const texts = [latexText(value.toFixed(digits)), String(rank ?? '--')] as const;
    return rank === 1 ? [`\\textbf{${texts[0]}}`, `\\textbf{${texts[1]}}`] : [...texts];
  };
  const headed = (title: string, ofMean: string, of: (column: RankedColumn) => string): string =>
    `${[title, ofMean, ...columns.map(of)].map((text, c) => (c === 0 ? text : `\\multicolumn{2}{|l}{${latexText(text)}}`)).join(' & ')} \\\\`;
  const isWide = columns.length > mostColumns;
  const caption = [
    `Agreement of metrics with people: mean over ${tasks.length} tasks and its significance cluster, then cluster and agreement in each task. Bold: first cluster.`,
    ...(rows.some(({ name }) => isBaseline(name)) ? ['Underlined: baselines.'] : []),
    ...(rows.some(({ name }) => isWithoutReferences(name)) ? ['*: without references.'] : []),
  ].join(' ');
  return [
    `% needs \\usepackage{booktabs${isWide ? ',graphicx' : ''}}`,
    '\\begin{table*}',
    '\\centering',
    `\\caption{${latexText(caption)}}`,
    ...(isWide ? ['\\resizebox{\\textwidth}{!}{%'] : []),
    `\\begin{tabular}{l|rr${'|rr'.repeat(columns.length)}}`,
    '\\toprule',
    headed('task', 'mean', ({ task }) => task),
    headed('level', '', ({ level }) => levelName(level, settings).slice(0, -1)),
    headed('measure', '', ({ measure }) => measure.title),
    headed('weight', '', ({ weight }) => String(Number(weight.toFixed(3)))),
    '\\midrule',
    ...rows.map(({ name, mean, cluster }) => {
      const ofTasks = columns.flatMap(({ metrics }) => {
        const found = metrics.find((metric) => metric.name === name);
        return cells(found?.value, found?.rank).reverse();
      });
      return `${[nameOf(name), ...cells(mean, cluster), ...ofTasks].join(' & ')} \\\\`;
    }),
    '\\bottomrule',
    '\\end{tabular}',
    ...(isWide ? ['}'] : []),
    '\\end{table*}',
    '',
    '',
  ].join('\n');
}
