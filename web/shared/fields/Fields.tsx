/** Fields shared by several kinds of assignments. */
import { useEffect, useId, useState } from 'preact/hooks';
import type { Scale } from '../../../src/human/index.ts';
import { isOnScale } from './forms.ts';

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

interface ScaleFieldProps {
  readonly scale: Scale;
  /** Whose score it is, for screen readers where several translations have one. */
  readonly of?: string;
  readonly score: number | null;
  readonly change: (score: number | null) => void;
  readonly required: boolean;
}

/** A score on a scale. It has no value until the judge sets one, because a default would bias the score. */
export function ScaleField({ scale, of, score, change, required }: ScaleFieldProps) {
  const title = scale.title ?? (required ? 'Score' : 'Overall score (optional)');
  const label = scale.labels?.findLast(({ from }) => score !== null && from <= score)?.text;
  return (
    <fieldset class={`score${required && score === null ? ' unfilled' : ''}`}>
      <legend>
        {title}
        {of !== undefined && <span class="unseen">, {of}</span>}
        {label !== undefined && <output class="score-label">{label}</output>}
      </legend>
      {scale.input === 'buttons' ? (
        <ScoreButtons scale={scale} name={title} score={score} change={change} />
      ) : (
        <ScoreSlider scale={scale} name={title} score={score} change={change} required={required} />
      )}
    </fieldset>
  );
}

interface ScoreInputProps extends Pick<ScaleFieldProps, 'scale' | 'score' | 'change'> {
  readonly name: string;
}

/** One button for each possible score. */
function ScoreButtons({ scale: { min, max, step, anchors }, name, score, change }: ScoreInputProps) {
  const group = useId();
  const scores = Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, i) => min + i * step);
  return (
    <div class="score-buttons" role="radiogroup" aria-label={name}>
      {scores.map((value) => {
        const words = anchors.find(({ at }) => at === value)?.text;
        return (
          <label key={value} class="score-button">
            <input
              type="radio"
              name={group}
              value={value}
              checked={score === value}
              aria-label={words === undefined ? String(value) : `${value}: ${words}`}
              onChange={() => change(value)}
            />
            <span aria-hidden="true">
              <b>{value}</b>
              {words !== undefined && <small>{words}</small>}
            </span>
          </label>
        );
      })}
    </div>
  );
}

function ScoreSlider({ scale, name, score, change, required }: ScoreInputProps & { readonly required: boolean }) {
  const { min, max, step, anchors, ticks = [] } = scale;
  const middle = min + step * Math.round((max - min) / step / 2);
  const [typed, setTyped] = useState(score === null ? '' : String(score));
  useEffect(() => {
    if (score !== null ? Number(typed) !== score || typed === '' : isScore(typed, scale))
      setTyped(score === null ? '' : String(score));
  }, [score]);
  const slide = (event: { readonly currentTarget: HTMLInputElement }): void => {
    const value = Number(event.currentTarget.value);
    setTyped(String(value));
    change(value);
  };
  /** Where the thumb is at this score. */
  const across = (at: number): string => `${(100 * (at - min)) / (max - min)}%`;
  return (
    <div class="score-row">
      <div class="slider">
        <input
          type="range"
          min={min}
          max={max}
          step={step}
          value={score ?? middle}
          class={score === null ? 'untouched' : ''}
          aria-label={`${name}, slider`}
          aria-valuetext={score === null ? 'not set' : String(score)}
          onInput={slide}
          // A click in the middle does not change the slider's value, so the browser fires no input event.
          onClick={slide}
        />
        <div class="ticks" aria-hidden="true">
          {(ticks.length > 0 ? ticks : anchors.map(({ at }) => ({ at, text: '' }))).map(({ at, text }) => (
            <span key={at} style={{ insetInlineStart: across(at) }}>
              {text}
            </span>
          ))}
        </div>
        <div class="anchors" aria-hidden="true">
          {anchors.map(({ at, text }) => (
            <span
              key={at}
              class={at === min ? 'first' : at === max ? 'last' : ''}
              style={{
                maxWidth: `${80 / Math.max(anchors.length - 1, 1)}%`,
                marginInlineStart: at === max ? 0 : across(at),
              }}
            >
              {text}
            </span>
          ))}
        </div>
      </div>
      <input
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={step}
        value={typed}
        placeholder="–"
        aria-label={`${name}, number from ${min} to ${max}`}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          change(isScore(value, scale) ? Number(value) : null);
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
  );
}

const isScore = (typed: string, scale: Scale): boolean => /^\d{1,4}$/.test(typed) && isOnScale(Number(typed), scale);
