/** What a format of judgments is: it knows its files by their first line and turns rows into judgments. */
import { UsageError, counted } from '../../core/index.ts';
import type { Annotation, Dropped, Edit, Judgments, MarkedError, Ranking, Rating, Verdict } from '../../human/index.ts';
import { entryOf } from '../entryOf.ts';
import type { FileFormat, FirstLines } from '../fileFormat.ts';
import { TextPool } from '../lineReader.ts';

export interface JudgmentFormat extends FileFormat {
  recognises(firstLines: FirstLines): boolean;
  /** Takes up what its file holds. */
  read(into: JudgmentList): Promise<void>;
}

/** A file of judgments, as lines. */
export interface JudgmentFile {
  /** As messages name it. */
  readonly name: string;
  /** What judgments belong to that do not say so themselves. */
  readonly task: string;
  /** All lines, in pieces, from the first one on. */
  lines(): AsyncIterable<readonly string[]>;
}

/** Where the first error of this severity and category stands: `errors.tsv, line 7`. */
export type PlaceOfError = (error: Pick<MarkedError, 'severity' | 'category'>) => string | undefined;

export const judgmentKinds = ['ranking', 'rating', 'annotation', 'edit', 'verdict'] as const;
export type JudgmentKind = (typeof judgmentKinds)[number];
export const ratedItems: readonly Rating['item'][] = ['output', 'reference', 'damaged', 'repeat'];
export const editOutcomes: readonly Edit['outcome'][] = ['edited', 'unchanged', 'unable'];

/** Takes up judgments, and keeps account of what is left out. */
export class JudgmentList implements Judgments {
  readonly rankings: Ranking[] = [];
  readonly ratings: Rating[] = [];
  readonly annotations: Annotation[] = [];
  readonly edits: Edit[] = [];
  readonly verdicts: Verdict[] = [];
  /** The one that is being read: lines are lines of it. */
  file: JudgmentFile = { name: '', task: '', async *lines() {} };
  readonly #lenient: boolean;
  readonly #dropped = new Map<string, { what: string; count: number; first: string }>();
  readonly #again = new Map<string, { count: number; first: string }>();
  readonly #errorPlaces = new Map<string, string>();
  readonly #orders: Map<string, number>;
  readonly #names = new TextPool();

  /**
   * `lenient` leaves malformed rows out, and says so, where they would be errors. `orders` is how far judges have come in lists before
   * this one, which goes on from there.
   */
  constructor(lenient: boolean, orders = new Map<string, number>()) {
    this.#lenient = lenient;
    this.#orders = orders;
  }

  /** How much there was to read: judgments, and what was left out. */
  get size(): number {
    const { rankings, ratings, annotations, edits, verdicts, dropped } = this;
    const counts = [rankings, ratings, annotations, edits, verdicts].map(({ length }) => length);
    return [...counts, ...dropped.map(({ count }) => count)].reduce((sum, count) => sum + count, 0);
  }

  /** What is taken up from now on, when asked for. */
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

  /** Something that the format lets stand there, but that is no judgment: `rankings of a single output`. */
  leaveOut(what: string, line: number): undefined {
    this.#leaveOut(what, this.#place(line));
  }

  /**
   * A judgment that says what an earlier one of the same judge says, in a format that cannot tell one given again from a row that was
   * doubled. It counts, and is told. `kind` is of one: `ranking`.
   */
  noteAgain(kind: JudgmentKind, line: number): void {
    entryOf(this.#again, kind, () => ({ count: 0, first: this.#place(line) })).count++;
  }

  /** What is worth knowing of judgments that were kept. */
  get notes(): readonly string[] {
    return [...this.#again].map(
      ([kind, { count, first }]) =>
        `${counted(count, kind)} ${count === 1 ? 'says' : 'say'} just what an earlier one of the same judge says (first: ${first}): ` +
        `counted as given again, for nothing in the format would tell a doubled row`,
    );
  }

  /** Keeps in mind where an error was marked, for messages about its weight. */
  noteError(error: MarkedError, line: number): void {
    entryOf(this.#errorPlaces, errorKey(error), () => this.#place(line));
  }

  readonly placeOfError: PlaceOfError = (error) => this.#errorPlaces.get(errorKey(error));

  /** A row that is not as it should be: an error, or left out. `what` is the row's kind, `fault` says what would be right. */
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

  /** The place of a judge's next judgment among those of its kind, for files that give none: the order of the rows. */
  nextOrder(kind: JudgmentKind, judge: string): number {
    const key = `${kind}\t${judge}`;
    const order = this.#orders.get(key) ?? 0;
    this.#orders.set(key, order + 1);
    return order;
  }

  /** The same name, kept once for all judgments. */
  name(text: string): string {
    return this.#names.kept(text);
  }
}

const errorKey = ({ severity, category }: Pick<MarkedError, 'severity' | 'category'>): string =>
  `${severity}\t${category}`;
