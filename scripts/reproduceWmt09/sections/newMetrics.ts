/** Tables 7, 10 and 12 anew, for the outputs that are left and with metrics of today. */
import {
  type SegmentAgreement,
  type SystemAgreement,
  comparisonMeasures,
  overTasks,
  sharedSystems,
  systemMeasures,
  withoutOutliers,
} from '../../../src/meta/index.ts';
import { pearson } from '../../../src/stats/index.ts';
import { mainMetrics, metricsOfLanguages } from '../metricList.ts';
import type { Judged, JudgedMetrics } from '../scoreTasks.ts';
import { commands, grouped, listed, page, percent, share, table, within } from '../wording.ts';
import type { Settings } from '../wmt09.ts';

const spearman = systemMeasures.find(({ id }) => id === 'spearman')!;
const consistency = comparisonMeasures.find(({ id }) => id === 'consistency')!;

export function newMetricsSection({ tasks, all }: JudgedMetrics, settings: Settings): string {
  const names = tasks.map(({ task }) => task);
  const typed = mainMetrics.flatMap(({ typed: one }) => (typeof one === 'string' ? [quoted(one)] : []));
  const knowing = [...new Set(metricsOfLanguages.map(({ label }) => label.split(' ', 1)[0]!))];
  return page(
    '## New: Tables 7, 10 and 12 with metrics of today',
    `The outputs of ${listed(tasks.map(({ task, human }) => `${human.systems.length} systems ${task}`))} are at hand, so metrics can be computed anew: those of the four papers and others, with their default settings unless said otherwise. Those that know something of the language (${listed(knowing)}) are typed otherwise for each, as [below](#metrics-that-know-language). PGBC4 and the like are the variants of BLEU of Song et al. (P, R, F: precision, recall, F; A, G: arithmetic or geometric mean; B: brevity penalty; C: counts clipped; the longest n-gram).`,
    commands(
      `assay meta wmt09-ranking ${names.map((task) => `-t ${task}`).join(' ')} -m ${typed.slice(0, 7).join(' ')} \\`,
      ...chunks(typed.slice(7), 13).map((some, i, lines) => `  ${some.join(' ')}${i < lines.length - 1 ? ' \\' : ''}`),
    ),
    '### Table 7: systems',
    ...systemTable(tasks, settings),
    '### Table 10: segments',
    ...segmentTable([...tasks, all], settings),
    '### Table 12: the system’s score for each of its segments, and a mixture',
    ...priorTable([...tasks, all]),
  );
}

const quoted = (typed: string): string => (/[()]/.test(typed) ? `'${typed}'` : typed);

const chunks = (items: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

function systemTable(tasks: JudgedMetrics['tasks'], { level }: Settings): string[] {
  const rows = mainMetrics.map(({ label }) => {
    const figures = tasks.map(({ human, scores }) => spearman.of(human, scores.get(label)!, { level }));
    return { label, figures, mean: overTasks(figures).mean };
  });
  return [
    'Spearman’s ρ of the metric with ≥ others, error metrics turned round, and Fisher’s 95 % interval; from the highest mean to the lowest.',
    table(
      ['metric', ...tasks.map(({ task, human }) => `${task} (${human.systems.length})`), 'mean'],
      rows
        .sort((a, b) => b.mean - a.mean)
        .map(({ label, figures, mean }) => [
          label,
          ...figures.map(({ value, interval }) => `${share(value, 2)}${interval ? ` ${within(interval, 2)}` : ''}`),
          share(mean, 2),
        ]),
    ),
    `${apartText(rows.map(({ figures }) => figures))} ${outlierText(tasks)}`,
  ];
}

/** How many pairs of metrics have intervals without anything in common. */
function apartText(rows: readonly (readonly SystemAgreement[])[]): string {
  const pairs = rows.flatMap((first, i) => rows.slice(i + 1).map((second) => [first, second] as const));
  const apart = pairs.reduce(
    (sum, [first, second]) =>
      sum +
      first.filter(({ interval: a }, t) => {
        const b = second[t]!.interval;
        return a && b && (a.low > b.high || b.low > a.high);
      }).length,
    0,
  );
  const count = pairs.length * (rows[0]?.length ?? 0);
  return `With so few systems little can be told: of the ${grouped(count)} pairs of intervals in one column, ${apart === 0 ? 'all' : grouped(count - apart)} overlap.`;
}

/** What systems far from the others do to Pearson's correlation. */
function outlierText(tasks: JudgedMetrics['tasks']): string {
  const rows = tasks.map(({ task, human, scores }) => {
    const shared = sharedSystems(human, scores.get('BLEU')!);
    return {
      task,
      far: withoutOutliers(human).outliers.map((system) => system.toUpperCase()),
      r: pearson(shared.human, shared.metric),
      rho: spearman.of(human, scores.get('BLEU')!).value,
    };
  });
  const some = rows.filter(({ far }) => far.length > 0);
  if (some.length === 0) return 'No system stands far from the others in people’s scores.';
  return `Some systems stand far from the others in people’s scores (${some.map(({ task, far }) => `${task}: ${listed(far)}`).join('; ')}), which Pearson’s r sees and ρ does not: for BLEU r is ${listed(rows.map(({ r, rho, task }) => `${share(r, 2)} (ρ ${share(rho, 2)}) for ${task}`))}.`;
}

const intervals = ({ samples, seed, level }: Settings) => ({ samples, seed, level });

function segmentTable(judged: readonly Judged[], settings: Settings): string[] {
  const rows = mainMetrics.map(({ label }) => ({
    label,
    figures: judged.map(({ comparisons, scores }): SegmentAgreement =>
      consistency.of(comparisons, scores.get(label)!, intervals(settings)),
    ),
  }));
  const pooled = (figures: readonly SegmentAgreement[]) => figures.at(-1)!;
  return [
    `Consistency: of the comparisons that people decided, the share in which the metric scores the better output higher. A metric that scores both alike is wrong. The interval comes from ${grouped(settings.samples)} resamples of the segments. The last column says how many comparisons are lost to such ties.`,
    table(
      ['metric', ...judged.map(({ task }, t) => `${task} (${grouped(rows[0]!.figures[t]!.counted)})`), 'ties'],
      rows
        .sort((a, b) => pooled(b.figures).value - pooled(a.figures).value)
        .map(({ label, figures }) => [
          label,
          ...figures.map(({ value, interval }) => `${share(value)} ${within(interval!)}`),
          percent(pooled(figures).counts!.metricTies / pooled(figures).counted),
        ]),
    ),
    tiesText(rows.map(({ label, figures }) => ({ label, figure: pooled(figures) }))),
  ];
}

/** Ties decide much of the order. */
function tiesText(rows: readonly { readonly label: string; readonly figure: SegmentAgreement }[]): string {
  const tied = rows.filter(({ figure }) => figure.counts!.metricTies / figure.counted > 0.1).map(({ label }) => label);
  const below = rows.filter(({ figure }) => figure.value < 0.5).map(({ label }) => label);
  return `${tied.length === 0 ? 'No metric loses more than 10 % to ties.' : `More than 10 % are lost to ties by ${listed(tied)}: counts of few errors or words are often equal, and so are zeros.`} ${
    below.length === 0
      ? 'All metrics are above .5, which would be chance for a metric without ties; the paper’s Table 10 had many below.'
      : `Below .5, which would be chance for a metric without ties: ${listed(below)}.`
  }`;
}

function priorTable(judged: readonly Judged[]): string[] {
  const rows = mainMetrics.map(({ label }) => ({
    label,
    cells: judged.flatMap(({ comparisons, priors, mixtures }) => [
      consistency.of(comparisons, priors.get(label)!).value,
      consistency.of(comparisons, mixtures.get(label)!).value,
    ]),
  }));
  const oracle = judged.flatMap(({ comparisons, oracle: human }) => [consistency.of(comparisons, human).value, NaN]);
  return [
    'Consistency if each segment gets the score of its system (prior), and with λ _z_(segment) + (1 − λ) _z_(system), the weight λ learned from nine tenths of the segments and used on the last (mixture). The oracle takes people’s own scores of the systems that have outputs.',
    table(
      ['metric', ...judged.flatMap(({ task }) => [`${task} prior`, 'mixture'])],
      [{ label: '_oracle_', cells: oracle }, ...rows.sort((a, b) => b.cells.at(-1)! - a.cells.at(-1)!)].map(
        ({ label, cells }) => [label, ...cells.map((cell) => (Number.isNaN(cell) ? '' : share(cell)))],
      ),
    ),
  ];
}
