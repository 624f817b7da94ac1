/** Lays out the history of a gate as tables, rows, a page and a chart. */
import { counted } from '../../core/index.ts';
import { verdictNames } from '../gate/gateTables.ts';
import { charts } from '../page/charts/index.ts';
import { pictureFile } from '../page/charts/drawing.ts';
import { type ChartFigure, type Page, reportPage } from '../page/page.ts';
import { type Cell, type Note, type Report, notes } from '../table.ts';
import { left, listed, plainReport, right, shownP, signed } from '../wording.ts';
import type { HistoryReport, MetricHistory } from './historyReport.ts';

export function historyTables(report: HistoryReport, digits: number): Report {
  const { entries, metrics, alpha, family, skipped } = report;
  const several = metrics.length > 1;
  return {
    title: 'History',
    answer: historyAnswer(report, digits),
    warnings: skipped.map(({ line, reason }) => `line ${line} was left out: ${reason}`),
    tables: metrics.map((metric) => ({
      caption: metric.name,
      columns: [
        ...[right('entry'), left('date'), left('commit')],
        ...[`score ${metric.higherIsBetter ? '↑' : '↓'}`, 'baseline', 'drop', 'lower', 'upper', 'Holm'].map(right),
        left('gate'),
      ],
      rows: metric.points.flatMap((point, e): Cell[][] => {
        if (!point) return [];
        const { score, baselineScore, drop, low, high, corrected } = point;
        const decimals = decimalsOf(metric, digits);
        return [
          [
            String(e + 1),
            entries[e]!.date.slice(0, 10),
            commitText(entries[e]!.commit),
            { value: score, digits: decimals },
            { value: baselineScore, digits: decimals },
            ...[drop, low, high].map((value) => signed(value, decimals)),
            pOf(corrected),
            `${verdictNames[point.verdict]}${metric.firstWorse === e ? ' ← first' : ''}`,
          ],
        ];
      }),
      lines: metric.breaks.map((e) => metric.points.slice(0, e).filter(Boolean).length),
    })),
    notes: notes({
      drop: 'points by which the entry is worse than its baseline; lower and upper: its bounds, as the gate found them',
      Holm: `p of no drop, one-sided, corrected for ${counted(family, 'test')} (entries${several ? ' × metrics' : ''}); significant below ${alpha}`,
      line: metrics.some(({ breaks }) => breaks.length > 0) && 'signature or number of segments changed: scores above and below are not comparable', // prettier-ignore
    }),
  };
}

const pOf = (p: number): string => shownP(p).replace(/^p (?:= )?/, '');

const commitText = (commit: string | undefined): string =>
  commit === undefined ? '–' : /^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, 8) : commit;

const decimalsOf = ({ points }: MetricHistory, digits: number): number =>
  points.every((point) => !point || Math.abs(point.score) <= 1) ? digits + 2 : digits;

function historyAnswer({ entries, metrics, family, skipped }: HistoryReport, digits: number): Note[] {
  const worse = metrics.filter(({ firstWorse }) => firstWorse !== undefined);
  const [first] = worse.toSorted((a, b) => a.firstWorse! - b.firstWorse!);
  const last = entries.at(-1)!;
  const nameOf = (e: number): string =>
    `entry ${e + 1} (${[commitText(entries[e]!.commit), entries[e]!.date.slice(0, 10)].filter((text) => text !== '–').join(', ')})`;
  const drops = worse
    .filter(({ firstWorse }) => firstWorse === first!.firstWorse)
    .map((metric) => {
      const { drop, corrected } = metric.points[metric.firstWorse!]!;
      return `${drop.toFixed(decimalsOf(metric, digits))} ${metric.name} (${shownP(corrected)})`;
    });
  return notes({
    answer: first
      ? `The first change that made it significantly worse is ${nameOf(first.firstWorse!)}: it drops by ${listed(drops)} from its baseline, ${entries[first.firstWorse!]!.baseline}.`
      : `No change made it significantly worse, in ${counted(entries.length, 'entry').replace('entrys', 'entries')} and ${counted(family, 'test')}.`,
    others:
      worse.length > 0 &&
      worse
        .filter((metric) => metric.firstWorse !== first!.firstWorse)
        .map((metric) => `By ${metric.name} it is ${nameOf(metric.firstWorse!)}.`)
        .join(' '),
    last: `${verdictNames[last.verdict]}: ${nameOf(entries.length - 1)}`,
    beware: skipped.length > 0 && `${counted(skipped.length, 'line')} of the file could not be read.`,
  });
}

export const historyRows = ({ entries, metrics }: HistoryReport): Report =>
  plainReport(
    'History',
    ['entry', 'date', 'commit', 'metric', 'system', 'baseline', 'score', 'baseline_score', 'drop', 'low', 'high', 'p', 'corrected_p', 'verdict', 'segments', 'first_worse'], // prettier-ignore
    metrics.flatMap(({ metric, points, firstWorse }) =>
      points.flatMap((point, e) => {
        if (!point) return [];
        const { date, commit, system, baseline, segments } = entries[e]!;
        const { score, baselineScore, drop, low, high, p, corrected, verdict } = point;
        return [
          [e + 1, date, commit, metric, system, baseline, score, baselineScore, drop, low, high, p, corrected, verdict, segments, firstWorse === e ? 'yes' : ''], // prettier-ignore
        ];
      }),
    ),
  );

/** Scores with the bounds of their drop, and the baselines, entry by entry. */
function historyChart({ metrics }: Pick<HistoryReport, 'metrics'>, digits: number): ChartFigure {
  const several = metrics.length > 1;
  return charts.lines({
    id: 'history',
    caption: `Scores by entry${several ? '' : `: ${metrics[0]!.name}`}`,
    note: 'Areas are the scores that the bounds of the drop allow; where the baseline lies outside, the change is significant before correction.',
    x: { title: 'entry', digits: 0 },
    panels: metrics.map((metric) => {
      const sign = metric.higherIsBetter ? -1 : 1;
      const known = metric.points.flatMap((point, e) => (point ? [{ x: e + 1, point }] : []));
      return {
        y: { title: metric.name, digits: decimalsOf(metric, digits) },
        series: [
          {
            name: 'new output',
            points: known.map(({ x, point: { score, baselineScore, low, high } }) => {
              const ends = [baselineScore + sign * high, baselineScore + sign * low];
              return { x, y: score, interval: { low: Math.min(...ends), high: Math.max(...ends) } };
            }),
          },
          { name: 'baseline', points: known.map(({ x, point }) => ({ x, y: point.baselineScore })) },
        ],
      };
    }),
  });
}

export const historyPage = (report: HistoryReport, digits: number): Page =>
  reportPage(historyTables(report, digits), () => [historyChart(report, digits)]);

export function historySvg(report: HistoryReport, digits: number): string {
  const { picture, caption, alternative } = historyChart(report, digits);
  return pictureFile(picture, caption, alternative);
}
