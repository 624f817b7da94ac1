/** New links for the organiser to send out. They are stored nowhere else, so they stay on the page until the organiser has saved them. */
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
      // Pages loaded over plain HTTP have no clipboard.
      await navigator.clipboard.writeText(text);
      store.say(`${what} copied.`);
    } catch {
      field?.focus();
      field?.select();
      store.say('The browser does not let this page copy. Select the links and copy them yourself.');
    }
  };
  return (
    <section class="card live new-links" aria-labelledby={newLinksId}>
      <h2 id={newLinksId} tabIndex={-1}>
        {newLinks.length === 1 ? 'A new link' : 'New links'}
      </h2>
      <p>
        <strong>
          Copy {newLinks.length === 1 ? 'it' : 'them'} now: the server does not store links, and they will not be shown
          again.
        </strong>{' '}
        Anyone with a link can sign in with it, so send each link privately to one person.
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
                  void copy(addressOf(link), `Link for ${holder}`, list.current?.querySelectorAll('input')[i])
                }
              >
                Copy<span class="unseen"> the link for {holder}</span>
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
          I have saved them
        </button>
      </div>
    </section>
  );
}

const holderOf = ({ role, judge }: MadeLink): string => (role === 'judge' ? judge! : 'organiser');
/** Judges use the same address as this page. */
const addressOf = ({ path }: MadeLink): string => location.origin + path;
