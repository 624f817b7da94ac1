/** Beside the words of an error: its severity, its category, and a button that removes it. On a phone it is at the bottom of the screen. */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { categoryPaths } from '../../../src/human/campaign/designOf.ts';
import type { Category, MarkedSpan, Marking } from '../../../src/human/index.ts';
import { useListener } from '../useListener.ts';
import { useShortcuts } from './shortcuts.ts';

interface ErrorPopoverProps {
  readonly number: number;
  /** The marked words. */
  readonly what: string;
  readonly lang: string | undefined;
  readonly error: MarkedSpan;
  readonly marking: Marking;
  /** Whether the keyboard moves into it: it was opened from the list of errors, or something is missing. */
  readonly takesFocus: boolean;
  readonly change: (error: MarkedSpan) => void;
  readonly remove: () => void;
  /** Leaves the error as it is; `goesBack` to the words with the keyboard. */
  readonly close: (goesBack: boolean) => void;
  /** Whether single-key shortcuts are enabled. */
  readonly shortcuts: boolean;
  /** Escape: removes an error that was just marked, leaves another as it is. */
  readonly escape: () => void;
}

/** From the words to the popover, in pixels. */
const gap = 6;

export function ErrorPopover(props: ErrorPopoverProps) {
  const { number, what, lang, error, marking, takesFocus, shortcuts, change, remove, close, escape } = props;
  const element = useRef<HTMLDivElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const id = useId();
  const offered = categoryPaths(marking.categories).filter(({ category }) => fitsSide(category, error));
  const found = offered.filter(({ path }) => path.toLowerCase().includes(typed.trim().toLowerCase()));
  const needsNote = offered.some(({ path, category }) => path === error.category && category.needsNote === true);

  const place = (): void => {
    const popover = element.current!;
    const around = popover.offsetParent;
    const words = [...document.querySelectorAll('.marked.open')].flatMap((one) => [...one.getClientRects()]);
    if (!around || getComputedStyle(popover).position !== 'absolute') {
      popover.removeAttribute('style');
      popover.style.bottom = `${document.querySelector<HTMLElement>('.work-bar')?.offsetHeight ?? 0}px`;
      const hidden = (words.at(-1)?.bottom ?? 0) + 2 * gap - popover.getBoundingClientRect().top;
      return void (hidden > 0 && scrollBy(0, hidden));
    }
    const last = words.at(-1) ?? around.getBoundingClientRect();
    const first = words[0] ?? last;
    const frame = around.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = popover;
    const bar = document.querySelector('.work-bar')?.getBoundingClientRect().top ?? innerHeight;
    const fitsBelow = last.bottom + gap + height <= bar;
    const isAbove = !fitsBelow && first.top - gap - height >= 0;
    // Not over the next translation, if there is room in this one.
    const right = width <= frame.width ? frame.right : document.documentElement.clientWidth - 8;
    const left = Math.max(Math.min(last.left, right - width), 8);
    popover.style.left = `${left - frame.left}px`;
    popover.style.top = `${(isAbove ? first.top - gap - height : last.bottom + gap) - frame.top}px`;
  };
  useLayoutEffect(place);
  useListener(window, 'resize', place);
  useLayoutEffect(() => {
    if (takesFocus) focusField('button');
  }, []);
  useListener(document, 'pointerdown', (event) => {
    const target = event.target as Element;
    if (!target.closest('.popover, .markable, .error-chip')) close(false);
  });
  // The keyboard may still be in the text.
  useListener(document, 'keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
    const isInside = element.current!.contains(event.target as Node);
    if (event.key === 'Escape') escape();
    else if (event.key === 'Enter' && !isInside && !(event.target instanceof HTMLButtonElement)) close(false);
    else return;
    event.preventDefault();
  });
  useShortcuts(shortcuts, (event) => {
    const severity = /^[1-9]$/.test(event.key) ? marking.severities[Number(event.key) - 1] : undefined;
    if (!severity) return;
    chooseSeverity(severity.name);
    event.preventDefault();
  });

  /** The filter of categories, or else the first of these buttons. */
  const focusField = (buttons: string): void => {
    // A field would open the keyboard of a phone.
    if (filter.current && matchMedia('(hover: hover)').matches) filter.current.focus();
    else element.current?.querySelector<HTMLElement>(buttons)?.focus();
  };
  const chooseSeverity = (severity: string): void => {
    change({ ...error, severity });
    if (marking.categories.length === 0 || error.category !== '') close(true);
    else focusField('.categories button');
  };
  const chooseCategory = ({ path, category }: (typeof offered)[number]): void => {
    change({ ...error, category: path, ...(category.severity !== undefined && { severity: category.severity }) });
    if (category.needsNote !== true) close(true);
  };

  return (
    <div
      class="popover"
      role="group"
      aria-labelledby={id}
      ref={element}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.isComposing || event.target instanceof HTMLButtonElement) return;
        // Otherwise the page would submit the assignment.
        event.preventDefault();
        if (event.target === filter.current && typed.trim() !== '' && found[0]) chooseCategory(found[0]);
        else close(true);
      }}
    >
      <p id={id} class="popover-title">
        <span class="unseen">Error {number}: </span>
        <bdi lang={lang}>{what}</bdi>
      </p>
      <div class="popover-row">
        <div class="severities" role="group" aria-label="Severity">
          {marking.severities.map(({ name, help }, i) => (
            <button
              key={name}
              type="button"
              class={`pick severity-${i}`}
              aria-pressed={error.severity === name}
              title={help}
              onClick={() => chooseSeverity(name)}
            >
              {capital(name)} <kbd aria-hidden="true">{i + 1}</kbd>
            </button>
          ))}
        </div>
        <button type="button" class="quiet" onClick={remove} aria-label={`Remove error ${number}`}>
          Remove
        </button>
        <button type="button" class="quiet" onClick={() => close(true)}>
          Done
        </button>
      </div>
      {offered.length > 0 && (
        <div class="categories" role="group" aria-label="Category">
          {offered.length > 6 && (
            <input
              ref={filter}
              type="text"
              aria-label="Find a category"
              placeholder="Category: type to find it"
              value={typed}
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          )}
          {groupsOf(found).map(([group, list]) => (
            <div key={group} class="category-group">
              {group !== '' && <span class="hint">{group}</span>}
              {list.map((one) => (
                <button
                  key={one.path}
                  type="button"
                  class="pick"
                  aria-pressed={error.category === one.path}
                  title={one.category.help}
                  onClick={() => chooseCategory(one)}
                >
                  {one.category.name}
                </button>
              ))}
            </div>
          ))}
          {found.length === 0 && <p class="hint">No category has this name.</p>}
        </div>
      )}
      {needsNote && (
        <label class="field">
          <span>Say what it is</span>
          <input
            type="text"
            maxLength={200}
            value={error.note ?? ''}
            onInput={({ currentTarget }) => change({ ...error, note: currentTarget.value })}
          />
        </label>
      )}
    </div>
  );
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function fitsSide({ side = 'output' }: Category, error: MarkedSpan): boolean {
  return side === 'both' || side === error.side;
}

/** Categories by the name above them. */
function groupsOf<T extends { readonly path: string }>(list: readonly T[]): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const group = one.path.split('/').slice(0, -1).join(', ');
    const members = groups.get(group);
    if (members) members.push(one);
    else groups.set(group, [one]);
  }
  return [...groups];
}
