/** What a page of results is made of, before it becomes HTML: sections of tables and charts, all data plain. */
import type { SegmentBrowserData } from '../comparePage/segmentBrowserData.ts';
import type { Picture } from './charts/drawing.ts';
import type { StepsData } from '../stepsFigure/packSteps.ts';
import type { Note, Report, Table } from '../table.ts';

/** A web page of results: title, sections of text, tables and charts, and facts about the run. */
export interface Page {
  readonly title: string;
  /** What the page is about, in one or two sentences. */
  readonly lead?: string;
  /** What a reader should know first, in at most five lines. */
  readonly answer?: readonly Note[];
  /** What is probably wrong with the input. */
  readonly warnings?: readonly string[];
  readonly sections: readonly Section[];
  /** Version, signatures, seed, exclusions, hash of the input. */
  readonly facts: readonly Note[];
}

export interface Section {
  /** For links: letters, digits and hyphens. */
  readonly id: string;
  readonly heading: string;
  readonly text?: readonly string[];
  readonly figures: readonly Figure[];
  /** Parts of it, such as one for each language pair; shown folded, but for the first, if there are many. */
  readonly sections?: readonly Section[];
  /** Which parts are folded, for any number of parts. */
  readonly folded?: 'all' | 'all but the first';
}

export type Figure = TableFigure | ChartFigure | BrowserFigure | StepsFigure;

/** A table with its caption; it can be downloaded as TSV. */
export interface TableFigure {
  readonly kind: 'table';
  readonly id: string;
  readonly table: Table & { readonly caption: string };
  /** How to read it. */
  readonly note?: string;
}

/** A chart with its caption, what it shows in words, and its data as a table for those who cannot see it and to download. */
export interface ChartFigure {
  readonly kind: 'chart';
  readonly id: string;
  readonly caption: string;
  readonly alternative: string;
  readonly picture: Picture;
  /** The same for narrow screens, if it would not fit there. */
  readonly narrow?: Picture;
  readonly data: Table;
  readonly note?: string;
}

/** Segments to search and look at. A page has one at most, since links lead into it. */
export interface BrowserFigure {
  readonly kind: 'browser';
  readonly id: string;
  readonly caption: string;
  readonly segments: SegmentBrowserData;
  readonly note?: string;
}

/** The steps of a metric, with the words behind each number. */
export interface StepsFigure {
  readonly kind: 'steps';
  readonly id: string;
  readonly caption: string;
  readonly steps: StepsData;
}

/** All figures, in the order of the page. */
export const figuresOf = ({ sections }: Pick<Page, 'sections'>): Figure[] =>
  sections.flatMap((section) => [...section.figures, ...figuresOf({ sections: section.sections ?? [] })]);

/** All sections and their parts, in the order of the page. */
export const sectionsOf = ({ sections }: Pick<Page, 'sections'>): Section[] =>
  sections.flatMap((section) => [section, ...sectionsOf({ sections: section.sections ?? [] })]);

/** Makes ids of any names, such as those of systems: letters, digits and hyphens, no two alike. */
export function idMaker(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const plain =
      name
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{Mn}/gu, '')
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '') || 'part';
    let id = plain;
    for (let count = 2; taken.has(id); count++) id = `${plain}-${count}`;
    taken.add(id);
    return id;
  };
}

export interface FigureMaker {
  /** An id for a section or a chart. */
  id(name: string): string;
  table(name: string, table: Table, caption: string, note?: string): TableFigure;
}

export function figureMaker(): FigureMaker {
  const id = idMaker();
  return {
    id,
    table: (name, table, caption, note) => ({
      kind: 'table',
      id: id(name),
      table: { ...table, caption },
      ...(note !== undefined && { note }),
    }),
  };
}

/** A page of a report's tables; `figures` come before them. */
export function reportPage(
  { title, answer = [], warnings = [], tables, findings = [], notes: facts }: Report,
  figures: (make: FigureMaker) => readonly Figure[] = () => [],
): Page {
  const make = figureMaker();
  return {
    title,
    answer,
    warnings,
    sections: [
      {
        id: make.id('results'),
        heading: 'Results',
        text: findings.map(({ name, text }) => `${name}: ${text}`),
        figures: [
          ...figures(make),
          ...tables.map((table) => make.table(table.caption ?? title, table, table.caption ?? title)),
        ],
      },
    ],
    facts,
  };
}
