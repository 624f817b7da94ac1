/** All that changes a campaign, each with what it means before it is done. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { counted } from '../../src/core/errors.ts';
import type { TaskKind } from '../../src/human/index.ts';
import type { Planned } from '../../src/server/wire.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { ExtendDialog } from './ExtendDialog.tsx';
import { JudgeDialog, OrganisersDialog } from './JudgeDialog.tsx';
import { newLinksId } from './NewLinks.tsx';
import type { Asked, DialogProps, Link } from './asked.ts';
import { taskNames } from './words.ts';

export function ActionDialogs({ asked, ...common }: DialogProps & { readonly asked: Asked }): JSX.Element {
  switch (asked.what) {
    case 'freeze':
    case 'thaw':
      return <FreezeDialog {...common} freezes={asked.what === 'freeze'} />;
    case 'open':
      return <OpenDialog {...common} kind={asked.kind} />;
    case 'close':
      return <CloseDialog {...common} kind={asked.kind} />;
    case 'extend':
      return <ExtendDialog {...common} />;
    case 'add-judges':
      return <AddJudgesDialog {...common} />;
    case 'judge':
      return <JudgeDialog {...common} judge={asked.judge} />;
    case 'exclude':
    case 'include':
      return <CountingDialog {...common} judge={asked.judge} excludes={asked.what === 'exclude'} />;
    case 'organisers':
      return <OrganisersDialog {...common} />;
    case 'revoke':
      return <RevokeDialog {...common} link={asked.link} />;
  }
}

function FreezeDialog({ store, close, freezes }: DialogProps & { readonly freezes: boolean }): JSX.Element {
  return freezes ? (
    <ActionDialog
      title="Freeze the campaign?"
      action="Freeze"
      act={() => store.change('freeze', {}, () => 'The campaign is frozen.')}
      done={close}
      cancel={close}
    >
      <p>
        No answers are taken until you thaw it. Judges see that the campaign is paused, and what they are writing stays
        in their browsers.
      </p>
    </ActionDialog>
  ) : (
    <ActionDialog
      title="Thaw the campaign?"
      action="Thaw"
      act={() => store.change('thaw', {}, () => 'The campaign is open again.')}
      done={close}
      cancel={close}
    >
      <p>Answers to all tasks that are open are taken again.</p>
    </ActionDialog>
  );
}

function OpenDialog({ store, close, kind }: DialogProps & { readonly kind: TaskKind }): JSX.Element {
  const name = taskNames[kind].toLowerCase();
  return (
    <ActionDialog
      title={`Open ${name}?`}
      action="Open"
      act={() => store.change('open', { task: kind }, () => `${taskNames[kind]} is open.`)}
      done={close}
      cancel={close}
    >
      <p>Judges can answer this task again, from where they stopped, and correct what they answered.</p>
    </ActionDialog>
  );
}

function CloseDialog({ store, live, close, kind }: DialogProps & { readonly kind: TaskKind }): JSX.Element {
  const name = taskNames[kind];
  const { done, total } = live.kinds.find((each) => each.kind === kind)!;
  const beginsAccepting = kind === 'edit' && live.kinds.some((each) => each.kind === 'accept');
  const words = ({ assignments }: Planned): string =>
    `${name} is closed.${assignments > 0 ? ` Accepting has begun, with ${counted(assignments, 'assignment')}.` : ''}`;
  return (
    <ActionDialog
      title={`Close ${name.toLowerCase()}?`}
      action="Close"
      act={() => store.change('close', { task: kind }, words)}
      done={close}
      cancel={close}
      takesAway={beginsAccepting}
    >
      <p>
        {done} of {total} are answered. No more answers to this task are taken.
      </p>
      {beginsAccepting ? (
        <p class="notice">
          Accepting then starts: who judges whose edit is planned now, from the edits there are. If there are any,
          editing cannot be opened again, since judges will have met the references.
        </p>
      ) : (
        <p>You can open it again.</p>
      )}
    </ActionDialog>
  );
}

function AddJudgesDialog({ store, close }: DialogProps): JSX.Element {
  const [count, setCount] = useState('1');
  return (
    <ActionDialog
      title="Add judges"
      action="Add"
      act={() => store.addJudges(Number(count))}
      done={() => close(newLinksId)}
      cancel={close}
    >
      <p>
        Each gets a pseudonym, a list of assignments of the open tasks, and a secret link. The links are shown once, on
        the next page you see: have a place ready to put them.
      </p>
      <div class="field">
        <label for="count">How many judges</label>
        <input
          id="count"
          type="number"
          min={1}
          max={1000}
          step={1}
          required
          value={count}
          onInput={(event) => setCount(event.currentTarget.value)}
        />
      </div>
    </ActionDialog>
  );
}

interface CountingDialogProps extends DialogProps {
  readonly judge: string;
  readonly excludes: boolean;
}

/** Whether a judge's answers count. */
function CountingDialog({ store, live, ask, close, judge, excludes }: CountingDialogProps): JSX.Element {
  const [reason, setReason] = useState('');
  const before = live.judges.find((each) => each.judge === judge)?.excluded;
  const said = excludes ? `${judge} is excluded.` : `${judge} counts again.`;
  return (
    <ActionDialog
      title={excludes ? `Exclude ${judge}?` : `Count ${judge} again?`}
      action={excludes ? 'Exclude' : 'Count again'}
      act={() => store.change(excludes ? 'exclude' : 'include', { judge, reason: reason.trim() }, () => said)}
      done={close}
      cancel={() => ask({ what: 'judge', judge })}
      takesAway={excludes}
    >
      {excludes ? (
        <p>
          What {judge} answered is left out of all figures and exports. It stays in the journal, {judge} is told nothing
          and can go on, and you can take it back at any time.
        </p>
      ) : (
        <p>
          What {judge} answered counts in all figures and exports again.
          {before !== undefined && (
            <>
              {' '}
              The reason for excluding was: <bdi>{before}</bdi>
            </>
          )}
        </p>
      )}
      <div class="field">
        <label for="reason">Reason (required)</label>
        <textarea
          id="reason"
          rows={2}
          maxLength={1000}
          required
          value={reason}
          onInput={(event) => {
            const { currentTarget: field } = event;
            field.setCustomValidity(field.value.trim() === '' ? 'Please say why.' : '');
            setReason(field.value);
          }}
        />
        <p class="hint">It is kept in the journal and stands in the notes of every report.</p>
      </div>
    </ActionDialog>
  );
}

function RevokeDialog({ store, ask, close, link }: DialogProps & { readonly link: Link }): JSX.Element {
  const { hash, judge } = link;
  return (
    <ActionDialog
      title={judge === undefined ? 'Revoke a link of an organiser?' : `Revoke a link of ${judge}?`}
      action="Revoke"
      act={() => store.change('revoke-link', { hash }, () => 'The link is revoked.')}
      done={close}
      cancel={() => ask(judge === undefined ? { what: 'organisers' } : { what: 'judge', judge })}
      takesAway
    >
      <p>
        Nobody can come in by the link <code>{hash.slice(0, 8)}…</code> any more, and who came by it is out at once.
        Answers stay. You can make a new link at any time.
      </p>
    </ActionDialog>
  );
}
