/** The claims over systems: differences of Spearman's ρ with intervals, and Williams' test of Pearson's r. */
import { type SystemDifference, compareSystems, holm } from '../compareMetrics.ts';
import type { JudgedMetrics } from '../scoreTasks.ts';
import { grouped, listed, numberWord, partOf, share, signed, table } from '../wording.ts';
import type { Settings } from '../wmt09.ts';
import { holdsZero, shown } from './differences.ts';
import { headlinePairs } from './headlineClaims.ts';

interface Row {
  readonly first: string;
  readonly second: string;
  readonly found: readonly SystemDifference[];
}

export function systemClaims({ tasks }: JudgedMetrics, settings: Settings): string[] {
  // Smoothing changes single segments only.
  const rows = headlinePairs
    .filter(([, second]) => second !== 'BLEU (unsmoothed)')
    .map(([first, second]): Row => ({
      first,
      second,
      found: tasks.map(({ human, scores }) => compareSystems(human, scores.get(first)!, scores.get(second)!, settings)),
    }));
  return [
    '## Systems',
    `The difference of Spearman’s ρ, with an interval from ${grouped(settings.samples)} resamples of the systems, and the difference of Pearson’s r, with the two-sided p of Williams’ test.`,
    table(
      [
        '',
        ...tasks.map(({ task, human }) => `ρ ${task} (${human.systems.length})`),
        ...tasks.map(({ task }) => `r ${task}`),
      ],
      rows.map(({ first, second, found }) => [
        `${first} − ${second}`,
        ...found.map(({ rho }) => shown(rho, 2)),
        ...found.map(({ r }) => `${signed(r.first - r.second, 2)} (p ${share(r.p)})`),
      ]),
    ),
    testedText(
      rows,
      tasks.map(({ task }) => task),
      tasks.map(({ human }) => human.systems.length),
    ),
    `Over systems the papers report: AMBER .86 and .83 against .72 for BLEU; BLEU-SBP 71.9 and 4-GRR 71.6 against 67.1; and Song et al. (Table 6) PABC4 .8006 and RAC4 .7928 against .7955 for PGBC4, which they call too close for a conclusion. In our ${numberWord(tasks.length)} pairs ${rows
      .filter(({ second }) => second !== 'BLEU (lower case)')
      .map(describe)
      .join('; ')}. The papers do not test these differences.`,
  ];
}

function testedText(rows: readonly Row[], tasks: readonly string[], systems: readonly number[]): string {
  const all = rows.flatMap(({ first, second, found }) =>
    found.map((each, t) => ({ ...each, name: `${first} against ${second} for ${tasks[t]}` })),
  );
  const outside = all.filter(({ rho }) => !holdsZero(rho));
  const single = all.filter(({ r }) => r.p <= 0.05);
  const corrected = holm(all.map(({ r }) => r.p));
  const sure = all.filter((_, i) => corrected[i]! <= 0.05).map(({ name }) => name);
  return [
    `With ${listed(systems.map(String))} systems hardly any difference can be established.`,
    `${outside.length === 0 ? `All ${all.length} intervals of a difference in ρ contain 0` : `Of ${all.length} intervals of a difference in ρ, ${all.length - outside.length} contain 0`};`,
    single.length === 0
      ? 'Williams’ test finds no difference in r at 5 %.'
      : `Williams’ test finds ${numberWord(single.length)} of ${all.length} differences in r at 5 %, ${sure.length === 0 ? 'none' : numberWord(sure.length)} of them after Holm’s correction${sure.length === 0 ? '' : ` (${listed(sure)})`}.`,
  ].join(' ');
}

/** `AMBER(1,4,6) is above BLEU in all three pairs` */
function describe({ first, second, found }: Row): string {
  const above = found.filter(({ rho }) => rho.value > 0).length;
  const below = found.filter(({ rho }) => rho.value < 0).length;
  if (above + below === 0) return `${first} and ${second} have the same ρ in ${partOf(found.length, found.length)}`;
  const equal = found.length - above - below;
  const parts = [
    above > 0 ? `above ${second} in ${numberWord(above)}` : '',
    below > 0 ? `below ${above > 0 ? 'it ' : `${second} `}in ${numberWord(below)}` : '',
    equal > 0 ? `level in ${numberWord(equal)}` : '',
  ].filter((part) => part !== '');
  return `${first} is ${listed(parts)}`;
}
