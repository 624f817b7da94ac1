/** What a format of judgments is: it knows its files by their first line and turns rows into judgments. */
import { UsageError } from '../../core/index.ts';
import type { Annotation, Dropped, Edit, Judgments, Ranking, Rating, Verdict } from '../../human/index.ts';

export interface JudgmentFormat {
  /** As typed on the command line. */
  readonly id: string;
  readonly summary: string;
  /** Whether a file that starts with this line is of the format. */
  recognises(firstLine: string): boolean;
  read(file: JudgmentFile, into: JudgmentList): Promise<void>;
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

/** Takes up judgments, and keeps account of what is left out. */
export class JudgmentList implements Judgments {
  readonly rankings: Ranking[] = [];
  readonly ratings: Rating[] = [];
  readonly annotations: Annotation[] = [];
  readonly edits: Edit[] = [];
  readonly verdicts: Verdict[] = [];
  readonly #lenient: boolean;
  readonly #dropped = new Map<string, { what: string; count: number; first: string }>();

  /** `lenient` leaves malformed rows out, and says so, where they would be errors. */
  constructor(lenient: boolean) {
    this.#lenient = lenient;
  }

  get dropped(): readonly Dropped[] {
    return [...this.#dropped.values()];
  }

  /** Something that the format lets stand there, but that is no judgment: `rankings of a single output`. */
  leaveOut(what: string, file: JudgmentFile, line: number): void {
    const known = this.#dropped.get(what);
    if (known) known.count++;
    else this.#dropped.set(what, { what, count: 1, first: `${file.name}, line ${line}` });
  }

  /** A row that is not as it should be: an error, or left out. `what` is the row's kind, `fault` says what would be right. */
  refuse(what: string, fault: string, file: JudgmentFile, line: number): void {
    if (!this.#lenient) throw new UsageError(`${file.name}, line ${line}: ${fault}`);
    this.leaveOut(`malformed ${what}`, file, line);
  }
}
