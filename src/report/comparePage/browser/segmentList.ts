/** The list of segments found, a page at a time; each is a link to itself. */
import { linkTo } from './browserState.ts';
import { counted, differenceText, grouped, make, setAttributes } from './elements.ts';
import type { Change, View } from './view.ts';

/** How many segments a page of the list has. */
const pageSize = 50;

/** How much of a text is put into a row, which shows less; in UTF-16 units. */
const longestStart = 240;

export interface SegmentList {
  readonly element: HTMLElement;
  show(view: View): void;
  /** Puts the focus on the segment chosen. */
  focus(): void;
}

export function makeSegmentList(change: Change): SegmentList {
  const rows = make('ol', { class: 'rows' });
  const back = make('button', { type: 'button' }, 'Earlier');
  const on = make('button', { type: 'button' }, 'Later');
  const range = make('span', { class: 'range' });
  const pager = make('div', { class: 'pager' }, back, range, on);
  const element = make('div', { class: 'list' }, rows, pager);
  let shown: View | undefined;
  let pageShown = -1;
  back.addEventListener('click', () => step(-1));
  on.addEventListener('click', () => step(1));
  return {
    element,
    show(view) {
      const page = Math.max(0, Math.floor(view.position / pageSize));
      const first = page * pageSize;
      const found = view.found.slice(first, first + pageSize);
      const isNew = !shown || page !== pageShown || changesRows(shown, view);
      const hadFocus = rows.contains(document.activeElement);
      if (isNew) {
        rows.replaceChildren(...makeRows(view, found));
        rows.start = first + 1;
        range.textContent =
          found.length === 0
            ? ''
            : `${grouped(first + 1)}–${grouped(first + found.length)} of ${grouped(view.found.length)}`;
        pager.hidden = view.found.length <= pageSize;
        setAttributes(back, { 'aria-disabled': page === 0 && 'true' });
        setAttributes(on, { 'aria-disabled': first + pageSize >= view.found.length && 'true' });
      }
      [...rows.querySelectorAll('a')].forEach((link, i) =>
        setAttributes(link, { 'aria-current': i === view.position - first && 'true' }),
      );
      [shown, pageShown] = [view, page];
      reveal(isNew);
      if (isNew && hadFocus) this.focus();
    },
    focus: () => current()?.focus({ preventScroll: true }),
  };

  function step(pages: number): void {
    const segment = shown?.found[(pageShown + pages) * pageSize];
    if (segment !== undefined) change({ segment });
  }

  function current(): HTMLElement | undefined {
    return rows.querySelector<HTMLElement>('[aria-current]') ?? undefined;
  }

  /** Scrolls the list, and not the page, to the segment chosen: to the middle of new rows, else no more than needed. */
  function reveal(isNew: boolean): void {
    const row = current();
    if (!row) return;
    const [inner, outer] = [row.getBoundingClientRect(), rows.getBoundingClientRect()];
    const above = inner.top - outer.top;
    const below = inner.bottom - outer.bottom;
    if (isNew) rows.scrollTop += (above + below) / 2;
    else if (above < 0) rows.scrollTop += above;
    else if (below > 0) rows.scrollTop += below;
  }
}

/** Whether rows are to be made anew: they show differences, and their links hold all that is chosen but the segment. */
function changesRows(before: View, { state, found, segments }: View): boolean {
  const link = (each: View['state']): string => linkTo({ ...each, segment: 0 }, segments);
  return found !== before.found || link(state) !== link(before.state);
}

function makeRows(view: View, found: readonly number[]): HTMLElement[] {
  const { segments, state, differences } = view;
  const { digits, name } = segments.metrics[state.metric]!;
  const most = view.found.reduce((widest, segment) => Math.max(widest, Math.abs(differences[segment]!) || 0), 0);
  const [label] = segments.labels;
  return found.map((segment) => {
    const difference = differences[segment]!;
    const start = segments.references(segment)[0] ?? segments.source(segment) ?? '';
    const value = label?.values[label.of[segment]!] ?? '';
    return make(
      'li',
      {},
      make(
        'a',
        { href: `#${linkTo({ ...state, segment }, segments)}` },
        make(
          'span',
          { class: 'row-head' },
          make('span', { class: 'unseen' }, 'Segment '),
          make('span', { class: 'number' }, String(segment + 1)),
          ' ',
          ...(value === '' ? [] : [make('bdi', { class: 'label' }, value), ' ']),
          make('span', { class: 'unseen' }, `${name}, B less A: `),
          make('span', { class: 'difference' }, differenceText(difference, digits)),
          bar(most === 0 ? 0 : difference / most),
        ),
        make('span', { class: 'start', dir: 'auto', lang: segments.languages.target }, beginning(start)),
      ),
    );
  });
}

/** A text without what a row has no room for; no character is cut in half. */
const beginning = (text: string): string =>
  text.length <= longestStart ? text : `${text.slice(0, longestStart).replace(/[\ud800-\udbff]$/, '')}…`;

/** From the middle to the left where A has more, to the right where B has. */
function bar(share: number): HTMLElement {
  const part = make('span', { class: share < 0 ? 'less' : 'more' });
  part.style.width = `${Math.abs(share || 0) * 50}%`;
  return make('span', { class: 'bar', 'aria-hidden': 'true' }, part);
}

/** What the list comes to, in words. */
export const resultText = ({ found, segments }: View): string =>
  found.length === segments.count
    ? `All ${counted(segments.count, 'segment')}`
    : `${grouped(found.length)} of ${counted(segments.count, 'segment')}`;
