/** Single keys that work anywhere on an assignment, unless the judge is writing or has turned them off. */
import { useLayoutEffect } from 'preact/hooks';

export function useShortcuts(wanted: boolean, act: (event: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    if (!wanted) return;
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isWriting(event.target) || document.querySelector('dialog[open]')) return;
      act(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}

function isWriting(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'range'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
