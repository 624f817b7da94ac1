/** A judgment format recognises its files by their first line and turns rows into judgments. */
import { UsageError, counted } from '../../core/index.ts';
import type { Annotation, Dropped, Edit, Judgments, MarkedError, Ranking, Rating, Verdict } from '../../human/index.ts';
import { entryOf } from '../entryOf.ts';
import type { FileFormat, FirstLines } from '../fileFormat.ts';
import { TextPool } from '../lineReader.ts';

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
export const ratedItems: readonly Rating['item'][] = ['output', 'reference', 'damaged', 'repeat'];
export const editOutcomes: readonly Edit['outcome'][] = ['edited', 'unchanged', 'unable'];

/** A list that collects judgments from files and records what was left out. */
export class JudgmentList implements Judgments {
  readonly rankings: Ranking[] = [];
  readonly ratings: Rating[] = [];
  readonly annotations: Annotation[] = [];
  readonly edits: Edit[] = [];
  readonly verdicts: Verdict[] = [];
  /** The file being read; line numbers refer to it. */
  file: JudgmentFile = { name: '', task: '', async *lines() {} };
  readonly #lenient: boolean;
  readonly #dropped = new Map<string, { what: string; count: number; first: string }>();
  readonly #again = new Map<string, { count: number; first: string }>();
  #unfolded: { count: number; first: string } | undefined;
  readonly #errorPlaces = new Map<string, string>();
  readonly #orders: Map<string, number>;
  readonly #names = new TextPool();

  /**
   * `lenient` skips malformed rows with a note instead of throwing an error. `orders` is how many judgments each judge has made in earlier
   * lists; this list continues from there.
   */
  constructor(lenient: boolean, orders = new Map<string, number>()) {
    this.#lenient = lenient;
    this.#orders = orders;
  }

  /** The number of judgments read, including those left out. */
  get size(): number {
    const { rankings, ratings, annotations, edits, verdicts, dropped } = this;
    const counts = [rankings, ratings, annotations, edits, verdicts].map(({ length }) => length);
    return [...counts, ...dropped.map(({ count }) => count)].reduce((sum, count) => sum + count, 0);
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

  /** Notes about judgments that were kept. */
  get notes(): readonly string[] {
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

  /** A malformed row: an error, or left out. `what` is the kind of row, `fault` says what would be right. */
  refuse(what: string, fault: string, line: number): undefined {
    const place = `${this.#place(line)}: ${fault}`;
    if (!this.#lenient) throw new UsageError(place);
    this.#leaveOut(`malformed ${what}`, place);
  }

  #place(line: number): string {
    return `${this.file.name}, line ${line}`;
  }

  #leaveOut(what: string, place: string): void {
    entryOf(this.#dropped, what, () => ({ what, count: 0, first: place })).count++;
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
