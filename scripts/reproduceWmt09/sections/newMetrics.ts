/** Tables 7, 10 and 12 with metrics of today, for the outputs that we have. */
import {
  type SegmentAgreement,
  type SystemAgreement,
  comparisonMeasures,
  overTasks,
  sharedSystems,
  systemMeasures,
  withoutOutliers,
} from '../../../src/meta/index.ts';
import { type ChartFigure, charts } from '../../../src/report/index.ts';
import { pearson } from '../../../src/stats/index.ts';
import { image } from '../drawFigures.ts';
import type { FiguredPart } from '../guidePart.ts';
import { mainMetrics, metricsOfLanguages } from '../metricList.ts';
import type { Judged, JudgedMetrics } from '../scoreTasks.ts';
import { commands, grouped, listed, page, percent, share, table, within } from '../wording.ts';
import type { Settings } from '../wmt09.ts';

const spearman = systemMeasures.find(({ id }) => id === 'spearman')!;
const consistency = comparisonMeasures.find(({ id }) => id === 'consistency')!;

export function newMetricsSection({ tasks, all }: JudgedMetrics, settings: Settings): FiguredPart {
  const names = tasks.map(({ task }) => task);
  const typed = mainMetrics.flatMap(({ typed: one }) => (typeof one === 'string' ? [quoted(one)] : []));
  const knowing = [...new Set(metricsOfLanguages.map(({ label }) => label.split(' ', 1)[0]!))];
  const systems = systemTable(tasks, settings);
  const segments = segmentTable([...tasks, all], settings);
  const markdown = page(
    '## Metrics of today',
    `We have the outputs of ${listed(tasks.map(({ task, human }) => `${human.systems.length} systems for ${task}`))} and compute the metrics of the four papers and others for them, with default settings unless noted. Metrics with linguistic knowledge (${listed(knowing)}) have different settings for each pair, as [listed here](wmt09-tables-languages.md). PGBC4 and similar names are the variants of BLEU of Song et al. (P, R, F: precision, recall, F; A, G: arithmetic or geometric mean; B: brevity penalty; C: clipped counts; the longest n-gram).`,
    commands(
      `assay meta wmt09-ranking ${names.map((task) => `-t ${task}`).join(' ')} -m ${typed.slice(0, 7).join(' ')} \\`,
      ...chunks(typed.slice(7), 13).map((some, i, lines) => `  ${some.join(' ')}${i < lines.length - 1 ? ' \\' : ''}`),
    ),
    '### Table 7: systems',
    ...systems.markdown,
    '### Table 10: segments',
    image(segments.figure),
    ...segments.markdown,
    '### Table 12: the system’s score for each of its segments, and a mixture',
    ...priorTable([...tasks, all]),
  );
  return { markdown, finding: `${systems.finding} ${segments.finding}`, figures: [segments.figure] };
}

const quoted = (typed: string): string => (/[()]/.test(typed) ? `'${typed}'` : typed);

const chunks = (items: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

interface Tabled {
  readonly markdown: readonly string[];
  readonly finding: string;
}

function systemTable(tasks: JudgedMetrics['tasks'], { level }: Settings): Tabled {
  const rows = mainMetrics
    .map(({ label }) => {
      const figures = tasks.map(({ human, scores }) => spearman.of(human, scores.get(label)!, { level }));
      return { label, figures, mean: overTasks(figures).mean };
    })
    .sort((a, b) => b.mean - a.mean);
  const apart = apartText(rows.map(({ figures }) => figures));
  const [best] = rows as [(typeof rows)[number]];
  return {
    finding: `Over systems, ${best.label} has the highest mean ρ with people (${share(best.mean, 2)}). ${apart}`,
    markdown: [
      'Spearman’s ρ of the metric with ≥ others, with error metrics negated, and Fisher’s 95 % interval, from the highest mean to the lowest.',
      table(
        ['metric', ...tasks.map(({ task, human }) => `${task} (${human.systems.length})`), 'mean'],
        rows.map(({ label, figures, mean }) => [
          label,
          ...figures.map(({ value, interval }) => `${share(value, 2)}${interval ? ` ${within(interval, 2)}` : ''}`),
          share(mean, 2),
        ]),
      ),
      `${apart} ${outlierText(tasks)}`,
    ],
  };
}

/** How many pairs of metrics have disjoint intervals. */
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
  return `With so few systems the order is uncertain: of the ${grouped(count)} pairs of intervals in one column, ${apart === 0 ? 'all' : grouped(count - apart)} overlap.`;
}

/** How outliers change Pearson's correlation. */
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
  if (some.length === 0) return 'No system is an outlier in people’s scores.';
  return `Some systems are outliers in people’s scores (${some.map(({ task, far }) => `${task}: ${listed(far)}`).join('; ')}), which affects Pearson’s r but not ρ: for BLEU r is ${listed(rows.map(({ r, rho, task }) => `${share(r, 2)} (ρ ${share(rho, 2)}) for ${task}`))}.`;
}

const intervals = ({ samples, seed, level }: Settings) => ({ samples, seed, level });

function segmentTable(judged: readonly Judged[], settings: Settings): Tabled & { readonly figure: ChartFigure } {
  const pooled = (figures: readonly SegmentAgreement[]) => figures.at(-1)!;
  const rows = mainMetrics
    .map(({ label }) => ({
      label,
      figures: judged.map(({ comparisons, scores }): SegmentAgreement =>
        consistency.of(comparisons, scores.get(label)!, intervals(settings)),
      ),
    }))
    .sort((a, b) => pooled(b.figures).value - pooled(a.figures).value);
  const [best] = rows as [(typeof rows)[number]];
  const figure = charts.dotIntervals({
    id: 'wmt09-segments',
    caption: 'Consistency of each metric with people, over the segments of all pairs',
    what: 'metric',
    value: { title: 'consistency', digits: 3 },
    items: rows.map(({ label, figures }) => ({
      label,
      value: pooled(figures).value,
      interval: pooled(figures).interval!,
    })),
  });
  return {
    figure,
    finding: `Over segments, ${best.label} has the highest consistency with people (${share(pooled(best.figures).value)}).`,
    markdown: [
      `Consistency is the share of the comparisons that people decided in which the metric scores the better output higher. Equal scores count as wrong; the last column shows their share. The interval comes from ${grouped(settings.samples)} resamples of the segments.`,
      table(
        ['metric', ...judged.map(({ task }, t) => `${task} (${grouped(rows[0]!.figures[t]!.counted)})`), 'ties'],
        rows.map(({ label, figures }) => [
          label,
          ...figures.map(({ value, interval }) => `${share(value)} ${within(interval!)}`),
          percent(pooled(figures).counts!.metricTies / pooled(figures).counted),
        ]),
      ),
      tiesText(rows.map(({ label, figures: own }) => ({ label, figure: pooled(own) }))),
    ],
  };
}

/** Ties explain much of the order. */
function tiesText(rows: readonly { readonly label: string; readonly figure: SegmentAgreement }[]): string {
  const tied = rows.filter(({ figure }) => figure.counts!.metricTies / figure.counted > 0.1).map(({ label }) => label);
  const below = rows.filter(({ figure }) => figure.value < 0.5).map(({ label }) => label);
  return `${tied.length === 0 ? 'No metric has more than 10 % ties.' : `More than 10 % are ties for ${listed(tied)}: small counts of errors or words are often equal, and so are zeros.`} ${
    below.length === 0
      ? 'All metrics are above .5, the chance level without ties; the paper’s Table 10 has many below.'
      : `Below .5, the chance level without ties: ${listed(below)}.`
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
    'Consistency if each segment has the score of its system (prior), and with λ _z_(segment) + (1 − λ) _z_(system), where the weight λ is learned on nine tenths of the segments and used on the last (mixture). The oracle uses people’s own scores of the systems that have outputs.',
    table(
      ['metric', ...judged.flatMap(({ task }) => [`${task} prior`, 'mixture'])],
      [{ label: '_oracle_', cells: oracle }, ...rows.sort((a, b) => b.cells.at(-1)! - a.cells.at(-1)!)].map(
        ({ label, cells }) => [label, ...cells.map((cell) => (Number.isNaN(cell) ? '' : share(cell)))],
      ),
    ),
  ];
}
