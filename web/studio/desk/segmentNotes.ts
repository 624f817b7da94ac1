/** Notes on segments, with their texts, as parts of what is exported. */
import { segmentLink } from '../../../src/report/comparePage/segmentLink.ts';
import { type Page, figuresOf, sectionsOf } from '../../../src/report/page/page.ts';
import type { Report, Table } from '../../../src/report/table.ts';
import { left, right } from '../../../src/report/wording.ts';
import type { SegmentNotes } from './messages.ts';

/** A segment with a note. Segments are counted from 1, as people see them. */
export interface NotedSegment {
  readonly segment: number;
  readonly note: string;
  readonly references: readonly string[];
  readonly outputs: readonly { readonly system: string; readonly text: string }[];
}

interface Texts {
  readonly systems: readonly string[];
  readonly hypotheses: readonly (readonly string[])[];
  readonly references: readonly (readonly string[])[];
}

/** In the order of the segments; notes on segments that there are no longer are left out. */
export const notedSegments = ({ systems, hypotheses, references }: Texts, notes: SegmentNotes): NotedSegment[] =>
  notes
    .filter(([segment]) => segment < references.length)
    .toSorted(([a], [b]) => a - b)
    .map(([segment, note]) => ({
      segment: segment + 1,
      note,
      references: references[segment]!,
      outputs: systems.map((system, s) => ({ system, text: hypotheses[s]![segment]! })),
    }));

const caption = 'Notes';

function notesTable(noted: readonly NotedSegment[], withLinks: boolean): Table & { readonly caption: string } {
  const most = noted.reduce((count, { references }) => Math.max(count, references.length), 0);
  const numbered = Array.from({ length: most }, (_, i) => i);
  return {
    caption,
    columns: [
      right('segment'),
      left('note'),
      ...numbered.map((i) => left(most === 1 ? 'reference' : `reference ${i + 1}`)),
      ...noted[0]!.outputs.map(({ system }) => left(system)),
    ],
    rows: noted.map(({ segment, note, references, outputs }) => [
      withLinks ? { text: String(segment), link: segmentLink({ segment: segment - 1 }) } : String(segment),
      note,
      ...numbered.map((i) => references[i] ?? ''),
      ...outputs.map(({ text }) => text),
    ]),
  };
}

export const reportWithNotes = (report: Report, noted: readonly NotedSegment[]): Report =>
  noted.length === 0 ? report : { ...report, tables: [...report.tables, notesTable(noted, false)] };

/** Before the segments, if there are any to link to. */
export function pageWithNotes(page: Page, noted: readonly NotedSegment[]): Page {
  if (noted.length === 0) return page;
  const at = page.sections.findIndex(({ figures }) => figures.some(({ kind }) => kind === 'browser'));
  const taken = new Set([...sectionsOf(page), ...figuresOf(page)].map(({ id }) => id));
  const free = (wanted: string): string => (taken.has(wanted) ? free(`${wanted}-of-segments`) : wanted);
  const section = {
    id: free('notes'),
    heading: caption,
    figures: [{ kind: 'table' as const, id: free('notes-table'), table: notesTable(noted, at >= 0) }],
  };
  const before = at < 0 ? page.sections.length : at;
  return { ...page, sections: page.sections.toSpliced(before, 0, section) };
}
