/** The segment browser: keeps fields, list, segment, address and keys in step. */
import { type JSX, render } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Segments } from '../../src/report/comparePage/packSegments.ts';
import { counted, grouped } from '../shared/counted.ts';
import { saveBlob } from '../shared/saveBlob.ts';
import { useListener } from '../shared/useListener.ts';
import { Controls } from './Controls.tsx';
import { Help } from './Help.tsx';
import { Heading, Legend, Origin, SegmentArticle } from './SegmentArticle.tsx';
import { SegmentList, currentRow } from './SegmentList.tsx';
import { type BrowserState, type Choose, firstState, linkTo, stateFromLink, translateState } from './browserState.ts';
import { segmentsJson, segmentsTsv } from './exportSegments.ts';
import { highlightFound } from './highlightFound.ts';
import { type Haystacks, differencesOf, searchPattern, selectSegments } from './selectSegments.ts';

/** A choice is added to the history after this time, in milliseconds. */
const settlingTime = 300;

/** More segments than this are not printed. */
const mostPrinted = 200;

const files = [
  { name: 'TSV', file: 'segments.tsv', type: 'text/tab-separated-values', write: segmentsTsv },
  { name: 'JSON', file: 'segments.json', type: 'application/json', write: segmentsJson },
];

interface SegmentBrowserProps {
  /** What it fills; headings within begin at its `data-level`. */
  readonly element: HTMLElement;
  readonly segments: Segments;
  readonly haystacks: Haystacks;
  /** What else there is to show of a segment, below its texts. */
  readonly below?: (segment: number) => JSX.Element;
}

export function SegmentBrowser({ element, segments, haystacks, below }: SegmentBrowserProps): JSX.Element {
  const level = Number(element.dataset['level']);
  const headingId = `${element.id}_segment`;
  const [last, setLast] = useState(() => ({
    chosen: stateFromLink(location.hash.slice(1), segments) ?? firstState(segments),
    among: segments,
  }));
  // In Studio, files and settings change while this is open: systems, metrics and labels with them.
  const chosen = useMemo(
    () => (last.among === segments ? last.chosen : translateState(last.chosen, last.among, segments)),
    [last, segments],
  );
  const setChosen = (next: BrowserState): void => setLast({ chosen: next, among: segments });
  const { a, b, metric, sort, search, regex, place, winner, least, most, labels } = chosen;
  const differences = useMemo(() => differencesOf(segments, { a, b, metric }), [segments, a, b, metric]);
  const { pattern, problem: misspelt } = useMemo(() => searchPattern(search, regex), [search, regex]);
  const { found, problem = misspelt } = useMemo(
    () => selectSegments(segments, chosen, differences, haystacks, pattern),
    [differences, haystacks, sort, pattern, place, winner, least, most, labels],
  );
  // If the segment is not among those found, the first of them is chosen.
  const position = Math.max(found.indexOf(chosen.segment), Math.min(found.length, 1) - 1);
  const state = { ...chosen, segment: found[position] ?? chosen.segment };
  const link = linkTo(state, segments);
  const isSettled = useRef(true);
  const article = useRef<HTMLDivElement>(null);
  const printed = useRef<HTMLDivElement>(null);

  const choose: Choose = (changed) => {
    isSettled.current = false;
    setChosen({ ...state, ...changed });
  };
  const step = (by: number): void => {
    const segment = found[position + by];
    if (segment !== undefined) choose({ segment });
  };
  const focusList = (): void => currentRow(element)?.focus({ preventScroll: true });

  // At once, not after the page is painted: what was chosen before would otherwise come back.
  useLayoutEffect(() => {
    if (isSettled.current) return;
    const settling = setTimeout(() => {
      // Not by setting the hash: its event comes later, and would undo what is chosen until then.
      if (location.hash !== `#${link}`) history.pushState(null, '', `#${link}`);
    }, settlingTime);
    return () => clearTimeout(settling);
  }, [chosen]);
  useLayoutEffect(() => {
    highlightFound(article.current!.querySelectorAll('.text'), problem === undefined ? pattern : undefined);
  }, [chosen]);

  // Going back and forth, and links elsewhere in the page. A link to another part of the page changes nothing here.
  const follow = (): void => {
    const followed = location.hash.slice(1);
    const next = followed === '' ? firstState(segments) : stateFromLink(followed, segments);
    if (!next) return;
    isSettled.current = true;
    if (followed !== link) setChosen(next);
    const { top, bottom } = element.getBoundingClientRect();
    const isInSight = bottom > 0 && top < innerHeight;
    const from = document.activeElement;
    const isFromElsewhere = from !== null && from.matches('main a') && !element.contains(from);
    if (followed !== '' && (isFromElsewhere || !isInSight)) element.scrollIntoView();
    if (isFromElsewhere) element.focus({ preventScroll: true });
  };
  useListener(window, 'hashchange', follow);
  // A link that is followed once more changes no address.
  useListener(window, 'click', ({ target }) => {
    const link = (target as Element).closest('a');
    if (link?.getAttribute('href') === location.hash && !element.contains(link)) follow();
  });

  // Not of the whole page: single letters must not act on those who dictate or slip, wherever the focus is (WCAG 2.1.4).
  useListener(element, 'keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target as Element;
    if (target.matches('input, select')) {
      if (!target.matches('[type=search]') || !/^(?:Escape|Enter)$/.test(event.key)) return;
      event.preventDefault(); // else what is looked for would be deleted
      focusList();
      return;
    }
    const stepInList = (by: number): void => {
      focusList(); // which then follows the segment chosen
      step(by);
    };
    const inList = target.closest('.list') !== null;
    if (event.key === 'j' || (inList && event.key === 'ArrowDown')) stepInList(1);
    else if (event.key === 'k' || (inList && event.key === 'ArrowUp')) stepInList(-1);
    else if (event.key === '/') {
      const field = element.querySelector<HTMLInputElement>('[type=search]')!;
      field.focus();
      field.select();
    } else if (event.key === '?') {
      const help = element.querySelector<HTMLDetailsElement>('.help')!;
      help.open = !help.open;
      if (help.open) help.querySelector('summary')!.focus();
    } else return;
    event.preventDefault();
  });

  const all = counted(segments.count, 'segment');
  const results = found.length === segments.count ? `All ${all}` : `${grouped(found.length)} of ${all}`;
  // Drawn at once, since printing does not wait, in place of the segment that is looked at.
  useListener(window, 'beforeprint', () =>
    render(
      <>
        <p>
          {results}
          {found.length > mostPrinted && `; the first ${mostPrinted} are printed`}.
        </p>
        <Legend />
        {found.slice(0, mostPrinted).map((segment) => (
          <section>
            <Heading level={level}>Segment {segment + 1}</Heading>
            <Origin segments={segments} segment={segment} />
            <SegmentArticle segments={segments} state={state} segment={segment} level={level + 1} />
          </section>
        ))}
      </>,
      printed.current!,
    ),
  );
  useListener(window, 'afterprint', () => render(null, printed.current!));

  const isNone = position < 0;
  return (
    <>
      <Controls segments={segments} state={state} problem={problem} choose={choose} />
      <div class="below">
        <p class="results" role="status">
          {results}
        </p>
        <p class="exports">
          Download{' '}
          {files.map(({ name, file, type, write }) => (
            <>
              <button
                type="button"
                aria-disabled={isNone || undefined}
                onClick={() => isNone || saveBlob(file, new Blob([write(segments, found)], { type }))}
              >
                {name}
                <span class="unseen"> of these segments</span>
              </button>{' '}
            </>
          ))}
        </p>
        <Help />
      </div>
      <div class="panes">
        <SegmentList {...{ segments, state, found, position, differences, choose }} />
        <section class="detail" aria-labelledby={headingId}>
          <div class="detail-head">
            <Heading level={level} id={headingId}>
              {isNone ? 'No segment matches' : `Segment ${state.segment + 1}`}
            </Heading>
            <span class="place">{!isNone && `${grouped(position + 1)} of ${grouped(found.length)}`}</span>
            <span class="steps">
              <button type="button" aria-disabled={position <= 0 || undefined} onClick={() => step(-1)}>
                Previous
              </button>{' '}
              <button type="button" aria-disabled={position === found.length - 1 || undefined} onClick={() => step(1)}>
                Next
              </button>
            </span>
          </div>
          {!isNone && <Origin segments={segments} segment={state.segment} />}
          <Legend />
          <div class="article" ref={article}>
            {!isNone && <SegmentArticle segments={segments} state={state} segment={state.segment} level={level + 1} />}
          </div>
          {!isNone && below?.(state.segment)}
        </section>
      </div>
      <div class="printed" ref={printed} />
    </>
  );
}
