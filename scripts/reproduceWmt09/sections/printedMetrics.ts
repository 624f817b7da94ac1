/** Tables 7, 8, 12 and 13 from the scores that the paper prints, and from the raw judgments. */
import { type Scores, comparisonMeasures, overTasks, scoresOfRankings, systemPrior } from '../../../src/meta/index.ts';
import type { GuidePart } from '../guidePart.ts';
import {
  PrintedScores,
  type CorrelationCell,
  consistencyTables,
  placeConsistencies,
  placeCorrelations,
  readConsistencies,
  readCorrelations,
} from '../../../test/wmt09/metricTables.ts';
import { type Places, taskOf } from '../../../test/wmt09/paperTables.ts';
import { listed, numberWord, page, partOf, share, table } from '../wording.ts';
import type { Wmt09 } from '../wmt09.ts';

export function printedMetricsSection({ tables, compared }: Wmt09): GuidePart {
  const scores = new PrintedScores(tables);
  const cells = readCorrelations(tables);
  const byRank = placeCorrelations(cells, scores, (pair) => scores.human(pair));
  const humanOf = (pair: string) => scoresOfRankings(compared(taskOf(pair)));
  const byJudgments = placeCorrelations(cells, scores, humanOf);
  const consistencies = consistencyTables.map((name) => {
    const all = readConsistencies(new URL(name, tables));
    return { all, ...placeConsistencies(all, scores, (pair) => compared(taskOf(pair))) };
  });
  const oracle = oracleText(
    consistencies.flatMap(({ all }, t) => all.map((cell) => ({ ...cell, t }))),
    (pair, human) => {
      const comparisons = compared(taskOf(pair));
      return comparisonMeasures[0]!.of(comparisons, systemPrior(human, comparisons.segments));
    },
    humanOf,
  );
  const markdown = page(
    '## The metrics of 2009',
    'Tables 25 and 26 print the scores of all metrics to two digits, so different systems can have equal printed scores. A printed correlation can therefore only be compared with the lowest and the highest value that any order of such systems would give. _Exact_: no scores are equal, and the figure is the printed one. _Within_: between the lowest and the highest. _Rounded twice_: only if rounded to three digits first.',
    table(
      ['', 'cells', 'exact', 'within', 'rounded twice', 'outside'],
      [
        placesRow('Tables 7 and 8, people’s scores as printed', byRank),
        placesRow('Tables 7 and 8, people’s scores from the judgments', byJudgments),
        placesRow('Table 12', consistencies[0]!.pairs),
        placesRow('Table 12, overall', consistencies[0]!.overall),
        placesRow('Table 13', consistencies[1]!.pairs),
        placesRow('Table 13, overall', consistencies[1]!.overall),
      ],
    ),
    spanishText(byRank, byJudgments, cells, scores, humanOf),
    `In Tables 12 and 13 every segment has the score of its system. ${oracle}`,
    'Not recomputed: the Hungarian–English cells of Table 7, because the copy of Table 25 ends within that block (for the overall figures of Table 12 its cells are taken from the table itself, to half a digit); Table 9, whose metrics read Czech lemmas and trees; and Tables 10 and 11, which need the scores of single segments and which a later copy of the paper calls miscounted, because segment numbers did not match.',
  );
  const fitting = cells.length - byJudgments.outside.length;
  return {
    markdown,
    finding: `${fitting} of ${cells.length} printed correlations of Tables 7 and 8 fit the judgments, as far as two printed digits allow. ${oracle}`,
  };
}

function placesRow(name: string, places: Places): string[] {
  const counts = [places.exact, places.within, places['rounded twice'], places.outside].map(({ length }) => length);
  return [name, String(counts.reduce((sum, count) => sum + count, 0)), ...counts.map(String)];
}

/** The cells that do not fit the judgments, and what would make them fit. */
function spanishText(
  byRank: Places,
  byJudgments: Places,
  cells: readonly CorrelationCell[],
  scores: PrintedScores,
  humanOf: (pair: string) => Scores,
): string {
  const twice = byRank['rounded twice'];
  const rounded = twice.length === 0 ? '' : `Rounded twice: ${listed(twice)}. `;
  const { outside } = byJudgments;
  if (outside.length === 0) return `${rounded}With people’s scores from the judgments all cells fit as well.`;
  const start = `${rounded}With people’s scores from the judgments, ${partOf(cells.length - outside.length, cells.length)} cells fit; ${listed(outside)} do not.`;
  if (!outside.every((cell) => cell.startsWith('en-es '))) return start;
  const human = humanOf('en-es');
  const spanish = cells.filter(({ pair }) => pair === 'en-es');
  const order = [...human.systems.keys()].sort((a, b) => human.ofSystems[b]! - human.ofSystems[a]!);
  const rwth = human.systems.indexOf('rwth');
  const at = order.indexOf(rwth);
  const fitting = [order[at - 1], order[at + 1]].filter((neighbour): neighbour is number => {
    if (neighbour === undefined) return false;
    const ofSystems = human.ofSystems.slice();
    [ofSystems[rwth], ofSystems[neighbour]] = [ofSystems[neighbour]!, ofSystems[rwth]!];
    return placeCorrelations(spanish, scores, () => ({ ...human, ofSystems })).outside.length === 0;
  });
  if (fitting.length === 0) return start;
  const names = fitting.map(
    (neighbour) => `${human.systems[neighbour]!.toUpperCase()} (${share(human.ofSystems[neighbour]!, 4)})`,
  );
  return `${start} If RWTH (${share(human.ofSystems[rwth]!, 4)}, printed .51) were swapped with ${names.join(' or ')}, all ${numberWord(spanish.length)} cells of that pair would fit.`;
}

interface TableCell {
  readonly metric: string;
  readonly pair: string;
  readonly n: number;
  readonly share: number;
  readonly t: number;
}

/** Human scores of systems as the metric: the most that scores of systems can reach. */
function oracleText(
  cells: readonly TableCell[],
  consistencyOf: (
    pair: string,
    oracle: Scores,
  ) => { value: number; counted: number; fraction?: { above: number; below: number } },
  humanOf: (pair: string) => Scores,
): string {
  const oracle = cells.filter(({ metric }) => metric === 'Oracle');
  const figures = oracle
    .filter(({ pair }) => pair !== 'overall')
    .map((cell) => ({ cell, figure: consistencyOf(cell.pair, humanOf(cell.pair)) }));
  const same = figures.filter(({ cell, figure }) => share(figure.value, 2) === share(cell.share, 2)).length;
  const counted = figures.filter(({ cell, figure }) => figure.counted === cell.n).length;
  const overall = oracle.filter(({ pair }) => pair === 'overall');
  const pooled = overall.filter(({ t, share: printed }) => {
    const own = figures.filter(({ cell }) => cell.t === t).map(({ figure }) => figure);
    return share(overTasks(own).pooled!, 2) === share(printed, 2);
  }).length;
  return `The oracle of Tables 12 and 13, people’s own scores of systems, is as printed for ${partOf(same, figures.length)} pairs and for ${partOf(pooled, overall.length)} overall figures, and the number of decided comparisons is as printed for ${partOf(counted, figures.length)} pairs.`;
}
