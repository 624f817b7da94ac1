/**
 * Columns of tables of scores: by their header, or those of the WMT metrics tasks, recognised by their number. The columns of the tasks: metric, pair, test set, system, [segment,] score (until 2019, some with ensemble and
 * availability at the end, in 2017 with two times before these); then a reference before the system (2020, with segments by document and
 * number; 2021); then domain, and document for segments, before the reference (since 2022).
 */
import { UsageError } from '../../core/index.ts';

export type Level = 'sys' | 'seg';

/** Column names, in lower case and without separators. */
const columnNames = {
  metric: ['metric', 'metricname'],
  task: ['task', 'pair', 'lp', 'langpair', 'languagepair'],
  testSet: ['testset'],
  domain: ['domain'],
  reference: ['reference', 'ref'],
  document: ['document', 'doc', 'docid'],
  system: ['system', 'sys', 'systemid'],
  segment: ['segment', 'seg', 'segid', 'segmentid', 'segmentnumber', 'sid'],
  score: ['score', 'systemscore', 'segmentscore'],
  better: ['better'],
} as const;

/** `part` names the part of the test set that a row scores; it is empty for the whole test set. */
type ColumnName = keyof typeof columnNames | 'part';

/** Column indices, counted from 0. */
export interface ScoreColumns extends Readonly<Partial<Record<ColumnName, number>>> {
  readonly system: number;
  readonly score: number;
  readonly width: number;
  /** Whether the first line is a header. */
  readonly header?: boolean;
  /** Segments are numbered within their document and identified by both. */
  readonly withinDocument?: boolean;
}

const columnsByName = new Map<string, ColumnName>(
  Object.entries(columnNames).flatMap(([column, names]) => names.map((name) => [name, column as ColumnName] as const)),
);

const plainName = (name: string): string => name.trim().toLowerCase().replace(/[-_ ]/g, '');

/** The columns named by the first line; undefined if it is not a header. */
export function headerColumns(
  fields: readonly string[],
  _level: Level | undefined,
  place: string,
): ScoreColumns | undefined {
  const found = new Map<ColumnName, number>();
  fields.forEach((field, at) => {
    const name = columnsByName.get(plainName(field));
    if (name === undefined) return;
    const before = found.get(name);
    if (before !== undefined) {
      throw new UsageError(`${place}: columns "${fields[before]!}" and "${field}" mean the same. Remove one of them.`);
    }
    found.set(name, at);
  });
  const system = found.get('system');
  const score = found.get('score');
  if (system === undefined || score === undefined) return undefined;
  // The table that `assay score --by` writes names the part of the test set in two columns.
  const names = fields.map(plainName);
  const part = names.includes('value') && !found.has('segment') ? names.indexOf('label') : -1;
  return {
    ...Object.fromEntries(found),
    header: true,
    system,
    score,
    width: fields.length,
    ...(part >= 0 && { part }),
  };
}

const start = { metric: 0, task: 1, testSet: 2 };
const systemForms = new Map<number, ScoreColumns>([
  [5, { ...start, system: 3, score: 4, width: 5 }],
  [6, { ...start, reference: 3, system: 4, score: 5, width: 6 }],
  [7, { ...start, domain: 3, reference: 4, system: 5, score: 6, width: 7 }],
]);
const segmentForms = new Map<number, ScoreColumns>([
  [6, { ...start, system: 3, segment: 4, score: 5, width: 6 }],
  [7, { ...start, reference: 3, system: 4, segment: 5, score: 6, width: 7 }],
  [8, { ...start, reference: 3, system: 4, document: 5, segment: 6, score: 7, width: 8, withinDocument: true }],
  [9, { ...start, domain: 3, document: 4, reference: 5, system: 6, segment: 7, score: 8, width: 9 }],
]);

/** The columns of a WMT file by its first row and, if known, its level; undefined if it has none of these layouts. */
export function wmtColumns(fields: readonly string[], level: Level | undefined): ScoreColumns | undefined {
  if (!isPair(fields[1])) return undefined;
  const width = fields.length;
  // `ensemble` or `non-ensemble` and a link distinguish older layouts from newer ones with as many columns.
  const described = /^(?:non-?)?ensemble$/i.test(fields[width - 2] ?? '');
  if (described) {
    const columns = width === 8 ? segmentForms.get(6) : width === 7 || width === 9 ? systemForms.get(5) : undefined;
    return columns && { ...columns, width };
  }
  const ofSegments = segmentForms.get(width);
  const ofSystems = systemForms.get(width);
  const numbered = ofSegments !== undefined && /^\d+$/.test(fields[ofSegments.segment!]!);
  return (level ?? (numbered ? 'seg' : 'sys')) === 'seg' ? ofSegments : ofSystems;
}

const isPair = (field: string | undefined): boolean => /^[a-z]{2,}\w*-[a-z]{2,}\w*$/i.test(field ?? '');
