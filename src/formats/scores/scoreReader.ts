/** Reads scores computed elsewhere by any metric, and merges the scores of one metric from several files. */
import { UsageError, counted, suggest } from '../../core/index.ts';
import { entryOf } from '../entryOf.ts';
import { type FirstLines, uncompressed, unknownFormat } from '../fileFormat.ts';
import { type ByteSource, LineReader } from '../lineReader.ts';
import { type Collected, ScoreTable, type TaskScores, assembleScores } from './assembleScores.ts';
import { type DirectionOptions, isNamed } from './directionOf.ts';
import { matchSystem, systemOfFile } from './matchSystem.ts';
import type { Level, ScoreColumns } from './scoreColumns.ts';
import { type ScoreFormat, type ScoreRow, scoreOfText } from './scoreFormat.ts';
import { levelOf, linesToShow, mtMetricsEval, namedScore, scoreFormatOf, scoreFormats } from './scoreFormats.ts';

export interface ScoreOptions extends DirectionOptions {
  /** The test set to read from files with scores of several. */
  readonly testSet?: string;
}

/** A score file, and what its path says about it. */
export interface ScoreFile {
  /** Its name in notes. */
  readonly path: string;
  /** Its own name, without folders. */
  readonly name: string;
  /** The task of scores that do not name one. */
  readonly task?: string;
  /** The metric of scores that do not name one; by default taken from the file name. */
  readonly metric?: string;
  /** The metric and system that someone says they are of, whatever the file says. */
  readonly said?: { readonly metric?: string; readonly system?: string };
}

/** What is known about the tasks of the scores. */
export interface ScoreContext {
  /** Whether people gave the scores. */
  readonly human?: boolean;
  /** The canonical name of a task; undefined leaves its scores out. */
  taskOf?(named: string): string | undefined;
  /** The number of segments of a task; undefined if not known. Other segment numbers are refused. */
  segmentsOf?(task: string | undefined): number | undefined;
  /** The systems of a task; undefined if not known. Files and programs name them in other ways: `runs/big.txt` for `big`. */
  systemsOf?(task: string | undefined): readonly string[] | undefined;
}

/** A reader that takes score files one by one and merges the scores of each metric. */
export class ScoreReader {
  readonly #options: ScoreOptions;
  readonly #context: ScoreContext;
  readonly #collected = new Map<string, Collected>();
  /** Files with document or domain scores. */
  readonly #ofDocuments: string[] = [];
  /** By file: lines that are not scores, and the first of them. */
  readonly #oddLines = new Map<string, { count: number; readonly first: number }>();
  /** Systems by what a file calls them. */
  readonly #systems = new Map<string, string>();
  #testSet: { readonly name: string; readonly place: string } | undefined;
  #ofParts = 0;
  #ofOtherTestSets = 0;

  constructor(options: ScoreOptions, context: ScoreContext = {}) {
    this.#options = options;
    this.#context = context;
  }

  /** Whether to read a file: files with document or domain scores are left out. */
  wants({ path, name }: ScoreFile): boolean {
    const ofDocuments = /\.(?:doc|domain)\.score(?:\.gz)?$/i.test(name);
    if (ofDocuments) this.#ofDocuments.push(path);
    return !ofDocuments;
  }

  async take(source: ByteSource, file: ScoreFile): Promise<void> {
    const { name } = source;
    const reader = new LineReader(source);
    const count = await reader.offer(linesToShow, 1 << 20);
    if (count === 0) throw new UsageError(`${name} is empty: it has no scores.`);
    const head = reader.take(count) as [string, ...string[]];
    const readRow = this.#rowReader(head, file, name);
    let line = 0;
    const takeAll = (lines: readonly string[]): void => {
      for (const text of lines) if (++line > 1 || !readRow.header) readRow.take(text, `${name}, line ${line}`, line);
    };
    takeAll(head);
    for await (const lines of reader.rest()) takeAll(lines);
    readRow.finish();
  }

  /** A reader for the lines of a file, chosen by its name and first lines. */
  #rowReader(head: FirstLines, file: ScoreFile, name: string): RowReader {
    const level = levelOf(file.name);
    const format = scoreFormatOf(file.name, head);
    if (!format) {
      throw unknownFormat(name, 'scores', head, expected, scoreFormats);
    }
    if (format === mtMetricsEval) return this.#plainReader(file, name, level!);
    if (format.needsMetric && file.said?.metric === undefined && file.metric === undefined) {
      throw new UsageError(
        `${name} has one score per line and does not name its metric. Type the metric before it, such as COMET=${file.name}.`,
      );
    }
    const columns = format.columns?.(head[0].split('\t'), level, `${name}, line 1`);
    return columns ? this.#columnReader(file, name, columns) : this.#formatReader(file, name, format);
  }

  #columnReader(file: ScoreFile, name: string, columns: ScoreColumns): RowReader {
    let taken = 0;
    return {
      header: columns.header === true,
      take: (text, place) => {
        if (this.#takeRow(file, place, text.split('\t'), columns)) taken++;
      },
      finish: () => {
        if (taken === 0) throw new UsageError(`${name} has no scores${this.#wanted}.`);
      },
    };
  }

  /** Scores of single lines or of a whole file. */
  #formatReader(file: ScoreFile, name: string, format: ScoreFormat): RowReader {
    const metric = file.metric ?? format.metric;
    const known = { ...file, ...(metric !== undefined && { metric }) };
    const rowsOf = format.lines?.();
    const lines: string[] = [];
    let taken = 0;
    const put = (row: ScoreRow, place: string): void => {
      this.#put(known, row, '', place);
      taken++;
    };
    return {
      header: false,
      take: (text, place, line) => {
        if (!rowsOf) {
          lines.push(text);
          return;
        }
        const rows = rowsOf(text);
        if (rows) for (const row of rows) put(row, place);
        else if (text.trim() !== '') entryOf(this.#oddLines, name, () => ({ count: 0, first: line })).count++;
      },
      finish: () => {
        for (const row of format.whole?.(lines.join('\n'), name) ?? []) put(row, name);
        if (taken === 0) throw new UsageError(`${name} has no scores.`);
      },
    };
  }

  /** Lines of system and score, for each system one per segment, in order, as in mt-metrics-eval. */
  #plainReader(file: ScoreFile, name: string, level: Level): RowReader {
    const metric = file.said?.metric ?? file.metric ?? file.name.replace(/\.(?:sys|seg)\.score(?:\.\w+)*$/i, '');
    const collected = this.#collect(file, metric, file.task, '', true);
    const counts = new Map<string, number>();
    return {
      header: false,
      take: (text, place) => {
        const parsed = namedScore(text);
        if (!parsed) throw new UsageError(`${place}: expected a system and a score, not "${text}".`);
        const score = numberOf(parsed.score, place);
        const system = this.#systemOf(parsed.system, file, file.task, place);
        const count = (counts.get(system) ?? 0) + 1;
        counts.set(system, count);
        enter(collected, system, level === 'sys' ? undefined : String(count), score, place);
      },
      finish: () => {
        const [first, ...others] = counts;
        if (level === 'sys') return;
        const known = this.#context.segmentsOf?.(file.task);
        if (known !== undefined && first![1] !== known) {
          throw new UsageError(
            `${name}: system ${first![0]} has ${counted(first![1], 'score')}, ${file.task} has ${counted(known, 'segment')}.`,
          );
        }
        const odd = others.find(([, count]) => count !== first![1]);
        if (odd) {
          throw new UsageError(
            `${name}: system ${odd[0]} has ${counted(odd[1], 'score')}, system ${first![0]} has ${first![1]}. ` +
              'Every system needs a score for each segment; write None for a missing one.',
          );
        }
      },
    };
  }

  /** Whether the row scores a whole test set that was requested. */
  #takeRow(file: ScoreFile, place: string, fields: readonly string[], columns: ScoreColumns): boolean {
    if (fields.length !== columns.width) {
      throw new UsageError(`${place}: ${counted(fields.length, 'field')}, expected ${columns.width}.`);
    }
    const field = (column: number | undefined): string => (column === undefined ? '' : fields[column]!.trim());
    const system = field(columns.system);
    if (system === '') throw new UsageError(`${place}: system is empty.`);
    const score = numberOf(field(columns.score), place);
    if (!this.#isAsked(field(columns.testSet), place)) return false;
    const segment = segmentOf(field(columns.segment), field(columns.document), columns);
    const domain = field(columns.domain).toLowerCase();
    if (segment === '' && (field(columns.part) !== '' || !['', 'all', 'none'].includes(domain))) {
      this.#ofParts++;
      return false;
    }
    const named = field(columns.task);
    const task = named !== '' && this.#context.taskOf ? this.#context.taskOf(named) : named || file.task;
    if (named !== '' && task === undefined) return true; // the caller does not want this task
    this.#checkSegment(segment, task, place);
    const row = {
      metric: field(columns.metric) || undefined,
      task,
      system,
      segment: segment || undefined,
      score,
      higherIsBetter: directionNamed(field(columns.better), place),
    };
    this.#enter(file, row, field(columns.reference), place);
    return true;
  }

  /** Takes a score of a format that has no columns. */
  #put(file: ScoreFile, row: ScoreRow, reference: string, place: string): void {
    const named = row.task;
    const task = named !== undefined && this.#context.taskOf ? this.#context.taskOf(named) : (named ?? file.task);
    if (named !== undefined && task === undefined) return; // the caller does not want this task
    if (row.segment !== undefined) this.#checkSegment(row.segment, task, place);
    this.#enter(file, { ...row, task }, reference, place);
  }

  #enter(file: ScoreFile, row: ScoreRow, reference: string, place: string) {
    const { metric: named, task, system, segment, score, higherIsBetter } = row;
    const metric = file.said?.metric ?? named ?? file.metric ?? metricOfFile(file.name);
    const collected = this.#collect(file, metric, task, reference);
    if (higherIsBetter !== undefined && (collected.higherIsBetter ??= higherIsBetter) !== higherIsBetter) {
      throw new UsageError(
        `${place}: ${metric} is said to be better if higher and if lower. Correct the column better.`,
      );
    }
    enter(collected, this.#systemOf(system, file, task, place), segment, score, place);
  }

  /** The system as the task calls it, if that is known; a file that names none is named after its system. */
  #systemOf(named: string | undefined, file: ScoreFile, task: string | undefined, place: string): string {
    const { said } = file;
    const known = this.#context.systemsOf?.(task);
    if (!known) return said?.system ?? named ?? systemOfFile(file.name);
    const called = said?.system ?? named;
    return entryOf(this.#systems, `${task ?? ''}\t${called ?? `\t${file.path}`}`, () => {
      const found = called === undefined ? matchSystem(file.name, known, true) : matchSystem(called, known);
      if (found !== undefined) return found;
      if (said?.system !== undefined) {
        throw new UsageError(`${place}: there is no system ${said.system}. ${suggest(said.system, known)}`);
      }
      // A file may hold systems that no one asked for.
      if (named !== undefined) return named;
      if (known.length === 1) return known[0]!;
      throw new UsageError(
        `${place}: no system is named, and the file is named after none of ${known.join(', ')}. ` +
          `Type its system before it, such as ${said?.metric ?? ''}:${known[0]!}=${file.name}, or leave it out.`,
      );
    });
  }

  /** Numbers are line numbers; other keys can occur in judgments and are not checked here. */
  #checkSegment(segment: string, task: string | undefined, place: string): void {
    if (!/^-?\d+$/.test(segment)) return;
    const known = this.#context.segmentsOf?.(task);
    const isCounted = Number(segment) > 0;
    if (isCounted && (known === undefined || Number(segment) <= known)) return;
    throw new UsageError(
      !isCounted
        ? `${place}: segment ${segment} is not valid. Segments are numbered from 1.`
        : `${place}: segment ${segment}, but ${task} has ${counted(known!, 'segment')}.`,
    );
  }

  /** Whether scores of this test set were requested; without a request, a second test set is an error. */
  #isAsked(named: string, place: string): boolean {
    // WMT17 put the purpose of the scores first: `DAseg+newstest2017`.
    const name = named.replace(/^[^+]*\+/, '');
    if (name === '') return true;
    const { testSet } = this.#options;
    if (testSet !== undefined) {
      if (name === testSet) return true;
      this.#ofOtherTestSets++;
      return false;
    }
    this.#testSet ??= { name, place };
    if (this.#testSet.name === name) return true;
    throw new UsageError(
      `${place}: scores of the test set ${name}, but earlier ones are of ${this.#testSet.name} (${this.#testSet.place}). ` +
        'Choose one with --test-set.',
    );
  }

  #collect(
    file: ScoreFile,
    metric: string,
    task: string | undefined,
    reference: string,
    isHigherByFormat = false,
  ): Collected {
    const key = `${task ?? ''}\t${metric}\t${reference}`;
    const make = () => ({
      task,
      metric,
      reference,
      table: new ScoreTable(),
      files: new Set<string>(),
      isHigherByFormat,
    });
    const collected = entryOf<string, Collected>(this.#collected, key, make);
    collected.files.add(file.path);
    collected.isHigherByFormat &&= isHigherByFormat;
    return collected;
  }

  get #wanted(): string {
    const { testSet } = this.#options;
    return testSet === undefined ? ' of a whole test set' : ` of the test set ${testSet}`;
  }

  /** All scores, in order of first appearance, with notes. */
  finish(): { scores: TaskScores[]; notes: string[]; undirected: string[] } {
    const { scores, notes, undirected } = assembleScores(
      [...this.#collected.values()],
      this.#context.human ?? false,
      this.#options,
    );
    return { scores, notes: [...this.#leftOut(), ...notes], undirected };
  }

  /** Names in the options that match no scores. */
  unknownNames(): string[] {
    const read = [...this.#collected.values()];
    return [...(this.#options.lowerIsBetter ?? []), ...(this.#options.higherIsBetter ?? [])].filter(
      (asked) =>
        !read.some(({ metric, reference }) => isNamed(metric, [asked]) || isNamed(`${metric}-${reference}`, [asked])),
    );
  }

  #leftOut(): string[] {
    const notes = [...this.#oddLines].map(
      ([name, { count, first: line }]) =>
        `${name}: ${counted(count, 'line')} without a score left out; first: line ${line}.`,
    );
    const [first] = this.#ofDocuments;
    if (first !== undefined) {
      notes.push(
        `${counted(this.#ofDocuments.length, 'file')} with document or domain scores left out; first: ${first}.`,
      );
    }
    if (this.#ofParts > 0) notes.push(`${counted(this.#ofParts, 'score')} of single domains or parts left out.`);
    if (this.#ofOtherTestSets > 0)
      notes.push(`${counted(this.#ofOtherTestSets, 'score')} of other test sets left out.`);
    return notes;
  }
}

const expected = 'Expected TSV with columns named system, segment and score, or another of these formats';

/** Reads the lines of one file. */
interface RowReader {
  /** Whether the first line is a header. */
  readonly header: boolean;
  take(text: string, place: string, line: number): void;
  finish(): void;
}

function enter(
  { metric, table, files }: Collected,
  system: string,
  segment: string | undefined,
  score: number,
  place: string,
): void {
  const fits = segment === undefined ? table.putSystem(system, score) : table.putSegment(system, segment, score);
  if (fits) return;
  const advice = files.size > 1 ? ` If they are two metrics, name each: METRIC=FILE.` : '';
  throw new UsageError(
    `${place}: the score of system ${system}${segment === undefined ? '' : `, segment ${segment},`} by ${metric} appears twice.${advice}`,
  );
}

/** The name of a metric that only the file name gives: `comet.seg.tsv` is `comet`. */
const metricOfFile = (name: string): string =>
  uncompressed(name).replace(/\.[^.]+$/, '').replace(/\.(?:sys|seg)$/i, '') || name; // prettier-ignore

/** The key of a segment, or of a document if only documents are scored; empty for a system score. */
function segmentOf(segment: string, document: string, { segment: column, withinDocument }: ScoreColumns): string {
  if (withinDocument) return `${document}::${segment}`;
  return column === undefined ? document : segment;
}

/** What the column `better` says of its row. */
function directionNamed(text: string, place: string): boolean | undefined {
  if (text === '') return undefined;
  const named = text.toLowerCase();
  if (named === 'higher' || named === 'lower') return named === 'higher';
  throw new UsageError(`${place}: better is "${text}". Expected higher or lower, or nothing.`);
}

/** NaN means missing. */
function numberOf(text: string, place: string): number {
  const score = scoreOfText(text);
  if (score !== undefined) return score;
  throw new UsageError(
    `${place}: "${text}" is not a score. Expected a number, or None, NaN or nothing for a missing score.`,
  );
}
