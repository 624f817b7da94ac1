/** Parts of the guide: sections of pages of tables, each with what the summary says about it. */
import type { ChartFigure } from '../../src/report/index.ts';
import { page } from './wording.ts';

export interface GuidePart {
  /** A section with its tables. */
  readonly markdown: string;
  /** The main results in a few sentences, for the summary. */
  readonly finding: string;
}

export interface FiguredPart extends GuidePart {
  readonly figures: readonly ChartFigure[];
}

export const generatedNote =
  '<!-- Written by npm run reproduce:wmt09 from the data; edit scripts/reproduceWmt09 and run that. -->';

/** A page of tables. */
export const tablePage = (title: string, ...parts: readonly GuidePart[]): string =>
  `${page(
    `# ${title}`,
    generatedNote,
    '[The WMT09 paper, recomputed](wmt09.md) summarises the results and says how to reproduce this page.',
    ...parts.map(({ markdown }) => markdown),
  )}\n`;
