/** A comparison of systems as one page: what was found in words, scores, differences, parts, and every segment to look at. */
import { counted } from '../core/index.ts';
import { comparisonNotes } from './compare/comparisonNotes.ts';
import { comparisonFindings, runFindings } from './compare/comparisonSentences.ts';
import { comparisonTable, digitsOf, scoreTables, signTestTable } from './compare/comparisonTables.ts';
import { differenceFigures, mostPairs } from './compare/differenceFigures.ts';
import { explanationSections } from './compare/explanationSections.ts';
import { runTables } from './compare/runTables.ts';
import type { CompareReport, ComparedTexts } from './compare/compareReport.ts';
import { charts } from './page/charts/index.ts';
import { type FigureMaker, figureMaker } from './page/figureMaker.ts';
import type { Figure, Page, Section } from './page/page.ts';
import type { Table } from './table.ts';
import { listed, percent } from './wording.ts';

const digits = 2;

export function comparePage(report: CompareReport, texts: ComparedTexts): Page {
  const { systems, metrics, segments, explanation } = report;
  const make = figureMaker();
  return {
    title: `${listed(systems.length > 3 ? [...systems.slice(0, 2), `${systems.length - 2} others`] : systems)} compared`,
    lead: `${counted(systems.length, 'system')}, ${counted(segments, 'segment')}, by ${listed(metrics.map(({ name }) => name))}.`,
    sections: [
      findingsSection(report, make),
      // Of several runs the first section has them.
      ...(report.runs ? [] : [differencesSection(report, texts, make)]),
      ...(explanation ? explanationSections(report, explanation, make) : []),
      browserSection(report, texts, make),
    ],
    facts: comparisonNotes(report),
  };
}

function findingsSection(report: CompareReport, make: FigureMaker): Section {
  const { compared, runs } = report;
  const findings = runs ? runFindings(report, runs.compared, digits) : comparisonFindings(report, digits);
  return {
    id: make.id('findings'),
    heading: 'What was found',
    text: findings.map(({ text }) => text),
    figures: runs
      ? runTables(report, runs.compared, digits).map((table) => captioned(make, 'runs', table))
      : [
          ...scoreTables(report, digits).map((table) => captioned(make, 'scores', table)),
          ...compared.flatMap((_, m) => [scoreChart(report, m, make)]),
        ],
  };
}

const captioned = (make: FigureMaker, name: string, table: Table): Figure =>
  make.table(name, table, table.caption ?? name);

function scoreChart({ systems, metrics, compared }: CompareReport, m: number, make: FigureMaker): Figure {
  const { name, higherIsBetter } = metrics[m]!;
  const { systems: scored, settings } = compared[m]!;
  return charts.dotIntervals({
    id: make.id(`scores ${name}`),
    caption: `${name} of each system`,
    note: `Bars are ${percent(settings.level)} intervals of the scores. Of two systems these say little: look at the interval of the difference.`,
    value: { title: `${name}, ${higherIsBetter ? 'more' : 'less'} is better`, digits: digitsOf(compared[m]!, digits) },
    items: scored.map(({ score, interval }, s) => ({ label: systems[s]!, value: score, interval })),
  });
}

function differencesSection(report: CompareReport, texts: ComparedTexts, make: FigureMaker): Section {
  const { compared, metrics } = report;
  return {
    id: make.id('differences'),
    heading: 'Differences',
    figures: [],
    sections: compared.map((each, m) => ({
      id: make.id(`differences ${metrics[m]!.name}`),
      heading: metrics[m]!.name,
      ...(each.comparisons.length > mostPairs && {
        text: [`Charts are of the first ${mostPairs} pairs; all segments are below.`],
      }),
      figures: [
        captioned(make, `differences ${m}`, comparisonTable(report, each, m, digits)),
        ...signTestTable(report, each, m).map((table) => captioned(make, `sign test ${m}`, table)),
        ...differenceFigures(report, texts, m, make),
      ],
    })),
  };
}

function browserSection(
  { metrics, compared, explanation }: CompareReport,
  texts: ComparedTexts,
  make: FigureMaker,
): Section {
  const { systems, hypotheses, references, sources, labels, scores } = texts;
  const pair = compared[0]?.comparisons[0];
  const [first, second] = pair ? [pair.second, pair.first] : [0, 1];
  return {
    id: make.id('segments'),
    heading: 'Segments',
    figures: [
      {
        kind: 'browser',
        id: make.id('browser'),
        caption: 'Every segment',
        segments: {
          systems: systems.map((name, s) => ({ name, outputs: hypotheses[s]! })),
          metrics: metrics.map(({ name, higherIsBetter }, m) => ({
            name,
            higherIsBetter,
            digits: isSmall(scores[m]!) ? 3 : 1,
            scores: scores[m]!,
          })),
          references,
          ...(sources && { sources }),
          labels: [...labels].map(([name, values]) => ({ name, values })),
          pair: [first, second],
          ...(explanation?.words.tokenizer === 'none' && { tokens: 'spaces' as const }),
          ...(explanation?.words.lowercase && { ignoreCase: true }),
        },
      },
    ],
  };
}

/** Scores of at most 1, as those of many metrics from elsewhere. */
const isSmall = (scores: readonly Float64Array[]): boolean =>
  scores.every((ofSystem) => ofSystem.every((score) => Math.abs(score) <= 1));
