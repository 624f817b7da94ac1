/** A view whose code is loaded when it is first shown. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { StudioStore } from './studioStore.ts';

interface Shown {
  readonly store: StudioStore;
}

/** The heading is there at once, and keeps the focus that it is given. */
export function lazily(heading: string, load: () => Promise<ComponentType<Shown>>): ComponentType<Shown> {
  let loaded: ComponentType<Shown> | undefined;
  return function Lazy({ store }) {
    const [View, setView] = useState(() => loaded);
    const [problem, setProblem] = useState<string>();
    useEffect(() => {
      if (View) return;
      load().then(
        (view) => {
          loaded = view;
          setView(() => view);
        },
        (error: Error) => setProblem(error.message),
      );
    }, []);
    return (
      <>
        <h1 tabIndex={-1}>{heading}</h1>
        {View ? (
          <View store={store} />
        ) : problem === undefined ? (
          <p class="muted">Loading…</p>
        ) : (
          <p class="warning" role="alert">
            <strong>Cannot load this view:</strong> {problem} Reload the page.
          </p>
        )}
      </>
    );
  };
}
