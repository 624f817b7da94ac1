/**
 * Direct assessment as exported by Appraise (Federmann 2018): CSV, mostly without a header, one row per output scored from 0 to 100.
 * Document campaigns add the document, campaigns with error spans add the spans; the layout is recognised row by row.
 */
import { counted, groupBy, present } from '../../core/index.ts';
import type { RatedItem } from '../../human/index.ts';
import { tryJson } from '../json.ts';
import { detached } from '../lineReader.ts';
import { finiteNumber } from '../numbers.ts';
import { deletedSpans, markedErrors } from './errorSpans.ts';
import type { JudgmentFormat, JudgmentList } from './format.ts';
import { Header, columnNames, eachCsvRow } from './rows.ts';
import { partsOfId } from './segmentIds.ts';

const items = new Map<string, RatedItem>([
  ['TGT', 'output'],
  ['REF', 'reference'],
  ['BAD', 'damaged'],
  ['CHK', 'repeat'],
]);

export const appraiseDa: JudgmentFormat = {
  id: 'appraise-da',
  summary: 'CSV of direct assessments exported by Appraise, with or without documents, error spans and a header',
  recognises([firstLine]) {
    const names = columnNames(firstLine, ',');
    if (names.has('username') && names.has('itemtype')) return true;
    const [, , , type = '', , , score = ''] = firstLine.split(',');
    return items.has(type) && (finiteNumber(score) !== undefined || score === 'None');
  },
  async read(into) {
    const rows: Row[] = [];
    let first = true;
    let places: Places | undefined;
    await eachCsvRow(into, (fields, line) => {
      const isHeader = first && columnNames(fields.join('\t'), '\t').has('itemtype');
      first = false;
      if (isHeader) {
        places = namedPlaces(new Header(into, fields));
        return;
      }
      const at = places ?? placesOf(fields);
      if (!at || (places && fields.length !== places.size)) {
        const right = places
          ? `expected ${places.size}`
          : 'expected 7 to 14, with True or False in the ninth if there is a document';
        into.refuse('rows', `${counted(fields.length, 'field')}, ${right}.`, line);
        return;
      }
      const row = readRow(fields, at, line, into);
      if (row) rows.push(row);
    });
    addRows(rows, into);
  },
};

/** The index of each field in a row; -1 for missing fields. */
type Places = ReturnType<typeof namedPlaces>;

const firstSeven = { judge: 0, system: 1, item: 2, type: 3, from: 4, to: 5, score: 6 };

/** The layout of a row without a header; undefined if Appraise does not write it. */
function placesOf(fields: readonly string[]): Places | undefined {
  const inDocument = /^(?:True|False)$/.test(fields[8] ?? '');
  const hasErrors = inDocument && fields.length > 9 && finiteNumber(fields[9]!) === undefined;
  const start = inDocument ? (hasErrors ? 10 : 9) : 7;
  // After the times, a row can have the number of the batch, that of the item, and which of two outputs it was.
  if (![0, 2, 4, 5].includes(fields.length - start)) return undefined;
  const timed = fields.length > start;
  return {
    size: fields.length,
    ...firstSeven,
    document: inDocument ? 7 : -1,
    whole: inDocument ? 8 : -1,
    errors: hasErrors ? 9 : -1,
    start: timed ? start : -1,
    end: timed ? start + 1 : -1,
    batch: fields.length > start + 2 ? start + 2 : -1,
  };
}

const namedPlaces = (header: Header) => ({
  size: header.size,
  judge: header.need('username'),
  system: header.need('system', 'systemID'),
  item: header.need('itemId', 'segmentID'),
  type: header.need('itemType'),
  from: header.find('srcLang'),
  to: header.find('trgLang', 'tgtLang'),
  score: header.need('score'),
  document: header.find('docId', 'documentID'),
  whole: header.find('isDocScore', 'isCompleteDocument'),
  errors: header.find('mqm'),
  start: header.find('timeStart', 'startTime'),
  end: header.find('timeEnd', 'endTime'),
  batch: header.find('batchNo'),
});

type Row = NonNullable<ReturnType<typeof readRow>>;

function readRow(fields: readonly string[], at: Places, line: number, into: JudgmentList) {
  const refuse = (fault: string): undefined => into.refuse('rows', fault, line);
  const leaveOut = (what: string): undefined => into.leaveOut(what, line);
  const field = (place: number): string => fields[place] ?? '';
  const judge = field(at.judge);
  const system = field(at.system);
  const segment = field(at.item);
  if (judge === '' || system === '' || segment === '') return refuse('user, system and item must not be empty.');
  const type = items.get(field(at.type));
  if (!type) return refuse(`the type of an item must be TGT, REF, BAD or CHK, not "${field(at.type)}".`);
  const { document: name, marks } = documentOf(field(at.document), system);
  // Since WMT25, items have names: the language pair, the domain, the document and the segment in it.
  const parts = partsOfId(segment);
  if (/tutorial/i.test(system) && (name === system || name === '')) return leaveOut('rows of a tutorial');
  if (parts && /tutorial/i.test(segment)) return leaveOut('rows of a tutorial');
  const scored = !['', 'None'].includes(field(at.score));
  const score = scored ? finiteNumber(field(at.score)) : undefined;
  if (scored && (score === undefined || score < 0 || score > 100)) {
    return refuse(`a score must be a number from 0 to 100, not "${field(at.score)}".`);
  }
  const marked = errorsOf(field(at.errors));
  if (typeof marked === 'string') return refuse(marked);
  if (score === undefined && !marked) return leaveOut('rows without a score');
  const start = finiteNumber(field(at.start));
  const end = finiteNumber(field(at.end));
  const isTimed = start !== undefined && end !== undefined && end >= start;
  const named = (text: string | undefined): string | undefined =>
    text === undefined || text === '' ? undefined : into.name(text);
  // In WMT25 the column says something else: its rows are all about segments.
  const isDocument = field(at.whole) === 'True' && !parts;
  return {
    task: parts
      ? into.name(parts.task)
      : at.from < 0 || at.to < 0
        ? into.file.task
        : into.pair(field(at.from), field(at.to)),
    judge: into.name(judge),
    system: into.name(system),
    segment: into.name(parts?.segment ?? segment),
    document: named(parts?.document ?? name),
    /** As written, with the marks of copies. */
    copy: into.name(field(at.document)),
    domain: named(parts?.domain ?? domainOf(name)),
    batch: named(field(at.batch)),
    item: isDocument ? ('document' as const) : type === 'output' ? itemMarked(marks) : type,
    score,
    ...(marked ?? { errors: undefined, deleted: 0, prefilled: 0 }),
    start,
    ...present({ started: isTimed ? start : undefined, ended: isTimed ? end : undefined }),
    // Times have three decimals, so their difference is rounded to three.
    seconds: isTimed ? Math.round(1000 * (end - start)) / 1000 : undefined,
    line,
  };
}

/**
 * Campaigns distinguish copies of a document by suffixes after #: the system, or a mark that the copy is cut short, doubled or damaged, which
 * is returned.
 */
function documentOf(id: string, system: string): { document: string; marks: readonly string[] } {
  const marks: string[] = [];
  for (let at = id.lastIndexOf('#'); at > 0; at = id.lastIndexOf('#')) {
    const mark = id.slice(at + 1);
    const known = /^(bad|dup|incomplete)(?:licate)?\d*$/.exec(mark)?.[1];
    if (known === undefined && !(mark !== '' && system.endsWith(mark))) break;
    if (known !== undefined) marks.push(known);
    id = id.slice(0, at);
  }
  return { document: id, marks };
}

/** Judges get whole documents again, or the beginnings of others, to fill their lists. */
const itemMarked = (marks: readonly string[]): RatedItem =>
  marks.includes('dup') ? 'repeat' : marks.includes('incomplete') ? 'incomplete' : 'output';

/** Documents of WMT24 are named after their domain: `test-en-news_…`. */
const domainOf = (document: string): string | undefined => /^test-[a-z]+-([a-z]+)_/.exec(document)?.[1];

/** Undefined if the row has none; a string is an error message. */
function errorsOf(json: string): ReturnType<typeof markedErrors> | undefined {
  if (json === '' || json === 'None') return undefined;
  const spans = tryJson(json);
  return spans === undefined ? `error spans must be JSON, not "${json.slice(0, 40)}".` : markedErrors(spans, undefined);
}

function addRows(read: readonly Row[], into: JudgmentList): void {
  const rows = withoutCopies(read, into);
  // Exports are in any order; the earlier start time comes first.
  if (rows.every(({ start }) => start !== undefined)) rows.sort((a, b) => a.start! - b.start!);
  const segmentOf = segmentKeys(rows);
  // Every document campaign has these columns, even if judges did not mark errors or give scores.
  const marksErrors = rows.some(({ errors }) => errors && errors.length > 0);
  const scores = !marksErrors || rows.some(({ score }) => score !== undefined && score > 0);
  const protocol = protocolOf(rows);
  for (const row of rows) {
    const {
      task,
      judge,
      system,
      document,
      domain,
      batch,
      item,
      score,
      errors,
      deleted,
      seconds,
      started,
      ended,
      line,
    } = row;
    const facts = present({ document, domain, batch, seconds, started, ended });
    const segment = item === 'document' ? (document ?? row.segment) : segmentOf(row);
    const common = { task, segment, judge, system, ...facts, ...(marksErrors && { protocol }) };
    for (let d = 0; d < deleted; d++) into.leaveOut(deletedSpans, line);
    if (score === undefined) into.leaveOut('rows without a score', line);
    else if (!scores) into.leaveOut('scores of 0, which mean no score in a campaign that only marks errors', line);
    else {
      into.ratings.push({ ...common, order: into.nextOrder('rating', judge), score, item });
      const uncounted = uncountedItems.get(item);
      if (uncounted !== undefined) into.noteUncounted(uncounted, line);
    }
    if (!marksErrors || !errors || item === 'document') continue;
    for (const error of errors) into.noteError(error, line);
    if (item === 'damaged' || item === 'reference') {
      into.leaveOut('error spans in damaged outputs and references', line);
    } else {
      const order = into.nextOrder('annotation', judge);
      into.annotations.push({ ...common, order, errors, ...(item !== 'output' && { item }) });
    }
  }
}

const uncountedItems = new Map<RatedItem, string>([
  ['document', 'ratings of whole documents'],
  ['incomplete', 'ratings in documents that were cut short (#incomplete)'],
]);

/** What judges did, in a campaign that marked errors. The spans of ESA-AI come from a program, and judges leave many as they are. */
function protocolOf(rows: readonly Row[]): string {
  const errors = rows.flatMap((row) => row.errors ?? []);
  const prefilled = rows.reduce((sum, row) => sum + row.prefilled, 0);
  if (errors.some(({ category, side }) => category !== '' && side === 'output')) return 'MQM';
  return prefilled > errors.length / 10 ? 'ESA-AI' : 'ESA';
}

function withoutCopies(rows: readonly Row[], into: JudgmentList): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ task, judge, system, segment, document, item, start, seconds, score, errors, line }) => {
    // Without a time, a repeated row can be a duplicate or a second judgment.
    const said = start === undefined ? [score, errors] : [start, seconds];
    const key = JSON.stringify([task, judge, system, segment, document, item, ...said]);
    if (!seen.has(key)) {
      seen.add(key);
      return true;
    }
    if (start === undefined) {
      into.noteAgain(score === undefined ? 'annotation' : 'rating', line);
      return true;
    }
    into.leaveOut('rows that repeat an earlier one', line);
    return false;
  });
}

/**
 * Most campaigns number items across the test set. Some number them within a document, so that the document becomes part of the key; and
 * some within the list of a judge, where the outputs of one segment have different numbers: there the place in the document counts.
 */
function segmentKeys(rows: readonly Row[]): (row: Row) => string {
  const keys = new Map<Row, string>();
  for (const ofTask of groupBy(rows, ({ task }) => task).values()) {
    const documents = groupBy(ofTask, ({ segment }) => segment);
    const isNumberedThrough = [...documents.values()].every((some) => some.every(({ document }) => document === some[0]!.document)); // prettier-ignore
    if (isNumberedThrough) continue;
    const placeOf = isNumberedByList(ofTask) ? placesInDocuments(ofTask) : undefined;
    for (const row of ofTask) {
      if (row.document === undefined) continue;
      keys.set(row, detached(`${row.document}:${placeOf?.(row) ?? row.segment}`));
    }
  }
  return (row) => keys.get(row) ?? row.segment;
}

/** If numbers count through lists, few of them stand for outputs of several systems. */
function isNumberedByList(rows: readonly Row[]): boolean {
  if (new Set(rows.map(({ system }) => system)).size < 2) return false;
  if (rows.some(({ segment }) => !/^\d+$/.test(segment))) return false;
  const numbers = [...groupBy(rows, ({ document, segment }) => `${document}:${segment}`).values()];
  const ofOne = numbers.filter((some) => some.every(({ system }) => system === some[0]!.system));
  return 2 * ofOne.length > numbers.length;
}

/**
 * The place of each row in its document, from 1. A document is shown in one piece, in order; if it does not fit, the next list has the rest,
 * and judges are numbered in the order of lists.
 */
function placesInDocuments(rows: readonly Row[]): (row: Row) => number {
  const pieces = [...groupBy(rows, ({ judge, system, copy }) => JSON.stringify([judge, system, copy])).values()].map((some) => {
    const numbers = some.map(({ segment }) => Number(segment));
    const first = numbers.reduce((least, number) => Math.min(least, number));
    const last = numbers.reduce((most, number) => Math.max(most, number));
    return { rows: some, first, length: last - first + 1, document: some[0]!.document, copy: some[0]!.copy, judge: some[0]!.judge };
  }); // prettier-ignore
  const places = new Map<Row, number>();
  /** The places of the first rows of pieces. */
  const starts = new Map<(typeof pieces)[number], number>();
  for (const ofDocument of groupBy(pieces, ({ document }) => document).values()) {
    const whole = ofDocument.reduce((most, { length }) => Math.max(most, length), 0);
    for (const parts of groupBy(ofDocument, ({ copy, rows: [row] }) => JSON.stringify([copy, row!.system])).values()) {
      const fit = parts.reduce((sum, { length }) => sum + length, 0) <= whole;
      let before = 0;
      for (const part of parts.toSorted((a, b) => (a.judge < b.judge ? -1 : 1))) {
        starts.set(part, (fit ? before : 0) + 1);
        before += part.length;
      }
    }
    for (const part of ofDocument) {
      const [{ system, item }] = part.rows as [Row];
      // A damaged copy is one of the piece that the same judge saw.
      const original = item === 'damaged' && ofDocument.find(({ judge, rows: [row] }) => judge === part.judge && row!.system === system && row!.item === 'output'); // prettier-ignore
      for (const row of part.rows) places.set(row, starts.get(original || part)! + Number(row.segment) - part.first);
    }
  }
  return (row) => places.get(row)!;
}
