/** The frame of Studio: its views, where files can be dropped, and what is being done. */
import type { ComponentType } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useStore } from '../shared/store.ts';
import { useListener } from '../shared/useListener.ts';
import { placeOf } from './address.ts';
import { droppedFiles } from './droppedFiles.ts';
import { lazily } from './Lazy.tsx';
import { SessionLine } from './SessionLine.tsx';
import { openFiles } from './sessionActions.ts';
import type { StudioStore } from './studioStore.ts';
import type { ViewProps } from './viewProps.ts';
import { AnswerView } from './views/AnswerView.tsx';
import { FilesView } from './views/FilesView.tsx';
import { hasPeople } from './views/peopleFiles.ts';
import { WhereView } from './views/WhereView.tsx';

interface ViewEntry {
  readonly title: string;
  readonly shows: ComponentType<ViewProps>;
  /** Whether there is something to show. */
  readonly isReady: (store: StudioStore) => boolean;
}

const hasFiles = ({ files }: StudioStore): boolean => files.length > 0;
const hasTexts = ({ request }: StudioStore): boolean => request !== undefined;

/** In the order in which they are needed; each is found under its name in the address. */
const views: Readonly<Record<string, ViewEntry>> = {
  files: { title: 'Files', shows: FilesView, isReady: () => true },
  answer: { title: 'Answer', shows: AnswerView, isReady: hasTexts },
  where: {
    title: 'Where',
    shows: WhereView,
    isReady: (store) => hasTexts(store) && (store.loaded?.systems.length ?? 2) > 1,
  },
  why: {
    title: 'Why',
    shows: lazily('Why these scores', async () => (await import('./views/WhyView.tsx')).WhyView),
    isReady: hasTexts,
  },
  people: {
    title: 'People',
    shows: lazily('What people say', async () => (await import('./views/PeopleView.tsx')).PeopleView),
    isReady: hasPeople,
  },
  paradoxes: {
    title: 'Paradoxes',
    shows: lazily('Three paradoxes of BLEU', async () => (await import('./views/ParadoxView.tsx')).ParadoxView),
    isReady: () => true,
  },
  keep: {
    title: 'Keep',
    shows: lazily('Keep the results', async () => (await import('./views/KeepView.tsx')).KeepView),
    isReady: hasFiles,
  },
};

/** The view that an address names. */
function viewOf(hash: string): string {
  const { view } = placeOf(hash);
  return Object.hasOwn(views, view) ? view : 'files';
}

export function App({ store }: ViewProps) {
  useStore(store);
  const [view, setView] = useState(() => viewOf(location.hash));
  const [isOver, setOver] = useState(false);
  const shown = useRef<string | undefined>(undefined);
  const follow = (): void => {
    const next = viewOf(location.hash);
    // A link within a view leads to a part of it.
    const isPart = !Object.hasOwn(views, placeOf(location.hash).view) && location.hash.length > 1;
    if (!isPart) setView(next);
  };
  useListener(window, 'hashchange', follow);
  useListener(window, 'popstate', follow);
  useListener(window, 'dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  });
  useListener(window, 'dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false));
  useListener(window, 'drop', (event) => {
    setOver(false);
    if (!event.dataTransfer) return;
    event.preventDefault();
    void droppedFiles(event.dataTransfer).then((files) => openFiles(store, files));
  });
  // A new view begins at its top, and screen readers read its heading.
  useLayoutEffect(() => {
    const heading = document.querySelector<HTMLElement>('#view h1');
    document.title = `${heading?.textContent ?? 'Assay Studio'} – Assay Studio`;
    const isFirst = shown.current === undefined;
    shown.current = view;
    if (isFirst || location.hash.includes('=')) return;
    scrollTo(0, 0);
    heading?.focus({ preventScroll: true });
  }, [view]);

  const { progress } = store;
  const { shows: Shown } = views[view]!;
  return (
    <>
      <a class="skip" href="#view" onClick={skip}>
        Skip to the view
      </a>
      <header class="top">
        <a class="brand" href="#files">
          <img src="icon.svg" alt="" width="24" height="24" /> Assay Studio
        </a>
        {(hasFiles(store) || view !== 'files') && (
          <nav class="views" aria-label="Views">
            <ul>
              {Object.entries(views).map(([name, { title, isReady }]) => (
                <li key={name}>
                  {isReady(store) ? (
                    <a href={`#${name}`} aria-current={name === view ? 'page' : undefined}>
                      {title}
                    </a>
                  ) : (
                    <span aria-disabled="true">{title}</span>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        )}
      </header>
      <div class="doing" data-busy={progress || store.isCancelled ? 'yes' : undefined}>
        {progress && (
          <>
            <progress max={1} value={progress.share} aria-label={progress.text} />
            <span class="doing-text">
              {progress.text}
              {progress.share !== undefined && ` (${Math.floor(100 * progress.share)} %)`}
            </span>
            <button type="button" class="quiet" onClick={() => store.cancel()}>
              Cancel
            </button>
          </>
        )}
        {store.isCancelled && (
          <>
            <span class="doing-text">
              Cancelled.{' '}
              {store.isOutdated ? 'The results are those of earlier settings.' : 'The results are not complete.'}
            </span>
            <button type="button" class="quiet" onClick={() => void store.compute()}>
              Start again
            </button>
          </>
        )}
      </div>
      <p class="unseen" role="status">
        {store.announced}
      </p>
      <SessionLine store={store} />
      <main id="view" tabIndex={-1} class={`view-${view}`}>
        <Shown store={store} />
      </main>
      {isOver && (
        <div class="over" aria-hidden="true">
          <p>Drop the files to add them</p>
        </div>
      )}
    </>
  );
}

/** The address names the view, so the link must not change it. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('view')?.focus();
}
