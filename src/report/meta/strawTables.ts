/** Which metrics fall for which straw men. */
import { type StrawManStandings, fallsFor } from '../../meta/index.ts';
import type { Note, Table } from '../table.ts';
import { left, listed, numberCell, right } from '../wording.ts';
import type { MetaReport, StrawManReport } from './metaReport.ts';

/** How many straw men a metric falls for. */
const fallsOf = ({ standings, systems }: StrawManStandings): number =>
  standings.filter(({ beats }) => fallsFor(beats, systems)).length;

export const strawTables = ({ strawMen = [] }: Pick<MetaReport, 'strawMen'>, digits: number): Table[] =>
  strawMen.map(({ task, strawMen: made, metrics }) => ({
    caption: `${task}, straw men: how many of the judged systems the metric finds worse; ● falls for it: at least half`,
    columns: [
      left('metric'),
      ...made.map(({ title }) => right(title)),
      right('systems'),
      right('Spearman’s ρ'),
      right('with straw men'),
    ],
    rows: [...metrics]
      .sort((a, b) => fallsOf(a) - fallsOf(b) || b.rhoWithStrawMen - a.rhoWithStrawMen)
      .map(({ metric, standings, systems, rho, rhoWithStrawMen }) => [
        metric,
        ...standings.map(({ score, beats }) =>
          Number.isNaN(score) ? '–' : `${fallsFor(beats, systems) ? '● ' : ''}${beats}`,
        ),
        String(systems),
        numberCell(rho, digits),
        numberCell(rhoWithStrawMen, digits),
      ]),
  }));

/** For the first task: the metrics that fall for each straw man. */
export function strawAnswer({ strawMen = [], tasks }: Pick<MetaReport, 'strawMen' | 'tasks'>): string {
  const [first] = strawMen;
  if (!first) return '';
  const where = tasks.length > 1 ? `${first.task}: ` : '';
  return `${where}${fallText(first)}${strawMen.length > 1 ? ' Other tasks below.' : ''}`;
}

/** Metrics that are named for each straw man. */
const mostMetrics = 4;

function fallText({ strawMen: made, metrics }: StrawManReport): string {
  const fallen = made.flatMap(({ title }, at) => {
    const names = metrics
      .filter(({ standings, systems }) => fallsFor(standings[at]!.beats, systems))
      .map(({ metric }) => metric);
    const hasMore = names.length > mostMetrics + 1;
    const shown = hasMore ? [...names.slice(0, mostMetrics), `${names.length - mostMetrics} more`] : names;
    return names.length === 0 ? [] : [`${title} (${listed(shown)})`];
  });
  return fallen.length === 0 ? 'No metric falls for any of them.' : `Metrics fall for ${fallen.join('; ')}.`;
}

export function strawNotes({ strawMen = [] }: Pick<MetaReport, 'strawMen'>): Note[] {
  const all = new Map(strawMen.flatMap(({ strawMen: made }) => made.map((each) => [each.title, each])));
  if (all.size === 0) return [];
  const bests = strawMen.map(({ task, best }) => (strawMen.length > 1 ? `${best} in ${task}` : best));
  return [
    ...Array.from(all.values(), ({ title, is, madeOf }) => ({
      name: title,
      text: madeOf === 'best' ? `${is}: ${listed(bests)}` : is,
    })),
    {
      name: 'with straw men',
      text: 'Spearman’s ρ if people found all straw men equally bad, and worse than every system',
    },
  ];
}
