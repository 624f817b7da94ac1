/** What the app knows: the judge's tasks, what was answered here, and what is on its way. Pages read it and are told of changes. */
import type { Answer, TaskKind } from '../../src/human/index.ts';
import type { JudgeHome, SentAnswer, ShownAssignment, StoredAnswer } from '../../src/server/wire.ts';
import { Refusal, ask, tell } from '../shared/api.ts';
import { KeptData } from '../shared/keptData.ts';
import { oneTabAtATime, randomKey } from '../shared/browser.ts';
import { Store } from '../shared/store.ts';
import { forgetDraft } from './forms.ts';
import { Outbox } from './outbox.ts';
import { kindWords } from './words.ts';

export type JudgeTask = JudgeHome['tasks'][number];

export interface LastAnswer {
  readonly answer: Answer;
  readonly comment: string | undefined;
}

/** So many assignments ahead are loaded, to go on with when the connection is lost. */
const loadedAhead = 10;
const homePause = 5000;

export class JudgeStore extends Store {
  home: JudgeHome | undefined;
  /** Why there is no home, or none that is up to date. */
  problem: { readonly message: string; readonly ended: boolean } | undefined;
  erased = false;
  /** Said to those who listen to the page; whether answers have arrived is said by the header. */
  said = '';
  readonly kept = new KeptData('assay.');
  /** Single keys do something; those who speak to their computer may not want that. */
  shortcuts = this.kept.find('shortcuts') !== false;
  readonly outbox: Outbox;
  readonly #loaded = new Map<string, Promise<ShownAssignment>>();
  readonly #storedHere = new Map<string, LastAnswer>();
  /** Waiting for what the server says of an answer, by its key. */
  readonly #hints = new Map<string, (hint: string | undefined) => void>();
  #homeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.outbox = new Outbox(this.kept, {
      post: (answer) => tell<StoredAnswer>('/api/judge/answers', answer),
      isMine: (id) => this.taskOf(id) !== undefined,
      stored: (answer, reply) => this.#tookIn(answer, reply),
      refused: ({ key }) => {
        this.#hints.get(key)?.(undefined);
        // Most likely the task was closed or frozen meanwhile.
        void this.#readHome();
      },
      changed: () => this.changed(),
      // Two tabs without it may send the same answer, and the server stores it once.
      alone: (work) => oneTabAtATime('assay.outbox', work),
    });
  }

  /** Loads what is there and keeps it up to date. */
  start(): void {
    void this.loadHome();
    const refresh = (): void => {
      if (document.visibilityState === 'visible') void this.loadHome();
    };
    addEventListener('online', refresh);
    document.addEventListener('visibilitychange', refresh);
    addEventListener('storage', () => this.changed());
  }

  wantShortcuts(wanted: boolean): void {
    this.shortcuts = wanted;
    this.kept.keep('shortcuts', wanted);
    this.changed();
  }

  say(text: string): void {
    this.said = text;
    this.changed();
  }

  async loadHome(): Promise<void> {
    await this.#readHome();
    if (this.home) await this.#sendWaiting(this.home);
  }

  async #readHome(): Promise<void> {
    clearTimeout(this.#homeTimer);
    if (this.erased) return;
    try {
      this.home = await ask<JudgeHome>('/api/judge/home');
      this.problem = undefined;
    } catch (error) {
      const ended = error instanceof Refusal && error.isUnknownReader;
      this.problem = { message: (error as Error).message, ended };
      if (!ended && !this.home) this.#homeTimer = setTimeout(() => void this.loadHome(), homePause);
    }
    this.changed();
  }

  async agree(): Promise<void> {
    await tell('/api/judge/consent', { version: this.home!.consent.version });
    await this.loadHome();
  }

  /** Erases all that the server has of this judge, and all that is kept here. */
  async erase(): Promise<void> {
    await this.outbox.empty();
    await tell('/api/judge/erase', {});
    for (const { assignments } of this.home?.tasks ?? []) for (const { id } of assignments) forgetDraft(this.kept, id);
    this.erased = true;
    this.home = undefined;
    this.changed();
  }

  task(kind: TaskKind): JudgeTask | undefined {
    return this.home?.tasks.find((task) => task.kind === kind);
  }

  taskOf(id: string): JudgeTask | undefined {
    return this.home?.tasks.find(({ assignments }) => assignments.some((assignment) => assignment.id === id));
  }

  /** Whether answers to this kind are taken now. */
  isOpen(kind: TaskKind): boolean {
    return this.home?.frozen === false && this.task(kind)?.open === true;
  }

  /** Ids of what was answered, whether or not the server has it yet. */
  answered(task: JudgeTask): Set<string> {
    const ids = new Set(this.outbox.waiting().flatMap(({ sent, refused }) => (refused ? [] : [sent.assignment])));
    for (const { id, answered } of task.assignments) if (answered || this.#storedHere.has(id)) ids.add(id);
    return ids;
  }

  /** The first assignment that is not answered: nothing is skipped. */
  firstOpen(task: JudgeTask): string | undefined {
    const answered = this.answered(task);
    return task.assignments.find(({ id }) => !answered.has(id))?.id;
  }

  /** What the judge answered last, here or elsewhere. */
  lastAnswer(assignment: ShownAssignment): LastAnswer | undefined {
    const waiting = this.outbox.waiting().findLast(({ sent }) => sent.assignment === assignment.id);
    if (waiting) return { answer: waiting.sent.answer, comment: waiting.sent.comment };
    const here = this.#storedHere.get(assignment.id);
    if (here || !assignment.answer) return here;
    return { answer: assignment.answer, comment: assignment.comment };
  }

  load(id: string): Promise<ShownAssignment> {
    const found = this.#loaded.get(id);
    if (found) return found;
    const loading = ask<ShownAssignment>(`/api/judge/assignments/${encodeURIComponent(id)}`);
    this.#loaded.set(id, loading);
    loading.catch(() => this.#loaded.delete(id));
    return loading;
  }

  /** Loads what comes after this one; a failure shows when the judge gets there. */
  async loadAfter(task: JudgeTask, id: string): Promise<void> {
    const place = task.assignments.findIndex((assignment) => assignment.id === id);
    for (const next of task.assignments.slice(place + 1, place + 1 + loadedAhead)) {
      try {
        await this.load(next.id);
      } catch {
        return;
      }
    }
  }

  /** Resolves, once the server has the answer, to what it says of it; to undefined if that takes longer than a judge should wait. */
  submit(answer: Omit<SentAnswer, 'key'>): Promise<string | undefined> {
    const key = randomKey();
    const hint = new Promise<string | undefined>((resolve) => {
      this.#hints.set(key, resolve);
      setTimeout(() => resolve(undefined), 3000);
    });
    this.outbox.put({ key, ...answer });
    forgetDraft(this.kept, answer.assignment);
    return hint;
  }

  #tookIn(sent: SentAnswer, { hint }: StoredAnswer): void {
    this.#storedHere.set(sent.assignment, { answer: sent.answer, comment: sent.comment });
    this.#hints.get(sent.key)?.(hint);
    this.#hints.delete(sent.key);
  }

  async #sendWaiting(home: JudgeHome): Promise<void> {
    // What was refused because its task was closed may be taken when it is open again.
    const canPass = this.outbox
      .waiting()
      .some(({ sent, refused }) => refused !== undefined && this.isOpen(this.taskOf(sent.assignment)!.kind));
    if (home.consent.given && canPass) await this.outbox.retryRefused();
    else await this.outbox.flush();
  }
}

/** `Ranking, 12 of 80`, and the numbers of it. */
export function placeIn(
  task: JudgeTask,
  id: string,
): { readonly at: number; readonly of: number; readonly practice: boolean } {
  const practice = task.assignments.find((assignment) => assignment.id === id)?.practice ?? false;
  const alike = task.assignments.filter((assignment) => assignment.practice === practice);
  return { at: alike.findIndex((assignment) => assignment.id === id) + 1, of: alike.length, practice };
}

export const pageTitle = (task: JudgeTask, id: string): string => {
  const { at, of, practice } = placeIn(task, id);
  return `${kindWords[task.kind].name}${practice ? ', practice' : ''}, ${at} of ${of}`;
};
