/**
 * Error annotation as in Google's MQM data (Freitag et al. 2021): TSV without quoting, one row per error, or one row that says there is none.
 * Spans are marked with <v>…</v>, in the source or in the target. Columns are found by name, so both older and newer layouts work.
 */
import { present } from '../../core/index.ts';
import type { MarkedError } from '../../human/index.ts';
import { entryOf } from '../entryOf.ts';
import { isObject, tryJson } from '../json.ts';
import { detached } from '../lineReader.ts';
import { finiteNumber } from '../numbers.ts';
import type { JudgmentFormat, JudgmentList } from './format.ts';
import { Header, columnNames, eachLine, unquoted } from './rows.ts';
import { tableFormat } from './tableFormat.ts';

export const mqm: JudgmentFormat = {
  id: 'mqm',
  summary: 'TSV of error spans as published by Google: system, rater, category, severity, spans in `<v>…</v>`',
  recognises([firstLine]) {
    const names = columnNames(firstLine, '\t');
    return names.has('rater') && (names.has('category') || names.has('severity'));
  },
  async read(into) {
    const groups = new Map<string, Group>();
    let columns: Columns | undefined;
    await eachLine(into, (text, line) => {
      const fields = text.split('\t');
      if (!columns) columns = columnsOf(new Header(into, withoutRemark(fields)));
      else if (columns.header.fits(fields, line)) readRow(fields.map(unescaped), columns, line, groups, into);
    });
    const keyOf = segmentKeys(groups.values());
    const systems = new Set(Array.from(groups.values(), ({ system }) => system));
    for (const group of groups.values()) {
      const { document, judge, errors, clean, ended } = group;
      const { system, beside } = sideBySide(group.system, systems);
      if (clean !== undefined && errors.length > 0) {
        into.leaveOut('rows of No-error where the same rater marked errors in the same output', clean);
      }
      into.annotations.push({
        task: into.file.task,
        segment: into.name(keyOf(group)),
        ...(document !== '' && { document }),
        judge,
        order: into.nextOrder('annotation', judge),
        ...present({ ended: ended > 0 ? ended : undefined }),
        protocol: 'MQM',
        system: into.name(system),
        errors,
        ...present({ beside }),
      });
    }
  },
};

/** Some files quote fields as in CSV. In others quotes are text, so only doubled quotes show that a field is quoted. */
const unescaped = (field: string): string => (field.includes('""') ? unquoted(field) : field);

/** Marot adds a remark to the header, `# Documentation: …`, which rows do not have. */
function withoutRemark(names: readonly string[]): readonly string[] {
  const remark = names.findIndex((name) => name.trim().startsWith('#'));
  return remark < 0 ? names : names.slice(0, remark);
}

/** In side-by-side judgments, a system that was compared with several others is named after each: `GPT4_with_refA`. */
function sideBySide(name: string, systems: ReadonlySet<string>): { system: string; beside?: string } {
  for (let at = name.indexOf('_with_'); at > 0; at = name.indexOf('_with_', at + 1)) {
    const beside = name.slice(at + '_with_'.length);
    if (systems.has(beside)) return { system: name.slice(0, at), beside };
  }
  return { system: name };
}

/** The rating of one output by one rater. */
interface Group {
  readonly system: string;
  readonly segment: string;
  readonly document: string;
  readonly within: string;
  readonly judge: string;
  readonly errors: MarkedError[];
  /** When the rater finished, in seconds since 1970; 0 if it is not known. */
  ended: number;
  /** The line of the row that says there is no error. */
  clean?: number;
}

function readRow(
  fields: readonly string[],
  columns: Columns,
  line: number,
  groups: Map<string, Group>,
  into: JudgmentList,
): void {
  const field = (place: number): string => fields[place] ?? '';
  const category = field(columns.category).trim();
  const severity = field(columns.severity).trim();
  const judge = field(columns.rater);
  if (judge === '' && category === '' && severity === '') return into.leaveOut('rows without a rating', line);
  if (category === handsOnTheWheel || severity === handsOnTheWheel) {
    return into.leaveOut('tests of attention', line);
  }
  const system = field(columns.system);
  const segment = field(columns.segment);
  const empty = Object.entries({ system, segment, rater: judge, severity }).find(([, value]) => value === '');
  if (empty) return into.refuse('rows', `the ${empty[0]} is empty.`, line);
  const document = field(columns.document);
  const within = field(columns.within);
  const key = [system, segment, document, within, judge].join('\t');
  const group = entryOf(groups, key, () => ({
    system: into.name(system),
    segment: into.name(segment),
    document: into.name(document),
    within: into.name(within),
    judge: into.name(judge),
    errors: [],
    ended: 0,
  }));
  group.ended = Math.max(group.ended, timestampOf(field(columns.metadata)));
  if (noError.test(category) || noError.test(severity)) {
    group.clean ??= line;
    return;
  }
  const { side, text } = markedIn(field(columns.source), field(columns.target), field(columns.span), category);
  const error = { category: into.name(category), severity: into.name(severity), side };
  group.errors.push(text === undefined ? error : { ...error, text: detached(text) });
  into.noteError(error, line);
}

/** Not a real category: errors inserted to check that the rater is attentive. */
const handsOnTheWheel = 'HOTW-test';
const noError = /^no[-_ ]error$/i;

type Columns = ReturnType<typeof columnsOf>;

const columnsOf = (header: Header) => ({
  header,
  system: header.need('system'),
  segment: header.need('globalSegId', 'seg_id', 'seg', 'segment'),
  document: header.find('doc', 'document'),
  within: header.find('docSegId', 'doc_id'),
  rater: header.need('rater'),
  source: header.find('source'),
  target: header.find('target', 'target_marked'),
  span: header.find('span'),
  category: header.need('category'),
  severity: header.need('severity'),
  metadata: header.find('metadata'),
});

/** The time of a rating in the metadata of Marot, in seconds; 0 if there is none. */
function timestampOf(json: string): number {
  const metadata = json === '' ? undefined : tryJson(json);
  const time = isObject(metadata) ? metadata['timestamp'] : undefined;
  return typeof time === 'number' && Number.isFinite(time) && time > 0 ? time / 1000 : 0;
}

/** Ratings of professionals from 0 to 6, with the columns of MQM (Freitag et al. 2021). */
export const psqm = tableFormat({
  id: 'psqm',
  summary: 'TSV of pSQM ratings from 0 to 6 as published by Google: system, rater, score',
  marks: ['system', 'rater', 'seg_id', 'score'],
  columns: { system: ['system'], segment: ['seg_id'], document: ['doc'], rater: ['rater'], score: ['score'] },
  optional: ['document'],
  texts: true,
  rows: (into) => ({
    take(field, line) {
      const [system, segment, judge] = [field('system'), field('segment'), field('rater')];
      if (system === '' || segment === '' || judge === '') return 'system, seg_id and rater must not be empty.';
      if (['', 'None', 'NaN'].includes(field('score'))) return into.leaveOut('rows without a score', line);
      const score = finiteNumber(field('score'));
      if (score === undefined || score < 0 || score > 6) {
        return `a score must be a number from 0 to 6, not "${field('score')}".`;
      }
      into.ratings.push({
        task: into.file.task,
        segment: into.name(segment),
        ...(field('document') !== '' && { document: into.name(field('document')) }),
        judge: into.name(judge),
        order: into.nextOrder('rating', judge),
        protocol: 'pSQM',
        system: into.name(system),
        score,
        scale: '0-6',
        item: 'output',
      });
      return undefined;
    },
  }),
});

/** Segments by their number in the test set. Campaigns without one write the same number everywhere; then the number within the document is used. */
function segmentKeys(groups: Iterable<Group>): (group: Group) => string {
  const numbers = new Set<string>();
  const within = new Set<string>();
  for (const group of groups) {
    numbers.add(group.segment);
    within.add(withinDocument(group));
  }
  return numbers.size === 1 && within.size > 1 ? withinDocument : ({ segment }) => segment;
}

const withinDocument = ({ document, within }: Group): string => `${document}:${within}`;

/** The side of the error and the marked text. Raters mark omissions in the source; if a mark was not kept, the category shows the side. */
function markedIn(source: string, target: string, span: string, category: string): Pick<MarkedError, 'side' | 'text'> {
  const inOutput = span || marks(target);
  if (inOutput) return { side: 'output', text: inOutput };
  const inSource = marks(source);
  if (inSource) return { side: 'source', text: inSource };
  return { side: /^source|omission/i.test(category) ? 'source' : 'output' };
}

/** The texts between <v> and </v>; an unclosed mark extends to the end. */
const marks = (text: string): string =>
  text
    .split('<v>')
    .slice(1)
    .map((rest) => rest.split('</v>')[0]!)
    .filter((marked) => marked !== '')
    .join(' … ');
