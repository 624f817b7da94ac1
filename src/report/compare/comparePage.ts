/** Makes a web page of a comparison of systems: findings, scores, differences, parts, and a browser of all segments. */
import type { ExplainedDivision, Explanation } from '../../compare/index.ts';
import { counted } from '../../core/index.ts';
import { type ComparedRuns, type ComparedSystems, type SystemComparison, turned } from '../../stats/index.ts';
import type { CompareReport, ComparedTexts } from './compareReport.ts';
import { comparisonNotes, testText } from './comparisonNotes.ts';
import { answerNotes, contradictions } from './comparisonSentences.ts';
import { comparisonTable, digitsOf, mostMetrics, scoreTables, signTestTable } from './comparisonTables.ts';
import { runTables } from './compareTables.ts';
import {
  accuracyTables,
  bleuTables,
  divisionTables,
  ngramTables,
  referenceTable,
  segmentTables,
} from './explanationTables.ts';
import { storedScore } from '../comparePage/packSegments.ts';
import { segmentLink } from '../comparePage/segmentLink.ts';
import { charts } from '../page/charts/index.ts';
import { type ChartFigure, type Figure, type FigureMaker, type Page, type Section, figureMaker } from '../page/page.ts';
import { inputWarnings, testedText } from '../notes.ts';
import { mostBeside, scoreCharts } from '../score/scoreCharts.ts';
import type { Table } from '../table.ts';
import { intervalText, listed, percent, shownP } from '../wording.ts';

const digits = 2;

export function comparePage(report: CompareReport, texts: ComparedTexts): Page {
  const { systems, explanation, answer, runs, compared } = report;
  const make = figureMaker();
  const names = answer.order.map((system) => systems[system]!);
  const found = contradictions(report).map(({ text }) => text);
  return {
    title: `${listed(names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} others`] : names)} compared`,
    answer: answerNotes(report, digits),
    lead: leadText(report),
    warnings: inputWarnings(report.input),
    sections: [
      {
        id: make.id('scores'),
        heading: 'Scores',
        ...(found.length > 0 && { text: found }),
        figures: runs
          ? runTables(report, runs.compared, digits).map((table) => captioned(make, 'runs', table))
          : [...systemCharts(report, make), ...scoreFigures(report, make)],
      },
      // Of several runs the first section has them.
      ...(runs ? [] : [pairsSection(report, make)]),
      browserSection(report, texts, make),
      ...(explanation ? explanationSections(report, explanation, texts, make) : []),
      ...(runs || compared.length === 0 ? [] : [segmentDifferencesSection(report, texts, make)]),
    ],
    facts: comparisonNotes(report),
  };
}

/** What was compared, how far the best two systems are apart, and by which test. */
function leadText(report: CompareReport): string {
  const { systems, metrics, segments, answer, runs, input } = report;
  const names = metrics.map(({ name }) => name);
  const tested = testedText(systems, segments, input, names);
  const compared = (runs?.compared ?? report.compared)[answer.primary];
  if (!compared) return `${tested}.`;
  const apart = distanceText(report, compared, names[answer.primary]!);
  return [`${tested}.`, ...apart, `Test: ${testText(report)}.`].join(' ');
}

/** Nothing if they were not compared with each other. With two systems the answer says it, but without the interval. */
function distanceText(
  { systems, answer }: CompareReport,
  compared: ComparedSystems | ComparedRuns,
  name: string,
): string[] {
  const [best, next] = answer.order;
  const top = compared.comparisons.find(({ first, second }) => first === best && second === next);
  if (!top || top.reason !== undefined) return [];
  const { difference, interval, corrected, isBound } = top;
  const { low, high } = difference < 0 ? { low: -interval.high, high: -interval.low } : interval;
  const decimals = digitsOf(compared, digits);
  const facts = `${percent(compared.settings.level)} interval ${intervalText({ low, high }, decimals)}, ${shownP(corrected, isBound)}`;
  const pair = `${systems[best!]!} and ${systems[next!]!}`;
  return [
    `${systems.length > 2 ? `The best two, ${pair},` : pair} are ${Math.abs(difference).toFixed(decimals)} ${name} apart (${facts}).`,
  ];
}

const captioned = (make: FigureMaker, name: string, table: Table): Figure =>
  make.table(name, table, table.caption ?? name);

/** One row for each system, the best first, and one panel for each metric. */
function systemCharts({ systems, metrics, compared, answer }: CompareReport, make: FigureMaker): Figure[] {
  const scored = compared.map((each, m) => ({
    ...metrics[m]!,
    digits: digitsOf(each, digits),
    systems: answer.order.map((s) => ({ system: systems[s]!, ...each.systems[s]! })),
  }));
  const level = percent(compared[0]!.settings.level);
  const note = `Bars are ${level} confidence intervals of the scores. They can overlap even if two systems differ significantly: see the pairs.`;
  return scoreCharts(scored, note, make);
}

/** With many metrics only the chart has the intervals, so that all scores fit in one view. */
function scoreFigures(report: CompareReport, make: FigureMaker): Figure[] {
  const hasRoom = report.metrics.length <= mostMetrics;
  const note = hasRoom ? undefined : 'The intervals are in the data of the chart.';
  const caption = hasRoom ? 'Scores with confidence intervals' : 'Scores';
  return scoreTables(report, digits, hasRoom ? mostMetrics : mostBeside, hasRoom).map((table) =>
    make.table('scores', table, caption, note),
  );
}

/** With more systems than this, differences are shown only under the pointer and in the data. */
const mostPrinted = 16;

function pairsSection(report: CompareReport, make: FigureMaker): Section {
  const { compared, metrics, answer } = report;
  const byMetric = compared.map((each, m): Section => {
    const { name } = metrics[m]!;
    return {
      id: make.id(`pairs ${name}`),
      heading: name,
      figures: [
        ...(each.settings.baseline === undefined && each.systems.length > 2 ? [pairChart(report, m, make)] : []),
        captioned(make, `differences ${m}`, comparisonTable(report, each, m, digits)),
        ...signTestTable(report, each, m).map((table) => captioned(make, `sign test ${m}`, table)),
      ],
    };
  });
  // The primary metric comes first and is unfolded.
  const sections = [byMetric[answer.primary]!, ...byMetric.filter((_, m) => m !== answer.primary)];
  const [first] = sections as [Section];
  return {
    id: make.id('pairs'),
    heading: 'Pairs',
    text: ['Which differences are significant, after correction for the number of pairs.'],
    figures: sections.length === 1 ? first.figures : [],
    ...(sections.length > 1 && { sections, folded: 'all but the first' }),
  };
}

/** Each system against each other, the best first. */
function pairChart({ systems, metrics, compared, answer }: CompareReport, m: number, make: FigureMaker): Figure {
  const { name, higherIsBetter } = metrics[m]!;
  const { comparisons } = compared[m]!;
  const { order } = answer;
  const found = new Map(
    comparisons.flatMap((each) => [
      [`${each.first} ${each.second}`, each] as const,
      [`${each.second} ${each.first}`, turned(each)] as const,
    ]),
  );
  const names = order.map((system) => systems[system]!);
  const grid = (value: (comparison: SystemComparison) => number): number[][] =>
    order.map((row) =>
      order.map((column) => {
        const comparison = found.get(`${row} ${column}`);
        return comparison ? value(comparison) : NaN;
      }),
    );
  const significant = comparisons.filter(({ verdict }) => verdict !== 0).length;
  return charts.heatMap({
    id: make.id(`matrix ${name}`),
    caption: `${name}: each system minus every other`,
    finding: `${significant} of ${counted(comparisons.length, 'pair')} differ significantly.`,
    note: `Row minus column; ${higherIsBetter ? 'above' : 'below'} 0 the row is better. Colour: the row is significantly better (1) or worse (−1), or they do not differ significantly (0).`,
    rows: names,
    columns: names,
    row: 'system',
    column: 'minus',
    value: `difference of ${name}`,
    values: grid(({ difference }) => difference),
    shades: { title: 'row significantly better (1) or worse (−1)', values: grid(({ verdict }) => verdict) },
    digits: names.length > mostPrinted ? 0 : 1,
  });
}

function browserSection(
  { metrics, explanation, answer, runs }: CompareReport,
  texts: ComparedTexts,
  make: FigureMaker,
): Section {
  const { systems, hypotheses, references, sources, labels, scores } = texts;
  const ranges = (explanation?.divisions ?? []).filter(({ name }) => !labels.has(name));
  const [first = 0, second = 1] = answer.order;
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
          labels: [
            ...[...labels].map(([name, values]) => ({ name, values })),
            ...ranges.map((division) => ({ name: division.name, values: rangesOf(division, references.length) })),
          ],
          pair: runs ? [0, 1] : [first, second],
          ...(explanation?.words.tokenizer === 'none' && { tokens: 'spaces' as const }),
          ...(explanation?.words.lowercase && { ignoreCase: true }),
        },
      },
    ],
  };
}

/** The range that each segment is in, to filter by. */
function rangesOf({ buckets }: ExplainedDivision, count: number): string[] {
  const values = new Array<string>(count).fill('');
  for (const { label, segments } of buckets) for (const segment of segments) values[segment] = label;
  return values;
}

/** Scores of at most 1, as those of many metrics from elsewhere. */
const isSmall = (scores: readonly Float64Array[]): boolean =>
  scores.every((ofSystem) => ofSystem.every((score) => Math.abs(score) <= 1));

function explanationSections(
  report: CompareReport,
  explanation: Explanation,
  texts: ComparedTexts,
  make: FigureMaker,
): Section[] {
  const { divisions, accuracies, pairs, references } = explanation;
  const { systems, metrics } = report;
  const metric = (m: number) => m > 0 && { metric: metrics[m]!.name };
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
    ...(sections.length > 1 && { folded: 'all' }),
  });
  const linkTo =
    (division: ExplainedDivision) =>
    (bucket: ExplainedDivision['buckets'][number], m: number): string | undefined => {
      const label = labelOf(texts, division, bucket);
      return label && segmentLink({ ...metric(m), label });
    };
  const chartOf = (division: ExplainedDivision): ChartFigure[] =>
    divisionChart(report, division, linkTo(division), make);
  // Pages of many systems are long enough: there the charts are with the tables.
  const isShown = (division: number): boolean => systems.length <= mostBeforeFolding && division < mostDivisions;
  return [
    {
      ...parent(
        'Parts of the test set',
        ['Each part is tested by itself, and p corrected over the parts of a division.'],
        divisions.map((division, d) => {
          const part = section(`By ${division.name}`, divisionTables(report, division, digits, linkTo(division)));
          return isShown(d) ? part : { ...part, figures: [...chartOf(division), ...part.figures] };
        }),
      ),
      figures: divisions.filter((_, d) => isShown(d)).flatMap(chartOf),
    },
    ...(accuracies.length === 0
      ? []
      : [
          section(
            'Words',
            [
              ...accuracies.flatMap((accuracy) => accuracyTables(report, accuracy, 1)),
              ...(references ? [referenceTable(report, references)] : []),
            ],
            [
              'F-score of the words of each class, from precision (words of the output found in the reference) and recall (words of the reference found in the output).',
            ],
          ),
        ]),
    parent(
      'What makes the difference',
      [],
      pairs.map((pair) =>
        section(`${systems[pair.first]!} and ${systems[pair.second]!}`, [
          ...bleuTables(report, pair, digits),
          ...ngramTables(report, pair),
          ...segmentTables(report, pair, digits, Infinity, (segment, m) =>
            segmentLink({ segment, a: systems[pair.first]!, b: systems[pair.second]!, ...metric(m) }),
          ),
        ]),
      ),
    ),
  ];
}

/** The label and its value that the segments of a part have, and no others. */
function labelOf(
  { labels }: ComparedTexts,
  { name }: ExplainedDivision,
  { label, segments }: ExplainedDivision['buckets'][number],
): readonly [name: string, value: string] | undefined {
  const values = labels.get(name);
  if (!values) return [name, label]; // the segment browser knows its ranges
  const value = values[segments[0]!];
  const isThese = values.filter((each) => each === value).length === segments.length;
  return value !== undefined && isThese && segments.every((segment) => values[segment] === value)
    ? [name, value]
    : undefined;
}

/** Charts of parts that are not folded, on pages of up to this many systems, and panels of each. */
const mostDivisions = 6;
const mostBeforeFolding = 4;
const mostPanels = 3;
/** With more parts than this the table is easier to read. */
const mostCharted = 25;

/**
 * How far the best system is ahead in each part, or behind: of two systems by each metric, of more by the primary metric against each.
 */
function divisionChart(
  report: CompareReport,
  { name, buckets, systems: compared }: ExplainedDivision,
  linkTo: (bucket: ExplainedDivision['buckets'][number], metric: number) => string | undefined,
  make: FigureMaker,
): ChartFigure[] {
  const { systems, metrics, answer, explanation } = report;
  if (buckets.length < 2 || buckets.length > mostCharted) return [];
  const shown = (explanation?.pairs ?? []).slice(0, mostPanels);
  const wanted =
    shown.length === 1
      ? metrics.flatMap((_, m) => (buckets[0]!.byMetric[m] ? [{ pair: shown[0]!, m }] : [])).slice(0, mostPanels)
      : shown.flatMap((pair) => (buckets[0]!.byMetric[answer.primary] ? [{ pair, m: answer.primary }] : []));
  const panels = wanted.map(({ pair, m }) => {
    const { name: metric, higherIsBetter } = metrics[m]!;
    const [first, second] = [pair.second, pair.first];
    const [a, b] = [systems[first]!, systems[second]!];
    const items = buckets.map((bucket) => {
      const found = bucket.byMetric[m]!.comparisons.find(
        (each) => compared[each.first] === second && compared[each.second] === first,
      );
      const link = linkTo(bucket, m);
      const label = `${bucket.label} (${bucket.segments.length})`;
      if (!found) return { label, value: Number.NaN, ...(link !== undefined && { link }) };
      const { difference, interval } = turned(found);
      const isKnown = Number.isFinite(interval.low) && Number.isFinite(interval.high);
      return { label, value: difference, ...(isKnown && { interval }), ...(link !== undefined && { link }) };
    });
    const title = `${metric}: ${a} − ${b} ${higherIsBetter ? '↑' : '↓'}`;
    return { value: { title, digits: digitsOf(report.compared[m]!, digits) }, items };
  });
  // Some divisions are of one pair only.
  const [panel, ...beside] = panels.filter(({ items }) => items.some(({ value }) => Number.isFinite(value)));
  if (!panel) return [];
  return [
    charts.dotIntervals({
      id: make.id(`parts by ${name}`),
      caption: `Differences by ${name}`,
      what: 'part',
      fromZero: true,
      ...panel,
      beside,
      note: `In brackets: segments. ↑: the first is better to the right of 0; ↓: to the left. Select a bar to see its segments.`,
    }),
  ];
}

/** Charts of single segments: the best system and the one closest to it, and the other pairs that are closest. */
const mostPairs = 3;

function chartedPairs({ compared, answer }: CompareReport): SystemComparison[] {
  const closest = compared[answer.primary]!.comparisons.toSorted(
    (a, b) => Math.abs(a.difference) - Math.abs(b.difference),
  );
  const [best] = answer.order;
  const ofBest = closest.find(({ first, second }) => first === best || second === best);
  return [...(ofBest ? [ofBest] : []), ...closest.filter((pair) => pair !== ofBest)].slice(0, mostPairs);
}

function segmentDifferencesSection(report: CompareReport, texts: ComparedTexts, make: FigureMaker): Section {
  const { compared, metrics, answer } = report;
  const { comparisons } = compared[answer.primary]!;
  const chosen = chartedPairs(report);
  return {
    id: make.id('differences of segments'),
    heading: 'How single segments differ',
    text: [
      `By ${metrics[answer.primary]!.name}${chosen.length < comparisons.length ? ': the best system with the one closest to it, and the other closest pairs' : ''}.`,
    ],
    figures: [],
    sections: chosen.map((pair) => ({
      id: make.id(`segments of ${report.systems[pair.first]!} and ${report.systems[pair.second]!}`),
      heading: `${report.systems[pair.first]!} and ${report.systems[pair.second]!}`,
      figures: differenceFigures(report, texts, answer.primary, pair, make),
    })),
    ...(chosen.length > 1 && { folded: 'all but the first' }),
  };
}

function differenceFigures(
  { systems, metrics }: CompareReport,
  { scores }: ComparedTexts,
  m: number,
  { first, second }: SystemComparison,
  make: FigureMaker,
): ChartFigure[] {
  const { name, higherIsBetter } = metrics[m]!;
  const [a, b] = [systems[first]!, systems[second]!];
  // As the segment browser has them, so that it finds the segments of a bar.
  const [ofFirst, ofSecond] = [scores[m]![first]!.map(storedScore), scores[m]![second]!.map(storedScore)];
  const differences = ofFirst.map((score, i) => score - ofSecond[i]!);
  const better = (sign: number) =>
    differences.filter((each) => Math.sign(each) === (higherIsBetter ? sign : -sign)).length;
  const counts = `${a} is ahead in ${better(1)} segments, ${b} in ${better(-1)}, and ${differences.filter((each) => each === 0).length} are equal.`;
  return [
    charts.histogram({
      id: make.id(`distribution ${name} ${a} ${b}`),
      caption: `${a} and ${b}: distribution of segment differences`,
      finding: counts,
      x: { title: `${name}: ${a} − ${b}`, digits: 1 },
      values: differences,
      what: 'segment',
      note: 'Select a bar to see its segments.',
      link: (low, high) => {
        const ahead = low < 0 === higherIsBetter ? 'b' : 'a';
        const [least, most] = low < 0 ? [-high, -low] : [low, high];
        const winner = low === 0 ? (`${ahead}-or-tie` as const) : ahead;
        return segmentLink({ a, b, ...(m > 0 && { metric: name }), winner, ...(least > 0 && { least }), most });
      },
    }),
    charts.cloud({
      id: make.id(`segments ${name} ${a} ${b}`),
      caption: `${a} and ${b}: ${name} of each segment`,
      note: `Larger dots stand for more segments. On the line, both are equal; ${higherIsBetter ? 'below' : 'above'} it ${a} is better.`,
      x: { title: a, digits: 1 },
      y: { title: b, digits: 1 },
      points: Array.from(ofFirst, (x, i) => [x, ofSecond[i]!] as const),
      what: 'segment',
    }),
  ];
}
