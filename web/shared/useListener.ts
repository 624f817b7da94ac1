/** Listens to an event while the component is mounted. It starts at once, to miss nothing that happens before the page is painted. */
import { useLayoutEffect } from 'preact/hooks';

export function useListener<Type extends keyof WindowEventMap>(
  target: EventTarget,
  type: Type,
  listen: (event: WindowEventMap[Type]) => void,
): void {
  useLayoutEffect(() => {
    target.addEventListener(type, listen as EventListener);
    return () => target.removeEventListener(type, listen as EventListener);
  });
}
