/** The state of the app: the judge's tasks, the answers given here, and those not sent yet. Pages read it and subscribe to changes. */
import type { Answer, TaskKind } from '../../src/human/index.ts';
import type { JudgeHome, SentAnswer, ShownAssignment, StoredAnswer } from '../../src/server/wire.ts';
import { Refusal, ask, tell } from '../shared/api.ts';
import { KeptData } from '../shared/keptData.ts';
import { oneTabAtATime, randomKey } from '../shared/browser.ts';
import { Store } from '../shared/store.ts';
import { forgetDraft } from '../shared/fields/forms.ts';
import { Outbox } from './outbox.ts';
import { kindWords } from '../shared/fields/words.ts';

export type JudgeTask = JudgeHome['tasks'][number];

/** The server's feedback on an answer. */
export interface Hint {
  readonly text: string;
  /** Undefined if there is no right answer. */
  readonly right: boolean | undefined;
}

export interface LastAnswer {
  readonly answer: Answer;
  readonly comment: string | undefined;
}

const homePause = 5000;

export class JudgeStore extends Store {
  home: JudgeHome | undefined;
  /** Why `home` is missing or out of date. */
  problem: { readonly message: string; readonly ended: boolean } | undefined;
  erased = false;
  /** An answer that the server warned about, until it is corrected. */
  warned: { readonly assignment: string; readonly text: string } | undefined;
  /** Announced to screen readers; the header announces whether answers were sent. */
  said = '';
  readonly kept = new KeptData('assay.');
  /** Whether single-key shortcuts are enabled; people who use speech input may want them off. */
  shortcuts = this.kept.find('shortcuts') !== false;
  readonly outbox: Outbox;
  readonly #loaded = new Map<string, Promise<ShownAssignment>>();
  readonly #storedHere = new Map<string, LastAnswer>();
  /** Callbacks that wait for the server's hint on an answer, by the answer's key. */
  readonly #hints = new Map<string, (hint: Hint | undefined) => void>();
  #homeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.outbox = new Outbox(this.kept, {
      post: (answer) => tell<StoredAnswer>('/api/judge/answers', answer),
      isMine: (id) => this.taskOf(id) !== undefined,
      stored: (answer, reply) => this.#tookIn(answer, reply),
      refused: ({ key }) => {
        this.#hints.get(key)?.(undefined);
        // Most likely the task was closed or frozen in the meantime.
        void this.#readHome();
      },
      changed: () => this.changed(),
      // Without locks two tabs may send the same answer; the server stores it once.
      alone: (work) => oneTabAtATime('assay.outbox', work),
    });
  }

  /** Loads the judge's home and keeps it up to date. */
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

  /** What a click on a text selects: what the judge chose last, or else words, and characters in scripts without blanks. */
  selectBy({ texts: [text] }: ShownAssignment): 'word' | 'character' {
    const wanted = this.kept.find('select-by');
    if (wanted === 'word' || wanted === 'character') return wanted;
    return /^(?:zh|ja|th|lo|km|my|yue|wuu|bo)\b/i.test(text?.lang ?? '') ? 'character' : 'word';
  }

  wantSelectBy(wanted: 'word' | 'character'): void {
    this.kept.keep('select-by', wanted);
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

  /** Erases all data of this judge on the server and in this browser. */
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

  /** Whether the server accepts answers of this kind now. */
  isOpen(kind: TaskKind): boolean {
    return this.home?.frozen === false && this.task(kind)?.open === true;
  }

  /** Ids of answered assignments, whether or not the server has the answers yet. */
  answered(task: JudgeTask): Set<string> {
    const ids = new Set(this.outbox.waiting().flatMap(({ sent, refused }) => (refused ? [] : [sent.assignment])));
    for (const { id, answered } of task.assignments) if (answered || this.#storedHere.has(id)) ids.add(id);
    return ids;
  }

  /** The first assignment without an answer: judges cannot skip. */
  firstOpen(task: JudgeTask): string | undefined {
    const answered = this.answered(task);
    return task.assignments.find(({ id }) => !answered.has(id))?.id;
  }

  /** The judge's last answer, given in this browser or another. */
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

  /** Loads the assignments after this one; a failure shows when the judge gets there. */
  async loadAfter(task: JudgeTask, id: string): Promise<void> {
    const place = task.assignments.findIndex((assignment) => assignment.id === id);
    // The server allows no more.
    const ahead = (this.home?.ahead ?? 1) - (this.answered(task).has(id) ? 0 : 1);
    for (const next of task.assignments.slice(place + 1, place + 1 + ahead)) {
      try {
        await this.load(next.id);
      } catch {
        return;
      }
    }
  }

  /** Resolves to the server's hint once it has stored the answer, or to undefined if that takes longer than a judge should wait. */
  submit(answer: Omit<SentAnswer, 'key'>): Promise<Hint | undefined> {
    const key = randomKey();
    const hint = new Promise<Hint | undefined>((resolve) => {
      this.#hints.set(key, resolve);
      setTimeout(() => resolve(undefined), 3000);
    });
    this.outbox.put({ key, ...answer });
    forgetDraft(this.kept, answer.assignment);
    return hint;
  }

  #tookIn(sent: SentAnswer, { hint, right, changed }: StoredAnswer): void {
    this.#storedHere.set(sent.assignment, { answer: sent.answer, comment: sent.comment });
    const waits = this.#hints.get(sent.key);
    this.#hints.delete(sent.key);
    const told = hint === undefined ? undefined : { text: hint, right };
    // Outside practice the judge has gone on, and the feedback is a warning.
    const isPractice = this.taskOf(sent.assignment)?.assignments.some(
      (one) => one.id === sent.assignment && one.practice,
    );
    if (told && !isPractice) this.warned = { assignment: sent.assignment, text: told.text };
    else if (this.warned?.assignment === sent.assignment) this.warned = undefined;
    if (changed) void this.#readHome().then(() => waits?.(told));
    else waits?.(told);
  }

  async #sendWaiting(home: JudgeHome): Promise<void> {
    // An answer that was rejected because its task was closed may succeed when the task is open again.
    const canPass = this.outbox
      .waiting()
      .some(({ sent, refused }) => refused !== undefined && this.isOpen(this.taskOf(sent.assignment)!.kind));
    if (home.consent.given && canPass) await this.outbox.retryRefused();
    else await this.outbox.flush();
  }
}

/** `Ranking, 12 of 80`, and its numbers. */
export function placeIn(
  task: JudgeTask,
  id: string,
): { readonly at: number; readonly of: number; readonly practice: boolean } {
  const practice = task.assignments.find((assignment) => assignment.id === id)?.practice ?? false;
  const alike = task.assignments.filter((assignment) => assignment.practice === practice);
  const at = alike.findIndex((assignment) => assignment.id === id) + 1;
  // More may follow than are known yet.
  return { at, of: practice ? alike.length : Math.max(task.total, alike.length), practice };
}

export const pageTitle = (task: JudgeTask, id: string): string => {
  const { at, of, practice } = placeIn(task, id);
  return `${kindWords[task.kind].name}${practice ? ', practice' : ''}, ${at} of ${of}`;
};
