/** Fills the element of a segment browser: reads the data beside it, and keeps fields, list, segment, address and keys in step. */
import { type PackedSegments, unpackSegments } from '../packSegments.ts';
import { type BrowserState, firstState, linkTo, stateFromLink } from './browserState.ts';
import { makeControls } from './controls.ts';
import { grouped, make, makeHeading, setAttributes } from './elements.ts';
import { segmentsJson, segmentsTsv } from './exportSegments.ts';
import { makeHelp, makeKeys } from './help.ts';
import { highlightFound } from './highlightFound.ts';
import { searchPattern } from './searchPattern.ts';
import { makeArticle, makeLegend, makeOrigin } from './segmentArticle.ts';
import { makeSegmentList, resultText } from './segmentList.ts';
import { differencesOf, makeHaystacks, selectSegments } from './selectSegments.ts';
import type { View } from './view.ts';

/** What is chosen gets a place in the history when it has stayed for so long, in milliseconds. */
const settlingTime = 300;

/** More segments than this are not printed. */
const mostPrinted = 200;

export function startBrowser(element: HTMLElement): void {
  const id = element.id;
  const data = document.getElementById(`${id}_data`)!.textContent;
  const segments = unpackSegments(JSON.parse(data) as PackedSegments);
  const haystacks = makeHaystacks(segments);
  const level = Number(element.dataset['level']);
  const linked = stateFromLink(location.hash.slice(1), segments);
  let view = viewOf(linked ?? firstState(segments));
  let settling: ReturnType<typeof setTimeout> | undefined;

  const controls = makeControls(segments, change, id);
  const list = makeSegmentList(change);
  const results = make('p', { class: 'results', role: 'status' });
  const heading = makeHeading(level, { id: `${id}_segment` });
  const place = make('span', { class: 'place' });
  const previous = make('button', { type: 'button' }, 'Previous');
  const next = make('button', { type: 'button' }, 'Next');
  const origin = make('div');
  const article = make('div', { class: 'article' });
  const printed = make('div', { class: 'printed' });
  const help = makeHelp();
  const tsv = make('button', { type: 'button' }, 'TSV', make('span', { class: 'unseen' }, ' of these segments'));
  const json = make('button', { type: 'button' }, 'JSON', make('span', { class: 'unseen' }, ' of these segments'));

  previous.addEventListener('click', () => step(-1));
  next.addEventListener('click', () => step(1));
  tsv.addEventListener('click', () => save('segments.tsv', 'text/tab-separated-values', segmentsTsv));
  json.addEventListener('click', () => save('segments.json', 'application/json', segmentsJson));
  // Not of the whole page: single letters must not act on those who dictate or slip, wherever the focus is (WCAG 2.1.4).
  element.addEventListener('keydown', pressKey);
  addEventListener('hashchange', followLink);
  addEventListener('beforeprint', () => printed.replaceChildren(...makePrinted()));
  addEventListener('afterprint', () => printed.replaceChildren());

  element.replaceChildren(
    controls.element,
    make(
      'div',
      { class: 'below' },
      results,
      make('p', { class: 'exports' }, 'Download ', tsv, ' ', json),
      makeKeys(),
      help,
    ),
    make(
      'div',
      { class: 'panes' },
      list.element,
      make(
        'section',
        { class: 'detail', 'aria-labelledby': heading.id },
        make('div', { class: 'detail-head' }, heading, place, make('span', { class: 'steps' }, previous, ' ', next)),
        origin,
        makeLegend(),
        article,
      ),
    ),
    printed,
  );
  element.tabIndex = -1;
  render();
  // The first search would otherwise wait for the texts.
  setTimeout(() => haystacks('all'), settlingTime);
  if (!linked) return;
  element.scrollIntoView();
  element.focus({ preventScroll: true });

  function viewOf(state: BrowserState): View {
    const differences = differencesOf(segments, state);
    const found = selectSegments(segments, state, differences, haystacks);
    return withSegment({ segments, state, found, position: -1, differences, level });
  }

  /** If the segment is not among those found, the first of them is chosen. */
  function withSegment(wanted: View): View {
    const position = wanted.found.indexOf(wanted.state.segment);
    if (position >= 0) return { ...wanted, position };
    const [segment = wanted.state.segment] = wanted.found;
    return { ...wanted, state: { ...wanted.state, segment }, position: wanted.found.length > 0 ? 0 : -1 };
  }

  function change(changed: Partial<BrowserState>): void {
    const state = { ...view.state, ...changed };
    const onlySegment = Object.keys(changed).every((each) => each === 'segment');
    view = onlySegment ? withSegment({ ...view, state }) : viewOf(state);
    render();
    clearTimeout(settling);
    settling = setTimeout(() => {
      const link = `#${linkTo(view.state, segments)}`;
      if (location.hash !== link) location.hash = link;
    }, settlingTime);
  }

  /** Going back and forth, and links elsewhere in the page. A link to another part of the page changes nothing here. */
  function followLink(): void {
    const link = location.hash.slice(1);
    const state = link === '' ? firstState(segments) : stateFromLink(link, segments);
    if (!state) return;
    clearTimeout(settling);
    if (link !== linkTo(view.state, segments)) {
      view = viewOf(state);
      render();
    }
    if (link !== '' && !isInSight()) element.scrollIntoView();
  }

  function isInSight(): boolean {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  }

  function render(): void {
    const { state, found, position } = view;
    controls.show(state);
    list.show(view);
    const text = resultText(view);
    if (results.textContent !== text) results.textContent = text;
    for (const button of [tsv, json]) setAttributes(button, { 'aria-disabled': found.length === 0 && 'true' });
    setAttributes(previous, { 'aria-disabled': position <= 0 && 'true' });
    setAttributes(next, { 'aria-disabled': position === found.length - 1 && 'true' });
    heading.textContent = position < 0 ? 'No segment is like that' : `Segment ${state.segment + 1}`;
    place.textContent = position < 0 ? '' : `${grouped(position + 1)} of ${grouped(found.length)}`;
    origin.replaceChildren(...(position < 0 ? [] : [makeOrigin(view, state.segment)]));
    article.replaceChildren(...(position < 0 ? [] : makeArticle(view, state.segment)));
    highlightFound(article.querySelectorAll('.text'), searchPattern(state.search, state.regex).pattern);
  }

  function step(by: number): void {
    const segment = view.found[view.position + by];
    if (segment !== undefined) change({ segment });
  }

  function pressKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target as Element;
    if (target.matches('input, select')) {
      if (!target.matches('[type=search]') || !/^(?:Escape|Enter)$/.test(event.key)) return;
      event.preventDefault(); // else what is looked for would be deleted
      list.focus();
      return;
    }
    const inList = target.closest('.list') !== null;
    const keys: Readonly<Record<string, (() => void) | undefined>> = {
      j: () => stepInList(1),
      k: () => stepInList(-1),
      ...(inList && { ArrowDown: () => stepInList(1), ArrowUp: () => stepInList(-1) }),
      '/': controls.focusSearch,
      '?': toggleHelp,
    };
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  }

  function stepInList(by: number): void {
    step(by);
    list.focus();
  }

  function toggleHelp(): void {
    help.open = !help.open;
    if (help.open) help.querySelector('summary')!.focus();
  }

  function save(name: string, type: string, write: typeof segmentsTsv): void {
    if (view.found.length === 0) return;
    const address = URL.createObjectURL(new Blob([write(segments, view.found)], { type }));
    make('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  /** The segments found, in place of the one that is looked at. */
  function makePrinted(): HTMLElement[] {
    const { found } = view;
    const some = found.length > mostPrinted ? `; the first ${mostPrinted} are printed` : '';
    return [
      make('p', {}, `${resultText(view)}${some}.`),
      makeLegend(),
      ...found
        .slice(0, mostPrinted)
        .map((segment) =>
          make(
            'section',
            {},
            makeHeading(level, {}, `Segment ${segment + 1}`),
            makeOrigin(view, segment),
            ...makeArticle(view, segment),
          ),
        ),
    ];
  }
}
