/** Lays out as tables to read the best scores that lattices, forests or n-best lists contain. */
import { inputNotes, segmentsText } from '../notes.ts';
import { counted } from '../../core/index.ts';
import { type Cell, type Note, type Report, type Table, notes } from '../table.ts';
import { left, percent, plain, plainReport, right } from '../wording.ts';
import type { OracleReport, OracleScores } from './oracleReport.ts';
import { metricColumns } from '../score/scoreTables.ts';

/** Tables of more segments nobody would read. */
const mostSegments = 50;

export function oracleTables(report: OracleReport, digits: number): Report {
  const { pruned, bySegment } = report;
  return {
    title: 'Oracle',
    tables: [
      wholeTable(report, digits),
      ...(pruned.length > 0 ? [prunedTable(report, digits)] : []),
      ...(bySegment.length <= mostSegments ? [segmentTable(report, digits)] : []),
    ],
    notes: notesOf(report),
  };
}

function wholeTable({ metric, looksFor, scores, bySegment }: OracleReport, digits: number): Table {
  const { first, oracle, exact, bound } = scores;
  const name = looksFor === 'best' ? 'oracle' : 'worst';
  const words = (of: 'first' | 'oracle') => String(bySegment.reduce((sum, each) => sum + each[of].words, 0));
  const rows: Cell[][] = [
    ["model's best", words('first'), { value: first, digits }],
    [exact ? name : `${name}, found`, words('oracle'), { value: oracle, digits }],
  ];
  if (!exact) {
    const unknown = bound === undefined;
    // Rounded away from what was found, so that it stays a bound as shown.
    rows.push([`${name}, bound`, '', unknown ? 'unknown' : { value: roundedOut(bound, oracle, digits), digits }]);
  }
  return { columns: [left('translation'), right('words'), ...metricColumns([metric])], rows };
}

function roundedOut(bound: number, from: number, digits: number): number {
  const unit = Number(`1e${digits}`);
  return bound >= from ? Math.ceil(bound * unit) / unit : Math.floor(bound * unit) / unit;
}

function prunedTable({ metric, size, scores, pruned }: OracleReport, digits: number): Table {
  const exact = scores.exact;
  const arrow = metric.higherIsBetter ? '↑' : '↓';
  const cells = (title: string, edges: number, { first, oracle, bound }: OracleScores): Cell[] => [
    title,
    String(edges),
    percent(edges / size),
    { value: first, digits },
    { value: oracle, digits },
    ...(exact ? [] : [{ value: roundedOut(bound ?? NaN, oracle, digits), digits }]),
  ];
  return {
    caption: `bounds by posterior: ${metric.name} inside the pruned lattices`,
    columns: [
      ...['posterior ≥', 'edges', 'kept', "model's best", `oracle${exact ? '' : ', found'} ${arrow}`].map(right),
      ...(exact ? [] : [right('bound')]),
    ],
    rows: [cells('all', size, scores), ...pruned.map((each) => cells(String(each.posterior), each.edges, each))],
  };
}

function segmentTable({ metric, looksFor, bySegment }: OracleReport, digits: number): Table {
  return {
    caption: `segments: ${metric.name} of each`,
    columns: [left('id'), right('words'), right("model's best"), right('words'), right(looksFor === 'best' ? 'oracle' : 'worst'), right('difference')],
    rows: bySegment.map(({ id, first, oracle }): Cell[] => [
      id,
      String(first.words),
      { value: first.score, digits },
      String(oracle.words),
      { value: oracle.score, digits },
      { value: oracle.score - first.score, digits },
    ]),
  }; // prettier-ignore
}

function notesOf({
  from,
  looksFor,
  metric,
  segments,
  size,
  scores,
  pruned,
  scale,
  bySegment,
  input,
}: OracleReport): Note[] {
  const isOfLattices = from === 'lattices';
  const better = looksFor === 'best' ? 'better' : 'worse';
  const areShown = bySegment.length <= mostSegments;
  return [
    ...notes({
      segments: `${segmentsText(segments, input)}, ${counted(size, isOfLattices ? 'edge' : 'candidate')} in all`,
      [looksFor === 'best' ? 'oracle' : 'worst']: scores.exact
        ? `exact: no choice of ${isOfLattices ? 'derivations' : 'candidates'} is ${better}`
        : `the ${looksFor} that was found; ${scores.bound === undefined ? `a ${better} choice may exist` : `no choice is ${better} than the bound`}`,
      posteriors: pruned.length > 0 && `exp(${scale} × score); the model's best is always kept`,
      'each segment': !areShown && `in the file that --segments names, and in JSON`,
    }),
    { name: metric.metric, text: metric.signature },
    ...notes({ 'of segments': areShown && metric.segmentSignature }),
    ...inputNotes(input),
  ];
}

/** Lays out an oracle report as rows for other programs: one for the whole, then one for each posterior that was pruned by. */
export function oracleRows({ metric, looksFor, size, segments, scores, pruned }: OracleReport): Report {
  const row = (posterior: string, edges: number, { first, oracle, exact, bound }: OracleScores) => [
    ...[metric.metric, looksFor, posterior, segments, edges, first, oracle],
    ...[exact ? 'yes' : 'no', bound],
  ];
  return plainReport(
    'Oracle',
    ['metric', 'oracle', 'posterior', 'segments', 'size', 'first', 'score', 'exact', 'bound'],
    [row('', size, scores), ...pruned.map((each) => row(String(each.posterior), each.edges, each))],
  );
}

const oneLine = (text: string): string => text.replace(/[\t\r\n]/g, ' ');

/** A line for each segment, with both texts, below a header. */
export function* oracleLines({ bySegment, looksFor }: OracleReport): Generator<string> {
  const name = looksFor === 'best' ? 'oracle' : 'worst';
  yield `id\t${name}\tfirst\t${name} text\tfirst text\n`;
  for (const { id, first, oracle } of bySegment) {
    yield `${[id, plain(oracle.score), plain(first.score), oracle.text, first.text].map(oneLine).join('\t')}\n`;
  }
}
