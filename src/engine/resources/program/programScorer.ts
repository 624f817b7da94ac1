/** Asks a program for scores: one JSON line for each text, and one for each answer. */
import { UsageError, beginningOf, counted } from '../../../core/index.ts';
import type { ScoredTexts } from '../../../metrics/shared/scoredBody.ts';
import { type Introduction, exampleLine, parsed, readIntroduction } from './introduction.ts';
import { type Command, type ProgramEnd, SupervisedProgram } from './supervisedProgram.ts';

export interface ProgramSettings {
  /** As typed, for messages. */
  readonly typed: string;
  /** In seconds: the longest wait for the first line, and for the next answer. */
  readonly timeout: number;
}

/** How often a program that ends too early is started again, in all. */
const mostRestarts = 2;
/** Requests of which no answer is there yet, if the program takes them one by one. */
const mostInFlight = 512;

interface Question {
  readonly id: number;
  readonly texts: ScoredTexts;
  readonly take: (score: number) => void;
}

/** A program that is open, and started again if it ends too early. */
export class ProgramScorer {
  readonly #command: Command;
  readonly #settings: ProgramSettings;
  #program: SupervisedProgram | undefined;
  #introduction: Introduction | undefined;
  #restarts = 0;
  #ids = 0;
  /** One call after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(command: Command, settings: ProgramSettings) {
    this.#command = command;
    this.#settings = settings;
  }

  /** Starts the program and reads its first line. */
  async start(): Promise<Introduction> {
    const introduction = await this.#open();
    const known = (this.#introduction ??= introduction);
    if (known.name !== introduction.name || known.version !== introduction.version) {
      throw this.#failure(
        `introduced itself as ${introduction.name} ${introduction.version} after a restart, and as ${known.name} ${known.version} before.`,
      );
    }
    return known;
  }

  /** Calls `take` for each text as soon as its score is there. */
  ask(texts: readonly ScoredTexts[], take: (index: number, score: number) => void): Promise<void> {
    const asked = this.#last.then(() => this.#ask(texts, take));
    this.#last = asked.catch(() => {});
    return asked;
  }

  async #ask(texts: readonly ScoredTexts[], take: (index: number, score: number) => void): Promise<void> {
    let open: Question[] = texts.map((each, i) => ({
      id: this.#ids++,
      texts: each,
      take: (score) => take(i, score),
    }));
    while (open.length > 0) {
      if (!this.#program) await this.start();
      const { unanswered, end } = await this.#converse(open);
      open = unanswered;
      if (!end) continue;
      this.#lastErrors = this.#program?.errors ?? [];
      this.#program = undefined;
      if (this.#restarts++ >= mostRestarts) {
        throw this.#failure(
          `ended ${howEnded(end)} before it answered ${counted(open.length, 'request')}, also after ${mostRestarts} restarts.`,
        );
      }
    }
  }

  /** Until all questions are answered or the program ends. */
  #converse(questions: readonly Question[]): Promise<{ unanswered: Question[]; end?: ProgramEnd }> {
    const program = this.#program!;
    const { batch, range } = this.#introduction!;
    const [low, high] = [Math.min(range.worst, range.best), Math.max(range.worst, range.best)];
    const waiting = new Map<number, Question>();
    const answered = new Set<number>();
    const first = questions[0]!.id;
    return new Promise((resolve, reject) => {
      let next = 0;
      let timer: NodeJS.Timeout | undefined;
      const finish = (): void => {
        clearTimeout(timer);
        program.onLine = (line) => {
          if (line.trim() !== '') this.#unexpected = line;
        };
        program.onEnd = () => (this.#program = undefined);
      };
      const fail = (what: string): void => {
        finish();
        const error = this.#failure(what);
        this.stop();
        reject(error);
      };
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          const [lost] = waiting.values();
          fail(
            `gave no answer for ${this.#settings.timeout} s; ${waiting.size === 1 ? '1 request waits' : `${waiting.size} requests wait`}, the first for ${beginningOf(lost!.texts.hypothesis)}. If it is slow, give it more time: timeout=${this.#settings.timeout * 10}.`,
          );
        }, this.#settings.timeout * 1000);
      };
      const send = (): void => {
        let lines = '';
        if (batch === undefined) {
          while (next < questions.length && waiting.size < mostInFlight)
            lines += this.#line(questions[next++]!, waiting);
        } else {
          // One group waits in the pipe while the program works on the one before.
          while (next < questions.length && waiting.size <= batch) {
            const end = Math.min(next + batch, questions.length);
            while (next < end) lines += this.#line(questions[next++]!, waiting);
            lines += '\n';
          }
        }
        if (lines !== '') program.write(lines);
      };
      program.onLine = (line) => {
        if (line.trim() === '') return;
        const answer = parsed(line);
        if (!answer) {
          return fail(
            /\b(?:NaN|Infinity)\b/.test(line)
              ? `answered ${beginningOf(line.trim())}. A score must be a number. If there is none, answer {"id": …, "error": "why"}.`
              : `wrote a line that is not a JSON object: ${beginningOf(line.trim())}. Standard output is for answers only; write messages to standard error.`,
          );
        }
        const { id, score, error } = answer;
        const question = waiting.get(id as number);
        if (!question) {
          const isTwice =
            typeof id === 'number' && (answered.has(id) || (Number.isInteger(id) && id >= 0 && id < first));
          return fail(
            isTwice
              ? `answered the request with id ${id} twice.`
              : `answered an id that was not asked: ${beginningOf(line.trim())}. Return the "id" of the request as it is.`,
          );
        }
        const text = (): string => beginningOf(question.texts.hypothesis);
        if (error !== undefined && error !== null) return fail(`could not score ${text()}: ${messageOf(error)}`);
        if (typeof score !== 'number') return fail(`gave no score for ${text()}: ${beginningOf(line.trim())}.`);
        if (!Number.isFinite(score) || score < low || score > high) {
          return fail(`scored ${text()} ${score}, which is outside the range that it stated: ${low} to ${high}.`);
        }
        waiting.delete(question.id);
        answered.add(question.id);
        question.take(score);
        if (answered.size === questions.length) {
          finish();
          return resolve({ unanswered: [] });
        }
        send();
        wait();
      };
      program.onLongLine = () => fail('wrote a line of more than a million characters.');
      program.onEnd = (end) => {
        finish();
        resolve({ unanswered: questions.filter(({ id }) => !answered.has(id)), end });
      };
      if (this.#unexpected !== undefined) {
        return fail(`wrote a line that nobody asked for: ${beginningOf(this.#unexpected.trim())}.`);
      }
      send();
      wait();
    });
  }

  /** What it wrote while nothing was asked. */
  #unexpected: string | undefined;

  #line(question: Question, waiting: Map<number, Question>): string {
    waiting.set(question.id, question);
    const { hypothesis, references, source } = question.texts;
    return `${JSON.stringify({ id: question.id, source: source ?? null, hypothesis, references })}\n`;
  }

  #open(): Promise<Introduction> {
    const { timeout } = this.#settings;
    const program = new SupervisedProgram(this.#command);
    this.#program = program;
    return new Promise((resolve, reject) => {
      const fail = (what: string): void => {
        clearTimeout(timer);
        const error = this.#failure(what);
        this.stop();
        reject(error);
      };
      const timer = setTimeout(
        () => fail(`wrote no first line within ${timeout} s. It must introduce itself first, such as ${exampleLine}. If it is slow to start, give it more time: timeout=${timeout * 10}.`),
        timeout * 1000,
      ); // prettier-ignore
      program.onLine = (line) => {
        if (line.trim() === '') return;
        try {
          const introduction = readIntroduction(line);
          clearTimeout(timer);
          program.onLine = (more) => {
            if (more.trim() !== '') this.#unexpected = more;
          };
          program.onEnd = () => (this.#program = undefined);
          resolve(introduction);
        } catch (error) {
          fail(`cannot be used: ${(error as Error).message} Expected a line such as ${exampleLine}`);
        }
      };
      program.onLongLine = () => fail('wrote a first line of more than a million characters.');
      program.onEnd = (end) =>
        fail(
          end.failed === undefined
            ? `ended ${howEnded(end)} before it wrote its first line.`
            : `did not start: ${startFailures[end.failed] ?? end.failed}.`,
        );
    });
  }

  stop(): void {
    this.#program?.stop();
    this.#program = undefined;
  }

  #failure(what: string): UsageError {
    const errors = this.#program?.errors ?? this.#lastErrors;
    this.#lastErrors = errors;
    const said = errors.length === 0 ? '' : `\nThe last lines of its standard error:\n${errors.map((line) => `  ${line}`).join('\n')}`; // prettier-ignore
    return new UsageError(`The program ${this.#settings.typed} ${what}${said}`);
  }

  #lastErrors: readonly string[] = [];
}

const startFailures: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such program. Check cmd=, or give the path of the program',
  EACCES: 'the file is not executable. Run chmod +x on it, or name its interpreter, such as cmd="python3 scorer.py"',
  ENOEXEC: 'the file is not a program. Name its interpreter, such as cmd="python3 scorer.py"',
};

function howEnded({ code, signal }: ProgramEnd): string {
  if (signal) return `by ${signal}`;
  return code === undefined || code === null ? 'by itself' : `with exit code ${code}`;
}

const messageOf = (error: unknown): string => (typeof error === 'string' ? error : JSON.stringify(error)).slice(0, 500);
