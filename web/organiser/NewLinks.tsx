/** Links that were just made, to be handed on: they are not kept anywhere, so they stay here until the organiser is done with them. */
import { useRef } from 'preact/hooks';
import type { MadeLink } from '../../src/server/wire.ts';
import type { CampaignStore } from './campaignStore.ts';

export const newLinksId = 'new-links';

export function NewLinks({ store }: { readonly store: CampaignStore }) {
  const list = useRef<HTMLUListElement>(null);
  const { newLinks } = store;
  const whole = newLinks.map((link) => `${holderOf(link)}\t${addressOf(link)}`).join('\n');
  const copy = async (text: string, what: string, field?: HTMLInputElement | null): Promise<void> => {
    try {
      // Pages that came without encryption have no clipboard.
      await navigator.clipboard.writeText(text);
      store.say(`${what} copied.`);
    } catch {
      field?.focus();
      field?.select();
      store.say('The browser does not let this page copy: select the links and copy them yourself.');
    }
  };
  return (
    <section class="card live new-links" aria-labelledby={newLinksId}>
      <h2 id={newLinksId} tabIndex={-1}>
        {newLinks.length === 1 ? 'A new link' : 'New links'}
      </h2>
      <p>
        <strong>
          Copy {newLinks.length === 1 ? 'it' : 'them'} now: the server does not keep links, and they are not shown
          again.
        </strong>{' '}
        Whoever has a link can come in by it, so give each to one person only, by a private way.
      </p>
      <ul ref={list}>
        {newLinks.map((link, i) => {
          const holder = holderOf(link);
          return (
            <li key={link.hash}>
              <label for={`link-${i}`}>
                <bdi>{holder}</bdi>
              </label>
              <input
                id={`link-${i}`}
                type="text"
                readOnly
                value={addressOf(link)}
                onFocus={(event) => event.currentTarget.select()}
              />
              <button
                type="button"
                class="secondary"
                onClick={() =>
                  void copy(addressOf(link), `Link of ${holder}`, list.current?.querySelectorAll('input')[i])
                }
              >
                Copy<span class="unseen"> the link of {holder}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <div class="actions">
        {newLinks.length > 1 && (
          <button
            type="button"
            class="secondary"
            onClick={() => void copy(whole, 'All links', list.current?.querySelector('input'))}
          >
            Copy all
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            store.forgetLinks();
            document.querySelector('h1')?.focus();
          }}
        >
          I have them
        </button>
      </div>
    </section>
  );
}

const holderOf = ({ role, judge }: MadeLink): string => (role === 'judge' ? judge! : 'organiser');
/** The reader came by the same address. */
const addressOf = ({ path }: MadeLink): string => location.origin + path;
