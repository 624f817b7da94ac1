/**
 * Direct assessment as exported by Appraise (Federmann 2018): CSV, mostly without a header, one row per output scored from 0 to 100.
 * Document campaigns add the document, campaigns with error spans add the spans; the layout is recognised row by row.
 */
import { counted, present } from '../../core/index.ts';
import type { MarkedError, Rating } from '../../human/index.ts';
import { tryJson } from '../json.ts';
import { detached } from '../lineReader.ts';
import { finiteNumber } from '../numbers.ts';
import { markedErrors } from './errorSpans.ts';
import type { JudgmentFormat, JudgmentList } from './format.ts';
import { Header, columnNames, eachCsvRow } from './rows.ts';
import { languagePair } from './languages.ts';

const items = new Map<string, Rating['item']>([
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
  const item = items.get(field(at.type));
  if (!item) return refuse(`the type of an item must be TGT, REF, BAD or CHK, not "${field(at.type)}".`);
  const document = documentOf(field(at.document), system);
  if (document === system && /tutorial/i.test(system)) return leaveOut('rows of a tutorial');
  if (field(at.whole) === 'True') return leaveOut('scores of whole documents');
  const scored = !['', 'None'].includes(field(at.score));
  const score = scored ? finiteNumber(field(at.score)) : undefined;
  if (scored && (score === undefined || score < 0 || score > 100)) {
    return refuse(`a score must be a number from 0 to 100, not "${field(at.score)}".`);
  }
  const errors = errorsOf(field(at.errors));
  if (typeof errors === 'string') return refuse(errors);
  if (score === undefined && !errors) return leaveOut('rows without a score');
  for (const error of errors ?? []) into.noteError(error, line);
  const start = finiteNumber(field(at.start));
  const end = finiteNumber(field(at.end));
  return {
    task: into.name(at.from < 0 || at.to < 0 ? into.file.task : languagePair(field(at.from), field(at.to))),
    judge: into.name(judge),
    system: into.name(system),
    segment: into.name(segment),
    document: document === '' ? undefined : into.name(document),
    item,
    score,
    errors,
    start,
    // Times have three decimals, so their difference is rounded to three.
    seconds:
      start !== undefined && end !== undefined && end >= start ? Math.round(1000 * (end - start)) / 1000 : undefined,
    line,
  };
}

/** Campaigns distinguish copies of a document by a suffix after #: the system, or that the copy is cut short, doubled or damaged. */
function documentOf(id: string, system: string): string {
  for (let at = id.lastIndexOf('#'); at > 0; at = id.lastIndexOf('#')) {
    const mark = id.slice(at + 1);
    if (!/^(?:bad\d*|dup\d*|incomplete)$/.test(mark) && !(mark !== '' && system.endsWith(mark))) break;
    id = id.slice(0, at);
  }
  return id;
}

/** Undefined if the row has none; a string is an error message. */
function errorsOf(json: string): MarkedError[] | string | undefined {
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
  for (const row of rows) {
    const { task, judge, system, document, item, score, errors, seconds, line } = row;
    const common = { ...present({ task, segment: segmentOf(row), document, judge, seconds }), system };
    if (score === undefined) into.leaveOut('rows without a score', line);
    else if (!scores) into.leaveOut('scores of 0, which mean no score in a campaign that only marks errors', line);
    else into.ratings.push({ ...common, order: into.nextOrder('rating', judge), score, item });
    if (!marksErrors || !errors) continue;
    if (item === 'output' || item === 'repeat') {
      into.annotations.push({ ...common, order: into.nextOrder('annotation', judge), errors });
    } else into.leaveOut('error spans in damaged outputs and references', line);
  }
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
 * Most campaigns number items across the test set, but some number them within the batch of a judge. In these, one number can mean
 * segments of different documents, so the document becomes part of the key.
 */
function segmentKeys(rows: readonly Row[]): (row: Row) => string {
  const documents = new Map<string, string | undefined>();
  const numberedByBatch = new Set<string>();
  for (const { task, segment, document } of rows) {
    const key = `${task}\t${segment}`;
    if (documents.has(key) && documents.get(key) !== document) numberedByBatch.add(task);
    documents.set(key, document);
  }
  return ({ task, segment, document }) =>
    numberedByBatch.has(task) && document !== undefined ? detached(`${document}:${segment}`) : segment;
}
