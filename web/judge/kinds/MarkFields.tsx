/**
 * Errors marked in a translation, each with its severity and category, as in MQM (Lommel et al. 2014), and an optional overall score, as in
 * ESA (Kocmi et al. 2024).
 */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { MarkedSpan } from '../../../src/human/index.ts';
import type { ShownText } from '../../../src/server/wire.ts';
import { scrolling } from '../../shared/ForeignText.tsx';
import { ScoreField } from '../Fields.tsx';
import { MarkableText, type TextRange } from '../MarkableText.tsx';
import { Passages } from '../Passage.tsx';
import type { KindProps } from '../forms.ts';

interface Selection extends TextRange {
  readonly side: MarkedSpan['side'];
}

export function MarkFields({ assignment, form, change, say }: KindProps<'mark'>) {
  const { source, texts, errors: kinds = { categories: [], severities: [] } } = assignment;
  const [selection, setSelection] = useState<Selection>();
  const panel = useRef<HTMLFieldSetElement>(null);
  const list = useRef<HTMLElement>(null);
  const output = texts[0];
  const sides = { source: source?.here, output };

  const markable = (label: string, side: Selection['side'], text: ShownText) => (
    <MarkableText
      label={label}
      text={text}
      errors={form.errors.flatMap((span, i) =>
        span.side === side ? [{ number: i + 1, span, severity: kinds.severities.indexOf(span.severity) }] : [],
      )}
      selected={selection?.side === side ? selection : undefined}
      select={(range) => setSelection(range && { side, ...range })}
      confirm={() => panel.current?.querySelector('input')?.focus()}
    />
  );
  const backToText = (side: Selection['side']): void => {
    const groups = document.querySelectorAll<HTMLElement>('.markable');
    (side === 'source' ? groups[0] : groups[groups.length - 1])?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  };

  const add = (severity: string, category: string): void => {
    const { side, start, end } = selection!;
    change({ ...form, errors: [...form.errors, { side, start, end, severity, category }] });
    say(`Error ${form.errors.length + 1} marked: ${[severity, category].filter((word) => word !== '').join(', ')}.`);
    setSelection(undefined);
    backToText(side);
  };
  const remove = (place: number): void => {
    change({ ...form, errors: form.errors.filter((_, i) => i !== place) });
    say(`Error ${place + 1} removed.`);
    list.current?.focus();
  };

  return (
    <>
      <Passages assignment={assignment}>
        {source && <strong class="here">{markable('Source', 'source', source.here)}</strong>}
      </Passages>
      {output && (
        <section class="card">
          <h2>Translation</h2>
          <p class="output" lang={output.lang} dir={output.dir} {...scrolling(output.text.length)}>
            {markable('Translation', 'output', output)}
          </p>
        </section>
      )}
      <p class="hint">
        Drag across the words of an error, or tap its first and last word.{' '}
        {source && (
          <>
            If the translation leaves something out, mark it in the source.{' '}
            <button
              type="button"
              class="quiet"
              onClick={() => setSelection({ side: 'source', start: 0, end: 0 })}
              disabled={selection !== undefined}
            >
              Content is missing from the translation
            </button>
          </>
        )}
      </p>
      {selection && (
        <ErrorPanel
          fieldset={panel}
          what={quote(sides[selection.side]?.text ?? '', selection)}
          lang={sides[selection.side]?.lang}
          kinds={kinds}
          takesFocus={selection.start === selection.end}
          add={add}
          cancel={() => {
            setSelection(undefined);
            backToText(selection.side);
          }}
        />
      )}
      <section class="errors" ref={list} tabIndex={-1} aria-label="Marked errors">
        <h2>{form.errors.length === 0 ? 'No errors marked' : `Marked errors: ${form.errors.length}`}</h2>
        <ol>
          {form.errors.map((error, i) => (
            <li key={i}>
              <span class={`swatch severity-${kinds.severities.indexOf(error.severity)}`} aria-hidden="true" />
              <span class="what">
                <bdi lang={sides[error.side]?.lang}>{quote(sides[error.side]?.text ?? '', error)}</bdi>
                {error.side === 'source' && error.end > error.start && ' (source)'}
              </span>
              <span class="kind">{[error.severity, error.category].filter((word) => word !== '').join(' · ')}</span>
              <button type="button" class="quiet" onClick={() => remove(i)} aria-label={`Remove error ${i + 1}`}>
                Remove
              </button>
            </li>
          ))}
        </ol>
      </section>
      <ScoreField
        label="Overall score (optional)"
        score={form.score}
        change={(score) => change({ ...form, score })}
        required={false}
      />
    </>
  );
}

interface ErrorPanelProps {
  readonly fieldset: { current: HTMLFieldSetElement | null };
  readonly what: string;
  readonly lang: string | undefined;
  readonly kinds: { readonly categories: readonly string[]; readonly severities: readonly string[] };
  readonly takesFocus: boolean;
  readonly add: (severity: string, category: string) => void;
  readonly cancel: () => void;
}

function ErrorPanel({ fieldset, what, lang, kinds, takesFocus, add, cancel }: ErrorPanelProps) {
  const { severities, categories } = kinds;
  const [severity, setSeverity] = useState(severities.length === 1 ? severities[0]! : '');
  const [category, setCategory] = useState(categories.length === 1 ? categories[0]! : '');
  const name = useId();
  const isReady = severity !== '' && (category !== '' || categories.length === 0);
  useLayoutEffect(() => {
    if (takesFocus) fieldset.current?.querySelector('input')?.focus();
  }, []);
  return (
    <fieldset
      class="error-panel"
      ref={fieldset}
      onKeyDown={(event) => {
        if (event.key === 'Escape') cancel();
        else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) {
          // Otherwise the page would submit the assignment.
          event.preventDefault();
          event.stopPropagation();
          if (isReady) add(severity, category);
        }
      }}
    >
      <legend>
        Error: <bdi lang={lang}>{what}</bdi>
      </legend>
      <div class="severities" role="radiogroup" aria-label="Severity">
        {severities.map((one, i) => (
          <label key={one} class="choice small">
            <input type="radio" name={name} value={one} checked={severity === one} onChange={() => setSeverity(one)} />
            <span class={`swatch severity-${i}`} aria-hidden="true" />
            <span>{one}</span>
          </label>
        ))}
      </div>
      {categories.length > 0 && (
        <label class="inline">
          Category
          <select value={category} onChange={({ currentTarget }) => setCategory(currentTarget.value)}>
            <option value="">Choose…</option>
            {categories.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      )}
      <div class="beneath">
        <button type="button" disabled={!isReady} onClick={() => add(severity, category)}>
          Mark this error
        </button>
        <button type="button" class="quiet" onClick={cancel}>
          Cancel
        </button>
      </div>
    </fieldset>
  );
}

/** The words of an error span; long ones are cut in the middle. */
function quote(text: string, { start, end }: TextRange): string {
  if (start === end) return 'missing content';
  const words = text.slice(start, end);
  return `“${words.length > 120 ? `${words.slice(0, 60)}…${words.slice(-50)}` : words}”`;
}
