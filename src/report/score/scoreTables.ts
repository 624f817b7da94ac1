/** Lays out the scores of systems as tables to read. */
import { inputNotes, inputWarnings, signatureNotes, segmentsText } from '../notes.ts';
import { counted } from '../../core/index.ts';
import { type Cell, type Column, type Note, type Report, type Table, notes } from '../table.ts';
import { intervalText, left, listed, percent, plain, plainReport, right } from '../wording.ts';
import type { ReportedMetric, ScoreBlock, ScoreReport, ScoredMetric } from './scoreReport.ts';

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
    answer: scoreAnswer(report, digits),
    warnings: inputWarnings(input),
    tables,
    notes: [
      ...notes({ segments: all.segments > 0 && segmentsText(all.segments, input) }),
      ...signatureNotes(
        metrics.flatMap(({ metric, signature }) => (metric && signature ? [{ metric, signature }] : [])),
      ),
      ...notes({
        intervals: confidence && `${percent(level!)} percentile bootstrap, ${samples} samples, seed ${seed}`,
      }),
      ...inputNotes(input),
    ],
  };
}

/**
 * Lays out scores as rows for other programs, one for each system and metric. Parts of the test set have their label and value in the row.
 */
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
      typedNames(metrics).map((metric, m) => {
        const { score, interval } = scores[s]![m]!;
        const bounds = confidence ? [String(interval?.low ?? ''), String(interval?.high ?? '')] : [];
        return [system, metric, plain(score), ...bounds, String(segments), ...(grouped ? [label, value] : [])];
      }),
    );
  const rows = [...rowsOf(all, '', ''), ...groups.flatMap(({ label, value, block }) => rowsOf(block, label, value))];
  return plainReport('Scores', titles, rows);
}

/** Decimals by metric: two more for scores from elsewhere that are at most 1, as those of many models. */
export const metricDigits = ({ metrics, all }: ScoreReport, usual: number): number[] =>
  metrics.map(({ metric }, m) =>
    metric === undefined && all.scores.every((row) => Math.abs(row[m]!.score) <= 1) ? usual + 2 : usual,
  );

/** Systems are in the order of the whole, in every part. */
function blockTable(report: ScoreReport, { scores }: ScoreBlock, usual: number): Table {
  const { systems, metrics, confidence } = report;
  const columns = [left('system')];
  for (const column of metricColumns(metrics)) {
    columns.push(column);
    if (confidence) columns.push(right(percent(confidence.level)));
  }
  const best = bestScores(metrics, scores.map((row) => row.map(({ score }) => score))); // prettier-ignore
  const decimals = metricDigits(report, usual);
  const rows = scoreOrder(metrics, report.all, report.primary ?? 0).map((s) => {
    const row: Cell[] = [systems[s]!];
    scores[s]!.forEach(({ score, interval }, m) => {
      const digits = decimals[m]!;
      row.push(Number.isNaN(score) ? '–' : { value: score, digits, best: systems.length > 1 && score === best[m] });
      if (confidence) row.push(interval ? intervalText(interval, digits) : '');
    });
    return row;
  });
  return { columns, rows };
}

/** Names of metrics as tables head them: as typed where two have the same. */
export function metricTitles(metrics: readonly { readonly name: string; readonly metric?: string }[]): string[] {
  const names = metrics.map(({ name }) => name);
  const titles = metrics.map(({ name, metric }) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : withoutPaths(metric ?? name),
  );
  return titles.map((title, m) =>
    titles.indexOf(title) === titles.lastIndexOf(title) ? title : (metrics[m]!.metric ?? title),
  );
}

/** With fewer segments than this, scores say little about other texts. */
export const fewSegments = 100;

/** Which system scores best by the primary metric, and whether the other metrics agree. */
function scoreAnswer(report: ScoreReport, usual: number): Note[] {
  const { systems, metrics, all, primary = 0, input } = report;
  const digits = metricDigits(report, usual);
  const order = scoreOrder(metrics, all, primary);
  const titles = metricTitles(metrics);
  const cautions = [
    ...(all.segments > 0 && all.segments < fewSegments
      ? [`There ${all.segments === 1 ? 'is' : 'are'} only ${counted(all.segments, 'segment')}.`]
      : []),
    ...(input.references === 1 ? ['There is one reference.'] : []),
  ].join(' ');
  if (systems.length < 2) {
    const scores = titles.map((title, m) => `${title} ${all.scores[0]![m]!.score.toFixed(digits[m])}`);
    return notes({ answer: `${systems[0]!}: ${scores.join(', ')}.`, beware: cautions });
  }
  const winners = bestSystems(metrics, all, primary);
  const best = listed(winners.map((s) => systems[s]!));
  const shown = order
    .slice(0, mostNamed)
    .map((s) => `${systems[s]!} ${all.scores[s]![primary]!.score.toFixed(digits[primary])}`);
  const rest = order.length - shown.length;
  const dissents = metrics.flatMap((_, m) => {
    const first = bestSystems(metrics, all, m);
    const agrees = winners.every((s) => first.includes(s));
    return agrees ? [] : [`${titles[m]!} puts ${listed(first.map((s) => systems[s]!))} first`];
  });
  return notes({
    answer: `${best} ${winners.length === 1 ? 'scores best' : 'share the best score'} by ${titles[primary]!}. Differences are not tested here: run assay compare.`,
    order: `By ${titles[primary]!}: ${shown.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}.`,
    metrics:
      metrics.length > 1 &&
      (dissents.length === 0
        ? `${metrics.length === 2 ? 'Both' : `All ${metrics.length}`} metrics put ${best} first.`
        : `${listed(dissents)}.`),
    beware: cautions,
  });
}

/** As many names as a line has room for. */
const mostNamed = 6;

/** The system with the best score by one metric, or all of those that share it. */
function bestSystems(metrics: readonly ReportedMetric[], all: ScoreBlock, m: number): number[] {
  const order = scoreOrder(metrics, all, m);
  return order.filter((s) => Object.is(all.scores[s]![m]!.score, all.scores[order[0]!]![m]!.score));
}

/** Systems by one metric, the best first; of equal ones the first given. */
function scoreOrder(metrics: readonly ReportedMetric[], { scores }: ScoreBlock, m: number): number[] {
  const sign = metrics[m]!.higherIsBetter ? -1 : 1;
  return Array.from(scores.keys()).sort((a, b) => sign * (scores[a]![m]!.score - scores[b]![m]!.score) || a - b);
}

/** Names for other programs: as typed, which `-m` reads back; as tables head it where scores from a file have that very name. */
export function typedNames(metrics: readonly { readonly name: string; readonly metric?: string }[]): string[] {
  const given = new Set(metrics.filter(({ metric }) => metric === undefined).map(({ name }) => name));
  return metrics.map(({ name, metric }) => (metric === undefined || given.has(metric) ? name : metric));
}

/** Files by their names alone; their folders and checksums are in the signatures. */
const withoutPaths = (metric: string): string => metric.replace(/=(?:[^=,;()]*\/)?([^=,;()/]+)@sha256:\w+/g, '=$1');

/** A column for each metric; the arrow says which way is better. */
export function metricColumns(metrics: readonly ReportedMetric[]): Column[] {
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

/** A score among several: the best is highlighted, unless all are equal. */
export function scoreCell(score: number, all: readonly number[], higherIsBetter: boolean, digits: number): Cell {
  const best = higherIsBetter ? Math.max(...all) : Math.min(...all);
  return { value: score, digits, best: score === best && all.some((each) => each !== best) };
}
