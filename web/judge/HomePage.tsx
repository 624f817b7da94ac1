/** The judge's first page: asks for consent, then shows the tasks, their progress, and the stored data. */
import { useState } from 'preact/hooks';
import type { JudgeHome } from '../../src/server/wire.ts';
import { Dialog } from '../shared/Dialog.tsx';
import { counted } from '../shared/counted.ts';
import { focusHeading } from '../shared/browser.ts';
import { PlainText } from '../shared/PlainText.tsx';
import type { JudgeStore, JudgeTask } from './judgeStore.ts';
import { routeHash } from './route.ts';
import { kindWords } from './words.ts';

export function HomePage({ store, home }: { readonly store: JudgeStore; readonly home: JudgeHome }) {
  if (!home.consent.given) return <Consent store={store} home={home} />;
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
      <ul class="tasks">
        {home.tasks.map((task) => (
          <TaskCard key={task.kind} store={store} task={task} />
        ))}
      </ul>
      {home.tasks.length === 0 && <p class="notice">There is nothing for you to judge yet.</p>}
      <YourData store={store} home={home} />
    </>
  );
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

function TaskCard({ store, task }: { readonly store: JudgeStore; readonly task: JudgeTask }) {
  const answered = store.answered(task);
  const parts = (practice: boolean) => {
    const ids = task.assignments.filter((assignment) => assignment.practice === practice);
    return { done: ids.filter(({ id }) => answered.has(id)).length, total: ids.length };
  };
  const practice = parts(true);
  const real = parts(false);
  const next = store.firstOpen(task);
  const last = task.assignments.at(-1)?.id;
  const { name } = kindWords[task.kind];
  const target = next ?? last;
  // While the campaign is paused no task is open; the notice at the top says so once.
  const isClosed = !task.open && store.home?.frozen === false;
  // Accepting starts closed and opens when there are edits. Any other closed task is over for judges who join later.
  const isOver = isClosed && task.kind !== 'accept';
  return (
    <li class="card task">
      <h2>{name}</h2>
      {real.total > 0 && (
        <div class="bar">
          <progress value={real.done} max={Math.max(real.total, 1)} aria-label={`Progress of ${name}`} />
          <span class="count">
            {real.done} of {real.total}
          </span>
        </div>
      )}
      {practice.total > 0 && practice.done < practice.total && (
        <p class="hint">
          You start with {counted(practice.total, 'practice sentence')}
          {practice.done > 0 && `; ${practice.done} done`}.
        </p>
      )}
      {task.assignments.length === 0 ? (
        <p class="hint">{isOver ? 'This task is closed.' : 'There is nothing to do here yet.'}</p>
      ) : isClosed ? (
        <p class="hint">{answered.size === 0 ? 'This task is not open.' : 'This task is closed.'}</p>
      ) : (
        next === undefined && <p class="hint">All done. Thank you.</p>
      )}
      <div class="actions">
        {target !== undefined && (!isClosed || answered.size > 0) && (
          <a
            class={next === undefined || !store.isOpen(task.kind) ? 'button secondary' : 'button'}
            href={
              answered.size === 0 && task.instructions.trim() !== ''
                ? routeHash({ page: 'instructions', kind: task.kind })
                : routeHash({ page: 'assignment', kind: task.kind, id: target })
            }
          >
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
