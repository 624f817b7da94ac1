/** The list of segments found, a page at a time; each is a link to itself. */
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Segments } from '../../src/report/comparePage/packSegments.ts';
import { grouped } from '../shared/counted.ts';
import { type BrowserState, type Choose, linkTo } from './browserState.ts';
import { differenceText } from './words.ts';

/** How many segments a page of the list has. */
const pageSize = 50;

/** How much of a text is put into a row, which shows less; in UTF-16 units. */
const longestStart = 240;

interface SegmentListProps {
  readonly segments: Segments;
  readonly state: BrowserState;
  /** Segments, in the order chosen. */
  readonly found: readonly number[];
  /** Where the segment chosen is among them; −1 if there is none. */
  readonly position: number;
  /** Score of B minus score of A, for every segment. */
  readonly differences: Float64Array;
  readonly choose: Choose;
}

export function SegmentList({ segments, state, found, position, differences, choose }: SegmentListProps): JSX.Element {
  const page = Math.max(0, Math.floor(position / pageSize));
  const first = page * pageSize;
  const shown = found.slice(first, first + pageSize);
  const rows = useRef<HTMLOListElement>(null);
  // The focus stays with the segment chosen, even if its row is redrawn.
  const hadFocus = rows.current?.contains(document.activeElement);
  // Rows show differences, and their links hold all that is chosen but the segment.
  const link = linkTo({ ...state, segment: 0 }, segments);
  // Made once for many steps: each takes longer to draw than the segment chosen.
  const made = useMemo(() => {
    const { digits, name } = segments.metrics[state.metric]!;
    const most = found.reduce((widest, segment) => Math.max(widest, Math.abs(differences[segment]!) || 0), 0);
    const [label] = segments.labels;
    return shown.map((segment) => ({
      segment,
      href: `#${linkTo({ ...state, segment }, segments)}`,
      content: (
        <>
          <span class="row-head">
            <span class="unseen">Segment </span>
            <span class="number">{segment + 1}</span>{' '}
            {label?.values[label.of[segment]!] && <bdi class="label">{label.values[label.of[segment]!]}</bdi>}{' '}
            <span class="unseen">{`${name}, B minus A: `}</span>
            <span class="difference">{differenceText(differences[segment]!, digits)}</span>
            <Bar share={most === 0 ? 0 : differences[segment]! / most} />
          </span>
          <span class="start" dir="auto" lang={segments.languages.target}>
            {beginning(segments.references(segment)[0] ?? segments.source(segment) ?? '')}
          </span>
        </>
      ),
    }));
  }, [found, page, link]);
  useLayoutEffect(() => reveal(rows.current!, true), [found, page, link]);
  useLayoutEffect(() => {
    reveal(rows.current!, false);
    if (hadFocus) currentRow(rows.current!)?.focus({ preventScroll: true });
  }, [found, position, link]);
  const turn = (by: number): void => {
    const segment = found[first + by * pageSize];
    if (segment !== undefined) choose({ segment });
  };
  return (
    <div class="list">
      <ol class="rows" start={first + 1} ref={rows}>
        {made.map(({ segment, href, content }, i) => (
          <li key={segment}>
            <a href={href} aria-current={i === position - first || undefined}>
              {content}
            </a>
          </li>
        ))}
      </ol>
      <div class="pager" hidden={found.length <= pageSize}>
        <button type="button" aria-disabled={page === 0 || undefined} onClick={() => turn(-1)}>
          Earlier
        </button>
        <span class="range">
          {shown.length > 0 && `${grouped(first + 1)}–${grouped(first + shown.length)} of ${grouped(found.length)}`}
        </span>
        <button type="button" aria-disabled={first + pageSize >= found.length || undefined} onClick={() => turn(1)}>
          Later
        </button>
      </div>
    </div>
  );
}

/** The row of the segment chosen. */
export const currentRow = (list: HTMLElement): HTMLElement | null => list.querySelector<HTMLElement>('[aria-current]');

/** Scrolls the list, and not the page, to the segment chosen: to the middle of new rows, else no more than needed. */
function reveal(rows: HTMLElement, isNew: boolean): void {
  const row = currentRow(rows);
  if (!row) return;
  const [inner, outer] = [row.getBoundingClientRect(), rows.getBoundingClientRect()];
  const above = inner.top - outer.top;
  const below = inner.bottom - outer.bottom;
  if (isNew) rows.scrollTop += (above + below) / 2;
  else if (above < 0) rows.scrollTop += above;
  else if (below > 0) rows.scrollTop += below;
}

/** A text without what a row has no room for; no character is cut in half. */
const beginning = (text: string): string =>
  text.length <= longestStart ? text : `${text.slice(0, longestStart).replace(/[\ud800-\udbff]$/, '')}…`;

/** From the middle to the left where A has more, to the right where B has. */
const Bar = ({ share }: { readonly share: number }): JSX.Element => (
  <span class="bar" aria-hidden="true">
    <span class={share < 0 ? 'less' : 'more'} style={{ width: `${Math.abs(share || 0) * 50}%` }} />
  </span>
);
