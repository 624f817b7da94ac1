/** Systems as judged by people, to read. */
import { counted } from '../../core/index.ts';
import { type JudgmentInput, countsText, judgmentNotes } from '../notes.ts';
import { type Note, type Report, type Table, notes as notesOf } from '../table.ts';
import {
  annotationNotes,
  annotationRows,
  annotationTables,
  ratingNotes,
  ratingRows,
  ratingTables,
} from './ratingTables.ts';
import { pairRows, pairwiseNotes, pairwiseTable, rankingNotes, rankingRows, rankingTable } from './rankingTable.ts';
import { orderText, rankAnswer } from './rankAnswer.ts';
import { type RankReport, ruleOf } from './rankReport.ts';

/** Lays out a ranking of systems as tables to read, with `digits` decimals if given. */
export function rankTables(report: RankReport, pairwise: boolean, digits?: number): Report {
  const { settings, rankings, ratings, annotations, input } = report;
  const tables: Table[] = [
    ...rankings.flatMap((each) => [
      rankingTable(each, settings.by, digits),
      ...(pairwise ? [pairwiseTable(each, digits)] : []),
    ]),
    ...ratings.flatMap((each) => ratingTables(each, settings, digits)),
    ...annotations.flatMap((each) => annotationTables(each, digits)),
  ];
  const notes: Note[] = [
    ...ruleNotes(report),
    ...(rankings.length > 0 ? rankingNotes(rankings, settings) : []),
    ...(rankings.length > 0 && pairwise ? pairwiseNotes() : []),
    ...(ratings.length > 0 ? ratingNotes(ratings, settings) : []),
    ...(annotations.length > 0 ? annotationNotes(settings) : []),
    ...otherKinds(input),
    ...notRanked(report),
    ...judgmentNotes(input),
  ];
  return { title: 'Systems as judged by people', answer: rankAnswer(report), tables, notes };
}

/** Lays out a ranking of systems as rows of plain values for other programs, one table for each kind of judgment. */
export function rankRows({ rankings, ratings, annotations, settings }: RankReport, pairwise: boolean): Report {
  return {
    title: 'Systems as judged by people',
    tables: [
      ...(rankings.length > 0 ? [rankingRows(rankings), ...(pairwise ? [pairRows(rankings)] : [])] : []),
      ...(ratings.length > 0 ? [ratingRows(ratings, settings)] : []),
      ...(annotations.length > 0 ? [annotationRows(annotations)] : []),
    ],
    notes: [],
  };
}

/** What the rule does, whether it was checked, and what Assay concludes without it. */
function ruleNotes({ settings, byDefault = [] }: RankReport): Note[] {
  const rule = ruleOf(settings);
  if (!rule) return [];
  const { title, source, does, otherwise, checked } = rule;
  return notesOf({
    rules: `${title} (${source}). ${does}`,
    checked,
    default: `without --rules: ${byDefault.map(orderText).join(' ')} ${otherwise}`,
  });
}

/** Judgments that the rule does not rank by. */
function notRanked({ settings, input, rankings, ratings, annotations }: RankReport): Note[] {
  const rule = ruleOf(settings);
  if (!rule) return [];
  const used = { rankings, ratings, annotations };
  const others = (['rankings', 'ratings', 'annotations'] as const).filter((kind) => used[kind].length === 0);
  const left = countsText(Object.fromEntries(others.map((kind) => [kind, input.counts[kind] ?? 0])));
  return left === '' ? [] : [{ name: 'not used', text: `${left}: the rules of ${rule.title} rank by other judgments` }];
}

/** Edits and verdicts rank no systems here. */
function otherKinds({ counts }: JudgmentInput): Note[] {
  const others = (['edits', 'verdicts'] as const).filter((kind) => (counts[kind] ?? 0) > 0);
  if (others.length === 0) return [];
  const listed = others.map((kind) => counted(counts[kind]!, kind.slice(0, -1))).join(' and ');
  return [{ name: 'not used', text: `${listed}: see assay accept` }];
}
