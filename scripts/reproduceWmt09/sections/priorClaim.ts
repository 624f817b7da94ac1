/** WMT09, section 6.2: the score of the system instead of the segment's, a mixture of both, and why the former looked so good. */
import type { Scores } from '../../../src/meta/index.ts';
import { readTable, taskOf } from '../../../test/wmt09/paperTables.ts';
import { type CorrectedDifference, compareSegments, correct, segmentTies, segmentValue } from '../compareMetrics.ts';
import { mainMetrics } from '../metricList.ts';
import type { JudgedMetrics } from '../scoreTasks.ts';
import { listed, partOf, percent, share, table } from '../wording.ts';
import type { Settings, Wmt09 } from '../wmt09.ts';
import type { ClaimPart } from './claims.ts';
import { countSure, isSure, shown, shownCorrected } from './differences.ts';

/** Rows of the table; the sentences are about all metrics. */
const shownMetrics = ['BLEU', 'BLEU (unsmoothed)', '4-GRR', 'AMBER(1,4,6)', 'NIST', 'TER', 'CDER', 'wcd6p4er', 'ROUGE-L', 'chrF', 'CharacTER', 'RAC1']; // prettier-ignore

export function priorClaim(wmt09: Wmt09, judged: JudgedMetrics, settings: Settings): ClaimPart {
  const { all, tasks } = judged;
  const compare = (first: ReadonlyMap<string, Scores>, second: ReadonlyMap<string, Scores>) =>
    correct(
      mainMetrics.map(({ label }) =>
        compareSegments(all.comparisons, first.get(label)!, second.get(label)!, 'consistency', settings),
      ),
    );
  const prior = compare(all.priors, all.scores);
  const mixture = compare(all.mixtures, all.scores);
  const both = compare(all.mixtures, all.priors);
  const count = mainMetrics.length;
  const works = countSure(mixture, 1) > count / 2 && countSure(both, 1) > count / 2;
  return {
    row: [
      'The system’s score agrees better with people than the segment’s',
      'WMT09, section 6.2',
      `for ${above(prior)} of ${count} metrics; a mixture of both is better than either for ${partOf(mixture.filter((each, m) => each.value > 0 && both[m]!.value > 0).length, count)}`,
    ],
    markdown: [
      '## The system’s score as prior',
      'Section 6.2 of the WMT09 paper finds that the score of the whole system, used instead of the segment’s, agrees considerably better with people, and suggests using it as a prior. Consistency over all pairs:',
      table(
        ['metric', 'segment', 'system', 'mixture', 'system − segment', 'mixture − segment', 'mixture − system'],
        shownMetrics.map((label) => {
          const m = mainMetrics.findIndex((each) => each.label === label);
          const [of, mixed, against] = [prior[m]!, mixture[m]!, both[m]!];
          return [
            label,
            share(of.second),
            share(of.first),
            share(mixed.first),
            ...[of, mixed, against].map(shownCorrected),
          ];
        }),
      ),
      priorText(prior, judged),
      ...misaligned(wmt09, judged),
      `The mixture is above the segment’s score for ${partOf(above(mixture), count)} metrics of Table 10, significantly after correction for ${countSure(mixture, 1)}, and above the system’s for ${partOf(above(both), count)}, significantly for ${countSure(both, 1)}. ${
        works
          ? 'The prior that the paper suggests works: segment and system together predict better than either.'
          : 'Both together are not significantly better than either.'
      } ${oracleText(judged, settings)} The weight is learned separately for ${listed(tasks.map(({ task }) => task))}, on other segments of the same systems.`,
    ],
  };
}

const above = (differences: readonly CorrectedDifference[]): number =>
  differences.filter(({ value }) => value > 0).length;

function priorText(prior: readonly CorrectedDifference[], { all }: JudgedMetrics): string {
  const rows = mainMetrics.map(({ label }, m) => ({
    label,
    tested: prior[m]!,
    ties: segmentTies(all.comparisons, all.scores.get(label)!),
  }));
  const sure = (side: 1 | -1) => rows.filter(({ tested }) => side * tested.value > 0 && isSure(tested));
  const better = sure(1);
  const names = (list: typeof rows) => listed(list.map(({ label }) => label));
  const least = Math.min(...better.map(({ ties }) => ties));
  const mostElsewhere = Math.max(...rows.filter((row) => !better.includes(row)).map(({ ties }) => ties));
  return [
    `The system’s score is above the segment’s for ${above(prior)} of ${rows.length} metrics${better.length === 0 ? '' : `, significantly for ${names(better)}`}${sure(-1).length === 0 ? '' : `, and significantly below it for ${names(sure(-1))}`}.`,
    above(prior) > rows.length / 2
      ? 'This confirms the paper.'
      : `So the finding does not hold for metrics in general.${better.length > 0 && least > mostElsewhere ? ` It holds for the metrics with the most ties, ${percent(least)} and more, which a system’s score avoids.` : ''}`,
  ].join(' ');
}

/** Scores of segments compared with judgments of their neighbours, which is what the printed Tables 10 and 11 look like. */
function misaligned({ tables }: Wmt09, { tasks }: JudgedMetrics): string[] {
  const printed = [
    'wmt09_table10_sentence_consistency_into_english.tsv',
    'wmt09_table11_sentence_consistency_out_of_english.tsv',
  ].flatMap((name) => readTable(new URL(name, tables)));
  const moved = (scores: Scores, by: number): Scores => ({
    ...scores,
    segments: scores.segments.map((segment) => String(Number(segment) + by)),
  });
  const rows = ['bleusp', 'bleusp4114', 'wcd6p4er'].map((metric) => ({
    metric,
    cells: tasks.map(({ task, comparisons, scores }) => {
      const row = printed.find((each) => each.get('metric') === metric && taskOf(each.get('pair')!) === task)!;
      const [aligned, late, early] = [0, 1, -1].map((by) =>
        segmentValue(comparisons, moved(scores.get(metric)!, by), 'consistency'),
      ) as [number, number, number];
      return { printed: Number(row.get('consistency')), aligned, late, early };
    }),
  }));
  const cells = rows.flatMap((row) => row.cells);
  const gap = (side: 'aligned' | 'late' | 'early') =>
    cells.reduce((sum, cell) => sum + Math.abs(cell[side] - cell.printed), 0) / cells.length;
  const isOff = Math.max(gap('late'), gap('early')) < gap('aligned') / 2;
  return [
    'Why did it look so good in 2009? We can recompute three of the metrics of Tables 10 and 11, both correctly aligned and with the score of the segment before the one that was judged. The printed figures cover all systems, ours those with outputs.',
    table(
      ['metric', ...tasks.flatMap(({ task }) => [`${task} printed`, 'aligned', 'one line off'])],
      rows.map((row) => [
        row.metric,
        ...row.cells.flatMap((cell) => [share(cell.printed, 2), share(cell.aligned), share(cell.late)]),
      ]),
    ),
    `On average the printed figures are ${share(gap('aligned'))} from the aligned ones, ${share(gap('late'))} from those one line off, and ${share(gap('early'))} from those one line off in the other direction. ${
      isOff
        ? 'So the lines of the printed tables seem not to have matched, as the later remark about them says; the direction is unclear. Misaligned segment scores only reflect the quality of their system, and less well than the system’s score does. This explains why the latter agreed better.'
        : 'So misalignment does not explain them.'
    }`,
  ];
}

/** The best mixture compared with people's own scores of systems. */
function oracleText({ all }: JudgedMetrics, settings: Settings): string {
  const best = mainMetrics
    .map(({ label }) => ({ label, value: segmentValue(all.comparisons, all.mixtures.get(label)!, 'consistency') }))
    .reduce((a, b) => (b.value > a.value ? b : a));
  const tested = compareSegments(all.comparisons, all.mixtures.get(best.label)!, all.oracle, 'consistency', settings);
  return `The best mixture, that of ${best.label}, reaches ${share(best.value)}; people’s own scores of systems reach ${share(tested.second)}: a difference of ${shown(tested)}, p = ${share(tested.p)}.`;
}
