/** One judge, or the organisers: what they did, and the links by which they come in. */
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
          caption: 'Answers, practice left out',
          columns: [
            { title: 'task', align: 'left' },
            ...['done', 'of', 'could not say', 'median time'].map((title) => ({ title, align: 'right' }) as const),
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
            Count again…
          </button>
        )}
      </div>
    </Dialog>
  );
}

export function OrganisersDialog(common: DialogProps) {
  const { close } = common;
  return (
    <Dialog title="Organisers’ links" close={() => close()}>
      <p>Whoever comes by such a link sees this page and can do all that you can.</p>
      <Links {...common} />
      <div class="actions">
        <button type="button" class="secondary" onClick={() => close()}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

/** Of a judge, or of organisers if none is named. */
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
          {links.length === 0 && <li>There is no link: nobody can come in.</li>}
          {links.map((link) => (
            <li key={link.hash} class="inline">
              <code>{link.hash.slice(0, 8)}…</code>
              {link.own ? (
                <span class="hint">You came by this one.</span>
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
        What a link is was shown when it was made; here it goes by the beginning of its hash. A new link is shown once,
        and older ones go on working until they are revoked.
      </p>
      <div class="actions">
        <button type="button" class="secondary" aria-disabled={working} onClick={() => void make()}>
          Make a new link
        </button>
      </div>
    </section>
  );
}
