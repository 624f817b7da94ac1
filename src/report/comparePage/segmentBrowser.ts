/** The segment browser in a page: an element for the script to fill, the data it reads, and what is shown without it. */
import type { Cell, Column, Table } from '../table.ts';
import { packSegments } from './packSegments.ts';
import { type SegmentBrowserData, checkBrowserData } from './segmentBrowserData.ts';

/** Rows of the table for those without script. */
const mostRows = 20;

/** The element, with the data beside it; `level` is that of the headings within. */
export function browserHtml(id: string, level: number, data: SegmentBrowserData): string {
  checkBrowserData(data);
  return `<div class="browser" id="${id}_browser" role="region" aria-labelledby="${id}_caption" data-level="${level}"></div>
<script type="application/json" id="${id}_browser_data">${scriptJson(packSegments(data))}</script>`;
}

/** JSON for within a script element: no text can end it, and no reader takes a text for the end of a line. */
export const scriptJson = (data: unknown): string =>
  JSON.stringify(data).replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The segments in which the two systems compared first differ most under the first metric. */
export function topSegments({
  systems,
  metrics,
  references,
  pair = [0, 1],
}: SegmentBrowserData): Table & { caption: string } {
  const [a, b] = pair;
  const [first, second] = [systems[a]!, systems[b]!];
  const { name, digits, scores } = metrics[0]!;
  const difference = (segment: number): number => scores[b]![segment]! - scores[a]![segment]!;
  const segments = references
    .map((_, segment) => segment)
    .filter((segment) => Math.abs(difference(segment)) > 0)
    .sort((x, y) => Math.abs(difference(y)) - Math.abs(difference(x)) || x - y)
    .slice(0, mostRows);
  const left = (title: string): Column => ({ title, align: 'left' });
  const right = (title: string): Column => ({ title, align: 'right' });
  const withReferences = references.some((each) => each.length > 0);
  const rows = segments.map((segment): Cell[] => [
    { value: segment + 1, digits: 0 },
    { value: scores[a]![segment]!, digits },
    { value: scores[b]![segment]!, digits },
    { value: difference(segment), digits },
    ...(withReferences ? [[references[segment]!].flat()[0] ?? ''] : []),
    first.outputs[segment]!,
    second.outputs[segment]!,
  ]);
  return {
    caption: `Where ${first.name} and ${second.name} differ most, by ${name}`,
    columns: [
      ...['Segment', first.name, second.name, 'Difference'].map(right),
      ...(withReferences ? [left('Reference')] : []),
      left(`Output of ${first.name}`),
      left(`Output of ${second.name}`),
    ],
    rows,
  };
}
