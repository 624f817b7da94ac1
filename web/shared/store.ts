/** The state of a page. Its parts read it and subscribe to changes. */
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
  // Not a plain effect: those run after the page is painted and would miss earlier changes.
  useLayoutEffect(() => store.subscribe(() => redraw(undefined)), [store]);
}
