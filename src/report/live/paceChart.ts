/** The number of answers in each hour or day. */
import { counted } from '../../core/index.ts';
import { chartFigure } from '../page/charts/chart.ts';
import { drawBars } from '../page/charts/histogram.ts';
import { scaleOf } from '../page/charts/plot.ts';
import type { ChartFigure } from '../page/page.ts';
import { left, right } from '../wording.ts';
import type { LivePace } from './liveReport.ts';

/** `pace` has at least one hour or day. */
export function paceChart(pace: readonly LivePace[]): ChartFigure {
  const isHourly = pace[0]!.from.includes('T');
  const unit = isHourly ? 'hour' : 'day';
  const milliseconds = isHourly ? 3_600_000 : 86_400_000;
  const nameOf = (slot: number): string =>
    new Date(slot * milliseconds).toISOString().slice(0, isHourly ? 16 : 10).replace('T', ' '); // prettier-ignore
  const bars = pace.map(({ from, answers }) => {
    const slot = Date.parse(isHourly ? `${from}:00Z` : from) / milliseconds;
    const name = nameOf(slot);
    return { name, from: slot, to: slot + 1, count: answers, words: `${name}: ${counted(answers, 'answer')}` };
  });
  const [first, last] = [bars[0]!, bars.at(-1)!];
  // Few bars stay as narrow as those of a busy day.
  const slots = Math.max(24, last.to - first.from);
  const ticks = [0, 1, 2].map((i) => {
    const slot = first.from + i * Math.ceil(slots / 3);
    return { value: slot, label: nameOf(slot).slice('2026-'.length) };
  });
  const x = { ...scaleOf([first.from, first.from + slots], 0, 320, 3, 0), ticks };
  const all = counted(
    bars.reduce((sum, { count }) => sum + count, 0),
    'answer',
  );
  const most = Math.max(...bars.map(({ count }) => count));
  return chartFigure(
    { id: 'pace', caption: `Answers by ${unit} (UTC), practice included` },
    {
      picture: drawBars(bars, x, 90, unit, 'answers'),
      data: {
        columns: [left(`${unit} from`), right('answers')],
        rows: bars.map(({ name, count }) => [name, String(count)]),
      },
      seen: [
        first === last
          ? `${all}, all in the ${unit} from ${first.name}.`
          : `${all} from ${first.name} to ${last.name}; at most ${most} in one ${unit}.`,
      ],
    },
  );
}
