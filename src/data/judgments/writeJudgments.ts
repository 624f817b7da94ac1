/** Judgments as a table of our own that the format `assay` reads back exactly, so that any format can be converted. */
import type { Judgment, Judgments } from '../../human/index.ts';
import { columnsOfKind, commonColumns } from './assay.ts';
import { escaped } from './escapes.ts';
import type { JudgmentKind } from './format.ts';

/** The fields of a row, by column. */
type Row = ReadonlyMap<string, string>;

/** Columns that every judgment needs. */
const needed = ['kind', 'task', 'segment', 'judge', 'order', 'system'];

/** All judgments as TSV, with the columns that they need; what was left out when they were read is not among them. */
export function writeJudgments(judgments: Judgments): string {
  const rows = [...rowsOf(judgments)];
  const used = new Set([...needed, ...rows.flatMap((row) => [...row.keys()])]);
  const known = ['kind', ...commonColumns, ...Object.values(columnsOfKind).flat()];
  const columns = [...new Set(known)].filter((column) => used.has(column));
  const lines = rows.map((row) => columns.map((column) => row.get(column) ?? '').join('\t'));
  return [columns.join('\t'), ...lines, ''].join('\n');
}

function* rowsOf({ rankings, ratings, annotations, edits, verdicts }: Judgments): Generator<Row> {
  for (const [r, ranking] of rankings.entries()) {
    for (const [i, system] of ranking.systems.entries()) {
      const rank = ranking.ranks[i]!;
      yield row('ranking', ranking, system, {
        ranking: String(r + 1),
        rank: Number.isNaN(rank) ? '' : String(rank),
        shown: ranking.shown && String(ranking.shown[i]),
      });
    }
  }
  for (const rating of ratings)
    yield row('rating', rating, rating.system, { score: String(rating.score), item: rating.item });
  for (const annotation of annotations) {
    if (annotation.errors.length === 0) yield row('annotation', annotation, annotation.system, { severity: '' });
    for (const { category, severity, side, text } of annotation.errors) {
      const error = { category: escaped(category), severity: escaped(severity), side, text: optional(text) };
      yield row('annotation', annotation, annotation.system, error);
    }
  }
  for (const edit of edits) yield row('edit', edit, edit.system, { outcome: edit.outcome, text: optional(edit.text) });
  for (const verdict of verdicts) {
    const acceptable = verdict.acceptable ? 'yes' : 'no';
    yield row('verdict', verdict, verdict.system, { editor: escaped(verdict.editor), acceptable });
  }
}

function row(
  kind: JudgmentKind,
  { task, segment, document, judge, order, seconds }: Judgment,
  system: string,
  fields: Readonly<Record<string, string | undefined>>,
): Row {
  const all = {
    kind,
    // Left empty it is the task that the reader is told.
    task: task && escaped(task),
    segment: escaped(segment),
    document: optional(document),
    judge: escaped(judge),
    order: String(order),
    seconds: seconds === undefined ? undefined : String(seconds),
    system: escaped(system),
    ...fields,
  };
  return new Map(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

const optional = (text: string | undefined): string | undefined => (text === undefined ? undefined : escaped(text));
