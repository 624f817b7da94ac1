/** A judgment format recognises its files by their first line and turns rows into judgments. */
import { UsageError, counted } from '../../core/index.ts';
import {
  type Annotation,
  type Dropped,
  type Edit,
  type Judgments,
  type MarkedError,
  type RatedItem,
  type Ranking,
  type Rating,
  type Verdict,
  allJudgments,
  droppedText,
} from '../../human/index.ts';
import { entryOf } from '../entryOf.ts';
import type { FileFormat, FirstLines } from '../fileFormat.ts';
import { TextPool } from '../lineReader.ts';
import { isLanguage, languagePair } from './languages.ts';

export interface JudgmentFormat extends FileFormat {
  recognises(firstLines: FirstLines): boolean;
  /** Reads its file. */
  read(into: JudgmentList): Promise<void>;
}

/** A judgment file, as lines. */
export interface JudgmentFile {
  /** Its name in messages. */
  readonly name: string;
  /** The task of judgments that do not name one. */
  readonly task: string;
  /** All lines, in chunks. */
  lines(): AsyncIterable<readonly string[]>;
}

/** The place of the first error with this severity and category: `errors.tsv, line 7`. */
export type PlaceOfError = (error: Pick<MarkedError, 'severity' | 'category'>) => string | undefined;

export const judgmentKinds = ['ranking', 'rating', 'annotation', 'edit', 'verdict'] as const;
export type JudgmentKind = (typeof judgmentKinds)[number];
export const ratedItems: readonly RatedItem[] = ['output', 'reference', 'damaged', 'repeat', 'incomplete', 'document'];
export const annotatedItems = ['output', 'repeat', 'incomplete'] as const;
/** Fields that any judgment can have, in the order of columns in Assay's own table. */
export const optionalTexts = ['document', 'domain', 'testSet', 'protocol', 'wave', 'batch'] as const;
export const optionalNumbers = ['seconds', 'started', 'ended'] as const;
export const editOutcomes: readonly Edit['outcome'][] = ['edited', 'unchanged', 'unable'];

/**
 * What happens to malformed rows: `strict` stops at the first; `usual` leaves out up to 1 % of the rows of a file, at least one, and stops
 * if there are more; `lenient` leaves out any number, but not all.
 */
export type Tolerance = 'strict' | 'usual' | 'lenient';

/** A list that collects judgments from files and records what was left out. */
export class JudgmentList implements Judgments {
  readonly rankings: Ranking[] = [];
  readonly ratings: Rating[] = [];
  readonly annotations: Annotation[] = [];
  readonly edits: Edit[] = [];
  readonly verdicts: Verdict[] = [];
  /** The file being read; line numbers refer to it. */
  file: JudgmentFile = { name: '', task: '', async *lines() {} };
  readonly #tolerance: Tolerance;
  /** Of the current file: its rows without the header, and those that are malformed. */
  #rows = 0;
  #odd: { count: number; readonly first: string } | undefined;
  #added: () => Judgments = this.mark();
  readonly #unknownLanguages = new Set<string>();
  readonly #uncounted = new Map<string, { count: number; first: string }>();
  readonly #dropped = new Map<string, { what: string; count: number; first: string }>();
  readonly #again = new Map<string, { count: number; first: string }>();
  #unfolded: { count: number; first: string } | undefined;
  readonly #errorPlaces = new Map<string, string>();
  readonly #orders: Map<string, number>;
  readonly #names = new TextPool();

  /** `orders` is how many judgments each judge has made in earlier lists; this list continues from there. */
  constructor(tolerance: Tolerance, orders = new Map<string, number>()) {
    this.#tolerance = tolerance;
    this.#orders = orders;
  }

  /** Starts a file. */
  open(file: JudgmentFile): void {
    this.file = file;
    this.#rows = 0;
    this.#odd = undefined;
    this.#added = this.mark();
  }

  /** Counts rows of the current file; a header, which is not one, is counted back by −1. */
  countRows(count: number): void {
    this.#rows += count;
  }

  /** Ends a file: throws if too many of its rows are malformed, or nothing is left because of them. */
  close(): void {
    const { name } = this.file;
    const rows = this.#rows;
    if (rows === 0) throw new UsageError(`${name} has a header and no rows.`);
    if (!this.#odd) return;
    const { count, first } = this.#odd;
    const most = Math.max(1, Math.floor(rows / 100));
    const share = `${counted(count, 'malformed row')} of ${rows}`;
    if (this.#tolerance === 'usual' && count > most) {
      throw new UsageError(
        `${first} The file has ${share}, more than 1 %. Correct the file, or leave them out with --lenient.`,
      );
    }
    if (allJudgments(this.#added()).length > 0) return;
    throw new UsageError(`${first} Nothing is left of ${name} without the ${share}. Correct the file.`);
  }

  /** Returns the judgments added after this call. */
  mark(): () => Judgments {
    const { rankings, ratings, annotations, edits, verdicts } = this;
    const [a, b, c, d, e] = [rankings, ratings, annotations, edits, verdicts].map(({ length }) => length);
    return () => ({
      rankings: rankings.slice(a),
      ratings: ratings.slice(b),
      annotations: annotations.slice(c),
      edits: edits.slice(d),
      verdicts: verdicts.slice(e),
      dropped: [],
    });
  }

  get dropped(): readonly Dropped[] {
    return [...this.#dropped.values()];
  }

  /** Records rows that the format allows but that are not judgments: `rankings of a single output`. */
  leaveOut(what: string, line: number): undefined {
    this.#leaveOut(what, this.#place(line));
  }

  /**
   * Records a judgment equal to an earlier one by the same judge, in a format that cannot distinguish a repeated judgment from a duplicate
   * row. It counts, with a note. `kind` is singular: `ranking`.
   */
  noteAgain(kind: JudgmentKind, line: number): void {
    entryOf(this.#again, kind, () => ({ count: 0, first: this.#place(line) })).count++;
  }

  /** Records a ranking of more systems than outputs shown: systems with the same output were written separately. */
  noteUnfolded(line: number): void {
    this.#unfolded ??= { count: 0, first: this.#place(line) };
    this.#unfolded.count++;
  }

  /** Records a judgment that is kept for those who ask for it, but does not count by default: `ratings of whole documents`. */
  noteUncounted(what: string, line: number): void {
    entryOf(this.#uncounted, what, () => ({ count: 0, first: this.#place(line) })).count++;
  }

  /** The task of a language pair. Names of languages that are not known are kept, with a note. */
  pair(from: string, to: string): string {
    for (const name of [from, to]) if (!isLanguage(name)) this.#unknownLanguages.add(name);
    return this.name(languagePair(from, to));
  }

  /** Notes about judgments that were kept. */
  get notes(): readonly string[] {
    const unknown = [...this.#unknownLanguages];
    const several = unknown.length > 1 ? 's' : '';
    return [
      ...this.#notesAgain,
      ...[...this.#uncounted].map(
        ([what, { count, first }]) => `${droppedText({ count, what })} (first: ${first}) read, but not counted`,
      ),
      ...(unknown.length === 0 ? [] : [`unknown language${several} ${unknown.join(', ')}: tasks keep the name`]),
    ];
  }

  get #notesAgain(): readonly string[] {
    const again = [...this.#again].map(
      ([kind, { count, first }]) =>
        `${counted(count, kind)} ${count === 1 ? 'repeats' : 'repeat'} an earlier one by the same judge (first: ${first}); ` +
        `counted as given again, since the format cannot mark duplicate rows`,
    );
    if (!this.#unfolded) return again;
    const { count, first } = this.#unfolded;
    const unfolded =
      `${counted(count, 'ranking')} ${count === 1 ? 'names' : 'name'} more than five systems (first: ${first}), but five outputs are shown: systems with the same output, ` +
      `shown once, are written separately. They count as ties, which raises agreement, and --identical left-out cannot find them; use a file that joins their names by +`;
    return [...again, unfolded];
  }

  /** Records where an error was marked, for messages about its weight. */
  noteError(error: MarkedError, line: number): void {
    entryOf(this.#errorPlaces, errorKey(error), () => this.#place(line));
  }

  readonly placeOfError: PlaceOfError = (error) => this.#errorPlaces.get(errorKey(error));

  /**
   * A malformed row: an error, or left out. `what` is the kind of row, `fault` says what would be right, and `count` is how many rows it
   * takes with it.
   */
  refuse(what: string, fault: string, line: number, count = 1): undefined {
    const place = `${this.#place(line)}: ${fault}`;
    if (this.#tolerance === 'strict') throw new UsageError(place);
    this.#odd ??= { count: 0, first: place };
    this.#odd.count += count;
    this.#leaveOut(`malformed ${what}`, place, count);
  }

  #place(line: number): string {
    return `${this.file.name}, line ${line}`;
  }

  #leaveOut(what: string, place: string, count = 1): void {
    entryOf(this.#dropped, what, () => ({ what, count: 0, first: place })).count += count;
  }

  /** The position of a judge's next judgment among those of its kind, for files without one: the order of rows. */
  nextOrder(kind: JudgmentKind, judge: string): number {
    const key = `${kind}\t${judge}`;
    const order = this.#orders.get(key) ?? 0;
    this.#orders.set(key, order + 1);
    return order;
  }

  /** The same name, stored once for all judgments. */
  name(text: string): string {
    return this.#names.kept(text);
  }
}

const errorKey = ({ severity, category }: Pick<MarkedError, 'severity' | 'category'>): string =>
  `${severity}\t${category}`;
