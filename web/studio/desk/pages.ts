/** What comparisons and scores look like, as parts of a page. Loaded when there is something to show. */
import { comparePage } from '../../../src/report/compare/comparePage.ts';
import type { ReportedComparison } from '../../../src/report/compare/compareReport.ts';
import { storedScore } from '../../../src/report/comparePage/packSegments.ts';
import { pageParts } from '../../../src/report/page/parts.ts';
import { figuresOf } from '../../../src/report/page/page.ts';
import { scorePage } from '../../../src/report/score/scorePage.ts';
import type { ScoreReport } from '../../../src/report/score/scoreReport.ts';
import type { PageParts, SegmentsHead } from './messages.ts';

export const comparisonParts = ({ report, texts }: ReportedComparison): PageParts =>
  pageParts(comparePage(report, texts));

export const scoreParts = (report: ScoreReport, digits: number): PageParts => pageParts(scorePage(report, digits));

/** What the segment browser of the page shows, but for the texts. */
export function segmentsHead({ report, texts }: ReportedComparison): SegmentsHead | undefined {
  const browser = figuresOf(comparePage(report, texts)).find(({ kind }) => kind === 'browser');
  if (browser?.kind !== 'browser') return undefined;
  const { metrics, labels = [], pair = [0, 1], tokens = 'words', ignoreCase = false } = browser.segments;
  return {
    count: texts.references.length,
    systems: texts.systems,
    metrics: metrics.map(({ name, higherIsBetter, digits }) => ({ name, higherIsBetter, digits })),
    labels: labels.map(({ name, values }) => {
      const numbers = new Map([...new Set(values)].map((value, i) => [value, i]));
      return { name, values: [...numbers.keys()], of: Int32Array.from(values, (value) => numbers.get(value)!) };
    }),
    pair,
    tokens,
    ignoreCase,
    mostReferences: texts.references.reduce((most, { length }) => Math.max(most, length), 0),
    withSources: texts.sources !== undefined,
    // As links to ranges of differences have them.
    scores: texts.scores.map((systems) => systems.map((scores) => scores.map(storedScore))),
  };
}
