/** A page as plain text, with everything a reader sees but shapes and colours, for tests. */
import type { SegmentBrowserData } from '../comparePage/segmentBrowserData.ts';
import { tsv } from '../media/separated.ts';
import { text } from '../media/text.ts';
import type { Figure, Page, Section } from '../page/page.ts';
import { elementsOf, textsOf } from '../page/testing/svgElements.ts';
import type { Note, Table } from '../table.ts';

const noted = (notes: readonly Note[] = []): string[] => notes.map(({ name, text: said }) => `${name}: ${said}`);

function figureLines(figure: Figure): string[] {
  const note = !('note' in figure) || figure.note === undefined ? [] : [`note: ${figure.note}`];
  const head = `[${figure.kind} ${figure.id}]`;
  switch (figure.kind) {
    case 'table':
      return [head, text({ title: '', tables: [figure.table], notes: [] }), ...linksOf(figure.table), ...note];
    case 'chart':
      return [`${head} ${figure.caption}`, figure.alternative, tsv({ title: '', tables: [figure.data], notes: [] }), `drawn: ${textsOf(elementsOf(figure.picture.markup), 'text').join(' | ')}`, ...linksOf(figure.data), ...note];
    case 'browser':
      return [`${head} ${figure.caption}`, firstSegment(figure.segments), ...note];
    case 'steps':
      return [`${head} ${figure.caption}`, JSON.stringify(figure.steps)];
  } // prettier-ignore
}

/** Where cells lead, of those that lead anywhere. */
function linksOf({ rows }: Table): string[] {
  const links = rows.flat().flatMap((cell) => (typeof cell === 'object' && 'link' in cell ? [`${cell.text} → ${cell.link}`] : [])); // prettier-ignore
  return links.length === 0 ? [] : [`links: ${links.join(' | ')}`];
}

/** What the segment browser shows of the first segment, and how it divides all of them. */
const firstSegment = ({ systems, metrics, references, sources, ...more }: SegmentBrowserData): string =>
  JSON.stringify({
    systems: systems.map(({ name, outputs }) => [name, outputs[0]]),
    metrics: metrics.map(({ scores, ...metric }) => ({ ...metric, scores: scores.map((ofSystem) => ofSystem[0]) })),
    references: references[0],
    source: sources?.[0],
    ...more,
  });

const sectionLines = ({ id, heading, text: said = [], figures, sections = [], folded }: Section): string[] => [
  `# ${heading} (${id})${folded ? `, folded: ${folded}` : ''}`,
  ...said,
  ...figures.flatMap(figureLines),
  ...sections.flatMap(sectionLines),
];

export const describePage = ({ title, lead = '', answer, warnings = [], sections, facts }: Page): string =>
  [title, lead, ...noted(answer), ...warnings, ...sections.flatMap(sectionLines), ...noted(facts), ''].join('\n');
