/**
 * One translation or several side by side, each with its errors and scores: direct assessment (Graham et al. 2013), MQM (Lommel et al.
 * 2014), ESA (Kocmi et al. 2024) and the protocols derived from them.
 */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { MarkedSpan, Marking } from '../../../../src/human/index.ts';
import { categoryPaths } from '../../../../src/human/campaign/designOf.ts';
import type { ShownAssignment, ShownText } from '../../../../src/server/wire.ts';
import { ForeignParagraph, scrolling } from '../../ForeignText.tsx';
import { ErrorPopover } from '../ErrorPopover.tsx';
import { ScaleField } from '../Fields.tsx';
import { MarkableText, type TextRange } from '../MarkableText.tsx';
import { Neighbours, Passages } from '../Passage.tsx';
import { type FormOf, type KindProps, type TextForm, lackingIn } from '../forms.ts';
import { useShortcuts } from '../shortcuts.ts';
import { counted } from '../../counted.ts';
import { letter } from '../words.ts';

/** The error that the popover shows. */
interface OpenError {
  readonly text: number;
  readonly error: number;
  /** Marked just now: selecting goes on changing its words. */
  readonly isFresh: boolean;
  readonly takesFocus: boolean;
}

export function TextFields(props: KindProps<'assess' | 'mark'>) {
  const { assignment, form, change, shortcuts, say, point, selectBy } = props;
  const { source, texts, design } = assignment;
  const { scales, marking } = design;
  const [opened, setOpened] = useState<OpenError>();
  /** The translation that marks in the source are about. */
  const [concerned, setConcerned] = useState(() =>
    Math.max(
      0,
      form.texts.findIndex(({ errors }) => errors.some(({ side }) => side === 'source')),
    ),
  );
  const desk = useRef<HTMLDivElement>(null);
  const open = opened && form.texts[opened.text]?.errors[opened.error] ? opened : undefined;
  const isOne = texts.length === 1;
  const isSourceMarked = source !== undefined && marking?.inSource === true;
  const by = marking?.unit === 'word' ? 'word' : selectBy.value;
  const setOpen = (error: OpenError | undefined): void => {
    setOpened(error);
    if (error) setConcerned(error.text);
  };

  // Before anything else can be typed: a digit after Enter belongs to the next score.
  useLayoutEffect(() => {
    if (point?.error !== undefined) setOpen({ text: point.text, error: point.error, isFresh: false, takesFocus: true });
    else if (point) focusScore(desk.current, point.text);
  }, [point]);
  useShortcuts(shortcuts, (event) => {
    if (open || !/^\d$/.test(event.key)) return;
    const at = [...(desk.current?.querySelectorAll('.judged') ?? [])].findIndex((one) =>
      one.contains(event.target as Node),
    );
    const firstLeft = form.texts.findIndex(({ scores }) => scores.includes(null));
    const place = at >= 0 ? at : Math.max(firstLeft, 0);
    typeScore(desk.current, place, event);
  });

  const changeText = (text: number, changed: Partial<TextForm>): void =>
    change({ ...form, texts: form.texts.map((one, i) => (i === text ? { ...one, ...changed } : one)) });
  const errorsOf = (text: number): readonly MarkedSpan[] => form.texts[text]?.errors ?? [];
  const changeError = (text: number, error: number, changed: MarkedSpan): void => {
    // An error that covers the whole text replaces all others.
    const isWhole = isWholeCategory(marking, changed.category);
    const whole = { ...changed, start: 0, end: texts[text]!.text.length };
    if (isWhole) setOpen(undefined);
    changeText(text, {
      errors: isWhole ? [whole] : errorsOf(text).map((one, i) => (i === error ? changed : one)),
    });
  };
  const add = (text: number, span: Pick<MarkedSpan, 'side' | 'start' | 'end' | 'marker'>): void => {
    const errors = errorsOf(text);
    if (marking?.most !== undefined && errors.length >= marking.most)
      return say(`At most ${marking.most} errors can be marked: keep the worst.`);
    const [severity] = marking?.severities ?? [];
    changeText(text, { errors: [...errors, { ...span, severity: severity?.name ?? '', category: '' }] });
    setOpen({ text, error: errors.length, isFresh: true, takesFocus: false });
    say(`Error ${errors.length + 1} marked: ${severity?.name}.`);
  };
  const remove = (text: number, error: number): void => {
    changeText(text, { errors: errorsOf(text).filter((_, i) => i !== error) });
    setOpen(undefined);
    say(`Error ${error + 1} removed.`);
    backToText(desk.current, text, errorsOf(text)[error]);
  };
  const close = (goesBack: boolean): void => {
    if (!open) return;
    if (goesBack) backToText(desk.current, open.text, errorsOf(open.text)[open.error]);
    setOpen(undefined);
  };

  const markable = (text: number, side: MarkedSpan['side'], shown: ShownText, label: string) => (
    <span class="marking" key={`${side} ${text}`}>
      <MarkableText
        label={label}
        text={shown}
        by={by}
        errors={errorsOf(text).flatMap((span, i) =>
          span.side === side ? [{ number: i + 1, span, severity: severityOf(marking, span) }] : [],
        )}
        open={open?.text === text ? open.error + 1 : undefined}
        isFresh={open?.text === text && open.isFresh}
        select={(range) => {
          const fresh = open?.isFresh === true && open.text === text ? errorsOf(text)[open.error] : undefined;
          if (fresh && fresh.side === side && fresh.end > fresh.start)
            changeText(text, {
              errors: errorsOf(text).map((one, i) => (i === open!.error ? { ...one, ...rangeOf(range) } : one)),
            });
          else add(text, { side, ...rangeOf(range) });
        }}
        edit={(number) => setOpen({ text, error: number - 1, isFresh: false, takesFocus: false })}
        remove={(number) => remove(text, number - 1)}
      >
        {side === 'output' &&
          marking?.markers.map(({ id, text: words, help }) => {
            const at = errorsOf(text).findIndex(({ marker }) => marker === id);
            const marked = errorsOf(text)[at];
            return (
              <span key={id}>
                {' '}
                <button
                  type="button"
                  class={`marker${marked ? ` marked severity-${severityOf(marking, marked)}` : ''}${open?.text === text && open.error === at ? ' open' : ''}`}
                  title={help}
                  aria-pressed={marked !== undefined}
                  onClick={() => {
                    if (marked) return setOpen({ text, error: at, isFresh: false, takesFocus: false });
                    const { length } = shown.text;
                    add(text, { side: 'output', start: length, end: length, marker: id });
                  }}
                >
                  {words}
                </button>
              </span>
            );
          })}
      </MarkableText>
      {open?.text === text && errorsOf(text)[open.error]!.side === side && popover(open, shown)}
    </span>
  );
  const popover = ({ text, error, isFresh, takesFocus }: OpenError, shown: ShownText) => (
    <ErrorPopover
      key={`${text} ${error}`}
      number={error + 1}
      what={quote(shown.text, errorsOf(text)[error]!, marking)}
      lang={shown.lang}
      error={errorsOf(text)[error]!}
      marking={marking!}
      shortcuts={shortcuts}
      takesFocus={takesFocus}
      change={(changed) => {
        // From now on Escape leaves it marked.
        setOpen({ text, error, isFresh: false, takesFocus });
        changeError(text, error, changed);
      }}
      remove={() => remove(text, error)}
      close={close}
      escape={() => (isFresh ? remove(text, error) : close(true))}
    />
  );

  return (
    <div class={`desk side-by-side-${Math.min(texts.length, 4)}`} ref={desk}>
      <Passages
        assignment={assignment}
        head={
          isSourceMarked &&
          !isOne && (
            <div class="concerned" role="group" aria-label="Errors in the source of">
              <span class="hint">Mark what is wrong in</span>
              {texts.map((_, place) => {
                const count = errorsOf(place).filter(({ side }) => side === 'source').length;
                return (
                  <button
                    key={place}
                    type="button"
                    class="pick"
                    aria-pressed={concerned === place}
                    aria-label={`Translation ${letter(place)}${count > 0 ? `, ${counted(count, 'error')} in the source` : ''}`}
                    onClick={() => {
                      setOpened(undefined);
                      setConcerned(place);
                    }}
                  >
                    {letter(place)}
                    {count > 0 && <small>{count}</small>}
                  </button>
                );
              })}
            </div>
          )
        }
      >
        {isSourceMarked
          ? markable(
              concerned,
              'source',
              source.here,
              isOne ? 'Source' : `Source, errors of translation ${letter(concerned)}`,
            )
          : undefined}
      </Passages>
      <div class="outputs">
        {texts.map((text, place) => {
          const title = isOne ? 'Translation' : `Translation ${letter(place)}`;
          const { errors, scores } = form.texts[place]!;
          return (
            <section key={place} class="card judged">
              <h2>{title}</h2>
              <OutputNeighbours assignment={assignment} place={place} where="before" />
              {marking ? (
                <p class="output" lang={text.lang} dir={text.dir} {...scrolling(text.text.length)}>
                  {markable(place, 'output', text, title)}
                </p>
              ) : (
                <ForeignParagraph text={text} highlight={assignment.constituent?.texts[place]} />
              )}
              <OutputNeighbours assignment={assignment} place={place} where="after" />
              {marking && (
                <ErrorList
                  errors={errors}
                  assignment={assignment}
                  output={text}
                  edit={(error) => setOpen({ text: place, error, isFresh: false, takesFocus: true })}
                >
                  {source && marking.inSource && marking.markers.length === 0 && design.protocol === undefined && (
                    <button
                      type="button"
                      class="quiet"
                      onClick={() => add(place, { side: 'source', start: 0, end: 0 })}
                    >
                      Content is missing from the translation
                    </button>
                  )}
                </ErrorList>
              )}
              {scales.map((scale, s) => (
                <ScaleField
                  key={scale.id}
                  scale={scale}
                  {...(!isOne && { of: title })}
                  score={scores[s] ?? null}
                  change={(score) =>
                    changeText(place, { scores: scores.map((before, i) => (i === s ? score : before)) })
                  }
                  required={!scale.isOptional}
                />
              ))}
              {form.document && (
                <ScaleField
                  scale={{ ...scales[0]!, title: 'Score of the whole document' }}
                  {...(!isOne && { of: title })}
                  score={form.document[place] ?? null}
                  change={(score) =>
                    change({ ...form, document: form.document!.map((before, i) => (i === place ? score : before)) })
                  }
                  required
                />
              )}
            </section>
          );
        })}
      </div>
      {marking && marking.unit === 'character' && (
        <p class="hint select-by">
          Drag across the words of an error, or tap its first and last word.{' '}
          <button
            type="button"
            class="quiet"
            aria-pressed={selectBy.value === 'character'}
            onClick={() => selectBy.set(selectBy.value === 'character' ? 'word' : 'character')}
          >
            Select single characters
          </button>
        </p>
      )}
    </div>
  );
}

interface ErrorListProps {
  readonly errors: FormOf<'mark'>['texts'][number]['errors'];
  readonly assignment: ShownAssignment;
  readonly output: ShownText;
  readonly edit: (error: number) => void;
  readonly children?: ComponentChildren;
}

/** The marked errors, as buttons that open them. */
function ErrorList({ errors, assignment, output, edit, children }: ErrorListProps) {
  const { source, design } = assignment;
  return (
    <ul class="errors" aria-label="Marked errors">
      {errors.map((error, i) => {
        const text = error.side === 'source' ? source?.here : output;
        const lacking = lackingIn(error, assignment);
        const words = [
          error.severity,
          error.category,
          error.side === 'source' && error.end > error.start ? 'in the source' : '',
          lacking === undefined ? '' : `${lacking}?`,
        ];
        return (
          <li key={i}>
            <button type="button" class={`error-chip${lacking ? ' unfilled' : ''}`} onClick={() => edit(i)}>
              <span class={`swatch severity-${severityOf(design.marking, error)}`} aria-hidden="true" />
              <bdi lang={text?.lang}>{quote(text?.text ?? '', error, design.marking)}</bdi>
              <span class="kind">{words.filter((word) => word !== '').join(' · ')}</span>
            </button>
          </li>
        );
      })}
      {errors.length === 0 && <li class="hint">No errors marked</li>}
      {children && <li>{children}</li>}
    </ul>
  );
}

const rangeOf = ({ start, end }: TextRange): TextRange => ({ start, end });

const severityOf = (marking: Marking | undefined, { severity }: MarkedSpan): number =>
  Math.max(0, marking?.severities.findIndex(({ name }) => name === severity) ?? 0);

function isWholeCategory(marking: Marking | undefined, path: string): boolean {
  return categoryPaths(marking?.categories ?? []).some((one) => one.path === path && one.category.isWhole === true);
}

interface OutputNeighboursProps {
  readonly assignment: ShownAssignment;
  readonly place: number;
  readonly where: 'before' | 'after';
}

/** The same system's translations of the sentences around, if judges see the whole document. */
function OutputNeighbours({ assignment: { document }, place, where }: OutputNeighboursProps) {
  if (!document) return null;
  const { segments, here } = document;
  const around = where === 'before' ? segments.slice(0, here) : segments.slice(here + 1);
  return <Neighbours texts={around.flatMap(({ texts }) => texts[place] ?? [])} where={where} />;
}

/** The words of an error; long ones are cut in the middle. */
function quote(text: string, { start, end, marker }: MarkedSpan, marking: Marking | undefined): string {
  if (marker !== undefined) return marking?.markers.find(({ id }) => id === marker)?.text ?? marker;
  if (start === end) return 'missing content';
  const words = text.slice(start, end);
  return `“${words.length > 60 ? `${words.slice(0, 30)}…${words.slice(-25)}` : words}”`;
}

/** Focuses the word at the end of an error, so that the keyboard goes on from there. */
function backToText(desk: HTMLElement | null, text: number, error: MarkedSpan | undefined): void {
  const groups = [...(desk?.querySelectorAll<HTMLElement>('.judged .markable') ?? [])];
  const group = error?.side === 'source' ? desk?.querySelector('.passage .markable') : groups[text];
  group?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
}

function focusScore(desk: HTMLElement | null, text: number): void {
  const judged = desk?.querySelectorAll('.judged')[text];
  if (document.activeElement?.closest('.score.unfilled') && judged?.contains(document.activeElement)) return;
  const score = judged?.querySelector<HTMLElement>('.score.unfilled [type=number], .score.unfilled [type=radio]');
  (score ?? judged?.querySelector<HTMLElement>('.unit'))?.focus();
}

/** A digit typed anywhere goes to the first score that is left, or to the first one; a digit for a button goes on to the next score. */
function typeScore(desk: HTMLElement | null, text: number, event: KeyboardEvent): void {
  const judged = desk?.querySelectorAll('.judged')[text];
  const inside = (event.target as Element).closest('.score');
  const field = inside ?? judged?.querySelector('.score.unfilled') ?? judged?.querySelector('.score');
  // Selects the field's content; the browser then puts the digit there in its place.
  const number = field?.querySelector<HTMLInputElement>('[type=number]');
  if (number) {
    number.focus();
    return number.select();
  }
  const button = field?.querySelector<HTMLInputElement>(`[type=radio][value="${event.key}"]`);
  if (!button) return;
  button.click();
  const fields = [...(desk?.querySelectorAll('.score') ?? [])];
  const next = fields[fields.indexOf(field!) + 1];
  (next?.querySelector<HTMLInputElement>(':checked, [type=radio]') ?? button).focus();
  event.preventDefault();
}
