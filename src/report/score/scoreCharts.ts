/** Charts of scores: a row for each system, and metrics side by side. */
import { charts } from '../page/charts/index.ts';
import type { ChartFigure, FigureMaker } from '../page/page.ts';

interface MetricScores {
  readonly name: string;
  readonly higherIsBetter: boolean;
  readonly digits: number;
  /** The same systems in the same order for each metric. */
  readonly systems: readonly {
    readonly system: string;
    readonly score: number;
    readonly interval?: { readonly low: number; readonly high: number };
  }[];
}

/** Metrics side by side in one chart or table. */
export const mostBeside = 5;

/** `note` says what the bars are, if there are any. */
export function scoreCharts(metrics: readonly MetricScores[], note: string, make: FigureMaker): ChartFigure[] {
  const panels = metrics.map(({ name, higherIsBetter, digits, systems }) => ({
    value: { title: `${name} ${higherIsBetter ? '↑' : '↓'}`, digits },
    items: systems.map(({ system, score, interval }) => ({
      label: system,
      value: score,
      ...(interval && { interval }),
    })),
  }));
  return Array.from({ length: Math.ceil(panels.length / mostBeside) }, (_, chart) => {
    const [first, ...beside] = panels.slice(chart * mostBeside, (chart + 1) * mostBeside);
    return charts.dotIntervals({
      id: make.id('scores of systems'),
      caption: 'Scores of all systems',
      note: `↑ higher is better, ↓ lower is better. ${note}`.trim(),
      ...first!,
      beside,
    });
  });
}
