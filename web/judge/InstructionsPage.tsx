/** What the organiser tells judges of a task, and the way into it. */
import type { JSX } from 'preact';
import { PlainText } from '../shared/PlainText.tsx';
import { counted } from '../shared/counted.ts';
import type { JudgeStore, JudgeTask } from './judgeStore.ts';
import { routeHash } from './route.ts';
import { kindWords } from './words.ts';

export function InstructionsPage({
  store,
  task,
}: {
  readonly store: JudgeStore;
  readonly task: JudgeTask;
}): JSX.Element {
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
            The first {counted(practice, 'sentence is', 'sentences are')} for practice: you are told how your answers
            compare with what was expected.
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
