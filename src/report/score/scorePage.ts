/** Makes a web page of scores: a chart, a table, and a table for each part of the test set. */
import { testedText } from '../notes.ts';
import { type Page, type Section, figureMaker } from '../page/page.ts';
import { cellText } from '../table.ts';
import { percent } from '../wording.ts';
import { scoreCharts } from './scoreCharts.ts';
import type { ScoreReport } from './scoreReport.ts';
import { metricDigits, metricTitles, scoreTables } from './scoreTables.ts';

export function scorePage(report: ScoreReport, digits: number): Page {
  const { systems, metrics, all, groups, confidence, input } = report;
  const { title, answer = [], warnings = [], tables, notes: facts } = scoreTables(report, digits);
  const [whole, ...ofParts] = tables;
  const make = figureMaker();
  const titles = metricTitles(metrics);
  // In the order of the table.
  const order = whole!.rows.map(([system]) => systems.indexOf(cellText(system!)));
  const decimals = metricDigits(report, digits);
  const scored = metrics.map(({ higherIsBetter }, m) => ({
    name: titles[m]!,
    higherIsBetter,
    digits: decimals[m]!,
    systems: order.map((s) => ({ system: systems[s]!, ...all.scores[s]![m]! })),
  }));
  const note = confidence
    ? `Bars are ${percent(confidence.level)} confidence intervals of the scores. They do not test differences: assay compare does.`
    : '';
  const table = (each: (typeof tables)[number]) => make.table(each.caption ?? title, each, each.caption ?? title);
  const labels = [...new Set(groups.map(({ label }) => label))];
  return {
    title,
    answer,
    warnings,
    lead: `${testedText(systems, all.segments, input, titles)}.`,
    sections: [
      {
        id: make.id('scores'),
        heading: groups.length > 0 ? 'All segments' : 'Results',
        figures: [...(systems.length > 1 ? scoreCharts(scored, note, make) : []), table(whole!)],
      },
      ...labels.map((label): Section => ({
        id: make.id(`by ${label}`),
        heading: `By ${label}`,
        figures: ofParts.filter((_, g) => groups[g]!.label === label).map(table),
      })),
    ],
    facts,
  };
}
