/** Which segments can be left empty, as tables and sentences. */
import { counted } from '../../core/index.ts';
import type { Deletion } from '../../paradox/index.ts';
import type { DeletionReport } from './paradoxReport.ts';
import { metricColumns, metricTitles } from '../score/scoreTables.ts';
import type { Note, Report, Table } from '../table.ts';
import { left, right } from '../wording.ts';
import { brevityCells, brevityColumns, brevityOf } from './brevity.ts';

/** More segments than this are not listed by number. */
const mostListed = 20;

export function deletionTables(report: DeletionReport, digits: number): Report {
  const { metrics, deletions } = report;
  const titles = metricTitles(metrics);
  const scores: Table = {
    caption: 'Scores with some segments left empty',
    columns: [left('left empty'), right('segments'), right('text'), ...metricColumns(metrics)],
    rows: deletions.map((deletion) => [
      nameOf(deletion, titles),
      String(deletion.segments.length),
      percent(deletion.share),
      ...deletion.standings.map(({ score }) => ({ value: score, digits })),
    ]),
  };
  return {
    title: 'Deletion',
    tables: [scores, ...brevityTable(report, titles)],
    findings: titles.map((title, m) => ({ name: title, text: verdict(report, m, titles, digits) })),
    notes: [
      {
        name: 'choice',
        text: 'For each metric, segments are left empty one after the other as long as its score does not get worse, starting with those whose loss improves the score most or lowers it least.',
      },
      ...emptied(deletions, titles),
    ],
  };
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function nameOf({ chosenBy, segments }: Deletion, titles: readonly string[]): string {
  if (chosenBy !== null) return `chosen by ${titles[chosenBy]!}`;
  return segments.length === 0 ? 'nothing' : 'as made up';
}

function emptied(deletions: readonly Deletion[], titles: readonly string[]): Note[] {
  return deletions
    .filter(({ segments }) => segments.length > 0)
    .map((deletion) => {
      const { segments } = deletion;
      const more = segments.length > mostListed ? `, … (${segments.length} in all)` : '';
      return { name: nameOf(deletion, titles), text: `segments ${segments.slice(0, mostListed).join(', ')}${more}` };
    });
}

function brevityTable({ metrics, deletions }: DeletionReport, titles: readonly string[]): Table[] {
  const which = deletions[0]!.standings.flatMap((standing, m) => (brevityOf(standing) ? [m] : []));
  if (which.length === 0) return [];
  return [
    {
      caption: 'Why: length ratios and brevity penalties',
      columns: [left('left empty'), ...brevityColumns(metrics, which)],
      rows: deletions.map((deletion) => [
        nameOf(deletion, titles),
        ...which.flatMap((m) => brevityCells(deletion.standings[m]!)),
      ]),
    },
  ];
}

function verdict(
  { deletions, findings, segments }: DeletionReport,
  metric: number,
  titles: readonly string[],
  digits: number,
): string {
  const { preferred, contradicts } = findings[metric]!;
  const own = deletions.find(({ chosenBy }) => chosenBy === metric)!;
  const before = deletions[0]!.standings[metric]!.score.toFixed(digits);
  const change = ({ standings }: Deletion) => `from ${before} to ${standings[metric]!.score.toFixed(digits)}`;
  const many = own.segments.length;
  const some = `${many} of ${counted(segments, 'segment')} (${percent(own.share)} of the text)`;
  if (contradicts) {
    const which = preferred === many ? (many === 1 ? 'it' : 'each of them') : `${preferred} of them`;
    return `contradicts itself: it gets no worse without ${some}, ${change(own)}, though it scores ${which} better than an empty text.`;
  }
  if (many > 0) {
    return `does not contradict itself: it gets no worse without ${some}, ${change(own)}, but scores none of them better than an empty text.`;
  }
  const example = deletions.find((deletion) => deletion.segments.length > 0);
  const shown = example
    ? ` Without ${counted(example.segments.length, 'segment')} ${nameOf(example, titles)}: ${change(example)}.`
    : '';
  return `does not contradict itself: it gets worse if any segment is left empty.${shown}`;
}
