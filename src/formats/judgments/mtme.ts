/**
 * Files of mt-metrics-eval. Its ratings, `PAIR.NAME.seg.rating`, are lines of system, errors as JSON or None, and rater: one line per
 * segment of a system, in order. Writes a whole folder, which `openSharedTask` reads back: texts, documents and judgments.
 */
import { UsageError, counted, present } from '../../core/index.ts';
import type { Annotation, MarkedError } from '../../human/index.ts';
import type { Scores } from '../../meta/index.ts';
import type { FileFormat } from '../fileFormat.ts';
import { tryJson } from '../json.ts';

export const ratings = {
  id: 'mt-metrics-eval',
  summary: 'error spans in a shared task, one line per system and segment: system, errors as JSON or None, and rater',
  extensions: ['.seg.rating'],
} as const satisfies FileFormat;

export interface RatingFile {
  /** Its name in messages. */
  readonly path: string;
  readonly task: string;
  /** The judge of lines that do not name one. */
  readonly rater: string;
  /** The number of lines that each system must have, if known. */
  readonly segments: number | undefined;
  /** The document of each segment, if known. */
  readonly documents: readonly string[] | undefined;
}

/** The annotations of one file. `orders` counts the judgments of each judge over all files. */
export function readRatings(
  { path, task, rater, segments, documents }: RatingFile,
  lines: readonly string[],
  orders: Map<string, number>,
): Annotation[] {
  const counts = new Map<string, number>();
  const annotations = lines.flatMap((line, i): Annotation[] => {
    const place = `${path}, line ${i + 1}`;
    const fields = line.trimEnd().split('\t');
    const [system = '', rating = '', judge = rater] = fields;
    if (fields.length < 2 || fields.length > 3 || system === '') {
      throw new UsageError(`${place}: expected a system, its errors as JSON or None, and a rater.`);
    }
    const segment = (counts.get(system) ?? 0) + 1;
    counts.set(system, segment);
    if (rating === 'None') return [];
    const order = orders.get(judge) ?? 0;
    orders.set(judge, order + 1);
    const common = { task, segment: String(segment), judge, order, ...present({ document: documents?.[segment - 1] }) };
    return [{ ...common, system, errors: errorsOf(rating, place) }];
  });
  const odd = [...counts].find(([, count]) => segments !== undefined && count !== segments);
  if (odd)
    throw new UsageError(
      `${path}: system ${odd[0]} has ${counted(odd[1], 'rating')}, ${task} has ${counted(segments!, 'segment')}.`,
    );
  return annotations;
}

function errorsOf(json: string, place: string): MarkedError[] {
  const errors = (tryJson(json) as { errors?: unknown } | null | undefined)?.errors;
  if (!Array.isArray(errors))
    throw new UsageError(`${place}: the errors must be JSON such as {"errors": []}, or None.`);
  return errors.map((error: unknown) => {
    const { category, severity, is_source_error: inSource } = (error ?? {}) as Readonly<Record<string, unknown>>;
    return {
      category: typeof category === 'string' ? category : '',
      severity: typeof severity === 'string' ? severity : '',
      side: inSource === true ? 'source' : 'output',
    };
  });
}

export interface MtmeTask {
  /** `de-en`. */
  readonly task: string;
  /** Keys of all segments, in order. */
  readonly segments: readonly string[];
  /** By segment; files are written only for what is given. */
  readonly documents?: readonly string[];
  readonly source?: readonly string[];
  readonly reference?: readonly string[];
  /** By system, then segment. */
  readonly outputs?: ReadonlyMap<string, readonly string[]>;
  /** Given by people. Only scored segments need to be present. */
  readonly scores: readonly Scores[];
  readonly ratings: readonly MtmeRating[];
}

/** The errors that a judge marked in an output; one per judge and output. */
export interface MtmeRating {
  readonly judge: string;
  readonly system: string;
  /** Key of the segment. */
  readonly segment: string;
  readonly errors: readonly {
    readonly start: number;
    readonly end: number;
    readonly category: string;
    readonly severity: string;
    readonly isSource: boolean;
  }[];
}

/** Formats a task as the files of an mt-metrics-eval folder and returns their texts by path within the folder. */
export function writeMtme(from: MtmeTask): Map<string, string> {
  const { task, segments, documents, source, reference, outputs, scores, ratings } = from;
  const files = new Map<string, string>();
  checkFileName(task, 'task');
  if (documents) files.set(`documents/${task}.docs`, linesOf(documents.map(documentLine)));
  if (source) files.set(`sources/${task}.txt`, textLines(source, 'source'));
  if (reference) files.set(`references/${task}.refA.txt`, textLines(reference, 'reference'));
  for (const [system, texts] of outputs ?? []) {
    checkFileName(system, 'system');
    files.set(`system-outputs/${task}/${system}.txt`, textLines(texts, system));
  }
  for (const each of scores) {
    const start = `human-scores/${task}.${each.name}`;
    files.set(`${start}.sys.score`, linesOf(each.systems.map((system, s) => scoreLine(system, each.ofSystems[s]!))));
    if (each.segments.length > 0) files.set(`${start}.seg.score`, linesOf(segmentLines(each, segments)));
  }
  const systems = [...new Set(ratings.map(({ system }) => system))].sort();
  for (const judge of new Set(ratings.map((rating) => rating.judge))) {
    checkFileName(judge, 'judge');
    const own = ratings.filter((rating) => rating.judge === judge);
    files.set(`human-scores/${task}.mqm.${judge}.seg.rating`, linesOf(ratingLines(own, judge, systems, segments)));
  }
  return files;
}

const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

function scoreLine(system: string, score: number): string {
  checkFileName(system, 'system');
  return `${system}\t${Number.isNaN(score) ? 'None' : score}`;
}

function segmentLines({ systems, segments: scored, ofSegments }: Scores, segments: readonly string[]): string[] {
  const place = new Map(scored.map((key, g) => [key, g]));
  return systems.flatMap((system, s) =>
    segments.map((key) => {
      const g = place.get(key);
      return scoreLine(system, g === undefined ? NaN : ofSegments[s * scored.length + g]!);
    }),
  );
}

/** Every system has a line for every segment, so lines need no segment names. */
function ratingLines(
  ratings: readonly MtmeRating[],
  judge: string,
  systems: readonly string[],
  segments: readonly string[],
): string[] {
  const byOutput = new Map(ratings.map((rating) => [JSON.stringify([rating.system, rating.segment]), rating]));
  return systems.flatMap((system) => {
    checkFileName(system, 'system');
    return segments.map((segment) => {
      const rating = byOutput.get(JSON.stringify([system, segment]));
      const errors = rating?.errors.map(({ start, end, category, severity, isSource }) => ({
        start,
        end,
        category,
        severity,
        is_source_error: isSource,
      }));
      return `${system}\t${errors ? JSON.stringify({ errors }) : 'None'}\t${judge}`;
    });
  });
}

function documentLine(document: string): string {
  if (/^\S+$/.test(document)) return `all\t${document}`;
  throw new UsageError(`mt-metrics-eval cannot read the document name ${JSON.stringify(document)}: it must be a single word.`); // prettier-ignore
}

function textLines(texts: readonly string[], name: string): string {
  const odd = texts.findIndex((text) => /[\r\n]/.test(text));
  if (odd < 0) return linesOf(texts);
  throw new UsageError(
    `Segment ${odd + 1} of ${name} has a line break, but mt-metrics-eval needs one line per segment.`,
  );
}

/** Names become parts of paths and columns, so they must not contain separators. */
function checkFileName(name: string, what: string): void {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (name !== '' && name === name.trim() && !/^\.|[/\\:*?"<>|\u0000-\u001f]/.test(name)) return;
  throw new UsageError(`The ${what} ${JSON.stringify(name)} cannot be part of a file name. Rename it, or use another format.`); // prettier-ignore
}
