/** How many answers came in each hour, or day, over time. */
import type { JSX } from 'preact';
import { counted } from '../../src/core/errors.ts';
import type { LivePace } from '../../src/report/index.ts';
import { ReportTable } from './ReportView.tsx';

const width = 800;
const height = 90;

export function PaceChart({ pace }: { readonly pace: readonly LivePace[] }): JSX.Element | null {
  if (pace.length === 0) return null;
  const isHourly = pace[0]!.from.includes('T');
  const unit = isHourly ? 'hour' : 'day';
  const at = ({ from }: LivePace): number =>
    Date.parse(isHourly ? `${from}:00Z` : `${from}T00:00Z`) / (isHourly ? 3_600_000 : 86_400_000);
  const start = at(pace[0]!);
  // A few bars stay as narrow as those of a busy day.
  const slots = Math.max(24, at(pace.at(-1)!) - start + 1);
  const most = Math.max(...pace.map(({ answers }) => answers));
  const shown = ({ from }: LivePace): string => (isHourly ? `${from.replace('T', ' ')}:00` : from);
  const all = pace.reduce((sum, { answers }) => sum + answers, 0);
  const words =
    pace.length === 1
      ? `${counted(all, 'answer')}, all in the ${unit} from ${shown(pace[0]!)}.`
      : `${counted(all, 'answer')} from ${shown(pace[0]!)} to ${shown(pace.at(-1)!)}; at most ${most} in one ${unit}.`;
  return (
    <figure class="pace">
      <figcaption id="pace-caption">Answers by {unit} (universal time), practice included</figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby="pace-caption"
        aria-describedby="pace-words"
      >
        <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} />
        {pace.map((each) => {
          const tall = Math.max(2, (each.answers / most) * (height - 4));
          return (
            <rect
              key={each.from}
              x={(((at(each) - start) / slots) * width).toFixed(1)}
              y={(height - tall).toFixed(1)}
              width={Math.max(1.5, (0.8 * width) / slots).toFixed(1)}
              height={tall.toFixed(1)}
            />
          );
        })}
      </svg>
      <p class="hint" id="pace-words">
        {words}
      </p>
      <details>
        <summary>Answers by {unit} as a table</summary>
        <ReportTable
          table={{
            caption: `Answers by ${unit}`,
            columns: [
              { title: `${unit} from`, align: 'left' },
              { title: 'answers', align: 'right' },
            ],
            rows: pace.map((each) => [shown(each), String(each.answers)]),
          }}
        />
      </details>
    </figure>
  );
}
