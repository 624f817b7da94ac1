/** Table 6, computed anew and put beside the printed one. */
import type { RankedSystem } from '../../../src/human/index.ts';
import { roundedTwice } from '../../../test/wmt09/paperTables.ts';
import { type PrintedSystem, rankAsPaper } from '../../../test/wmt09/table6.ts';
import {
  capitalised,
  commands,
  grouped,
  listed,
  numberWord,
  page,
  paperPair,
  partOf,
  share,
  table,
} from '../wording.ts';
import type { Settings, Wmt09 } from '../wmt09.ts';

export function table6Section({ judgments, table6 }: Wmt09, { samples, seed }: Settings): string {
  const ranked = new Map(
    table6.tasks.map((task) => [task, rankAsPaper(task, judgments.rankings, table6, samples, seed).systems]),
  );
  const pairs = table6.rows.map((printed) => ({
    printed,
    ours: ranked.get(printed.task)!.find(({ system }) => system === printed.system)!,
  }));
  const isRounded = ({ printed, ours }: Pair) => Number(ours.score.toFixed(2)) === printed.geOthers;
  const twice = pairs.filter((pair) => !isRounded(pair) && roundedTwice(pair.ours.score) === pair.printed.geOthers);
  const rounded = pairs.filter(isRounded);
  const others = pairs.length - rounded.length - twice.length;
  const marks = pairs.filter(({ printed, ours }) => marksOf(printed) === marksOf(ours)).length;
  const wins = pairs.filter(({ ours }) => ours.win);
  const near = pairs.filter(
    ({ printed, ours }) => ours.comparisons >= printed.fewest - 3 && ours.comparisons <= printed.most + 3,
  ).length;
  return page(
    '## Table 6: who won',
    `A ranking of five outputs is ten comparisons of two systems. A system’s figure, “≥ others”, is the share of its comparisons that it did not lose. ● is a win: no other system of the table is significantly better by a two-sided sign test without ties, p ≤ .10. \\* is a win among the systems that used only the data of the task. System combinations count as opponents but are not listed.`,
    commands("assay rank wmt09-human-judgments.tsv --unlisted '*-combo*' --constrained constrained.tsv"),
    `\`constrained.tsv\` names the constrained systems of Table 6, a task, a tab and a system on each line.`,
    `${rounded.length} of ${pairs.length} figures round to the digits printed. ${
      twice.length === 0
        ? ''
        : `${twice.length === 1 ? 'One more does' : `${capitalised(numberWord(twice.length))} more do`} so only if rounded twice, to three digits and then to two: ${listed(
            twice.map(
              ({ printed, ours }) =>
                `${paperPair(printed.task)} ${printed.system.toUpperCase()} ${share(ours.score, 4)}, printed ${share(printed.geOthers, 2)}`,
            ),
          )}.`
    } ${others === 0 ? 'None is left.' : `${capitalised(numberWord(others))} cannot be explained.`} ${
      marks === pairs.length
        ? `All marks follow: ${wins.length} ● and ${pairs.filter(({ ours }) => ours.constrainedWin).length} \\*.`
        : `The marks of ${pairs.length - marks} systems differ.`
    } The judgments per system are within the printed ranges, give or take three, for ${partOf(near, pairs.length)}.`,
    clusterText(
      table6.tasks.map((task) => ({ task, systems: ranked.get(task)!.filter((each) => each.listed) })),
      wins,
      samples,
    ),
    `<details><summary>All ${pairs.length} systems: printed, ours, marks, ranges of ranks and clusters</summary>`,
    table(
      ['pair', 'system', 'printed', 'ours', 'marks', 'ranks', 'cluster'],
      pairs.map(({ printed, ours }) => [
        paperPair(printed.task),
        printed.system.toUpperCase(),
        share(printed.geOthers, 2),
        share(ours.score, 4),
        marksOf(printed) === marksOf(ours)
          ? marksOf(ours)
          : `${marksOf(ours) || 'none'} (printed ${marksOf(printed) || 'none'})`,
        ours.ranks!.best === ours.ranks!.worst ? String(ours.ranks!.best) : `${ours.ranks!.best}–${ours.ranks!.worst}`,
        String(ours.cluster),
      ]),
      2,
    ),
    '</details>',
  );
}

interface Pair {
  readonly printed: PrintedSystem;
  readonly ours: RankedSystem;
}

const marksOf = ({ win, constrainedWin }: { readonly win: boolean; readonly constrainedWin: boolean }): string =>
  `${win ? '●' : ''}${constrainedWin ? '\\*' : ''}`;

/** What the paper did not have: how sure the order is. */
function clusterText(
  tasks: readonly { readonly task: string; readonly systems: readonly RankedSystem[] }[],
  wins: readonly Pair[],
  samples: number,
): string {
  const counts = tasks.map(({ systems }) => Math.max(...systems.map(({ cluster }) => cluster!)));
  const alone = tasks.filter(({ systems }) => systems.filter(({ cluster }) => cluster === 1).length === 1);
  const below = wins.filter(({ ours }) => ours.cluster! > 1);
  const unmarked = tasks.flatMap(({ systems }) => systems).filter(({ cluster, win }) => cluster === 1 && !win).length;
  const whole = tasks.filter((_, t) => counts[t] === 1);
  return [
    `The paper has no clusters. Here ${grouped(samples)} resamples of whole rankings say how sure the order is: a cluster ends where no range of ranks reaches across.`,
    `A pair has between ${Math.min(...counts)} and ${Math.max(...counts)} clusters.`,
    whole.length === 0
      ? ''
      : `For ${listed(whole.map(({ task }) => paperPair(task)))} all systems are in one cluster: no line can be drawn between any two.`,
    alone.length === 0
      ? 'No pair has a single best system.'
      : `A single system makes up the first cluster of ${listed(alone.map(({ task, systems }) => `${paperPair(task)} (${systems[0]!.system.toUpperCase()})`))}.`,
    below.length === 0
      ? `All ${wins.length} wins are in first clusters;`
      : `${wins.length - below.length} of ${wins.length} wins are in first clusters;`,
    unmarked === 0
      ? 'no other system is.'
      : `so ${unmarked === 1 ? 'is one system' : `are ${unmarked} systems`} without ●.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
