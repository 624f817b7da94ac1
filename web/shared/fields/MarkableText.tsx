/** A text in which errors are marked, word by word or character by character, with a mouse, a finger or the keyboard. */
import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { MarkedSpan } from '../../../src/human/index.ts';
import type { ShownText } from '../../../src/server/wire.ts';
import { useListener } from '../useListener.ts';
import { type TextUnit, cutUnits } from './textUnits.ts';

/** Part of a text, in UTF-16 units; the end is not part of it. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** An error marked in this text, with its number. */
interface ShownError {
  readonly number: number;
  readonly span: MarkedSpan;
  readonly severity: number;
}

interface MarkableTextProps {
  readonly label: string;
  readonly text: ShownText;
  readonly by: 'word' | 'character';
  readonly errors: readonly ShownError[];
  /** The number of the error that the popover shows. */
  readonly open: number | undefined;
  /** Whether that error was just marked: the next selection then changes its words. */
  readonly isFresh: boolean;
  /** Words were selected: marks them, or gives the fresh error these words. */
  readonly select: (range: TextRange) => void;
  /** A marked word was pressed. */
  readonly edit: (number: number) => void;
  readonly remove: (number: number) => void;
  /** What follows the text: special tokens. */
  readonly children?: ComponentChildren;
}

export function MarkableText(props: MarkableTextProps) {
  const { label, text, by, errors, open, isFresh, select, edit, remove, children } = props;
  const units = useMemo(() => cutUnits(text.text, text.lang, by), [text, by]);
  const places = useMemo(() => units.flatMap(({ blank }, i) => (blank ? [] : [i])), [units]);
  const element = useRef<HTMLSpanElement>(null);
  /** The unit that the Tab key reaches, and the anchor of the selection. */
  const [reached, setReached] = useState(0);
  const active = places.includes(reached) ? reached : (places[0] ?? 0);
  const anchor = useRef(active);
  const drag = useRef<{ readonly from: number; moved: boolean } | undefined>(undefined);
  const fresh = isFresh ? errors.find(({ number }) => number === open)?.span : undefined;

  const between = (a: number, b: number): TextRange => ({
    start: units[Math.min(a, b)]!.start,
    end: units[Math.max(a, b)]!.end,
  });
  const focus = (place: number): void => {
    setReached(place);
    element.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus();
  };

  // A finger keeps the element where it touched down, so the word below it is looked up.
  useListener(window, 'pointermove', (event) => {
    const { current } = drag;
    if (!current) return;
    const below = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-place]');
    if (!below || !element.current?.contains(below)) return;
    const place = Number(below.dataset.place);
    if (!current.moved && current.from === place) return;
    current.moved = true;
    anchor.current = current.from;
    setReached(place);
    select(between(current.from, place));
  });
  // The click event that follows a drag fires right after this and still needs the drag state.
  const end = (): void => void setTimeout(() => (drag.current = undefined));
  useListener(window, 'pointerup', end);
  useListener(window, 'pointercancel', end);

  /**
   * The first tap marks a word. While it is fresh, a tap outside extends it and a tap inside removes it. A tap on an older error opens it.
   */
  const touch = (place: number): void => {
    setReached(place);
    const unit = units[place]!;
    if (fresh && fresh.end > fresh.start) {
      if (overlaps(unit, fresh)) return remove(open!);
      return select({ start: Math.min(unit.start, fresh.start), end: Math.max(unit.end, fresh.end) });
    }
    const inside = errors.filter(({ span }) => overlaps(unit, span)).at(-1);
    if (inside && inside.number !== open) return edit(inside.number);
    anchor.current = place;
    select(unit);
  };

  const move = (event: KeyboardEvent, place: number): void => {
    const at = places.indexOf(place);
    const forward = text.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const backward = text.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    const to = new Map([
      [forward, at + 1],
      ['ArrowDown', at + 1],
      [backward, at - 1],
      ['ArrowUp', at - 1],
      ['Home', 0],
      ['End', places.length - 1],
    ]).get(event.key);
    if (to !== undefined) {
      const next = places[Math.max(0, Math.min(to, places.length - 1))]!;
      if (event.shiftKey) {
        if (!fresh) anchor.current = place;
        select(between(anchor.current, next));
      }
      focus(next);
    } else if (event.key === ' ') touch(place);
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      const inside = errors.filter(({ span }) => overlaps(units[place]!, span)).at(-1);
      if (inside) remove(inside.number);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <span class="markable" role="group" aria-label={label} lang={text.lang} dir={text.dir} ref={element}>
      {places.length === 0 && <span class="empty">(empty)</span>}
      {units.map((unit, place) => {
        const inside = errors.filter(({ span }) => overlaps(unit, span));
        const isOpen = inside.some(({ number }) => number === open);
        const classes = [
          unit.blank ? '' : 'unit',
          inside.length > 0 ? `marked severity-${Math.max(...inside.map(({ severity }) => severity))}` : '',
          isOpen ? 'open' : '',
        ];
        const className = classes.filter((one) => one !== '').join(' ');
        if (unit.blank)
          return (
            <span key={place} class={className}>
              {unit.text}
            </span>
          );
        return (
          // A span, because buttons would break bidirectional text and line wrapping.
          <span
            key={place}
            role="button"
            tabIndex={place === active ? 0 : -1}
            data-place={place}
            class={className}
            aria-pressed={inside.length > 0}
            aria-label={
              inside.length > 0 ? `${unit.text}, error ${inside.map(({ number }) => number).join(', ')}` : undefined
            }
            onKeyDown={(event) => move(event, place)}
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              drag.current = { from: place, moved: false };
            }}
            onClick={() => {
              if (!drag.current?.moved) touch(place);
            }}
          >
            {unit.text}
          </span>
        );
      })}
      {children}
    </span>
  );
}

const overlaps = (unit: TextUnit, { start, end }: TextRange): boolean => unit.start < end && unit.end > start;
