/**
 * Error annotation as in Google's MQM data (Freitag et al. 2021): TSV without quoting, one row per error, or one row that says there is none.
 * Spans are marked with <v>…</v>, in the source or in the target. Columns are found by name, so both older and newer layouts work.
 */
import type { MarkedError } from '../../human/index.ts';
import { entryOf } from '../entryOf.ts';
import { detached } from '../lineReader.ts';
import type { JudgmentFormat, JudgmentList } from './format.ts';
import { Header, columnNames, eachLine } from './rows.ts';

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
      if (!columns) columns = columnsOf(new Header(into, fields));
      else if (columns.header.fits(fields, line)) readRow(fields, columns, line, groups, into);
    });
    const keyOf = segmentKeys(groups.values());
    for (const group of groups.values()) {
      const { system, document, judge, errors, clean } = group;
      if (clean !== undefined && errors.length > 0) {
        into.leaveOut('rows of No-error where the same rater marked errors in the same output', clean);
      }
      into.annotations.push({
        task: into.file.task,
        segment: into.name(keyOf(group)),
        ...(document !== '' && { document }),
        judge,
        order: into.nextOrder('annotation', judge),
        system,
        errors,
      });
    }
  },
};

/** The rating of one output by one rater. */
interface Group {
  readonly system: string;
  readonly segment: string;
  readonly document: string;
  readonly within: string;
  readonly judge: string;
  readonly errors: MarkedError[];
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
  }));
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
