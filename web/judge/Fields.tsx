/** Fields shared by several kinds of assignments. */
import { useEffect, useId, useState } from 'preact/hooks';

export interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  /** The key that chooses it. */
  readonly shortcut?: string;
}

/** One of a few answers, as large radio buttons. */
interface ChoicesProps<Value> {
  readonly legend: string;
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value | null;
  readonly choose: (value: Value) => void;
}

export function Choices<Value extends string | boolean>(props: ChoicesProps<Value>) {
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

/** Focuses the choice that a shortcut key made; Enter then submits it. */
export function focusChoice(value: string | boolean): void {
  document.querySelector<HTMLInputElement>(`.choices input[value="${String(value)}"]`)?.focus();
}

interface ScoreFieldProps {
  readonly label: string;
  readonly score: number | null;
  readonly change: (score: number | null) => void;
  readonly required: boolean;
}

const middle = 50;

/** A number from 0 to 100, set with the slider or typed. It has no value until the judge sets one, because a default would bias the score. */
export function ScoreField({ label, score, change, required }: ScoreFieldProps) {
  const [typed, setTyped] = useState(score === null ? '' : String(score));
  useEffect(() => {
    if (score !== null && Number(typed) !== score) setTyped(String(score));
  }, [score]);
  const slide = (event: { readonly currentTarget: HTMLInputElement }): void => {
    const value = Number(event.currentTarget.value);
    setTyped(String(value));
    change(value);
  };
  return (
    <fieldset class={`score${required && score === null ? ' unfilled' : ''}`}>
      <legend>{label}</legend>
      <div class="score-row">
        <div class="slider">
          <input
            type="range"
            min={0}
            max={100}
            step={1}
            value={score ?? middle}
            class={score === null ? 'untouched' : ''}
            aria-label={`${label}, slider`}
            aria-valuetext={score === null ? 'not set' : String(score)}
            onInput={slide}
            // A click in the middle does not change the slider's value, so the browser fires no input event.
            onClick={slide}
          />
          <div class="ends" aria-hidden="true">
            <span>0 worst</span>
            <span>100 best</span>
          </div>
        </div>
        <input
          type="number"
          inputMode="numeric"
          min={0}
          max={100}
          step={1}
          value={typed}
          placeholder="–"
          aria-label={`${label}, number from 0 to 100`}
          onInput={({ currentTarget: { value } }) => {
            setTyped(value);
            change(/^\d{1,3}$/.test(value) && Number(value) <= 100 ? Number(value) : null);
          }}
        />
        {!required && (
          <button
            type="button"
            class="quiet"
            disabled={score === null && typed === ''}
            onClick={() => {
              setTyped('');
              change(null);
            }}
          >
            No score
          </button>
        )}
      </div>
    </fieldset>
  );
}
