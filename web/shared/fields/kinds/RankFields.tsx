/** Up to five translations of a sentence, each with a rank; ties allowed (WMT09, Callison-Burch et al. 2009, section 3.1). */
import { useId, useRef } from 'preact/hooks';
import { ForeignParagraph } from '../../ForeignText.tsx';
import { Passages } from '../Passage.tsx';
import type { KindProps } from '../forms.ts';
import { useShortcuts } from '../shortcuts.ts';
import { letter } from '../words.ts';

export function RankFields({ assignment, form, change, shortcuts }: KindProps<'rank'>) {
  const list = useRef<HTMLDivElement>(null);
  const name = useId();
  const count = form.ranks.length;
  const rank = (place: number, value: number): void =>
    change({ kind: 'rank', ranks: form.ranks.map((before, i) => (i === place ? value : before)) });
  /** Focuses the rank that a translation has, or its first one. */
  const focus = (place: number, value: number | null | undefined): void =>
    list.current?.querySelectorAll('fieldset')[place]?.querySelectorAll('input')[(value ?? 1) - 1]?.focus();

  useShortcuts(shortcuts, (event) => {
    const at = [...(list.current?.querySelectorAll('fieldset') ?? [])].findIndex((one) =>
      one.contains(event.target as Node),
    );
    const digit = Number(event.key);
    if (/^[1-9]$/.test(event.key) && digit <= count) {
      const firstLeft = form.ranks.indexOf(null);
      const place = at >= 0 ? at : Math.max(firstLeft, 0);
      rank(place, digit);
      // On to the next translation; from the last one, nowhere.
      if (place + 1 < count) focus(place + 1, form.ranks[place + 1]);
      else focus(place, digit);
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && (at >= 0 || isHeading(event.target))) {
      const next = event.key === 'ArrowDown' ? Math.min(at + 1, count - 1) : Math.max(at - 1, 0);
      focus(next, form.ranks[next]);
    } else return;
    event.preventDefault();
  });

  return (
    <div class="desk ranking">
      <Passages assignment={assignment} />
      <div class="outputs translations" ref={list}>
        {assignment.texts.map((text, place) => (
          <fieldset key={place} class={`translation${form.ranks[place] === null ? ' unfilled' : ''}`}>
            <legend>
              <span class="unseen">Translation </span>
              {letter(place)}
            </legend>
            <ForeignParagraph text={text} highlight={assignment.constituent?.texts[place]} />
            <div class="ranks">
              <span class="end" aria-hidden="true">
                Best
              </span>
              {form.ranks.map((_, i) => (
                <label key={i} class="rank">
                  <input
                    type="radio"
                    name={`${name}-${place}`}
                    value={i + 1}
                    checked={form.ranks[place] === i + 1}
                    aria-label={rankName(i + 1, count)}
                    onChange={() => rank(place, i + 1)}
                  />
                  <span aria-hidden="true">{i + 1}</span>
                </label>
              ))}
              <span class="end" aria-hidden="true">
                Worst
              </span>
            </div>
          </fieldset>
        ))}
      </div>
    </div>
  );
}

const rankName = (rank: number, count: number): string =>
  rank === 1 ? 'Rank 1, best' : rank === count ? `Rank ${rank}, worst` : `Rank ${rank}`;

const isHeading = (target: EventTarget | null): boolean => target instanceof HTMLHeadingElement;
