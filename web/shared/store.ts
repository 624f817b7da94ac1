/** What a page knows, read by its parts, which are told of changes. */
import { useLayoutEffect, useReducer } from 'preact/hooks';

export class Store {
  readonly #listeners = new Set<() => void>();

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Draws the component again whenever the store changes. */
export function useStore(store: Store): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // Not a plain effect: those run after the page is painted, and what changes before that would be missed.
  useLayoutEffect(() => store.subscribe(() => redraw(undefined)), [store]);
}
