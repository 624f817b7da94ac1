/**
 * Error annotation as in Google's MQM data (Freitag et al. 2021): TSV without quoting, a row for each error, or one that says there is none.
 * What was marked stands in <v>…</v>, in the source or in the target. Columns are found by name, so the older and newer layouts both fit.
 */
import type { MarkedError } from '../../human/index.ts';
import { entryOf } from '../entryOf.ts';
import { detached } from '../lineReader.ts';
import type { JudgmentFormat, JudgmentList } from './format.ts';
import { Header, columnNames, eachLine } from './rows.ts';

export const mqm: JudgmentFormat = {
  id: 'mqm',
  summary: 'TSV of marked errors as published by Google: system, rater, category, severity, spans in `<v>…</v>`',
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

/** What one rater said of one output. */
interface Group {
  readonly system: string;
  readonly segment: string;
  readonly document: string;
  readonly within: string;
  readonly judge: string;
  readonly errors: MarkedError[];
  /** The line of the row that says there is none. */
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

/** The one category that is none: errors put into a text to see whether the rater is awake. */
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

/** Segments by their number in the test set; those who had none wrote the same number everywhere, and mean the one within the document. */
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

/** Where the error is and what was marked. Raters mark in the source what the output lacks; a mark that was not kept is told by the category. */
function markedIn(source: string, target: string, span: string, category: string): Pick<MarkedError, 'side' | 'text'> {
  const inOutput = span || marks(target);
  if (inOutput) return { side: 'output', text: inOutput };
  const inSource = marks(source);
  if (inSource) return { side: 'source', text: inSource };
  return { side: /^source|omission/i.test(category) ? 'source' : 'output' };
}

/** The texts between <v> and </v>; a mark that is never closed reaches to the end. */
const marks = (text: string): string =>
  text
    .split('<v>')
    .slice(1)
    .map((rest) => rest.split('</v>')[0]!)
    .filter((marked) => marked !== '')
    .join(' … ');
