/** Scores of systems, to read. */
import { inputNotes, signatureNotes, segmentsText } from '../notes.ts';
import { counted } from '../../core/index.ts';
import { type Cell, type Column, type Report, type Table, notes } from '../table.ts';
import { intervalText, left, percent, plainReport, right } from '../wording.ts';
import type { ScoreBlock, ScoreReport, ScoredMetric } from './scoreReport.ts';

export function scoreTables(report: ScoreReport, digits: number): Report {
  const { metrics, all, groups, confidence, input } = report;
  const whole = blockTable(report, all, digits);
  const tables: Table[] = [
    groups.length === 0 ? whole : { ...whole, caption: `all: ${counted(all.segments, 'segment')}` },
  ];
  for (const label of new Set(groups.map((group) => group.label))) {
    tables.push(
      ...groups
        .filter((group) => group.label === label)
        .map(({ value, block }) => ({
          ...blockTable(report, block, digits),
          caption: `${label} ${value === '' ? '(none)' : value}: ${counted(block.segments, 'segment')}`,
        })),
    );
  }
  const { level, samples, seed } = confidence ?? {};
  return {
    title: 'Scores',
    tables,
    notes: [
      ...notes({ segments: segmentsText(all.segments, input) }),
      ...signatureNotes(metrics),
      ...notes({
        intervals: confidence && `${percent(level!)} percentile bootstrap, ${samples} samples, seed ${seed}`,
      }),
      ...inputNotes(input),
    ],
  };
}

/** One row for each system and metric, for other programs to read; parts of the test set by label and value. */
export function scoreRows({ systems, metrics, all, groups, confidence }: ScoreReport): Report {
  const grouped = groups.length > 0;
  const titles = [
    'system',
    'metric',
    'score',
    ...(confidence ? ['low', 'high'] : []),
    'segments',
    ...(grouped ? ['label', 'value'] : []),
  ];
  const rowsOf = ({ scores, segments }: ScoreBlock, label: string, value: string): string[][] =>
    systems.flatMap((system, s) =>
      metrics.map(({ metric }, m) => {
        const { score, interval } = scores[s]![m]!;
        const bounds = confidence ? [String(interval?.low ?? ''), String(interval?.high ?? '')] : [];
        return [system, metric, String(score), ...bounds, String(segments), ...(grouped ? [label, value] : [])];
      }),
    );
  const rows = [...rowsOf(all, '', ''), ...groups.flatMap(({ label, value, block }) => rowsOf(block, label, value))];
  return plainReport('Scores', titles, rows);
}

function blockTable(report: ScoreReport, { scores }: ScoreBlock, digits: number): Table {
  const { systems, metrics, confidence } = report;
  const columns = [left('system')];
  for (const column of metricColumns(metrics)) {
    columns.push(column);
    if (confidence) columns.push(right(percent(confidence.level)));
  }
  const best = bestScores(metrics, scores.map((row) => row.map(({ score }) => score))); // prettier-ignore
  const rows = systems.map((system, s) => {
    const row: Cell[] = [system];
    scores[s]!.forEach(({ score, interval }, m) => {
      row.push({ value: score, digits, best: systems.length > 1 && score === best[m] });
      if (confidence) row.push(interval ? intervalText(interval, digits) : '');
    });
    return row;
  });
  return { columns, rows };
}

/** Names of metrics as tables head them: as typed where two have the same. */
export function metricTitles(metrics: readonly { readonly name: string; readonly metric?: string }[]): string[] {
  const names = metrics.map(({ name }) => name);
  return metrics.map(({ name, metric }) => (names.indexOf(name) === names.lastIndexOf(name) ? name : (metric ?? name)));
}

/** Names for other programs: as typed, which `-m` reads back; as tables head it where scores from a file have that very name. */
export function typedNames(metrics: readonly { readonly name: string; readonly metric?: string }[]): string[] {
  const given = new Set(metrics.filter(({ metric }) => metric === undefined).map(({ name }) => name));
  return metrics.map(({ name, metric }) => (metric === undefined || given.has(metric) ? name : metric));
}

/** A column for each metric; the arrow says which way is better. */
export function metricColumns(metrics: readonly ScoredMetric[]): Column[] {
  const titles = metricTitles(metrics);
  return metrics.map(({ higherIsBetter }, m) => right(`${titles[m]!} ${higherIsBetter ? '↑' : '↓'}`));
}

/** By metric: the best of its scores; there is a row for each system. */
export const bestScores = (
  metrics: readonly Pick<ScoredMetric, 'higherIsBetter'>[],
  rows: readonly (readonly number[])[],
): number[] =>
  metrics.map(({ higherIsBetter }, m) => {
    const column = rows.map((row) => row[m]!);
    return higherIsBetter ? Math.max(...column) : Math.min(...column);
  });

/** One of some scores: the best of them is shown as such, unless all are alike. */
export function scoreCell(score: number, all: readonly number[], higherIsBetter: boolean, digits: number): Cell {
  const best = higherIsBetter ? Math.max(...all) : Math.min(...all);
  return { value: score, digits, best: score === best && all.some((each) => each !== best) };
}
