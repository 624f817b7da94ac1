/** A comparison of systems as one page: what was found in words, scores, differences, parts, and every segment to look at. */
import type { Explanation } from '../../compare/index.ts';
import { counted } from '../../core/index.ts';
import type { CompareReport, ComparedTexts } from './compareReport.ts';
import { comparisonNotes } from './comparisonNotes.ts';
import { comparisonFindings, partsWarnings, runFindings } from './comparisonSentences.ts';
import { comparisonTable, digitsOf, scoreTables, signTestTable } from './comparisonTables.ts';
import { runTables } from './compareTables.ts';
import {
  accuracyTables,
  bleuTables,
  divisionTables,
  ngramTables,
  referenceTable,
  segmentTables,
} from './explanationTables.ts';
import { charts } from '../page/charts/index.ts';
import { type ChartFigure, type Figure, type FigureMaker, type Page, type Section, figureMaker } from '../page/page.ts';
import type { Table } from '../table.ts';
import { listed, percent } from '../wording.ts';

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

function explanationSections(report: CompareReport, explanation: Explanation, make: FigureMaker): Section[] {
  const { divisions, accuracies, pairs, references } = explanation;
  const { systems } = report;
  const section = (heading: string, tables: readonly Table[], text: readonly string[] = []): Section => ({
    id: make.id(heading),
    heading,
    ...(text.length > 0 && { text }),
    figures: tables.map((table) => make.table(table.caption ?? heading, table, table.caption ?? heading)),
  });
  const parent = (heading: string, text: readonly string[], sections: readonly Section[]): Section => ({
    id: make.id(heading),
    heading,
    text,
    figures: [],
    sections,
  });
  return [
    parent(
      'Parts of the test set',
      [
        'Each part is tested by itself, and p corrected over the parts of a division.',
        ...partsWarnings(report, explanation),
      ],
      divisions.map((division) => section(`By ${division.name}`, divisionTables(report, division, digits))),
    ),
    section(
      'Words',
      [
        ...accuracies.flatMap((accuracy) => accuracyTables(report, accuracy, 1)),
        ...(references ? [referenceTable(report, references)] : []),
      ],
      ['F of the words of each class: how many of an output are in the reference, and of the reference in the output.'],
    ),
    parent(
      'What makes the difference',
      [],
      pairs.map((pair) =>
        section(`${systems[pair.first]!} and ${systems[pair.second]!}`, [
          ...bleuTables(report, pair, digits),
          ...ngramTables(report, pair),
          ...segmentTables(report, pair, digits),
        ]),
      ),
    ),
  ];
}

/** More pairs than this would make the page too long to read; the browser of segments has all. */
const mostPairs = 4;

function differenceFigures(
  { systems, metrics, compared }: CompareReport,
  { scores }: ComparedTexts,
  m: number,
  make: FigureMaker,
): ChartFigure[] {
  const { name, higherIsBetter } = metrics[m]!;
  return compared[m]!.comparisons.slice(0, mostPairs).flatMap(({ first, second }) => {
    const [a, b] = [systems[first]!, systems[second]!];
    const [ofFirst, ofSecond] = [scores[m]![first]!, scores[m]![second]!];
    const differences = ofFirst.map((score, i) => score - ofSecond[i]!);
    const better = (sign: number) =>
      differences.filter((each) => Math.sign(each) === (higherIsBetter ? sign : -sign)).length;
    const counts = `${a} is ahead in ${better(1)} segments, ${b} in ${better(-1)}, and ${differences.filter((each) => each === 0).length} are equal.`;
    return [
      charts.histogram({
        id: make.id(`distribution ${name} ${a} ${b}`),
        caption: `${a} and ${b}: how often segments differ by how much`,
        finding: counts,
        x: { title: `${name} of ${a} less that of ${b}`, digits: 1 },
        values: differences,
        what: 'segment',
      }),
      charts.cloud({
        id: make.id(`segments ${name} ${a} ${b}`),
        caption: `${a} and ${b}: ${name} of each segment`,
        note: `The larger a dot, the more segments. On the line both are equal; ${higherIsBetter ? 'below' : 'above'} it ${a} is better.`,
        x: { title: a, digits: 1 },
        y: { title: b, digits: 1 },
        points: Array.from(ofFirst, (x, i) => [x, ofSecond[i]!] as const),
        what: 'segment',
      }),
    ];
  });
}
