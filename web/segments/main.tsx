/**
 * Starts the segment browser of a page of results, with the data beside its element, and what every page has. It is put into
 * src/report/comparePage/script.generated.ts, minified, by `npm run generate`; pages take it from there.
 */
import { render } from 'preact';
import { type PackedSegments, unpackSegments } from '../../src/report/comparePage/packSegments.ts';
import { sortTables } from '../shared/sortTables.ts';
import { SegmentBrowser } from './SegmentBrowser.tsx';
import { stateFromLink } from './browserState.ts';
import { makeHaystacks } from './selectSegments.ts';

sortTables(document);
const element = document.querySelector<HTMLElement>('.browser')!;
const data = document.getElementById(`${element.id}_data`)!.textContent;
const segments = unpackSegments(JSON.parse(data) as PackedSegments);
const haystacks = makeHaystacks(segments);
element.tabIndex = -1;
render(<SegmentBrowser element={element} segments={segments} haystacks={haystacks} />, element);
// The first search would otherwise wait for the texts.
setTimeout(() => haystacks('all'), 300);
if (stateFromLink(location.hash.slice(1), segments)) {
  element.scrollIntoView();
  element.focus({ preventScroll: true });
}
