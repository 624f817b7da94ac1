/** The organiser's app: the live state of the campaign, and the actions that change it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { LiveCampaign } from '../../src/server/wire.ts';
import { useStore } from '../shared/store.ts';
import { useListener } from '../shared/useListener.ts';
import { ActionDialogs } from './ActionDialogs.tsx';
import { AnswersSection } from './AnswersSection.tsx';
import { JudgesSection } from './JudgesSection.tsx';
import { NewLinks } from './NewLinks.tsx';
import { TextsSection } from './TextsSection.tsx';
import * as sections from './Sections.tsx';
import type { Ask, Asked } from './asked.ts';
import type { CampaignStore } from './campaignStore.ts';
import { clockText } from './words.ts';

export function OrganiserApp({ store }: { readonly store: CampaignStore }) {
  useStore(store);
  const [asked, setAsked] = useState<Asked>();
  const { live, trouble } = store;
  /** Gets the focus when the dialog closes, if not the element that had it before. */
  const next = useRef<string>(undefined);
  const title = live ? `${live.title}: organiser` : 'Organiser';
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (asked) return;
    const aim = next.current;
    next.current = undefined;
    // The button that was pressed may be gone: a task that is closed for good has none.
    if (aim !== undefined) document.getElementById(aim)?.focus();
    else if (live && document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, [asked]);

  return (
    <>
      <header class="top wide">
        <span class="brand">Organiser</span>
        <LiveState store={store} />
        <button type="button" class="quiet" onClick={() => void store.refresh()}>
          Update now
        </button>
        <button type="button" class="quiet" aria-pressed={store.paused} onClick={() => store.pause(!store.paused)}>
          Pause updates
        </button>
      </header>
      <main class="wide">
        {trouble?.ended ? (
          <>
            <h1 tabIndex={-1}>Open your personal link again</h1>
            <p class="ask">{trouble.message}</p>
          </>
        ) : live ? (
          <Campaign store={store} live={live} ask={setAsked} />
        ) : (
          <>
            <h1 tabIndex={-1}>Organiser</h1>
            {trouble ? (
              <p class="notice">{trouble.message} Retrying automatically.</p>
            ) : (
              <p class="loading">Loading…</p>
            )}
          </>
        )}
      </main>
      <p class="said" role="status">
        {store.said}
      </p>
      {live && asked && !trouble?.ended && (
        <ActionDialogs
          key={JSON.stringify(asked)}
          store={store}
          live={live}
          asked={asked}
          ask={setAsked}
          // A replaced dialog also fires its close event, when the next one is already open.
          close={(aim) =>
            setAsked((now) => {
              if (now !== asked) return now;
              next.current = aim;
              return undefined;
            })
          }
        />
      )}
    </>
  );
}

function LiveState({ store: { live, trouble, paused } }: { readonly store: CampaignStore }) {
  const at = live && <time dateTime={live.generatedAt}>{clockText(live.generatedAt)}</time>;
  if (!at) return <p class="state" />;
  if (trouble) return <p class="state trouble">No connection. Last update: {at}</p>;
  return paused ? <p class="state trouble">Paused. Last update: {at}</p> : <p class="state">Updated {at}</p>;
}

interface CampaignProps {
  readonly store: CampaignStore;
  readonly live: LiveCampaign;
  readonly ask: Ask;
}

function Campaign({ store, live, ask }: CampaignProps) {
  const { title, task, frozen } = live;
  const [tab, setTab] = useState(tabNow);
  useListener(window, 'hashchange', () => setTab(tabNow()));
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        <p>
          {task !== '' && <bdi class="tag">{task}</bdi>}
          <span class={frozen ? 'tag frozen' : 'tag open'}>{frozen ? 'Paused' : 'Open'}</span>
        </p>
      </div>
      {store.newLinks.length > 0 && <NewLinks store={store} />}
      {frozen && <p class="notice">Judging is paused. Judges cannot submit answers until you resume.</p>}
      {live.problems.map((problem) => (
        <p key={problem} class="notice">
          {problem}
        </p>
      ))}
      <sections.Overview live={live} />
      <div class="actions">
        {actions(frozen).map(([what, words], i) => (
          <button key={i} type="button" class="secondary" onClick={() => ask({ what })}>
            {words}…
          </button>
        ))}
      </div>
      <nav aria-label="Sections">
        <ul class="tabs">
          {tabs.map(([id, name]) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={id === tab ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {tab === 'progress' && <sections.TasksSection live={live} ask={ask} />}
      {tab === 'judges' && <JudgesSection live={live} ask={ask} />}
      {tab === 'answers' && <AnswersSection live={live} />}
      {tab === 'results' && <sections.ResultsSections live={live} />}
      {tab === 'comments' && <sections.CommentsSection live={live} />}
      {tab === 'texts' && <TextsSection store={store} live={live} />}
      {tab === 'downloads' && <sections.DownloadsSection live={live} />}
    </>
  );
}

const tabs = [
  ['progress', 'Progress'],
  ['judges', 'Judges'],
  ['answers', 'Answers'],
  ['results', 'Results'],
  ['comments', 'Comments'],
  ['texts', 'Texts'],
  ['downloads', 'Downloads'],
] as const;

/** The tab that the address names. */
const tabNow = (): (typeof tabs)[number][0] => tabs.find(([id]) => `#${id}` === location.hash)?.[0] ?? 'progress';

const actions = (frozen: boolean) =>
  [
    [frozen ? 'thaw' : 'freeze', frozen ? 'Resume judging' : 'Pause judging'],
    ['extend', 'Extend'],
    ['add-judges', 'Add judges'],
    ['organisers', 'Organisers’ links'],
  ] as const;
