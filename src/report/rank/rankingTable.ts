/** Systems as they were ranked, in the manner of Table 6 of WMT09. */
import { counted } from '../../core/index.ts';
import {
  type RankRange,
  type RankedSystem,
  type RankedSystems,
  type RankingMethod,
  type RankingMethodId,
  rankingMethods,
} from '../../human/index.ts';
import { type RankSettings, ruleOf } from './rankReport.ts';
import { type Note, type Table, notes } from '../table.ts';
import { displayWidth } from '../width.ts';
import { fine, left, listed, numberCell, ofTask, percent, plainTable, right } from '../wording.ts';

/** The one that orders first, then the two that are always shown. */
const shownMethods = (by: RankingMethodId): RankingMethod[] =>
  [...new Set<RankingMethodId>([by, 'ge', 'gt'])].map((id) => rankingMethods.find((method) => method.id === id)!);

export function rankingTable(ranked: RankedSystems, by: RankingMethodId, digits = fine): Table {
  const { task, rankings, comparisons, judges } = ranked;
  const systems = ranked.systems.filter((each) => each.listed);
  const shown = shownMethods(by);
  const anyConstrained = systems.some(({ constrained }) => constrained);
  return {
    caption: ofTask(
      task,
      `${counted(rankings, 'ranking')} by ${counted(judges, 'judge')}, ${counted(comparisons, 'comparison')}`,
    ),
    columns: [
      left('system'),
      ...shown.map(({ title }) => right(title)),
      left('win'),
      ...(anyConstrained ? [left('constrained')] : []),
      ...['ranks', 'cluster', 'comparisons'].map(right),
    ],
    rows: systems.map((each) => [
      each.system,
      ...shown.map(({ id }) => numberCell(each.scores[id], digits)),
      `${each.win ? '●' : ''}${each.constrainedWin ? '*' : ''}`,
      ...(anyConstrained ? [each.constrained ? 'yes' : ''] : []),
      rangeText(each.ranks!),
      String(each.cluster),
      String(each.comparisons),
    ]),
    lines: clusterLines(systems),
  };
}

/** `1–3`, or `2` if there is only one rank. */
export const rangeText = ({ best, worst }: RankRange): string => (best === worst ? String(best) : `${best}–${worst}`);

/** After how many systems a cluster ends; none after the last one. */
export function clusterLines(systems: readonly { readonly cluster?: number }[]): number[] {
  return [...systems.keys()].filter((s) => s > 0 && systems[s]!.cluster !== systems[s - 1]!.cluster);
}

export function rankingNotes(tasks: readonly RankedSystems[], settings: RankSettings): Note[] {
  const { by, test, signTies, identical, alpha, samples, seed, level, resampled } = settings;
  const method = shownMethods(by)[0]!;
  const all = tasks.flatMap(({ systems }) => systems);
  const has = (fact: (system: RankedSystem) => boolean) => all.some(fact);
  const never = all.filter(({ comparisons }) => comparisons === 0);
  const notListed = all.filter((each) => !each.listed).length;
  const runs = method.byChance ? `, the mean of ${counted(samples, 'run')}` : '';
  return notes({
    order: `by ${method.title}${runs}; ties are broken by direct comparisons`,
    ...Object.fromEntries(shownMethods(by).map(({ title, summary, source }) => [title, `${summary}; ${source}`])),
    '●': `no other${notListed > 0 ? ' listed' : ''} system is significantly better: ${testText(test, signTies, samples)}, p ≤ ${alpha}`,
    '*':
      has(({ constrained }) => constrained) && 'constrained, and no other constrained system is significantly better',
    ranks: `rank range: covers ${percent(level)} of the ranks in ${counted(samples, 'resample')} of ${resampled === 'comparisons' ? 'comparisons' : 'whole rankings'}, seed ${seed}${ruleOf(settings)?.rankings?.clusters ? '' : '; a cluster ends where no rank range crosses'}`,
    comparisons: 'between two systems; a ranking of five outputs has ten',
    identical: identical === 'left-out' && 'systems with the same output, shown once, are not compared',
    'not listed': notListed > 0 && `${counted(notListed, 'system')}; comparisons with them still count`,
    '–': never.length > 0 && `never compared: ${listed(never.map(({ system }) => system))}`,
  });
}

function testText(test: RankSettings['test'], signTies: RankSettings['signTies'], samples: number): string {
  switch (test) {
    case 'sign':
      return `two-sided exact sign test, ties ${signTies}`;
    case 'ranking-permutation':
      return `permutation test, whole rankings, ${counted(samples, 'sample')}`;
    case 'ranking-bootstrap':
      return `bootstrap test, whole rankings, ${counted(samples, 'sample')}`;
  }
}

export function rankingRows(tasks: readonly RankedSystems[]): Table {
  const methods = rankingMethods.filter(({ id }) =>
    tasks.some(({ systems }) => systems.some(({ scores }) => id in scores)),
  );
  const titles = [
    'task', 'system', 'score', ...methods.map(({ id }) => id), 'win', 'constrained_win', 'constrained', 'listed', 'best_rank', 'worst_rank',
    'cluster', 'comparisons', 'wins', 'ties', 'losses',
  ]; // prettier-ignore
  return plainTable(
    titles,
    tasks.flatMap(({ task, systems }) =>
      systems.map((each) => [
        ...[task, each.system, each.score, ...methods.map(({ id }) => each.scores[id])],
        ...[each.win, each.constrainedWin, each.constrained, each.listed].map(Number),
        ...[each.ranks?.best, each.ranks?.worst, each.cluster],
        ...[each.comparisons, each.wins, each.ties, each.losses],
      ]),
    ),
  );
}

/** Names head the columns if the table is then no wider than this, else numbers. */
const mostColumns = 100;

export function pairwiseTable({ task, systems, pairs }: RankedSystems, digits = 2): Table {
  const names = systems.map(({ system }) => system);
  const cellWidth = digits + 2;
  const width = names.reduce((sum, name) => sum + Math.max(displayWidth(name), cellWidth) + 2, 0);
  const numbered = width + Math.max(...names.map(displayWidth)) > mostColumns;
  const others = (id: 'gt' | 'ge') => systems.map(({ scores }) => `${shareText(scores[id]!, digits)} `);
  return {
    caption: ofTask(task, 'how often the system of the column was judged better than that of the row'),
    columns: [left('than'), ...names.map((name, s) => right(numbered ? String(s + 1) : name))],
    rows: [
      ...names.map((name, r) => [
        numbered ? `${String(r + 1).padStart(2)} ${name}` : name,
        ...names.map((_, c) => (r === c ? '' : cellText(pairs, r, c, digits))),
      ]),
      ['> others', ...others('gt')],
      ['≥ others', ...others('ge')],
    ],
    lines: [names.length],
    footer: 2,
  };
}

function cellText(pairs: RankedSystems['pairs'], row: number, column: number, digits: number): string {
  // A space where there is no mark keeps the points below each other.
  return shareText(shareOf(pairs, row, column), digits) + (significanceMark(pairs.p[row]![column]!) || ' ');
}

/** Of all comparisons of the two, ties among them; NaN if there are none. */
export function shareOf({ wins, ties }: RankedSystems['pairs'], row: number, column: number): number {
  const won = wins[column]![row]!;
  return won / (won + wins[row]![column]! + ties[row]![column]!);
}

/** `.76`, as the paper prints it; 1 keeps its digit. */
const shareText = (share: number, digits: number): string =>
  Number.isNaN(share) ? '–' : share.toFixed(digits).replace(/^0\./, '.');

/** As in the paper. */
export const significanceMark = (p: number): string => (p <= 0.01 ? '‡' : p <= 0.05 ? '†' : p <= 0.1 ? '*' : '');

export const pairwiseNotes = (): Note[] => [{ name: '* † ‡', text: 'p ≤ 0.10, 0.05, 0.01 in the same test' }];

export const pairRows = (tasks: readonly RankedSystems[]): Table =>
  plainTable(
    ['task', 'row', 'column', 'column_better', 'ties', 'row_better', 'share_column_better', 'p'],
    tasks.flatMap(({ task, systems, pairs: { wins, ties, p }, pairs }) =>
      systems.flatMap((row, r) =>
        systems.flatMap((column, c) =>
          r === c
            ? []
            : [
                [
                  ...[task, row.system, column.system],
                  ...[wins[c]![r], ties[r]![c], wins[r]![c], shareOf(pairs, r, c), p[r]![c]],
                ],
              ],
        ),
      ),
    ),
  );
