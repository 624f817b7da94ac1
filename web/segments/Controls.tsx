/** The fields to choose which segments to see. */
import type { ComponentChildren, JSX } from 'preact';
import { useId, useMemo, useRef, useState } from 'preact/hooks';
import type { Segments } from '../../src/report/comparePage/packSegments.ts';
import {
  type BrowserState,
  type Choose,
  type Place,
  amount,
  firstState,
  places,
  sorts,
  winners,
} from './browserState.ts';

interface ControlsProps {
  readonly segments: Segments;
  readonly state: BrowserState;
  /** Why what is looked for cannot be found. */
  readonly problem: string | undefined;
  readonly choose: Choose;
}

export function Controls({ segments, state, problem, choose }: ControlsProps): JSX.Element {
  const { a, b } = state;
  const options = useMemo(() => optionsOf(segments), [segments]);
  // On touch screens only, where they would fill the screen.
  const [isFolded, setFolded] = useState(true);
  const controlsId = useId();
  const problemId = useId();
  const searchId = useId();
  const clear = (): void => {
    const { search, regex, place, winner, least, most, labels } = firstState(segments);
    choose({ search, regex, place, winner, least, most, labels });
  };
  const field = <Key extends keyof BrowserState>(key: Key) => ({
    value: state[key],
    choose: (value: BrowserState[Key]): void => choose({ [key]: value }),
  });
  // The two systems are never the same: choosing the other one swaps them.
  return (
    <>
      <button
        type="button"
        class="fold"
        aria-expanded={!isFolded}
        aria-controls={controlsId}
        onClick={() => setFolded(!isFolded)}
      >
        Filter and search
      </button>
      <div class={isFolded ? 'controls folded' : 'controls'} id={controlsId}>
        <Group name="Compare">
          <Choice
            name="A"
            options={options.systems}
            value={a}
            choose={(to) => choose({ a: to, b: to === b ? a : b })}
          />
          <button type="button" class="swap" onClick={() => choose({ a: b, b: a })}>
            ⇄<span class="unseen">Swap A and B</span>
          </button>
          <Choice
            name="B"
            options={options.systems}
            value={b}
            choose={(to) => choose({ b: to, a: to === a ? b : a })}
          />
          <Choice name="Metric" options={options.metrics} {...field('metric')} />
          <Choice name="Outputs" options={options.shows} {...field('show')} />
          <Choice name="Compared with" options={options.against} {...field('against')} />
          <Check name="Show missing words" {...field('missing')} />
        </Group>
        <Group name="Find">
          <div class="field search">
            <label for={searchId}>Search</label>
            <input
              type="search"
              id={searchId}
              autocomplete="off"
              spellcheck={false}
              aria-describedby={problemId}
              aria-invalid={problem !== undefined || undefined}
              value={state.search}
              onInput={({ currentTarget }) => choose({ search: currentTarget.value })}
            />
          </div>
          <Choice name="In" options={options.places} {...field('place')} />
          <Choice name="Order" options={options.sorts} {...field('sort')} />
          <Check name="Regular expression" {...field('regex')} />
          <p class="problem" id={problemId} role="status">
            {problem}
          </p>
        </Group>
        <Group name="Filter">
          <Choice name="Winner" options={options.winners} {...field('winner')} />
          <Bound name="Difference at least" {...field('least')} />
          <Bound name="Difference at most" {...field('most')} />
          {segments.labels.map(({ name }, label) => (
            <Choice
              name={name}
              options={options.labels[label]!}
              value={state.labels[label]!}
              choose={(value) => choose({ labels: state.labels.with(label, value) })}
            />
          ))}
          <button type="button" onClick={clear}>
            Clear<span class="unseen"> search and filters</span>
          </button>
        </Group>
      </div>
    </>
  );
}

type Option<Value> = readonly [value: Value, text: string];

function optionsOf({ systems, metrics, labels, mostReferences, withSources }: Segments) {
  const numbered = (names: readonly string[]): Option<number>[] => names.map((name, i) => [i, name]);
  const worded = <Value extends string>(words: Readonly<Record<Value, string>>): Option<Value>[] =>
    Object.entries(words) as [Value, string][];
  const each = numbered(Array.from({ length: mostReferences }, (_, i) => `reference ${i + 1}`));
  return {
    systems: numbered(systems),
    metrics: numbered(metrics.map(({ name }) => name)),
    shows: worded({ pair: 'A and B', all: `all ${systems.length}` }),
    against: [
      ['any', ['the other output', 'the reference'][each.length] ?? 'any reference'],
      ...(each.length > 1 ? each : []),
      ...(each.length > 0 ? [['other', 'the other output'] as const] : []),
    ] satisfies Option<BrowserState['against']>[],
    places: worded<Place>(places).filter(
      ([place]) => (place !== 'source' || withSources) && (place !== 'references' || each.length > 0),
    ),
    sorts: worded(sorts),
    winners: worded(winners),
    labels: labels.map(({ values }): Option<number>[] => [
      [-1, 'any'],
      ...numbered(values.map((value) => value || '–')).sort(([, x], [, y]) =>
        x.localeCompare(y, 'en', { numeric: true }),
      ),
    ]),
  };
}

const Group = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }): JSX.Element => (
  <div class="group" role="group" aria-label={name}>
    {children}
  </div>
);

interface FieldProps<Value> {
  readonly name: string;
  readonly value: Value;
  readonly choose: (value: Value) => void;
}

interface ChoiceProps<Value> extends FieldProps<Value> {
  readonly options: readonly Option<Value>[];
}

function Choice<Value extends string | number>({ name, options, value, choose }: ChoiceProps<Value>): JSX.Element {
  const id = useId();
  // One thing, made once, since a label can have thousands of values.
  const made = useMemo(
    () => (
      <>
        {options.map(([value, text]) => (
          <option value={value}>{text}</option>
        ))}
      </>
    ),
    [options],
  );
  return (
    <div class="field">
      <label for={id}>{name}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => choose(options[currentTarget.selectedIndex]![0])}>
        {made}
      </select>
    </div>
  );
}

const Check = ({ name, value, choose }: FieldProps<boolean>): JSX.Element => (
  <label class="check">
    <input type="checkbox" checked={value} onChange={({ currentTarget }) => choose(currentTarget.checked)} />
    <span>{name}</span>
  </label>
);

function Bound({ name, value, choose }: FieldProps<number | undefined>): JSX.Element {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // What is being typed is left alone while it means the same: 1. is 1.
  const typed = field.current?.value ?? '';
  return (
    <div class="field bound">
      <label for={id}>{name}</label>
      <input
        type="number"
        id={id}
        ref={field}
        min={0}
        step="any"
        inputmode="decimal"
        value={amount(typed) === value ? typed : (value ?? '')}
        onInput={({ currentTarget }) => choose(amount(currentTarget.value))}
      />
    </div>
  );
}
