/** Scores computed elsewhere, by any metric; puts together what files say of the same metric. */
import { UsageError, counted } from '../../core/index.ts';
import { entryOf } from '../entryOf.ts';
import { type ByteSource, LineReader } from '../lineReader.ts';
import { type Collected, ScoreTable, type TaskScores, assembleScores } from './assembleScores.ts';
import { type DirectionOptions, isNamed } from './directionOf.ts';
import { type Level, type ScoreColumns, scoreFormats } from './scoreFormats.ts';

export interface ScoreOptions extends DirectionOptions {
  /** Which test set's scores to take from files that hold those of several. */
  readonly testSet?: string;
}

/** A file of scores, and what is known of it from where it stands. */
export interface ScoreFile {
  /** As notes name it. */
  readonly path: string;
  /** Its own name, without folders. */
  readonly name: string;
  /** What scores belong to that do not say so themselves. */
  readonly task?: string;
  /** The metric of scores that do not say so themselves; by the name of the file unless given. */
  readonly metric?: string;
}

/** What is known of the tasks that scores belong to. */
export interface ScoreContext {
  /** Whether people gave the scores. */
  readonly human?: boolean;
  /** A task as others spell it; undefined leaves its scores out. */
  taskOf?(named: string): string | undefined;
  /** How many segments a task has; undefined if nobody knows. Segments of other numbers are refused. */
  segmentsOf?(task: string | undefined): number | undefined;
}

/** Takes up files of scores one by one, and puts together what they say of the same metric. */
export class ScoreReader {
  readonly #options: ScoreOptions;
  readonly #context: ScoreContext;
  readonly #collected = new Map<string, Collected>();
  /** Files of scores of documents and domains. */
  readonly #ofDocuments: string[] = [];
  #testSet: { readonly name: string; readonly place: string } | undefined;
  #ofParts = 0;
  #ofOtherTestSets = 0;

  constructor(options: ScoreOptions, context: ScoreContext = {}) {
    this.#options = options;
    this.#context = context;
  }

  /** Whether a file is to be read: those of documents and domains are not. */
  wants({ path, name }: ScoreFile): boolean {
    const ofDocuments = /\.(?:doc|domain)\.score(?:\.gz)?$/i.test(name);
    if (ofDocuments) this.#ofDocuments.push(path);
    return !ofDocuments;
  }

  async take(source: ByteSource, file: ScoreFile): Promise<void> {
    const { name } = source;
    const level = /\.(sys|seg)\.score(?:\.\w+)*$/i.exec(file.name)?.[1]?.toLowerCase() as Level | undefined;
    const reader = new LineReader(source);
    if ((await reader.offer(1, Infinity)) === 0) throw new UsageError(`${name} is empty: it has no scores.`);
    const readRow = this.#rowReader(reader.peek(), file, name, level);
    let line = 0;
    for await (const lines of reader.rest()) {
      for (const text of lines) if (++line > 1 || !readRow.header) readRow.take(text, `${name}, line ${line}`);
    }
    readRow.finish();
  }

  /** How the lines of a file are read, as its first line tells. */
  #rowReader(firstLine: string, file: ScoreFile, name: string, level: Level | undefined) {
    const fields = firstLine.split('\t');
    const columns = scoreFormats
      .map((format) => format.columns?.(fields, level, `${name}, line 1`))
      .find((found) => found !== undefined);
    if (columns) {
      let taken = 0;
      return {
        header: columns.header === true,
        take: (text: string, place: string) => {
          if (this.#takeRow(file, place, text.split('\t'), columns)) taken++;
        },
        finish: () => {
          if (taken === 0) throw new UsageError(`${name} holds no scores${this.#wanted}.`);
        },
      };
    }
    if (level === undefined || namedScore(firstLine) === undefined) {
      const known = scoreFormats.map(({ summary }) => summary).join('; or ');
      throw new UsageError(`${name} is no table of scores that is known. It needs ${known}.`);
    }
    return this.#plainReader(file, name, level);
  }

  /** Lines of system and score, of which each system has one for each segment, in order; as mt-metrics-eval keeps them. */
  #plainReader(file: ScoreFile, name: string, level: Level) {
    const metric = file.metric ?? file.name.replace(/\.(?:sys|seg)\.score(?:\.\w+)*$/i, '');
    const collected = this.#collect(file, metric, file.task, '');
    const counts = new Map<string, number>();
    return {
      header: false,
      take: (text: string, place: string) => {
        const parsed = namedScore(text);
        if (!parsed) throw new UsageError(`${place}: "${text}" is not the name of a system and a score.`);
        const score = numberOf(parsed.score, place);
        const count = (counts.get(parsed.system) ?? 0) + 1;
        counts.set(parsed.system, count);
        const fits =
          level === 'sys'
            ? collected.table.putSystem(parsed.system, score)
            : collected.table.putSegment(parsed.system, String(count), score);
        if (!fits) throw twice(place, metric, parsed.system, level === 'sys' ? undefined : String(count));
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
              'Every system needs one for each segment; None stands for a missing one.',
          );
        }
      },
    };
  }

  /** Whether the row is about a whole test set that is wanted. */
  #takeRow(file: ScoreFile, place: string, fields: readonly string[], columns: ScoreColumns): boolean {
    if (fields.length !== columns.width) {
      throw new UsageError(`${place}: ${counted(fields.length, 'field')}, where ${columns.width} belong.`);
    }
    const field = (column: number | undefined): string => (column === undefined ? '' : fields[column]!.trim());
    const system = field(columns.system);
    if (system === '') throw new UsageError(`${place}: there is no system.`);
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
    if (named !== '' && task === undefined) return true; // the caller knows which tasks it does not want
    this.#checkSegment(segment, task, place);
    const metric = field(columns.metric) || (file.metric ?? metricOfFile(file.name));
    const collected = this.#collect(file, metric, task, field(columns.reference));
    const fits =
      segment === '' ? collected.table.putSystem(system, score) : collected.table.putSegment(system, segment, score);
    if (!fits) throw twice(place, metric, system, segment || undefined);
    return true;
  }

  /** Numbers are those of lines; other keys may be known to judgments, and are not judged here. */
  #checkSegment(segment: string, task: string | undefined, place: string): void {
    if (!/^-?\d+$/.test(segment)) return;
    const known = this.#context.segmentsOf?.(task);
    const isCounted = Number(segment) > 0;
    if (isCounted && (known === undefined || Number(segment) <= known)) return;
    throw new UsageError(
      !isCounted
        ? `${place}: segment ${segment}. Segments count from 1.`
        : `${place}: segment ${segment}, but ${task} has ${counted(known!, 'segment')}.`,
    );
  }

  /** Whether scores of this test set are wanted; those of a second one are refused if none is asked for. */
  #isAsked(named: string, place: string): boolean {
    // WMT17 put what the scores were for before it: `DAseg+newstest2017`.
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
      `${place}: scores of the test set ${name}, after those of ${this.#testSet.name} (${this.#testSet.place}). ` +
        'Name the one to take with --test-set.',
    );
  }

  #collect(file: ScoreFile, metric: string, task: string | undefined, reference: string): Collected {
    const key = `${task ?? ''}\t${metric}\t${reference}`;
    const make = () => ({ task, metric, reference, table: new ScoreTable(), files: new Set<string>() });
    const collected = entryOf(this.#collected, key, make);
    collected.files.add(file.path);
    return collected;
  }

  get #wanted(): string {
    const { testSet } = this.#options;
    return testSet === undefined ? ' of a whole test set' : ` of the test set ${testSet}`;
  }

  /** All that was read, in order of first appearance, and what is to be said of it. */
  finish(): { scores: TaskScores[]; notes: string[] } {
    const { scores, notes } = assembleScores(
      [...this.#collected.values()],
      this.#context.human ?? false,
      this.#options,
    );
    return { scores, notes: [...this.#leftOut(), ...notes] };
  }

  /** Names in the options that no scores have. */
  unknownNames(): string[] {
    const read = [...this.#collected.values()];
    return [...(this.#options.lowerIsBetter ?? []), ...(this.#options.higherIsBetter ?? [])].filter(
      (asked) =>
        !read.some(({ metric, reference }) => isNamed(metric, [asked]) || isNamed(`${metric}-${reference}`, [asked])),
    );
  }

  #leftOut(): string[] {
    const notes: string[] = [];
    const [first] = this.#ofDocuments;
    if (first !== undefined) {
      notes.push(
        `${counted(this.#ofDocuments.length, 'file')} of scores of documents or domains left out; first: ${first}.`,
      );
    }
    if (this.#ofParts > 0) notes.push(`${counted(this.#ofParts, 'score')} of single domains or parts left out.`);
    if (this.#ofOtherTestSets > 0)
      notes.push(`${counted(this.#ofOtherTestSets, 'score')} of other test sets left out.`);
    return notes;
  }
}

const twice = (place: string, metric: string, system: string, segment: string | undefined): UsageError =>
  new UsageError(
    `${place}: the score of system ${system}${segment === undefined ? '' : `, segment ${segment},`} by ${metric} is there twice.`,
  );

/** The name of a metric whose file tells it only by its own: `comet.seg.tsv` is `comet`. */
const metricOfFile = (name: string): string =>
  name.replace(/\.gz$/i, '').replace(/\.[^.]+$/, '').replace(/\.(?:sys|seg)$/i, '') || name; // prettier-ignore

/** The key of a segment; where only documents are scored, of a document; empty where the row is about a whole system. */
function segmentOf(segment: string, document: string, { segment: column, withinDocument }: ScoreColumns): string {
  if (withinDocument) return `${document}::${segment}`;
  return column === undefined ? document : segment;
}

/** `system⇥score`, or with any white space between them. */
function namedScore(line: string): { system: string; score: string } | undefined {
  const [system, score, ...more] = (line.includes('\t') ? line.split('\t') : line.trim().split(/\s+/)).map((field) =>
    field.trim(),
  );
  return system && score !== undefined && more.length === 0 ? { system, score } : undefined;
}

/** NaN is a hole. */
function numberOf(text: string, place: string): number {
  if (holes.has(text.toLowerCase())) return NaN;
  const score = Number(text);
  if (Number.isFinite(score) && !/^[+-]?0[xob]/i.test(text)) return score;
  throw new UsageError(`${place}: "${text}" is no score. A score is a number; a missing one is None, NaN or empty.`);
}

const holes = new Set(['', 'none', 'nan', 'na', 'n/a', 'null']);
