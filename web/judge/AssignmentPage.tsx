/** One assignment: loads it, lets the judge answer it or correct an answer, then moves to the next one. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Answer } from '../../src/human/index.ts';
import type { ShownAssignment } from '../../src/server/wire.ts';
import { Refusal } from '../shared/api.ts';
import { Dialog } from '../shared/Dialog.tsx';
import { PlainText } from '../shared/PlainText.tsx';
import { counted } from '../shared/counted.ts';
import { useListener } from '../shared/useListener.ts';
import { watchActiveTime } from './activeTime.ts';
import {
  type Filled,
  type Form,
  emptyForm,
  fillIn,
  findDraft,
  formOfAnswer,
  keepDraft,
  wholeCharacters,
} from '../shared/fields/forms.ts';
import { type Hint, type JudgeStore, type JudgeTask, placeIn } from './judgeStore.ts';
import { KindFields } from '../shared/fields/kinds/KindFields.tsx';
import { goTo, routeHash } from './route.ts';
import { isWriting } from '../shared/fields/shortcuts.ts';
import { kindWords } from '../shared/fields/words.ts';

interface AssignmentPageProps {
  readonly store: JudgeStore;
  readonly task: JudgeTask;
  readonly id: string;
}

const retryPause = 3000;
/** The server rejects longer comments. */
const longestComment = 1000;

export function AssignmentPage({ store, task, id }: AssignmentPageProps) {
  const [shown, setShown] = useState<ShownAssignment>();
  const [failure, setFailure] = useState<string>();
  const [isReading, setReading] = useState(false);
  useEffect(() => {
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async (): Promise<void> => {
      try {
        const loaded = await store.load(id);
        if (isLeft) return;
        setFailure(undefined);
        setShown(loaded);
        void store.loadAfter(task, id);
      } catch (error) {
        if (isLeft) return;
        setFailure((error as Error).message);
        if (!(error instanceof Refusal) || error.isPassing) timer = setTimeout(() => void load(), retryPause);
      }
    };
    void load();
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [id]);

  const { at, of, practice } = placeIn(task, id);
  const words = kindWords[task.kind];
  return (
    <>
      <div class="place">
        <h1 tabIndex={-1}>
          {words.heading}
          <span class="unseen">
            , {practice && 'practice '}
            {at} of {of}
          </span>
        </h1>
        <p class="ask">{words.ask}</p>
        {task.instructions.trim() !== '' && (
          <button type="button" class="quiet" onClick={() => setReading(true)}>
            Instructions
          </button>
        )}
        <p class="count" aria-hidden="true">
          {practice && 'Practice '}
          {at} of {of}
        </p>
        <progress
          value={at - 1}
          max={of}
          aria-label={practice ? 'Progress of the practice round' : 'Progress of this task'}
        />
      </div>
      {isReading && (
        <Dialog title="Instructions" close={() => setReading(false)}>
          <PlainText text={task.instructions} />
          <div class="actions">
            <button type="button" onClick={() => setReading(false)}>
              Close
            </button>
          </div>
        </Dialog>
      )}
      {store.warned && store.warned.assignment !== id && (
        <p class="notice" role="alert">
          {store.warned.text}{' '}
          <a href={routeHash({ page: 'assignment', kind: task.kind, id: store.warned.assignment })}>
            Look at that sentence again
          </a>
        </p>
      )}
      {!store.isOpen(task.kind) && (
        <p class="notice">
          {store.home?.frozen ? 'The organiser has paused the campaign' : 'This task is closed'}. You cannot submit
          answers now.
        </p>
      )}
      {shown ? (
        <AnswerForm store={store} task={task} assignment={shown} />
      ) : failure === undefined ? (
        <p class="loading">Loading…</p>
      ) : (
        <p class="notice" role="alert">
          {failure} Retrying automatically. Your answers are saved.
        </p>
      )}
    </>
  );
}

interface AnswerFormProps {
  readonly store: JudgeStore;
  readonly task: JudgeTask;
  readonly assignment: ShownAssignment;
}

function AnswerForm({ store, task, assignment }: AnswerFormProps) {
  const [last] = useState(() => store.lastAnswer(assignment));
  const [draft] = useState(() => findDraft(store.kept, assignment));
  const [form, setForm] = useState<Form>(
    () => draft?.form ?? (last ? formOfAnswer(last.answer, assignment) : emptyForm(assignment)),
  );
  /** What the form was before each change, for undo. */
  const [before, setBefore] = useState<readonly Form[]>([]);
  const [comment, setComment] = useState(draft?.comment ?? last?.comment ?? '');
  const [missing, setMissing] = useState<Exclude<Filled, { readonly answer: Answer }>>();
  const [warning, setWarning] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [hint, setHint] = useState<Hint>();
  const element = useRef<HTMLFormElement>(null);
  const goOn = useRef<HTMLButtonElement>(null);
  const time = useRef<ReturnType<typeof watchActiveTime>>(undefined);
  /** The contents of the draft; undefined while what is on the screen is submitted. */
  const begun = useRef<{ form: Form | undefined; comment: string | undefined } | undefined>({
    form: draft?.form,
    comment: draft?.comment,
  });
  const keep = (): void => {
    const seconds = time.current?.seconds() ?? 0;
    const { current } = begun;
    if (current && (current.form || current.comment !== undefined || seconds >= 1))
      keepDraft(store.kept, assignment.id, { ...current, seconds });
  };

  useLayoutEffect(() => {
    time.current = watchActiveTime(draft?.seconds ?? 0);
    addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      keep();
      removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
      time.current?.stop();
    };
  }, []);
  useEffect(() => {
    if (hint !== undefined) goOn.current?.focus();
  }, [hint]);

  const place = task.assignments.findIndex(({ id }) => id === assignment.id);
  const previous = task.assignments[place - 1];
  const after = task.assignments[place + 1];
  const isAnswered = store.answered(task).has(assignment.id);
  const isOpen = store.isOpen(task.kind);

  const show = (shown: Form): void => {
    setForm(shown);
    setMissing(undefined);
    setWarning(undefined);
    begun.current = { form: shown, comment: begun.current?.comment };
    keep();
  };
  const change = (changed: Form): void => {
    // Moving a slider or writing a text is one step; the browser undoes writing.
    if (!isSameStep(form, changed)) setBefore([...before.slice(-99), form]);
    show(changed);
  };
  const undo = (): void => {
    const shown = before.at(-1);
    if (!shown) return;
    setBefore(before.slice(0, -1));
    show(shown);
    store.say('Undone.');
  };
  const next = (): void => {
    // More may have come with the reply.
    const following = store.task(task.kind)?.assignments[place + 1];
    if (following) goTo({ page: 'assignment', kind: task.kind, id: following.id });
    else {
      store.say(`${kindWords[task.kind].name} is done. Thank you.`);
      goTo({ page: 'home' });
    }
  };
  const send = async (answer: Answer): Promise<void> => {
    const seconds = time.current!.seconds();
    begun.current = undefined;
    setSending(true);
    const said = store.submit({
      assignment: assignment.id,
      answer,
      seconds,
      instructions: task.instructionsVersion,
      ...(comment.trim() !== '' && { comment: wholeCharacters(comment.trim()) }),
    });
    // In practice there is a hint to read. At the end of the list the reply may bring more assignments.
    const told = assignment.practice || !after ? await said : undefined;
    setSending(false);
    // A correction that may be left as it is goes on at once.
    if (!assignment.practice || told === undefined || (hint && assignment.skippable)) next();
    else setHint(told);
  };
  const isBlocked = hint?.right === false && !assignment.skippable;
  const submit = (): void => {
    if (isSending || !isOpen) return;
    // Nothing was changed since the hint.
    if (hint !== undefined && begun.current === undefined) return isBlocked ? undefined : next();
    const filled = fillIn(form, assignment);
    if ('missing' in filled) {
      setMissing(filled);
      if (!filled.at && !document.activeElement?.closest('.unfilled, .field'))
        element.current?.querySelector<HTMLElement>('.unfilled input')?.focus();
    } else if (filled.warning !== undefined && filled.warning !== warning) setWarning(filled.warning);
    else void send(filled.answer);
  };

  // On the window: an open popover, which listens on the document, handles Enter first.
  useListener(window, 'keydown', (event) => {
    const { target, key } = event;
    // While an input method is composing a word, it handles Enter.
    if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (key.toLowerCase() === 'z' && isCommand && !event.shiftKey && !isWriting(target)) undo();
    else if (key === 'Enter' && (isCommand || !hasOwnEnter(target))) submit();
    else return;
    event.preventDefault();
  });

  const isChanged = begun.current !== undefined;
  const submitText = isSending
    ? 'Sending…'
    : hint === undefined
      ? submitWords(form, isAnswered)
      : isBlocked
        ? 'Try again'
        : isChanged
          ? 'Submit the change'
          : 'Continue';
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {last && <p class="hint">{lastWords(last.answer)} You can change it; your first answer is also kept.</p>}
      {assignment.instruction !== undefined && (
        <div class="instruction">
          <PlainText text={assignment.instruction} />
        </div>
      )}
      <KindFields
        assignment={assignment}
        form={form}
        change={change}
        shortcuts={store.shortcuts}
        say={(text) => store.say(text)}
        point={missing?.at}
        selectBy={{ value: store.selectBy(assignment), set: (value) => store.wantSelectBy(value) }}
      />
      <div class="work-bar">
        {hint && (
          <p class={`taught ${hint.right === undefined ? '' : hint.right ? 'right' : 'wrong'}`} role="status">
            {hint.text}
            {isBlocked && ' Change your answer and try again.'}
          </p>
        )}
        <p class="missing" role="alert">
          {missing?.missing ?? warning}
        </p>
        <div class="actions">
          <button type="submit" ref={goOn} disabled={isSending || !isOpen}>
            {submitText}
          </button>
          <button
            type="button"
            class="secondary"
            disabled={isSending || !isOpen}
            onClick={() => void send({ kind: 'none' })}
          >
            Cannot judge
          </button>
          {form.kind !== 'edit' && (
            <button type="button" class="quiet" disabled={before.length === 0} onClick={undo}>
              Undo
            </button>
          )}
          <details class="comment" open={comment !== ''}>
            <summary>Comment</summary>
            <label class="unseen" for="comment">
              Comment on this sentence
            </label>
            <textarea
              id="comment"
              name="comment"
              rows={2}
              maxLength={longestComment}
              dir="auto"
              value={comment}
              onInput={({ currentTarget: { value } }) => {
                setComment(value);
                begun.current = { form: begun.current ? begun.current.form : form, comment: value };
                keep();
              }}
            />
          </details>
          <nav class="steps" aria-label="Sentences">
            {previous && (
              <a class="step" href={routeHash({ page: 'assignment', kind: task.kind, id: previous.id })}>
                Back
              </a>
            )}
            {after && isAnswered && (
              <a class="step" href={routeHash({ page: 'assignment', kind: task.kind, id: after.id })}>
                Next
              </a>
            )}
          </nav>
        </div>
      </div>
    </form>
  );
}

/** Elements that do something of their own with Enter. */
function hasOwnEnter(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return target.name === 'comment';
  return target instanceof Element && target.closest('button, a, summary, select') !== null;
}

/** Whether two forms differ in one score or in a text that is being written. */
function isSameStep(before: Form, after: Form): boolean {
  if (before.kind === 'edit') return true;
  if (!('texts' in before) || !('texts' in after)) return false;
  const isScored = before.texts.some(({ scores }) => scores.some((score) => score !== null));
  return isScored && before.texts.every(({ errors }, i) => errors === after.texts[i]?.errors);
}

function submitWords(form: Form, isAnswered: boolean): string {
  if (form.kind === 'mark') {
    const errors = form.texts.reduce((sum, one) => sum + one.errors.length, 0);
    return errors === 0 ? 'Submit without errors' : `Submit ${counted(errors, 'error')}`;
  }
  return isAnswered ? 'Submit again' : 'Submit';
}

function lastWords(answer: Answer): string {
  if (answer.kind === 'none') return 'You answered that you cannot judge this.';
  return 'You have already answered this.';
}
