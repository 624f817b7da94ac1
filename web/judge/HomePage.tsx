/** The judge's first page: asks for consent, then shows the tasks, their progress, and the stored data. */
import { useState } from 'preact/hooks';
import type { JudgeHome } from '../../src/server/wire.ts';
import { Dialog } from '../shared/Dialog.tsx';
import { counted } from '../shared/counted.ts';
import { focusHeading } from '../shared/browser.ts';
import { PlainText } from '../shared/PlainText.tsx';
import type { JudgeStore, JudgeTask } from './judgeStore.ts';
import { routeHash } from './route.ts';
import { kindWords } from '../shared/fields/words.ts';

export function HomePage({ store, home }: { readonly store: JudgeStore; readonly home: JudgeHome }) {
  if (!home.consent.given) return <Consent store={store} home={home} />;
  const known = home.tasks.filter(({ assignments, open }) => assignments.length > 0 || open);
  return (
    <>
      <h1 tabIndex={-1}>
        <bdi>{home.title}</bdi>
      </h1>
      <p class="ask">
        You are judge <bdi class="pseudonym">{home.judge}</bdi>. You can leave at any time: your answers are saved, and
        your link brings you back.
      </p>
      {home.frozen && <p class="notice">The organiser has paused the campaign. You cannot submit answers now.</p>}
      <Refused store={store} />
      <NextStep store={store} home={home} />
      {known.length > 0 && (
        <ul class="tasks" aria-label="Tasks">
          {known.map((task) => (
            <TaskRow key={task.kind} store={store} task={task} isOnly={known.length === 1} />
          ))}
        </ul>
      )}
      <YourData store={store} home={home} />
    </>
  );
}

/** The one thing to do now: go on, or hand in the completion code. */
function NextStep({ store, home }: { readonly store: JudgeStore; readonly home: JudgeHome }) {
  const task = home.stopped
    ? undefined
    : home.tasks.find((each) => store.isOpen(each.kind) && store.firstOpen(each) !== undefined);
  if (!task) {
    const hasMore = home.tasks.some((each) => store.firstOpen(each) !== undefined);
    return (
      <section class="card next-step" aria-label="Next step">
        <p class="large">
          {home.stopped
            ? 'You have no more assignments. Thank you for your time.'
            : home.tasks.every(({ assignments }) => assignments.length === 0)
              ? 'There is nothing for you to judge yet.'
              : hasMore
                ? 'Nothing is open for you now.'
                : 'All done. Thank you.'}
        </p>
        {home.completion && <Completion completion={home.completion} />}
      </section>
    );
  }
  const answered = store.answered(task);
  const { practice, real } = partsOf(store, task);
  const left = real.total - real.done;
  const minutes = task.secondsEach === undefined ? undefined : Math.max(1, Math.round((left * task.secondsEach) / 60));
  const { name } = kindWords[task.kind];
  return (
    <section class="card next-step" aria-label="Next step">
      <div>
        <p class="large">{name}</p>
        <p class="hint">
          {real.total > 0 && `${real.done} of ${real.total} done`}
          {minutes !== undefined && left > 0 && `, about ${minutes} min left`}
          {practice.done < practice.total &&
            `${real.total > 0 ? '. ' : ''}You start with ${counted(practice.total, 'practice sentence')}${practice.done > 0 ? `; ${practice.done} done` : ''}`}
          .
        </p>
      </div>
      <a class="button" href={startHash(store, task)}>
        {actionWords(answered.size, store.firstOpen(task), practice)}
        <span class="unseen">: {name}</span>
      </a>
    </section>
  );
}

/** The code that a crowdsourcing platform wants back. */
function Completion({
  completion: { code, text, link },
}: {
  readonly completion: NonNullable<JudgeHome['completion']>;
}) {
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      {text !== undefined && <PlainText text={text} />}
      <p>
        Completion code: <code class="code">{code}</code>{' '}
        <button
          type="button"
          class="quiet"
          onClick={() => void navigator.clipboard?.writeText(code).then(() => setCopied(true))}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </p>
      {link !== undefined && /^https?:/.test(link) && (
        <a class="button" href={link} rel="noreferrer">
          Finish
        </a>
      )}
    </>
  );
}

function partsOf(store: JudgeStore, task: JudgeTask) {
  const answered = store.answered(task);
  const count = (practice: boolean) => {
    const ids = task.assignments.filter((assignment) => assignment.practice === practice);
    return { done: ids.filter(({ id }) => answered.has(id)).length, total: ids.length };
  };
  const real = count(false);
  // More may follow than are known yet.
  return { practice: count(true), real: { ...real, total: Math.max(real.total, task.total) } };
}

/** The first open assignment, or the last one if all are answered; the instructions come before the first answer. */
function startHash(store: JudgeStore, task: JudgeTask): string {
  const target = store.firstOpen(task) ?? task.assignments.at(-1)!.id;
  return store.answered(task).size === 0 && task.instructions.trim() !== ''
    ? routeHash({ page: 'instructions', kind: task.kind })
    : routeHash({ page: 'assignment', kind: task.kind, id: target });
}

function Consent({ store, home }: { readonly store: JudgeStore; readonly home: JudgeHome }) {
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const agree = async (): Promise<void> => {
    setSending(true);
    setProblem(undefined);
    try {
      await store.agree();
      focusHeading();
    } catch (error) {
      setProblem((error as Error).message);
    }
    setSending(false);
  };
  return (
    <>
      <h1 tabIndex={-1}>
        <bdi>{home.title}</bdi>
      </h1>
      <section class="card" aria-labelledby="consent">
        <h2 id="consent">Before you begin</h2>
        <PlainText text={home.consent.text} />
        <div class="actions">
          <button type="button" disabled={isSending} onClick={() => void agree()}>
            I agree
          </button>
        </div>
        <p class="missing" role="alert">
          {problem}
        </p>
      </section>
    </>
  );
}

interface TaskRowProps {
  readonly store: JudgeStore;
  readonly task: JudgeTask;
  /** The button above leads to the only task. */
  readonly isOnly: boolean;
}

function TaskRow({ store, task, isOnly }: TaskRowProps) {
  const answered = store.answered(task);
  const { practice, real } = partsOf(store, task);
  const next = store.firstOpen(task);
  const { name } = kindWords[task.kind];
  // While the campaign is paused no task is open; the notice at the top says so once.
  const isClosed = !task.open && store.home?.frozen === false;
  const state =
    task.assignments.length === 0
      ? 'nothing to do here yet'
      : isClosed
        ? answered.size === 0
          ? 'not open'
          : 'closed'
        : next === undefined
          ? 'done'
          : '';
  const isOffered = task.assignments.length > 0 && (!isClosed || answered.size > 0);
  return (
    <li class="task">
      <h2>{name}</h2>
      <div class="bar">
        {real.total > 0 && (
          <>
            <progress value={real.done} max={real.total} aria-label={`Progress of ${name}`} />
            <span class="count">
              {real.done} of {real.total}
            </span>
          </>
        )}
        {state !== '' && <span class="hint">{state}</span>}
      </div>
      <div class="actions">
        {isOffered && !(isOnly && next !== undefined) && (
          <a class="step" href={startHash(store, task)}>
            {actionWords(answered.size, next, practice)}
            <span class="unseen">: {name}</span>
          </a>
        )}
        {task.instructions.trim() !== '' && (
          <a class="step" href={routeHash({ page: 'instructions', kind: task.kind })}>
            Instructions<span class="unseen"> for {name}</span>
          </a>
        )}
      </div>
    </li>
  );
}

function actionWords(
  answered: number,
  next: string | undefined,
  practice: { readonly done: number; readonly total: number },
): string {
  if (next === undefined) return 'Review your answers';
  if (answered > 0) return 'Continue';
  return practice.total > 0 ? 'Start with practice' : 'Start';
}

/** Answers that the server rejected. */
function Refused({ store }: { readonly store: JudgeStore }) {
  const refused = store.outbox.waiting().filter((entry) => entry.refused !== undefined);
  if (refused.length === 0) return null;
  const reasons = [...new Set(refused.map((entry) => entry.refused!))];
  return (
    <section class="notice" aria-label="Rejected answers">
      <p>
        {counted(refused.length, 'answer was', 'answers were')} rejected: {reasons.join(' ')} Rejected answers are kept
        in this browser until you send them again or discard them.
      </p>
      <div class="actions">
        <button type="button" class="secondary" onClick={() => void store.outbox.retryRefused()}>
          Send again
        </button>
        <button type="button" class="quiet" onClick={() => store.outbox.discardRefused()}>
          Discard
        </button>
      </div>
    </section>
  );
}

function YourData({ store, home }: { readonly store: JudgeStore; readonly home: JudgeHome }) {
  const [isAsking, setAsking] = useState(false);
  const [isErasing, setErasing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const erase = async (): Promise<void> => {
    setErasing(true);
    try {
      await store.erase();
      focusHeading();
    } catch (error) {
      setProblem((error as Error).message);
      setErasing(false);
    }
  };
  return (
    <section class="your-data" aria-labelledby="data">
      <h2 id="data">Your data</h2>
      <details>
        <summary>What you agreed to</summary>
        <PlainText text={home.consent.text} />
      </details>
      <div class="actions">
        <a class="button secondary" href="/api/judge/export" download="my-judgments.json">
          Download my data
        </a>
        <button type="button" class="danger" onClick={() => setAsking(true)}>
          Erase my data…
        </button>
      </div>
      {isAsking && (
        <Dialog title="Erase all your data?" close={() => setAsking(false)}>
          <p>This erases all your answers from the server and from this browser. It cannot be undone.</p>
          <p class="missing" role="alert">
            {problem}
          </p>
          <div class="actions">
            <button type="button" class="secondary" onClick={() => setAsking(false)}>
              Keep my data
            </button>
            <button type="button" class="danger" disabled={isErasing} onClick={() => void erase()}>
              Erase everything
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

/** The organiser's instructions for a task, with a link that starts it. */
export function InstructionsPage({ store, task }: { readonly store: JudgeStore; readonly task: JudgeTask }) {
  const next = store.firstOpen(task);
  const practice = task.assignments.filter((assignment) => assignment.practice).length;
  const isFresh = store.answered(task).size === 0;
  return (
    <>
      <h1 tabIndex={-1}>{kindWords[task.kind].name}</h1>
      <section class="card" aria-label="Instructions">
        <PlainText text={task.instructions} />
        {isFresh && practice > 0 && (
          <p class="hint">
            The first {counted(practice, 'sentence is', 'sentences are')} for practice. After each one you see how your
            answer compares with the expected one.
          </p>
        )}
      </section>
      <div class="actions">
        {next !== undefined && (
          <a class="button" href={routeHash({ page: 'assignment', kind: task.kind, id: next })}>
            {!isFresh ? 'Continue' : practice > 0 ? 'Start with practice' : 'Start'}
          </a>
        )}
        <a class="step" href={routeHash({ page: 'home' })}>
          All tasks
        </a>
      </div>
    </>
  );
}
