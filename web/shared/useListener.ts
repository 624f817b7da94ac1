/** Listens to an event while the component is there, and at once, so that nothing that happens before the page is painted is missed. */
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
