/** Details of one judge, and the links of a judge or of the organisers. */
import { useEffect, useState } from 'preact/hooks';
import type { ListedLinks } from '../../src/server/wire.ts';
import { ask as askServer } from '../shared/api.ts';
import { Dialog } from '../shared/Dialog.tsx';
import { newLinksId } from './NewLinks.tsx';
import type { DialogProps, Link } from './asked.ts';
import { ReportTable } from './parts.tsx';
import { secondsText, taskNames } from './words.ts';

export function JudgeDialog({ judge, ...common }: DialogProps & { readonly judge: string }) {
  const { live, ask, close } = common;
  const { excluded, kinds, signs } = live.judges.find((each) => each.judge === judge)!;
  return (
    <Dialog title={judge} close={() => close()}>
      {excluded !== undefined && (
        <p class="notice">
          Excluded: <bdi>{excluded}</bdi>
        </p>
      )}
      {signs.length > 0 && (
        <ul class="plain-list">
          {signs.map(({ text }) => (
            <li key={text} class="warned">
              {text}
            </li>
          ))}
        </ul>
      )}
      <ReportTable
        table={{
          caption: 'Answers, without practice',
          columns: [
            { title: 'task', align: 'left' },
            ...['done', 'of', 'cannot judge', 'median time'].map((title) => ({ title, align: 'right' }) as const),
          ],
          rows: kinds.map(({ kind, done, total, none, medianSeconds }) => [
            taskNames[kind],
            ...[done, total, none].map(String),
            secondsText(medianSeconds),
          ]),
        }}
      />
      <Links {...common} judge={judge} />
      <div class="actions">
        <button type="button" class="secondary" onClick={() => close()}>
          Close
        </button>
        {excluded === undefined ? (
          <button type="button" class="danger" onClick={() => ask({ what: 'exclude', judge })}>
            Exclude…
          </button>
        ) : (
          <button type="button" onClick={() => ask({ what: 'include', judge })}>
            Include again…
          </button>
        )}
        <button type="button" class="danger" onClick={() => ask({ what: 'erase', judge })}>
          Erase…
        </button>
      </div>
    </Dialog>
  );
}

export function OrganisersDialog(common: DialogProps) {
  const { close } = common;
  return (
    <Dialog title="Organisers’ links" close={() => close()}>
      <p>Anyone with an organiser’s link can open this page and do everything that you can.</p>
      <Links {...common} />
      <div class="actions">
        <button type="button" class="secondary" onClick={() => close()}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

/** Links of the judge, or of the organisers if no judge is given. */
function Links({ store, ask, close, judge }: DialogProps & { readonly judge?: string }) {
  const [links, setLinks] = useState<readonly Link[]>();
  const [problem, setProblem] = useState<string>();
  const [working, setWorking] = useState(false);
  useEffect(() => {
    askServer<ListedLinks>('/api/organiser/links').then(
      (listed) =>
        setLinks(
          listed.links.filter((link) => (judge === undefined ? link.role === 'organiser' : link.judge === judge)),
        ),
      (error: Error) => setProblem(error.message),
    );
  }, []);
  const make = async (): Promise<void> => {
    if (working) return;
    setWorking(true);
    try {
      await store.makeLink(judge);
      close(newLinksId);
    } catch (error) {
      setProblem((error as Error).message);
      setWorking(false);
    }
  };
  return (
    <section class="links" aria-labelledby="links">
      <h3 id="links">Links</h3>
      {links && (
        <ul class="plain-list">
          {links.length === 0 && <li>No links: nobody can sign in.</li>}
          {links.map((link) => (
            <li key={link.hash} class="inline">
              <code>{link.hash.slice(0, 8)}…</code>
              {link.own ? (
                <span class="hint">You signed in with this link.</span>
              ) : (
                <button type="button" class="quiet" onClick={() => ask({ what: 'revoke', link })}>
                  Revoke…<span class="unseen"> the link {link.hash.slice(0, 8)}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <p class="missing" role="alert">
        {problem}
      </p>
      <p class="hint">
        Links are shown once, when created; this list shows the start of each hash. Older links work until you revoke
        them.
      </p>
      <div class="actions">
        <button type="button" class="secondary" aria-disabled={working} onClick={() => void make()}>
          Create a new link
        </button>
      </div>
    </section>
  );
}
