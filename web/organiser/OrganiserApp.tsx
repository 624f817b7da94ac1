/** The organiser's app: how the campaign stands, kept up to date, and what can be done about it. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { LiveCampaign } from '../../src/server/wire.ts';
import { useStore } from '../shared/store.ts';
import { ActionDialogs } from './ActionDialogs.tsx';
import { CommentsSection } from './CommentsSection.tsx';
import { DownloadsSection } from './DownloadsSection.tsx';
import { AcceptabilitySection, AgreementSection, PlacesSection, RankingSection } from './FigureSections.tsx';
import { JudgesSection } from './JudgesSection.tsx';
import { NewLinks } from './NewLinks.tsx';
import { Overview } from './Overview.tsx';
import { TasksSection } from './TasksSection.tsx';
import type { Ask, Asked } from './asked.ts';
import type { CampaignStore } from './campaignStore.ts';
import { clockText } from './words.ts';

export function OrganiserApp({ store }: { readonly store: CampaignStore }): JSX.Element {
  useStore(store);
  const [asked, setAsked] = useState<Asked>();
  const { live, trouble } = store;
  /** Where the focus goes when the dialog is gone, if not back to where it came from. */
  const next = useRef<string>(undefined);
  const title = live ? `${live.title}: organiser` : 'Organiser';
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (asked) return;
    const aim = next.current;
    next.current = undefined;
    // What was pressed may be gone: a task that is closed for good has no button.
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
          <Ended message={trouble.message} />
        ) : live ? (
          <Campaign store={store} live={live} ask={setAsked} />
        ) : (
          <>
            <h1 tabIndex={-1}>Organiser</h1>
            {trouble ? (
              <p class="notice">{trouble.message} It is tried again by itself.</p>
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
          // A dialog that is replaced tells of its end, too, when the next one is there.
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

function LiveState({ store: { live, trouble, paused } }: { readonly store: CampaignStore }): JSX.Element {
  const at = live && <time dateTime={live.generatedAt}>{clockText(live.generatedAt)}</time>;
  if (!at) return <p class="state" />;
  if (trouble) return <p class="state trouble">No connection; this is how it stood at {at}</p>;
  return paused ? <p class="state trouble">Paused; this is how it stood at {at}</p> : <p class="state">As of {at}</p>;
}

function Ended({ message }: { readonly message: string }): JSX.Element {
  return (
    <>
      <h1 tabIndex={-1}>Please open your link again</h1>
      <p class="ask">{message}</p>
    </>
  );
}

interface CampaignProps {
  readonly store: CampaignStore;
  readonly live: LiveCampaign;
  readonly ask: Ask;
}

function Campaign({ store, live, ask }: CampaignProps): JSX.Element {
  const { title, task, frozen } = live;
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        <p>
          {task !== '' && <bdi class="tag">{task}</bdi>}
          <span class={frozen ? 'tag frozen' : 'tag open'}>{frozen ? 'Frozen' : 'Open'}</span>
        </p>
      </div>
      {store.newLinks.length > 0 && <NewLinks store={store} />}
      {frozen && <p class="notice">The campaign is frozen: no answers are taken until you thaw it.</p>}
      {live.problems.map((problem) => (
        <p key={problem} class="notice">
          {problem}
        </p>
      ))}
      <Overview live={live} />
      <div class="actions">
        <button type="button" class="secondary" onClick={() => ask({ what: frozen ? 'thaw' : 'freeze' })}>
          {frozen ? 'Thaw…' : 'Freeze…'}
        </button>
        <button type="button" class="secondary" onClick={() => ask({ what: 'extend' })}>
          Extend…
        </button>
        <button type="button" class="secondary" onClick={() => ask({ what: 'add-judges' })}>
          Add judges…
        </button>
        <button type="button" class="secondary" onClick={() => ask({ what: 'organisers' })}>
          Organisers’ links…
        </button>
      </div>
      <nav aria-label="Sections">
        <ul class="contents">
          {sections.map(([id, name]) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      <TasksSection live={live} ask={ask} />
      <JudgesSection live={live} ask={ask} />
      <RankingSection live={live} />
      <AgreementSection live={live} />
      <AcceptabilitySection live={live} />
      <PlacesSection live={live} />
      <CommentsSection live={live} />
      <DownloadsSection live={live} />
    </>
  );
}

const sections = [
  ['tasks', 'Tasks'],
  ['judges', 'Judges'],
  ['ranking', 'Ranking'],
  ['agreement', 'Agreement'],
  ['acceptability', 'Acceptability'],
  ['places', 'Places'],
  ['comments', 'Comments'],
  ['downloads', 'Downloads'],
] as const;
