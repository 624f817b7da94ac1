/** What a page of results is made of, before it becomes HTML: sections of tables and charts, all data plain. */
import type { SegmentBrowserData } from '../comparePage/segmentBrowserData.ts';
import type { Note, Table } from '../table.ts';
import type { Picture } from './charts/drawing.ts';

export interface Page {
  readonly title: string;
  /** What the page is about, in one or two sentences. */
  readonly lead: string;
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
  /** Parts of it, such as one for each language pair; shown folded if there are many. */
  readonly sections?: readonly Section[];
}

export type Figure = TableFigure | ChartFigure | BrowserFigure;

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
  readonly data: Table;
  readonly note?: string;
}

/** Segments to search and look at. A page has one at most, since links lead into it; it is the only figure that brings a script. */
export interface BrowserFigure {
  readonly kind: 'browser';
  readonly id: string;
  readonly caption: string;
  readonly segments: SegmentBrowserData;
  readonly note?: string;
}
