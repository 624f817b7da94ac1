/** One assignment: loads it, lets the judge answer it or correct an answer, then moves to the next one. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Answer } from '../../src/human/index.ts';
import type { ShownAssignment } from '../../src/server/wire.ts';
import { Refusal } from '../shared/api.ts';
import { PlainText } from '../shared/PlainText.tsx';
import { counted } from '../shared/counted.ts';
import { watchActiveTime } from './activeTime.ts';
import { type Form, emptyForm, fillIn, findDraft, formOfAnswer, keepDraft, wholeCharacters } from './forms.ts';
import { type JudgeStore, type JudgeTask, placeIn } from './judgeStore.ts';
import { KindFields } from './kinds/KindFields.tsx';
import { goTo, routeHash } from './route.ts';
import { kindWords } from './words.ts';

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
        <p>
          {words.name}
          {practice && ', practice'}
          <span class="count">
            {at} of {of}
          </span>
        </p>
        <progress
          value={at - 1}
          max={of}
          aria-label={practice ? 'Progress of the practice round' : 'Progress of this task'}
        />
      </div>
      <h1 tabIndex={-1}>
        {words.heading}
        <span class="unseen">
          , {practice && 'practice '}
          {at} of {of}
        </span>
      </h1>
      <p class="ask">{words.ask}</p>
      {task.instructions.trim() !== '' && (
        <details class="instructions">
          <summary>Instructions</summary>
          <PlainText text={task.instructions} />
        </details>
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
  const [comment, setComment] = useState(draft?.comment ?? last?.comment ?? '');
  const [missing, setMissing] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [hint, setHint] = useState<string>();
  const element = useRef<HTMLFormElement>(null);
  const goOn = useRef<HTMLButtonElement>(null);
  const time = useRef<ReturnType<typeof watchActiveTime>>(undefined);
  /** The contents of the draft; undefined once it is submitted. */
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
  const before = task.assignments[place - 1];
  const after = task.assignments[place + 1];
  const isAnswered = store.answered(task).has(assignment.id);
  const isOpen = store.isOpen(task.kind);

  const change = (changed: Form): void => {
    setForm(changed);
    setMissing(undefined);
    begun.current = { form: changed, comment: begun.current?.comment };
    keep();
  };
  const next = (): void => {
    if (after) goTo({ page: 'assignment', kind: task.kind, id: after.id });
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
    const words = assignment.practice ? await said : undefined;
    setSending(false);
    if (words === undefined) next();
    else setHint(words);
  };
  const submit = (): void => {
    if (isSending || !isOpen || hint !== undefined) return;
    const filled = fillIn(form, assignment);
    if ('answer' in filled) return void send(filled.answer);
    setMissing(filled.missing);
    if (!document.activeElement?.closest('.unfilled, .field'))
      element.current?.querySelector<HTMLElement>('.unfilled input')?.focus();
  };

  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        const { target } = event;
        const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
        // While an input method is composing a word, it handles Enter.
        if (event.key !== 'Enter' || event.isComposing || !isField) return;
        if (target instanceof HTMLTextAreaElement && target.name === 'comment' && !event.ctrlKey && !event.metaKey)
          return;
        event.preventDefault();
        submit();
      }}
    >
      {last && <p class="hint">{lastWords(last.answer)} You can change it; your first answer is also kept.</p>}
      <KindFields
        assignment={assignment}
        form={form}
        change={change}
        shortcuts={store.shortcuts}
        say={(text) => store.say(text)}
      />
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
            begun.current = { form: begun.current?.form, comment: value };
            keep();
          }}
        />
      </details>
      <p class="missing" role="alert">
        {missing}
      </p>
      {hint === undefined ? (
        <div class="actions">
          <button type="submit" disabled={isSending || !isOpen}>
            {isSending ? 'Sending…' : submitWords(form, isAnswered)}
          </button>
          <button
            type="button"
            class="secondary"
            disabled={isSending || !isOpen}
            onClick={() => void send({ kind: 'none' })}
          >
            Cannot judge
          </button>
          <nav class="steps" aria-label="Sentences">
            {before && (
              <a class="step" href={routeHash({ page: 'assignment', kind: task.kind, id: before.id })}>
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
      ) : (
        <div class="taught" role="status">
          <p>{hint}</p>
          <div class="actions">
            <button type="button" ref={goOn} onClick={next}>
              Continue
            </button>
          </div>
        </div>
      )}
    </form>
  );
}

function submitWords(form: Form, isAnswered: boolean): string {
  if (form.kind === 'mark')
    return form.errors.length === 0 ? 'Submit without errors' : `Submit ${counted(form.errors.length, 'error')}`;
  return isAnswered ? 'Submit again' : 'Submit';
}

function lastWords(answer: Answer): string {
  if (answer.kind === 'none') return 'You answered that you cannot judge this.';
  return 'You have already answered this.';
}
