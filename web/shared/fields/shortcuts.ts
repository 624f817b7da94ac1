/** Single-key shortcuts that work anywhere on an assignment, unless the judge is typing or has turned them off. */
import { useListener } from '../useListener.ts';

export function useShortcuts(wanted: boolean, act: (event: KeyboardEvent) => void): void {
  useListener(document, 'keydown', (event) => {
    if (!wanted || event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isWriting(event.target) || document.querySelector('dialog[open]')) return;
    act(event);
  });
}

/** Whether keys go into a text or a choice. */
export function isWriting(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'range'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
