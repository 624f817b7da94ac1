/** Why one system is better: parts of the test set, words, n-grams, what BLEU is made of, segments, references. */
import type {
  ExplainedDivision,
  Explanation,
  ListedSegments,
  PairExplanation,
  WordAccuracy,
} from '../../compare/index.ts';
import type { CompareReport } from './compareReport.ts';
import type { SystemComparison } from '../../stats/index.ts';
import type { Cell, Column, Table } from '../table.ts';
import { knownP, left, numberCell, right, signed } from '../wording.ts';
import { digitsOf } from './comparisonTables.ts';

/** Pairs of systems side by side in one table; more would be too wide to read. */
const mostPairs = 3;

/** `top`: n-grams and segments listed of each pair, of those that were found. */
export function explanationTables(
  report: CompareReport,
  explanation: Explanation,
  digits: number,
  top: number,
): Table[] {
  const { divisions, accuracies, pairs, references } = explanation;
  return [
    ...divisions.flatMap((division) => divisionTables(report, division, digits)),
    ...accuracies.flatMap((accuracy) => accuracyTables(report, accuracy, 1)),
    ...pairs.flatMap((pair) => [
      ...bleuTables(report, pair, digits),
      ...ngramTables(report, pair, top),
      ...segmentTables(report, pair, digits, top),
    ]),
    ...(references ? [referenceTable(report, references)] : []),
  ];
}

/** For each metric, with links to the segments of a part where `linkTo` has one: scores of all systems in each part, and the difference of each pair with its corrected p. */
export function divisionTables(
  report: CompareReport,
  division: ExplainedDivision,
  usual: number,
  linkTo?: (bucket: ExplainedDivision['buckets'][number], metric: number) => string | undefined,
): Table[] {
  const explained = new Set(report.explanation?.pairs.map(({ first }) => first));
  const systems = division.systems.map((system) => report.systems[system]!);
  return report.metrics.flatMap(({ name }, m) => {
    if (!division.buckets[0]?.byMetric[m]) return [];
    const digits = digitsOf(report.compared[m]!, usual);
    return pairTables({
      caption: `${name} by ${division.name}`,
      columns: [left(division.name.length > longestTitle ? 'part' : division.name), right('segments')],
      systems,
      digits,
      rows: division.buckets.map((bucket) => {
        const { label, segments, byMetric } = bucket;
        const { systems: scored, comparisons } = byMetric[m]!;
        return {
          cells: [linked(label, linkTo?.(bucket, m)), String(segments.length)],
          scores: scored.map(({ score }) => score),
          comparisons: comparisons.filter(({ first }) => explained.has(division.systems[first]!)),
        };
      }),
    });
  });
}

const linked = (text: string, link: string | undefined): Cell => (link === undefined ? text : { text, link });

/** The caption has it, too. */
const longestTitle = 20;

/** F of words by class for each system, and the difference of each pair. */
export function accuracyTables(
  { systems, explanation }: CompareReport,
  { name, classes }: WordAccuracy,
  digits: number,
): Table[] {
  const explained = new Set(explanation?.pairs.map(({ first }) => first));
  const inReferences = (bySystem: WordAccuracy['classes'][number]['bySystem']): number =>
    Math.max(...bySystem.map(({ referenceWords }) => referenceWords));
  return pairTables({
    caption: `F-score of words by ${name}`,
    columns: [left(name), right('words')],
    systems,
    digits,
    // Words that no reference has cannot be got right.
    rows: classes
      .filter(({ bySystem }) => inReferences(bySystem) > 0)
      .map(({ label, bySystem, compared }) => ({
        cells: [label, String(inReferences(bySystem))],
        scores: bySystem.map(({ f }) => f),
        comparisons: compared.comparisons.filter(({ first }) => explained.has(first)),
      })),
  });
}

interface PairRows {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly systems: readonly string[];
  readonly digits: number;
  readonly rows: readonly {
    readonly cells: readonly Cell[];
    /** By system. */
    readonly scores: readonly number[];
    readonly comparisons: readonly Pick<
      SystemComparison,
      'first' | 'second' | 'difference' | 'corrected' | 'isBound'
    >[];
  }[];
}

/** Scores of the baseline, and of each other system with its difference and p, a few systems in a table. */
function pairTables({ caption, columns, systems, digits, rows }: PairRows): Table[] {
  const pairs = rows[0]?.comparisons ?? [];
  const baseline = pairs[0]?.second;
  if (baseline === undefined) return [];
  const several = pairs.length > 1;
  const groups = Array.from({ length: Math.ceil(pairs.length / mostPairs) }, (_, g) => g * mostPairs);
  return groups.map((from) => ({
    caption: several ? `${caption}; Δ = system − ${systems[baseline]!}` : caption,
    columns: [
      ...columns,
      right(systems[baseline]!),
      ...pairs
        .slice(from, from + mostPairs)
        .flatMap(({ first }) => [right(systems[first]!), right(several ? 'Δ' : 'difference'), right('p')]),
    ],
    rows: rows.map(({ cells, scores, comparisons }) => [
      ...cells,
      { value: scores[baseline]!, digits },
      ...comparisons
        .slice(from, from + mostPairs)
        .flatMap(({ first, difference, corrected, isBound }): Cell[] => [
          { value: scores[first]!, digits },
          signed(difference, digits),
          knownP(corrected, isBound),
        ]),
    ]),
  }));
}

/** The components of a difference in BLEU. */
export function bleuTables({ systems, metrics }: CompareReport, pair: PairExplanation, digits: number): Table[] {
  const [a, b] = [systems[pair.first]!, systems[pair.second]!];
  return pair.bleu.flatMap((found, m) => {
    if (!found) return [];
    const { first, second, difference, parts } = found;
    const points = (at: number): Cell => (parts ? signed(parts[at]!.points, digits) : '–');
    const rows: Cell[][] = [
      ...first.precisions.map((precision, n): Cell[] => [
        `${n + 1}-grams`,
        { value: precision, digits },
        { value: second.precisions[n]!, digits },
        points(n),
      ]),
      [
        'brevity penalty',
        { value: first.brevityPenalty, digits: 3 },
        { value: second.brevityPenalty, digits: 3 },
        points(first.precisions.length),
      ],
      ['length ratio', { value: first.lengthRatio, digits: 3 }, { value: second.lengthRatio, digits: 3 }, ''],
      [metrics[m]!.name, { value: first.score, digits }, { value: second.score, digits }, signed(difference, digits)],
    ];
    return [
      {
        caption: `${metrics[m]!.name}: components in which ${a} and ${b} differ`,
        columns: [left('part'), right(a), right(b), right('points')],
        rows,
        lines: [rows.length - 1],
        footer: 1,
      },
    ];
  });
}

/** N-grams of the references that one system has and the other has not. */
export function ngramTables({ systems }: CompareReport, pair: PairExplanation, top = Infinity): Table[] {
  const [a, b] = [systems[pair.first]!, systems[pair.second]!];
  const rows = pair.ngrams.flatMap(({ order, ofFirst, ofSecond }) =>
    Array.from({ length: Math.min(top, Math.max(ofFirst.length, ofSecond.length)) }, (_, i) => {
      const counts = (found: (typeof ofFirst)[number] | undefined): string[] =>
        found ? [found.ngram, `${found.first}:${found.second}`] : ['', ''];
      return [String(order), ...counts(ofFirst[i]), ...counts(ofSecond[i])];
    }),
  );
  if (rows.length === 0) return [];
  return [
    {
      caption: `N-grams that only ${a} or only ${b} gets right (${a}:${b})`,
      columns: [left('n'), left(`more in ${a}`), right('times'), left(`more in ${b}`), right('times')],
      rows,
      dittos: true,
    },
  ];
}

/** Segments by number where they differ most; `linkTo` says where a segment leads. */
export function segmentTables(
  { systems, metrics, compared }: CompareReport,
  pair: PairExplanation,
  digits: number,
  top = Infinity,
  linkTo?: (segment: number, metric: number) => string,
): Table[] {
  const [a, b] = [systems[pair.first]!, systems[pair.second]!];
  const list = ({ first, second }: ListedSegments, i: number, m: number): Cell[] =>
    [first[i], second[i]].flatMap((found) =>
      found
        ? [
            linked(String(found.segment + 1), linkTo?.(found.segment, m)),
            signed(found.difference, digitsOf(compared[m]!, digits)),
          ]
        : ['', ''],
    );
  const rows = pair.segments.flatMap(({ byScore, byEffect }, m) =>
    Array.from({ length: Math.min(top, longest(byScore, byEffect)) }, (_, i) => [
      metrics[m]!.name,
      ...list(byScore, i, m),
      ...list(byEffect, i, m),
    ]),
  );
  if (rows.length === 0) return [];
  return [
    {
      caption: `Segments in which ${a} and ${b} differ most, by segment score and by contribution to the system score`,
      columns: [
        left('metric'),
        ...[`${a} ahead`, 'score', `${b} ahead`, 'score', `${a} ahead`, 'whole', `${b} ahead`, 'whole'].map(right),
      ],
      rows,
      dittos: true,
    },
  ];
}

const longest = (...lists: readonly ListedSegments[]): number =>
  Math.max(...lists.flatMap(({ first, second }) => [first.length, second.length]));

/** Which reference outputs share most n-grams with. */
export function referenceTable(
  { systems }: CompareReport,
  { offered, bySystem }: NonNullable<Explanation['references']>,
): Table {
  const share = (count: number, of: number): Cell => numberCell((100 * count) / of, 1);
  return {
    caption: 'Closest reference by shared n-grams, percent of segments',
    columns: [left('system'), ...offered.map((_, r) => right(`reference ${r + 1}`)), right('several'), right('none')],
    rows: bySystem.map(({ alone, tied, unmatched }, s) => [
      systems[s]!,
      ...alone.map((count, r) => share(count, offered[r]!)),
      share(tied, offered[0]!),
      share(unmatched, offered[0]!),
    ]),
  };
}
