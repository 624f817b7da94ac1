/** What the task is and how long it takes, consent, and the button that makes a person a judge; or why that is not possible. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Enrolment, EnrolmentTask } from '../../src/server/wire.ts';
import { PlainText } from '../shared/PlainText.tsx';
import { LostConnection, Refusal, ask, tell } from '../shared/api.ts';
import { focusHeading } from '../shared/browser.ts';
import { counted } from '../shared/counted.ts';
import { kindWords } from '../shared/fields/words.ts';

/** Milliseconds until the page asks again after a failure. */
const retryPause = 3000;

/** `address`: where the server answers about the link, with the parameters of the platform. */
export function EnrolPage({ address }: { readonly address: string }) {
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);

  const load = async (): Promise<void> => {
    try {
      setEnrolment(await ask<Enrolment>(address));
      setProblem(undefined);
      focusHeading();
    } catch (error) {
      setProblem((error as Error).message);
      if (mayPass(error)) setTimeout(() => void load(), retryPause);
    }
  };
  useEffect(() => void load(), []);
  const title = enrolment?.title ?? 'Judging translations';
  useEffect(() => {
    document.title = title;
  }, [title]);

  const takePart = async (): Promise<void> => {
    setSending(true);
    setProblem(undefined);
    try {
      await tell(address, enrolment!.consent.text === '' ? {} : { consent: enrolment!.consent.version });
      // Not in the history: going back from the task would lead here.
      location.replace('/judge');
    } catch (error) {
      setSending(false);
      // What was possible a moment ago may not be any more: the page then says why.
      if (!mayPass(error)) await load();
      setProblem((error as Error).message);
    }
  };

  return (
    <>
      <header class="top">
        <span class="brand">Judging translations</span>
      </header>
      <main>
        <h1 tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        {enrolment ? (
          <Content enrolment={enrolment} isSending={isSending} problem={problem} takePart={() => void takePart()} />
        ) : problem === undefined ? (
          <p class="loading">Loading…</p>
        ) : (
          <p class="notice" role="alert">
            {problem}
          </p>
        )}
      </main>
    </>
  );
}

interface ContentProps {
  readonly enrolment: Enrolment;
  readonly isSending: boolean;
  readonly problem: string | undefined;
  readonly takePart: () => void;
}

function Content({ enrolment: { state, parameter, consent, tasks }, isSending, problem, takePart }: ContentProps) {
  const button = (words: string) => (
    <>
      <div class="actions">
        <button type="button" disabled={isSending} onClick={takePart}>
          {words}
        </button>
      </div>
      <p class="missing" role="alert">
        {problem}
      </p>
    </>
  );
  switch (state) {
    case 'unnamed':
      return (
        <Obstacle title="Open this study from your platform">
          <p>
            Without your participant ID your work cannot be saved and paid, and your link has none:{' '}
            <code>{parameter}</code> is missing or empty. Go back to the platform that invited you and open the study
            there.
          </p>
        </Obstacle>
      );
    case 'full':
      return (
        <Obstacle title="All places are taken">
          <p>As many people as needed take part already. Thank you for your interest.</p>
        </Obstacle>
      );
    case 'paused':
      return (
        <Obstacle title="The campaign is paused">
          <p>Nobody new can start at the moment. You have no place yet: come back later by the same link.</p>
        </Obstacle>
      );
    case 'over':
      return (
        <Obstacle title="The campaign is over">
          <p>There is nothing to judge any more. Thank you for your interest.</p>
        </Obstacle>
      );
    case 'known':
      return (
        <section class="card" aria-labelledby="state">
          <h2 id="state">You take part already</h2>
          <p>{progressWords(tasks)} Everything you submitted is saved.</p>
          {button('Continue')}
        </section>
      );
    case 'open':
      return (
        <>
          <section class="card" aria-labelledby="task">
            <h2 id="task">What you do</h2>
            <div class="prose">
              {tasks.map(({ kind, total, practice, instructions }) => (
                <div key={kind}>
                  <p>
                    <b>{kindWords[kind].name}.</b> {kindWords[kind].ask}
                    <span class="hint">
                      {' '}
                      {counted(total, 'assignment')}
                      {practice > 0 && `, after ${practice} for practice`}.
                    </span>
                  </p>
                  {instructions.trim() !== '' && (
                    <details>
                      <summary>
                        Instructions<span class="unseen"> for {kindWords[kind].name}</span>
                      </summary>
                      <PlainText text={instructions} />
                    </details>
                  )}
                </div>
              ))}
              <p>
                <b>{timeWords(tasks)}</b> You can stop at any time: answers are saved one by one, and this link brings
                you back.
              </p>
            </div>
          </section>
          <section class="card" aria-labelledby="start">
            <h2 id="start">Before you begin</h2>
            {consent.text === '' ? null : <PlainText text={consent.text} />}
            {button(consent.text === '' ? 'Start' : 'I agree and start')}
          </section>
        </>
      );
  }
}

function Obstacle({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="card" aria-labelledby="state">
      <h2 id="state">{title}</h2>
      {children}
    </section>
  );
}

const sumOf = (tasks: readonly EnrolmentTask[], of: (task: EnrolmentTask) => number): number =>
  tasks.reduce((sum, task) => sum + of(task), 0);

function progressWords(tasks: readonly EnrolmentTask[]): string {
  const total = sumOf(tasks, (task) => task.total);
  const done = sumOf(tasks, (task) => task.done);
  return total > 0 ? `You have done ${done} of ${counted(total, 'assignment')}.` : '';
}

/** Long times are not known to the minute. */
function timeWords(tasks: readonly EnrolmentTask[]): string {
  const minutes = Math.max(1, Math.round(sumOf(tasks, ({ seconds }) => seconds) / 60));
  const rounded = minutes <= 10 ? minutes : 5 * Math.round(minutes / 5);
  const from = tasks.every(({ isMeasured }) => isMeasured)
    ? 'going by those who take part already'
    : 'going by the number of words';
  return `About ${counted(rounded, 'minute')}, ${from}.`;
}

/** Whether the same request may succeed later. */
const mayPass = (error: unknown): boolean =>
  error instanceof LostConnection || (error instanceof Refusal && error.isPassing);
