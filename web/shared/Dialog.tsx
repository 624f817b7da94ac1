/** A modal dialog: takes the focus, gives it back, closes with Escape. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  /** As wide as the window. */
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

export function Dialog({ title, close, wide = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Runs at once: a key pressed right after must go to the dialog, not to the page.
  useLayoutEffect(() => {
    const dialog = element.current!;
    const before = document.activeElement;
    dialog.showModal();
    // Not its first button: screen readers announce the title, and a long dialog does not scroll to its end.
    dialog.querySelector('h2')!.focus();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog ref={element} class={wide ? 'wide' : undefined} aria-labelledby={id} onCancel={close} onClose={close}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
