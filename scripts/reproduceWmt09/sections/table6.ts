/** Table 6 recomputed, next to the printed one. */
import type { RankedSystem } from '../../../src/human/index.ts';
import { roundedTwice } from '../../../test/wmt09/paperTables.ts';
import { type PrintedSystem, rankAsPaper } from '../../../test/wmt09/table6.ts';
import type { GuidePart } from '../guidePart.ts';
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

export function table6Section({ judgments, table6 }: Wmt09, { samples, seed }: Settings): GuidePart {
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
  const constrained = pairs.filter(({ ours }) => ours.constrainedWin).length;
  const agreement = `${rounded.length} of ${pairs.length} figures round to the printed digits${
    twice.length === 0
      ? ''
      : `, and ${numberWord(twice.length)} more ${twice.length === 1 ? 'does' : 'do'} if rounded twice, to three digits and then to two`
  }. ${others === 0 ? 'None is unexplained.' : `${capitalised(numberWord(others))} cannot be explained.`} ${
    marks === pairs.length
      ? `All marks follow: ${wins.length} wins (●) and ${constrained} constrained wins (\\*).`
      : `The marks of ${pairs.length - marks} systems differ.`
  }`;
  const markdown = page(
    '## Table 6: who won',
    `A ranking of five outputs contains ten comparisons of two systems. The figure of a system, “≥ others”, is the share of its comparisons that it did not lose. ● is a win: no other system of the table is significantly better by a two-sided sign test without ties, p ≤ .10. \\* is a win among the systems that used only the data of the task. System combinations count as opponents but are not listed.`,
    commands("assay rank wmt09-human-judgments.tsv --unlisted '*-combo*' --constrained constrained.tsv"),
    `\`constrained.tsv\` lists the constrained systems of Table 6, with a task, a tab and a system on each line.`,
    `${agreement}${
      twice.length === 0
        ? ''
        : ` Rounded twice: ${listed(
            twice.map(
              ({ printed, ours }) =>
                `${paperPair(printed.task)} ${printed.system.toUpperCase()} ${share(ours.score, 4)}, printed ${share(printed.geOthers, 2)}`,
            ),
          )}.`
    } The number of judgments per system is within the printed range, give or take three, for ${partOf(near, pairs.length)}.`,
    clusterText(
      table6.tasks.map((task) => ({ task, systems: ranked.get(task)!.filter((each) => each.listed) })),
      wins,
      samples,
    ),
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
  );
  return { markdown, finding: agreement };
}

interface Pair {
  readonly printed: PrintedSystem;
  readonly ours: RankedSystem;
}

const marksOf = ({ win, constrainedWin }: { readonly win: boolean; readonly constrainedWin: boolean }): string =>
  `${win ? '●' : ''}${constrainedWin ? '\\*' : ''}`;

/** What the paper does not have: how certain the order is. */
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
    `The paper has no clusters. Here ${grouped(samples)} resamples of whole rankings show how certain the order is: a cluster ends where no rank range reaches across.`,
    `A pair has between ${Math.min(...counts)} and ${Math.max(...counts)} clusters.`,
    whole.length === 0 ? '' : `For ${listed(whole.map(({ task }) => paperPair(task)))} all systems are in one cluster.`,
    alone.length === 0
      ? 'No pair has a single best system.'
      : `One system alone is the first cluster of ${listed(alone.map(({ task, systems }) => `${paperPair(task)} (${systems[0]!.system.toUpperCase()})`))}.`,
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
