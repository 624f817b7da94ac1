/** What there is to say about the session: that it is back, that it is not kept, and questions before something is lost. */
import { Dialog } from '../shared/Dialog.tsx';
import type { StudioStore } from './studioStore.ts';

export function SessionLine({ store }: { readonly store: StudioStore }) {
  const { notice, unkept, question } = store;
  return (
    <>
      <div class="session" role={notice?.isProblem ? 'alert' : 'status'}>
        {notice && (
          <p class={notice.isProblem ? 'session-problem' : undefined}>
            <span>{notice.text}</span>{' '}
            {notice.action && (
              <button type="button" class="quiet" onClick={() => notice.action!.run()}>
                {notice.action.title}
              </button>
            )}
            <button type="button" class="quiet" onClick={() => store.say(undefined)}>
              Close<span class="unseen"> this message</span>
            </button>
          </p>
        )}
        {unkept !== undefined && <p>{unkept}</p>}
      </div>
      {question && (
        <Dialog key={question.title} title={question.title} close={() => question.answer(false)}>
          <p>{question.text}</p>
          <p class="buttons">
            <button type="button" class="main" onClick={() => question.answer(true)}>
              {question.yes}
            </button>
            <button type="button" onClick={() => question.answer(false)}>
              Cancel
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
}
