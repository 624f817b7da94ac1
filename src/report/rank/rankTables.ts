/** Systems as judged by people, to read. */
import { counted } from '../../core/index.ts';
import { type JudgmentInput, judgmentNotes } from '../notes.ts';
import type { Note, Report, Table } from '../table.ts';
import {
  annotationNotes,
  annotationRows,
  annotationTables,
  ratingNotes,
  ratingRows,
  ratingTables,
} from './ratingTables.ts';
import { pairRows, pairwiseNotes, pairwiseTable, rankingNotes, rankingRows, rankingTable } from './rankingTable.ts';
import type { RankReport } from './rankReport.ts';

/** `digits` are decimals, where asked for. */
export function rankTables(report: RankReport, pairwise: boolean, digits?: number): Report {
  const { settings, rankings, ratings, annotations, input } = report;
  const tables: Table[] = [
    ...rankings.flatMap((each) => [
      rankingTable(each, settings.by, digits),
      ...(pairwise ? [pairwiseTable(each, digits)] : []),
    ]),
    ...ratings.flatMap((each) => ratingTables(each, settings.scale, digits)),
    ...annotations.flatMap((each) => annotationTables(each, digits)),
  ];
  const notes: Note[] = [
    ...(rankings.length > 0 ? rankingNotes(rankings, settings) : []),
    ...(rankings.length > 0 && pairwise ? pairwiseNotes() : []),
    ...(ratings.length > 0 ? ratingNotes(ratings, settings) : []),
    ...(annotations.length > 0 ? annotationNotes(settings) : []),
    ...otherKinds(input),
    ...judgmentNotes(input),
  ];
  return { title: 'Systems as judged by people', tables, notes };
}

/** Rows of plain values for other programs: a table for each kind of judgments. */
export function rankRows({ rankings, ratings, annotations }: RankReport, pairwise: boolean): Report {
  return {
    title: 'Systems as judged by people',
    tables: [
      ...(rankings.length > 0 ? [rankingRows(rankings), ...(pairwise ? [pairRows(rankings)] : [])] : []),
      ...(ratings.length > 0 ? [ratingRows(ratings)] : []),
      ...(annotations.length > 0 ? [annotationRows(annotations)] : []),
    ],
    notes: [],
  };
}

/** Edits and verdicts rank no systems here. */
function otherKinds({ counts }: JudgmentInput): Note[] {
  const others = (['edits', 'verdicts'] as const).filter((kind) => (counts[kind] ?? 0) > 0);
  if (others.length === 0) return [];
  const listed = others.map((kind) => counted(counts[kind]!, kind.slice(0, -1))).join(' and ');
  return [{ name: 'not used', text: `${listed}: see assay accept` }];
}
