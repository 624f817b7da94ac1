/** A text whose words can be selected with a pointer or the keyboard. */
import { useMemo, useRef, useState } from 'preact/hooks';
import type { MarkedSpan } from '../../src/human/index.ts';
import type { ShownText } from '../../src/server/wire.ts';
import { useListener } from '../shared/useListener.ts';
import { type TextUnit, cutUnits } from './textUnits.ts';

/** Part of a text, in UTF-16 units; the end is not part of it. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

interface MarkableTextProps {
  readonly label: string;
  readonly text: ShownText;
  /** Errors marked in this text, with their numbers. */
  readonly errors: readonly { readonly number: number; readonly span: MarkedSpan; readonly severity: number }[];
  readonly selected: TextRange | undefined;
  readonly select: (range: TextRange | undefined) => void;
  /** Called when the judge confirms the selection. */
  readonly confirm: () => void;
}

export function MarkableText({ label, text, errors, selected, select, confirm }: MarkableTextProps) {
  const units = useMemo(() => cutUnits(text.text, text.lang), [text]);
  const places = useMemo(() => units.flatMap(({ blank }, i) => (blank ? [] : [i])), [units]);
  const element = useRef<HTMLSpanElement>(null);
  /** The unit that the Tab key reaches, and the anchor of the selection. */
  const [active, setActive] = useState(places[0] ?? 0);
  const [anchor, setAnchor] = useState(active);
  const drag = useRef<{ readonly from: number; moved: boolean } | undefined>(undefined);

  // The click event that follows a drag fires right after this and still needs the drag state.
  const end = (): void => void setTimeout(() => (drag.current = undefined));
  useListener(window, 'pointerup', end);
  useListener(window, 'pointercancel', end);

  const between = (a: number, b: number): TextRange => ({
    start: units[Math.min(a, b)]!.start,
    end: units[Math.max(a, b)]!.end,
  });
  const focus = (place: number): void => {
    setActive(place);
    element.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus();
  };

  /** The first tap selects a word, a tap outside the selection extends it, a tap inside clears it. */
  const touch = (place: number): void => {
    setActive(place);
    const unit = units[place]!;
    if (selected && overlaps(unit, selected)) return select(undefined);
    if (!selected) setAnchor(place);
    select({
      start: Math.min(unit.start, selected?.start ?? unit.start),
      end: Math.max(unit.end, selected?.end ?? unit.end),
    });
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
        const from = selected ? anchor : place;
        setAnchor(from);
        select(between(from, next));
      }
      focus(next);
    } else if (event.key === ' ') touch(place);
    else if (event.key === 'Escape' && selected) select(undefined);
    else if (event.key === 'Enter' && selected) confirm();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (places.length === 0) return <span class="empty">(empty)</span>;
  return (
    <span class="markable" role="group" aria-label={label} lang={text.lang} dir={text.dir} ref={element}>
      {units.map((unit, place) => {
        const inside = errors.filter(({ span }) => overlaps(unit, span));
        const isSelected = selected !== undefined && overlaps(unit, selected);
        const classes = [
          unit.blank ? '' : 'unit',
          isSelected ? 'selected' : '',
          inside.length > 0 ? `marked severity-${Math.max(...inside.map(({ severity }) => severity))}` : '',
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
            aria-pressed={isSelected}
            aria-label={
              inside.length > 0 ? `${unit.text}, error ${inside.map(({ number }) => number).join(', ')}` : undefined
            }
            onKeyDown={(event) => move(event, place)}
            onPointerDown={(event) => {
              if (event.pointerType === 'mouse' && event.button === 0) drag.current = { from: place, moved: false };
            }}
            onPointerEnter={() => {
              if (!drag.current || (!drag.current.moved && drag.current.from === place)) return;
              drag.current.moved = true;
              setAnchor(drag.current.from);
              setActive(place);
              select(between(drag.current.from, place));
            }}
            onClick={() => {
              if (!drag.current?.moved) touch(place);
            }}
          >
            {unit.text}
          </span>
        );
      })}
    </span>
  );
}

const overlaps = (unit: TextUnit, { start, end }: TextRange): boolean => unit.start < end && unit.end > start;
