/** Further assignments, for all judges or some. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { counted } from '../../src/core/errors.ts';
import type { TaskKind } from '../../src/human/index.ts';
import type { Planned } from '../../src/server/wire.ts';
import { ActionDialog } from './ActionDialog.tsx';
import type { DialogProps } from './asked.ts';
import { taskNames } from './words.ts';

export function ExtendDialog({ store, live, close }: DialogProps): JSX.Element {
  const isEditing = live.kinds.some(({ kind, open }) => kind === 'edit' && open);
  // What judges accept is planned when editing is closed.
  const offered = live.kinds.filter(({ kind, total }) => kind !== 'accept' || (!isEditing && total > 0));
  const present = live.judges.filter(({ erased }) => !erased);
  const [more, setMore] = useState('10');
  const [kinds, setKinds] = useState<ReadonlySet<TaskKind>>(
    () => new Set(offered.filter(({ open }) => open).map(({ kind }) => kind)),
  );
  const [some, setSome] = useState(false);
  const [judges, setJudges] = useState<ReadonlySet<string>>(new Set());
  const extend = async (): Promise<void> => {
    if (kinds.size === 0) throw new Error('Choose a task.');
    if (some && judges.size === 0) throw new Error('Choose a judge, or all of them.');
    const wanted = { more: Number(more), kinds: [...kinds], ...(some && { judges: [...judges] }) };
    await store.change<Planned>('extend', wanted, ({ assignments }) =>
      assignments === 0
        ? 'There was nothing left to assign.'
        : `${counted(assignments, 'further assignment')} ${assignments === 1 ? 'was' : 'were'} planned.`,
    );
  };
  return (
    <ActionDialog title="Extend the campaign" action="Extend" act={extend} done={close} cancel={close}>
      <div class="field">
        <label for="more">Further assignments of each task for each judge</label>
        <input
          id="more"
          type="number"
          min={1}
          max={10_000}
          step={1}
          required
          value={more}
          onInput={(event) => setMore(event.currentTarget.value)}
        />
      </div>
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
          All who count
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
