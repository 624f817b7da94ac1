/** One of a few answers, as large radio buttons. */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

export interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  /** The key that chooses it. */
  readonly shortcut?: string;
}

interface ChoicesProps<Value> {
  readonly legend: string;
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value | null;
  readonly choose: (value: Value) => void;
}

export function Choices<Value extends string | boolean>(props: ChoicesProps<Value>): JSX.Element {
  const { legend, choices, chosen, choose } = props;
  const name = useId();
  return (
    <fieldset class={`choices${chosen === null ? ' unfilled' : ''}`}>
      <legend>{legend}</legend>
      <div class="choice-row">
        {choices.map(({ value, label, shortcut }) => (
          <label key={String(value)} class="choice">
            <input
              type="radio"
              name={name}
              value={String(value)}
              checked={chosen === value}
              onChange={() => choose(value)}
            />
            <span>{label}</span>
            {shortcut && <kbd aria-hidden="true">{shortcut}</kbd>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Puts the focus on a choice that a key has made, so that Enter submits it. */
export function focusChoice(value: string | boolean): void {
  document.querySelector<HTMLInputElement>(`.choices input[value="${String(value)}"]`)?.focus();
}
