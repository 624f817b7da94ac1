/** Lays out a curve of checkpoints: text with a sparkline, rows, a page and a chart. */
import { counted } from '../../core/index.ts';
import { inputNotes, inputWarnings, segmentsText, signatureNotes } from '../notes.ts';
import { charts } from '../page/charts/index.ts';
import { pictureFile } from '../page/charts/drawing.ts';
import { type ChartFigure, type Page, reportPage } from '../page/page.ts';
import { type Cell, type Report, notes } from '../table.ts';
import { intervalText, knownP, left, listed, percent, plainReport, right, signed } from '../wording.ts';
import type { CurveReport } from './curveReport.ts';

const bars = '▁▂▃▄▅▆▇█';

/** The scores as a row of bars, the lowest score the lowest bar. */
function sparkline(scores: readonly number[]): string {
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const last = bars.length - 1;
  return scores.map((score) => bars[high > low ? Math.round(((score - low) / (high - low)) * last) : 0]).join('');
}

const decimalsOf = ({ points }: CurveReport, metric: number, digits: number): number =>
  points.every(({ scores }) => Math.abs(scores[metric]!.score) <= 1) ? digits + 2 : digits;

export function curveTables(report: CurveReport, digits: number): Report {
  const { metrics, primary, points, best, segments, settings, input } = report;
  const main = metrics[primary]!;
  const decimals = metrics.map((_, m) => decimalsOf(report, m, digits));
  const top = points[best]!;
  const others = points.filter(({ mayBeBest }, p) => mayBeBest && p !== best);
  const level = percent(settings.level);
  return {
    title: 'Curve',
    answer: notes({
      best: `${top.system} (step ${top.step}) scores best: ${top.scores[primary]!.score.toFixed(decimals[primary])} ${main.name}.`,
      others:
        others.length === 0
          ? 'Every other checkpoint is significantly worse.'
          : `${counted(others.length, 'other checkpoint')} may be as good: ${listed(shortened(others.map(({ step }) => String(step))))}.`,
      ...Object.fromEntries(metrics.map(({ name }, m) => [name, `${sparkline(points.map(({ scores }) => scores[m]!.score))}  steps ${points[0]!.step} to ${points.at(-1)!.step}`])), // prettier-ignore
    }),
    warnings: inputWarnings(input),
    tables: [
      {
        columns: [
          right('step'),
          left('checkpoint'),
          ...metrics.flatMap(({ name, higherIsBetter }) => [
            right(`${name} ${higherIsBetter ? '↑' : '↓'}`),
            right(level),
          ]),
          ...['from best', 'p'].map(right),
          left('may be best'),
        ],
        rows: points.map((point, p): Cell[] => [
          String(point.step),
          point.system,
          ...point.scores.flatMap(({ score, interval }, m): Cell[] => [
            { value: score, digits: decimals[m]!, best: p === best && m === primary },
            intervalText(interval, decimals[m]!),
          ]),
          p === best ? '' : signed(point.difference, decimals[primary]!),
          p === best ? '' : knownP(point.p),
          p === best ? 'best' : point.mayBeBest ? 'yes' : '',
        ]),
      },
    ],
    notes: [
      ...notes({
        segments: segmentsText(segments, input),
        'may be best': `by ${main.name}, multiple comparisons with the best (Hsu 1981): with a probability of at least ${percent(1 - settings.alpha)}, these hold the checkpoint that is truly best`,
        intervals: `${level} percentile bootstrap, ${counted(settings.samples, 'sample')}, seed ${settings.seed}`,
      }),
      ...signatureNotes(metrics),
      ...inputNotes(input),
    ],
  };
}

const mostListed = 10;
const shortened = (names: readonly string[]): string[] =>
  names.length <= mostListed ? [...names] : [...names.slice(0, mostListed), `${names.length - mostListed} more`];

export const curveRows = ({ metrics, points, best }: CurveReport): Report =>
  plainReport(
    'Curve',
    ['step', 'system', 'metric', 'score', 'low', 'high', 'from_best', 'p', 'may_be_best', 'best'],
    points.flatMap(
      ({ step, system, scores, difference, p, mayBeBest }, at) =>
      scores.map(({ score, interval }, m) => [step, system, metrics[m]!.metric, score, interval.low, interval.high, difference, p, mayBeBest ? 'yes' : 'no', at === best ? 'yes' : 'no']), // prettier-ignore
    ),
  );

function curveChart(report: CurveReport, digits: number): ChartFigure {
  const { metrics, points, settings } = report;
  return charts.lines({
    id: 'scores-by-step',
    caption: 'Scores of checkpoints by step',
    note: `Areas are ${percent(settings.level)} confidence intervals of the scores; they do not test differences.`,
    x: { title: 'step', digits: points.every(({ step }) => Number.isInteger(step)) ? 0 : 2 },
    panels: metrics.map(({ name }, m) => ({
      y: { title: name, digits: decimalsOf(report, m, digits) },
      series: [
        { name, points: points.map(({ step, scores }) => ({ x: step, y: scores[m]!.score, interval: scores[m]!.interval })) }, // prettier-ignore
      ],
    })),
  });
}

export function curvePage(report: CurveReport, digits: number): Page {
  const { answer, ...rest } = curveTables(report, digits);
  // The chart takes the place of the sparklines.
  return reportPage({ ...rest, answer: answer!.slice(0, 2) }, () => [curveChart(report, digits)]);
}

export function curveSvg(report: CurveReport, digits: number): string {
  const { picture, caption, alternative } = curveChart(report, digits);
  return pictureFile(picture, caption, alternative);
}
