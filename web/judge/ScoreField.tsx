/** A number from 0 to 100, by slider or by typing. Until it is touched it says nothing: no place on it is the usual one. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface ScoreFieldProps {
  readonly label: string;
  readonly score: number | null;
  readonly change: (score: number | null) => void;
  readonly required: boolean;
}

const middle = 50;

export function ScoreField({ label, score, change, required }: ScoreFieldProps): JSX.Element {
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
            // A click in the middle changes nothing that the browser would tell of.
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
