/** Whether metrics contradict themselves on the loaded files, as `assay paradox` tells it. */
import { useState } from 'preact/hooks';
import { CommandResult, Working } from '../CommandResult.tsx';
import { type CommandRunner, type Typed, textOptions, useCommand } from '../command.ts';
import type { LoadedFacts, TextsRequest } from '../desk/messages.ts';
import type { StudioStore } from '../studioStore.ts';
import { type Check, answerChecks, contradicting } from './paradoxWords.ts';
import { bestTwo } from './whyPart.ts';

interface Props {
  readonly store: StudioStore;
}

interface Asked {
  readonly systems: readonly string[];
  readonly label: string | undefined;
}

/** What was asked last, for those who come back to the view. */
const askedOf = new WeakMap<StudioStore, Asked>();

export function ParadoxCheck({ store }: Props) {
  const { request, loaded } = store;
  return (
    <section class="result" aria-labelledby="check_heading">
      <h2 id="check_heading">Does your data contain one?</h2>
      {request && loaded ? (
        <Checks store={store} request={request} loaded={loaded} />
      ) : (
        <p>
          Add the outputs of two systems and a reference translation to check your own files.{' '}
          <a href="#files">Go to the files</a>
        </p>
      )}
    </section>
  );
}

/** Labels that divide the segments into a few parts. */
const usableLabels = ({ labels }: LoadedFacts): string[] =>
  labels.filter(({ values }) => values.length > 1 && values.length <= 20).map(({ name }) => name);

function Checks({ store, request, loaded }: Props & { readonly request: TextsRequest; readonly loaded: LoadedFacts }) {
  const { systems } = loaded;
  const labels = usableLabels(loaded);
  const [pair, setPair] = useState<readonly string[]>();
  const [chosenLabel, setLabel] = useState<string>();
  const label = chosenLabel ?? (labels.includes('domain') ? 'domain' : labels[0]);
  const two = pair?.every((system) => systems.includes(system)) ? pair : usualPair(store, systems);
  const [asked, setAsked] = useState(() => askedOf.get(store));
  const isAsked = asked?.systems.every((system) => systems.includes(system)) ?? false;
  const typed = (paradox: string, some: readonly string[], more = {}): Typed | undefined => ({
    command: 'paradox',
    words: [paradox, ...request.files],
    options: { ...textOptions(request), ...(some.length < systems.length && { systems: some.join(',') }), ...more },
    withData: true,
  });
  const both = isAsked && asked!.systems.length > 1 ? asked!.systems : undefined;
  const [first, second] = isAsked ? asked!.systems : [];
  const signTest = useCommand(store, 'paradox sign-test', both && typed('sign-test', both));
  const genres = useCommand(
    store,
    'paradox genres',
    both && asked!.label !== undefined ? typed('genres', both, { by: asked!.label }) : undefined,
  );
  const deletion = useCommand(store, 'paradox deletion', first === undefined ? undefined : typed('deletion', [first]));
  const other = useCommand(store, 'paradox deletion 2', second === undefined ? undefined : typed('deletion', [second]));
  const checks = [
    ...(both ? [{ title: 'the sign test', runner: signTest }] : []),
    ...(both && asked!.label !== undefined ? [{ title: `the parts by ${asked!.label}`, runner: genres }] : []),
    ...(first === undefined ? [] : [{ title: `deletions from ${first}`, runner: deletion }]),
    ...(second === undefined ? [] : [{ title: `deletions from ${second}`, runner: other }]),
  ];
  const ask = (): void => {
    const next = { systems: two, label };
    askedOf.set(store, next);
    setAsked(next);
  };
  return (
    <>
      <div class="settings">
        <div class="fields">
          {systems.length > 2 &&
            two.map((system, s) => (
              <Choice
                key={s}
                title={s === 0 ? 'First system' : 'Second system'}
                value={system}
                choices={systems}
                except={two[1 - s]}
                choose={(next) => setPair(s === 0 ? [next, two[1]!] : [two[0]!, next])}
              />
            ))}
          {systems.length > 1 && labels.length > 1 && (
            <Choice title="Parts by" value={label!} choices={labels} choose={setLabel} />
          )}
        </div>
        <p class="buttons">
          <button type="button" class="main" onClick={ask}>
            Check {two.join(' and ')}
          </button>
        </p>
        {systems.length > 1 && labels.length === 0 && (
          <p class="muted">To check parts of the test set as well, add labels: a table with a row for each segment.</p>
        )}
        {systems.length === 1 && <p class="muted">To check the sign test as well, add a second system.</p>}
      </div>
      {isAsked && <Found checks={checks} />}
    </>
  );
}

interface Shown {
  readonly title: string;
  readonly runner: CommandRunner;
}

function Found({ checks }: { readonly checks: readonly Shown[] }) {
  const found = checks.flatMap(({ title, runner: { data, isBusy } }): Check[] =>
    data && !isBusy ? [{ title, ...(data as Omit<Check, 'title'>) }] : [],
  );
  const busy = checks.find(({ runner }) => runner.isBusy);
  return (
    <>
      {busy ? <Working runner={busy.runner} /> : found.length > 0 && <p class="answer">{answerChecks(found)}</p>}
      {checks.map(({ title, runner }, c) => {
        const own = found.find((check) => check.title === title);
        const failed = own ? contradicting(own) : [];
        const sign = runner.isBusy ? '…' : failed.length > 0 ? ` – contradiction by ${failed.join(', ')}` : own ? ' – no contradiction' : ''; // prettier-ignore
        return (
          <details key={title} class="part">
            <summary>
              <h3 id={`check${c}-title`}>
                {title.charAt(0).toUpperCase() + title.slice(1)}
                {sign}
              </h3>
            </summary>
            <CommandResult runner={runner} failure="Cannot check this" prefix={`check${c}-`} />
          </details>
        );
      })}
    </>
  );
}

interface ChoiceProps {
  readonly title: string;
  readonly value: string;
  readonly choices: readonly string[];
  readonly except?: string | undefined;
  readonly choose: (value: string) => void;
}

const Choice = ({ title, value, choices, except, choose }: ChoiceProps) => (
  <label class="field">
    <span class="label">{title}</span>
    <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
      {choices.map((each) => (
        <option key={each} value={each} disabled={each === except}>
          {each}
        </option>
      ))}
    </select>
  </label>
);

/** All, if there are one or two; else the best and the next. */
function usualPair({ scores }: StudioStore, systems: readonly string[]): readonly string[] {
  if (systems.length < 3) return systems;
  if (scores?.systems.length !== systems.length) return systems.slice(0, 2);
  return bestTwo(scores.scores, 0, scores.metrics[0]!.higherIsBetter).map((system) => systems[system]!);
}
