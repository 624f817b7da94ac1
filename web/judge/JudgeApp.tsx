/** The judges' app: a header that shows whether answers were sent, and the page that the address names. */
import { useEffect, useState } from 'preact/hooks';
import { counted } from '../shared/counted.ts';
import { focusHeading } from '../shared/browser.ts';
import { useStore } from '../shared/store.ts';
import { useListener } from '../shared/useListener.ts';
import { AssignmentPage } from './AssignmentPage.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { HomePage, InstructionsPage } from './HomePage.tsx';
import { type JudgeStore, pageTitle } from './judgeStore.ts';
import { type Route, readRoute, routeHash } from './route.ts';
import { useShortcuts } from '../shared/fields/shortcuts.ts';
import { kindWords } from '../shared/fields/words.ts';

export function JudgeApp({ store }: { readonly store: JudgeStore }) {
  useStore(store);
  const [route, setRoute] = useState(() => readRoute(location.hash));
  const [isHelping, setHelping] = useState(false);
  const isReady = store.home?.consent.given === true;

  useListener(window, 'hashchange', () => {
    setRoute(readRoute(location.hash));
    scrollTo(0, 0);
    focusHeading();
  });
  useEffect(() => {
    const allowed = isReady ? allowedRoute(store, route) : route;
    if (routeHash(allowed) !== routeHash(route)) location.replace(routeHash(allowed));
  }, [routeHash(route), isReady]);
  const title = titleOf(store, route);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useShortcuts(store.shortcuts, (event) => {
    if (event.key === '?') setHelping(true);
  });

  return (
    <>
      <header class="top">
        {route.page === 'home' || !isReady ? (
          <span class="brand">Judging translations</span>
        ) : (
          <a class="brand" href={routeHash({ page: 'home' })}>
            All tasks
          </a>
        )}
        <SendingState store={store} />
        <button type="button" class="quiet" onClick={() => setHelping(true)}>
          Shortcuts <kbd aria-hidden="true">?</kbd>
        </button>
      </header>
      <main>
        <CurrentPage store={store} route={route} />
      </main>
      <p class="unseen" role="status">
        {store.said}
      </p>
      {isHelping && <HelpDialog store={store} close={() => setHelping(false)} />}
    </>
  );
}

function CurrentPage({ store, route }: { readonly store: JudgeStore; readonly route: Route }) {
  const { home, problem } = store;
  if (store.erased)
    return (
      <>
        <h1 tabIndex={-1}>Your data is erased</h1>
        <p class="ask">
          Your answers are erased from this browser and from the server. You can close this page. Thank you for your
          time.
        </p>
      </>
    );
  if (problem?.ended)
    return (
      <>
        <h1 tabIndex={-1}>Open your personal link again</h1>
        <p class="ask">{problem.message}</p>
        <p>Your answers are saved.</p>
      </>
    );
  if (!home)
    return problem ? (
      <>
        <h1 tabIndex={-1}>No connection</h1>
        <p class="ask" role="alert">
          {problem.message} Retrying automatically.
        </p>
        <div class="actions">
          <button type="button" onClick={() => void store.loadHome()}>
            Retry now
          </button>
        </div>
      </>
    ) : (
      <>
        <h1 tabIndex={-1}>Judging translations</h1>
        <p class="loading">Loading…</p>
      </>
    );
  const task = route.page === 'home' ? undefined : store.task(route.kind);
  if (route.page === 'home' || !task || !home.consent.given) return <HomePage store={store} home={home} />;
  if (route.page === 'instructions') return <InstructionsPage key={route.kind} store={store} task={task} />;
  return <AssignmentPage key={route.id} store={store} task={task} id={route.id} />;
}

/** Shows whether the server has all answers. */
function SendingState({ store }: { readonly store: JudgeStore }) {
  const { outbox } = store;
  const waiting = outbox.waiting().filter(({ refused }) => refused === undefined).length;
  const refused = outbox.waiting().length - waiting;
  const answers = counted(waiting, 'answer');
  const [state, words] =
    waiting > 0 && outbox.trouble?.kind === 'session'
      ? ['trouble', `${answers} saved in this browser. ${outbox.trouble.message}`]
      : waiting > 0 && !outbox.safe
        ? ['trouble', `${answers} not sent yet. Keep this page open.`]
        : waiting > 0 && outbox.trouble
          ? ['trouble', `${answers} saved in this browser, waiting to be sent.`]
          : waiting > 0
            ? ['sending', 'Sending…']
            : refused > 0
              ? ['trouble', `${counted(refused, 'answer')} rejected. See “All tasks”.`]
              : ['sent', store.home?.consent.given ? 'All answers sent' : ''];
  return (
    <p class={`state ${state}`} role="status">
      {words}
    </p>
  );
}

/** Judges cannot skip: an address after the first open assignment leads to that assignment. */
function allowedRoute(store: JudgeStore, route: Route): Route {
  if (route.page === 'home') return route;
  const task = store.task(route.kind);
  if (!task) return { page: 'home' };
  if (route.page === 'instructions') return route;
  const place = task.assignments.findIndex(({ id }) => id === route.id);
  if (place < 0) return { page: 'home' };
  const first = store.firstOpen(task);
  const firstPlace = task.assignments.findIndex(({ id }) => id === first);
  return first !== undefined && place > firstPlace ? { ...route, id: first } : route;
}

function titleOf(store: JudgeStore, route: Route): string {
  const title = store.home?.title ?? 'Judging translations';
  const task = route.page === 'home' ? undefined : store.task(route.kind);
  if (route.page === 'home' || !task) return title;
  if (route.page === 'instructions') return `${kindWords[route.kind].name}: instructions`;
  return pageTitle(task, route.id);
}
