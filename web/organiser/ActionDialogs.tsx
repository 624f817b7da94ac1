/** The dialogs that change a campaign. Each explains the change before the organiser confirms it. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { counted } from '../../src/core/errors.ts';
import type { TaskKind } from '../../src/human/index.ts';
import type { Planned } from '../../src/server/wire.ts';
import { Dialog } from '../shared/Dialog.tsx';
import { JudgeDialog, OrganisersDialog } from './JudgeDialog.tsx';
import { newLinksId } from './NewLinks.tsx';
import type { Asked, DialogProps, Link } from './asked.ts';
import { taskNames } from './words.ts';

export function ActionDialogs({ asked, ...common }: DialogProps & { readonly asked: Asked }) {
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
    case 'erase':
      return <EraseDialog {...common} judge={asked.judge} />;
    case 'organisers':
      return <OrganisersDialog {...common} />;
    case 'revoke':
      return <RevokeDialog {...common} link={asked.link} />;
  }
}

interface ActionDialogProps {
  readonly title: string;
  /** Label of the button that runs the action. */
  readonly action: string;
  readonly act: () => Promise<unknown>;
  /** Called when the action is done, and also on cancel unless `cancel` is given. */
  readonly close: () => void;
  readonly cancel?: () => void;
  /** Destructive actions have another style. */
  readonly takesAway?: boolean;
  readonly children: ComponentChildren;
}

/** Asks for confirmation. If the server refuses, the dialog stays open and shows why. */
function ActionDialog(props: ActionDialogProps) {
  const { title, action, act, close, cancel = close, takesAway = false, children } = props;
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isShown = useRef(true);
  /** Runs once: a dialog fires its close event again when it is removed. */
  const leave = (by: () => void): void => {
    if (isShown.current) by();
    isShown.current = false;
  };
  const run = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (working) return;
    setWorking(true);
    setProblem(undefined);
    try {
      await act();
      leave(close);
    } catch (error) {
      setProblem((error as Error).message);
      setWorking(false);
    }
  };
  return (
    <Dialog title={title} close={() => leave(cancel)}>
      <form class="asking" onSubmit={(event) => void run(event)}>
        {children}
        <p class="missing" role="alert">
          {problem}
        </p>
        <div class="actions">
          <button type="button" class="secondary" onClick={() => leave(cancel)}>
            Cancel
          </button>
          <button type="submit" class={takesAway ? 'danger' : undefined} aria-disabled={working}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface CountFieldProps {
  readonly id: string;
  readonly label: string;
  readonly most: number;
  readonly value: string;
  readonly set: (value: string) => void;
}

function CountField({ id, label, most, value, set }: CountFieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={1}
        max={most}
        step={1}
        required
        value={value}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </div>
  );
}

function FreezeDialog({ store, close, freezes }: DialogProps & { readonly freezes: boolean }) {
  const action = freezes ? 'Pause' : 'Resume';
  const said = freezes ? 'Judging is paused.' : 'Judging goes on.';
  return (
    <ActionDialog
      title={`${action} judging?`}
      action={action}
      act={() => store.change(freezes ? 'freeze' : 'thaw', {}, () => said)}
      close={close}
    >
      <p>
        {freezes
          ? 'Judges cannot submit answers until you resume. They see that the campaign is paused, and their drafts stay in their browsers.'
          : 'Judges can submit answers to all open tasks again.'}
      </p>
    </ActionDialog>
  );
}

function OpenDialog({ store, close, kind }: DialogProps & { readonly kind: TaskKind }) {
  const name = taskNames[kind].toLowerCase();
  return (
    <ActionDialog
      title={`Open ${name}?`}
      action="Open"
      act={() => store.change('open', { task: kind }, () => `${taskNames[kind]} is open.`)}
      close={close}
    >
      <p>Judges can continue this task where they stopped and correct their answers.</p>
    </ActionDialog>
  );
}

function CloseDialog({ store, live, close, kind }: DialogProps & { readonly kind: TaskKind }) {
  const name = taskNames[kind];
  const { done, total } = live.kinds.find((each) => each.kind === kind)!;
  const beginsAccepting = kind === 'edit' && live.kinds.some((each) => each.kind === 'accept');
  const words = ({ assignments }: Planned): string =>
    `${name} is closed.${assignments > 0 ? ` Accepting has started with ${counted(assignments, 'assignment')}.` : ''}`;
  return (
    <ActionDialog
      title={`Close ${name.toLowerCase()}?`}
      action="Close"
      act={() => store.change('close', { task: kind }, words)}
      close={close}
      takesAway={beginsAccepting}
    >
      <p>
        {done} of {total} assignments are answered. Judges cannot submit more answers to this task.
      </p>
      {beginsAccepting ? (
        <p class="notice">
          Closing this task plans and starts accepting, with the edits made so far. If there are any, you cannot open
          editing again, because judges will have seen the references.
        </p>
      ) : (
        <p>You can open it again.</p>
      )}
    </ActionDialog>
  );
}

/** Plans more assignments, for all judges or some. */
function ExtendDialog({ store, live, close }: DialogProps) {
  const isEditing = live.kinds.some(({ kind, open }) => kind === 'edit' && open);
  // Accepting is planned when editing is closed.
  const offered = live.kinds.filter(({ kind, total }) => kind !== 'accept' || (!isEditing && total > 0));
  const present = live.judges.filter(({ erased }) => !erased);
  const [more, setMore] = useState('10');
  const [kinds, setKinds] = useState<ReadonlySet<TaskKind>>(
    () => new Set(offered.filter(({ open }) => open).map(({ kind }) => kind)),
  );
  const [some, setSome] = useState(false);
  const [judges, setJudges] = useState<ReadonlySet<string>>(new Set());
  const extend = async (): Promise<void> => {
    if (kinds.size === 0) throw new Error('Choose at least one task.');
    if (some && judges.size === 0) throw new Error('Choose at least one judge, or all judges.');
    const wanted = { more: Number(more), kinds: [...kinds], ...(some && { judges: [...judges] }) };
    await store.change<Planned>('extend', wanted, ({ assignments }) =>
      assignments === 0 ? 'Nothing is left to assign.' : `${counted(assignments, 'assignment')} added.`,
    );
  };
  return (
    <ActionDialog title="Extend the campaign" action="Extend" act={extend} close={close}>
      <CountField id="more" label="More assignments for each judge and task" most={10_000} value={more} set={setMore} />
      <fieldset class="choosing">
        <legend>Tasks</legend>
        {offered.map(({ kind, open }) => (
          <label key={kind} class="inline">
            <input type="checkbox" checked={kinds.has(kind)} onChange={() => setKinds(toggled(kinds, kind))} />
            {taskNames[kind]}
            {open ? '' : ' (closed)'}
          </label>
        ))}
      </fieldset>
      <fieldset class="choosing">
        <legend>Judges</legend>
        <label class="inline">
          <input type="radio" name="who" checked={!some} onChange={() => setSome(false)} />
          All included judges
        </label>
        <label class="inline">
          <input type="radio" name="who" checked={some} onChange={() => setSome(true)} />
          Only these
        </label>
        {some && (
          <div class="choosing long">
            {present.map(({ judge, done, total }) => (
              <label key={judge} class="inline">
                <input type="checkbox" checked={judges.has(judge)} onChange={() => setJudges(toggled(judges, judge))} />
                <span>
                  <bdi>{judge}</bdi>, {done} of {total} done
                </span>
              </label>
            ))}
          </div>
        )}
      </fieldset>
    </ActionDialog>
  );
}

function toggled<T>(set: ReadonlySet<T>, item: T): Set<T> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}

function AddJudgesDialog({ store, close }: DialogProps) {
  const [count, setCount] = useState('1');
  return (
    <ActionDialog
      title="Add judges"
      action="Add"
      act={() => store.addJudges(Number(count))}
      close={() => close(newLinksId)}
      cancel={close}
    >
      <p>
        Each new judge gets a pseudonym, assignments for the open tasks, and a secret link. The links are shown once,
        right after you press Add: be ready to save them.
      </p>
      <CountField id="count" label="Number of judges" most={1000} value={count} set={setCount} />
    </ActionDialog>
  );
}

interface CountingDialogProps extends DialogProps {
  readonly judge: string;
  readonly excludes: boolean;
}

/** Excludes a judge's answers from all figures, or includes them again. */
function CountingDialog({ store, live, ask, close, judge, excludes }: CountingDialogProps) {
  const [reason, setReason] = useState('');
  const before = live.judges.find((each) => each.judge === judge)?.excluded;
  const said = excludes ? `${judge} is excluded.` : `${judge} is included again.`;
  return (
    <ActionDialog
      title={excludes ? `Exclude ${judge}?` : `Include ${judge} again?`}
      action={excludes ? 'Exclude' : 'Include again'}
      act={() => store.change(excludes ? 'exclude' : 'include', { judge, reason: reason.trim() }, () => said)}
      close={close}
      cancel={() => ask({ what: 'judge', judge })}
      takesAway={excludes}
    >
      {excludes ? (
        <p>
          All figures and exports will leave out the answers of {judge}. The journal keeps them. {judge} is not notified
          and can continue. You can undo this at any time.
        </p>
      ) : (
        <p>
          All figures and exports will include the answers of {judge} again.
          {before !== undefined && (
            <>
              {' '}
              Reason for the exclusion: <bdi>{before}</bdi>
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
            field.setCustomValidity(field.value.trim() === '' ? 'Enter a reason.' : '');
            setReason(field.value);
          }}
        />
        <p class="hint">The journal keeps the reason, and every report shows it in its notes.</p>
      </div>
    </ActionDialog>
  );
}

/** At the request of a judge who cannot do it, or has lost the link. */
function EraseDialog({ store, ask, close, judge }: DialogProps & { readonly judge: string }) {
  const [typed, setTyped] = useState('');
  const erase = async (): Promise<void> => {
    if (typed.trim() !== judge) throw new Error(`Type ${judge} to confirm.`);
    await store.change('erase', { judge }, () => `${judge} is erased.`);
  };
  return (
    <ActionDialog
      title={`Erase ${judge}?`}
      action="Erase everything"
      act={erase}
      close={close}
      cancel={() => ask({ what: 'judge', judge })}
      takesAway
    >
      <p class="notice">
        This removes all answers, comments and links of {judge} from the journal. It cannot be undone. To leave answers
        out of the figures and keep them, exclude the judge instead.
      </p>
      <div class="field">
        <label for="erased-judge">Type {judge} to confirm</label>
        <input
          id="erased-judge"
          type="text"
          autocomplete="off"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
    </ActionDialog>
  );
}

function RevokeDialog({ store, ask, close, link }: DialogProps & { readonly link: Link }) {
  const { hash, judge } = link;
  return (
    <ActionDialog
      title={judge === undefined ? 'Revoke an organiser’s link?' : `Revoke a link of ${judge}?`}
      action="Revoke"
      act={() => store.change('revoke-link', { hash }, () => 'The link is revoked.')}
      close={close}
      cancel={() => ask(judge === undefined ? { what: 'organisers' } : { what: 'judge', judge })}
      takesAway
    >
      <p>
        The link <code>{hash.slice(0, 8)}…</code> stops working, and everyone who used it is signed out at once. Answers
        are kept. You can create a new link at any time.
      </p>
    </ActionDialog>
  );
}
