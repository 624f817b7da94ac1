/** Asks before something changes; what the server says against it is shown, and the dialog stays. */
import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Dialog } from '../shared/Dialog.tsx';

interface ActionDialogProps {
  readonly title: string;
  /** What is done, on the button that does it. */
  readonly action: string;
  readonly act: () => Promise<unknown>;
  /** When it was done. */
  readonly done: () => void;
  /** When it is not to be done. */
  readonly cancel: () => void;
  /** Taking something away looks different. */
  readonly takesAway?: boolean;
  readonly children: ComponentChildren;
}

export function ActionDialog(props: ActionDialogProps): JSX.Element {
  const { title, action, act, done, cancel, takesAway = false, children } = props;
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isShown = useRef(true);
  /** Once: a dialog that goes tells of its end again. */
  const leave = (by: () => void): void => {
    if (isShown.current) by();
    isShown.current = false;
  };
  const run = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (working) return;
    setWorking(true);
    setProblem(undefined);
    try {
      await act();
      leave(done);
    } catch (error) {
      setProblem((error as Error).message);
      setWorking(false);
    }
  };
  return (
    <Dialog title={title} close={() => leave(cancel)}>
      <form class="asking" onSubmit={(event) => void run(event)}>
        {children}
        <p class="missing" role="alert">
          {problem}
        </p>
        <div class="actions">
          <button type="button" class="secondary" onClick={() => leave(cancel)}>
            Cancel
          </button>
          <button type="submit" class={takesAway ? 'danger' : undefined} aria-disabled={working}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
