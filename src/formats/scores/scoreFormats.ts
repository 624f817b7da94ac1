/**
 * Formats of scores: tables with a header; files of the WMT metrics tasks, whose columns are told by how many there are; files of
 * mt-metrics-eval. The tasks' forms: metric, pair, test set, system, [segment,] score (to 2019, some with ensemble and availability behind, in 2017
 * with two times before these); then a reference before the system (2020, segments there by document and number; 2021); then domain, and
 * document for segments, before the reference (from 2022 on).
 */
import { UsageError } from '../../core/index.ts';
import type { FileFormat } from '../fileFormat.ts';

export type Level = 'sys' | 'seg';

/** Names of columns, in lower case and without what separates their words. */
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
} as const;

/** `part` names a part of the test set that the row is about; it is empty where it is about all. */
type ColumnName = keyof typeof columnNames | 'part';

/** Places of columns, counted from 0. */
export interface ScoreColumns extends Readonly<Partial<Record<ColumnName, number>>> {
  readonly system: number;
  readonly score: number;
  readonly width: number;
  /** Whether the first line names them. */
  readonly header?: boolean;
  /** Segments are numbered within their document, and known by both. */
  readonly withinDocument?: boolean;
}

const columnsByName = new Map<string, ColumnName>(
  Object.entries(columnNames).flatMap(([column, names]) => names.map((name) => [name, column as ColumnName] as const)),
);

const plainName = (name: string): string => name.trim().toLowerCase().replace(/[-_ ]/g, '');

/** The columns as the first line names them; undefined if it names none, and so is no header. */
function headerColumns(fields: readonly string[], _level: Level | undefined, place: string): ScoreColumns | undefined {
  const found = new Map<ColumnName, number>();
  fields.forEach((field, at) => {
    const name = columnsByName.get(plainName(field));
    if (name === undefined) return;
    const before = found.get(name);
    if (before !== undefined) {
      throw new UsageError(`${place}: columns "${fields[before]!}" and "${field}" hold the same thing. Leave one out.`);
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

/** The columns of a WMT file by its first row and, where known, what it scores; undefined if it is of none of these forms. */
function wmtColumns(fields: readonly string[], level: Level | undefined): ScoreColumns | undefined {
  if (!isPair(fields[1])) return undefined;
  const width = fields.length;
  // `ensemble` or `non-ensemble` and a link tell the older forms from newer ones that are as wide.
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

interface ScoreFormat extends FileFormat {
  /** The columns by the first line, which is at this place; undefined if the file is not of this format, or has none. */
  columns?(fields: readonly string[], level: Level | undefined, place: string): ScoreColumns | undefined;
}

/** Asked in this order. */
export const scoreFormats: readonly ScoreFormat[] = [
  {
    id: 'table',
    summary:
      'a first line that names its columns: system, score, and metric, segment, task where they are more than one',
    columns: headerColumns,
  },
  { id: 'wmt', summary: 'the form of a WMT metrics task', columns: wmtColumns },
  {
    id: 'mt-metrics-eval',
    summary: 'the name METRIC.sys.score or METRIC.seg.score and lines of system and score',
    extensions: ['.sys.score', '.seg.score'],
  },
];
