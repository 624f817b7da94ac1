/** Lines over whole numbers, drawn from data; the same numbers stand in a table beside it. Gaps are where a value is not defined. */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { ticksOver } from './ticks.ts';
import { isKnown } from './words.ts';

interface Line {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

interface LineChartProps {
  readonly caption: string;
  /** What x counts, and what y is. */
  readonly across: string;
  readonly up: string;
  readonly lines: readonly Line[];
}

const width = 400;
const height = 230;
const edges = { left: 42, right: 12, top: 12, bottom: 40 };

export function LineChart({ caption, across, up, lines }: LineChartProps): JSX.Element | null {
  const id = useId();
  const known = lines
    .map((line) => ({ ...line, points: line.points.filter(({ y }) => isKnown(y)) }))
    .filter(({ points }) => points.length > 0);
  const all = known.flatMap(({ points }) => points);
  const xs = all.map(({ x }) => x);
  const ys = all.map(({ y }) => y);
  // One point makes no line.
  if (new Set(xs).size < 2) return null;
  const xTicks = ticksOver(Math.min(...xs), Math.max(...xs), 6, 1);
  const yTicks = ticksOver(Math.min(0, ...ys), Math.max(...ys), 5, 0.01);
  const scale = (ticks: readonly number[], from: number, to: number) => {
    const [low, high] = [ticks[0]!, ticks.at(-1)!];
    return (value: number) => round(from + ((value - low) / (high - low)) * (to - from));
  };
  const xAt = scale(xTicks, edges.left, width - edges.right);
  const yAt = scale(yTicks, height - edges.bottom, edges.top);
  const digits = Math.max(...yTicks.map((tick) => String(tick).split('.')[1]?.length ?? 0));
  return (
    <figure class="chart">
      <figcaption id={id}>{caption}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={id} aria-describedby={`${id}-words`}>
        <g class="grid">
          {yTicks.map((tick) => (
            <g key={tick}>
              <line
                class={tick === 0 ? 'zero' : undefined}
                x1={edges.left}
                x2={width - edges.right}
                y1={yAt(tick)}
                y2={yAt(tick)}
              />
              <text x={edges.left - 6} y={yAt(tick) + 4} text-anchor="end">
                {tick.toFixed(digits)}
              </text>
            </g>
          ))}
          {xTicks.map((tick) => (
            <text key={tick} x={xAt(tick)} y={height - edges.bottom + 17} text-anchor="middle">
              {tick}
            </text>
          ))}
          <text x={(edges.left + width - edges.right) / 2} y={height - 4} text-anchor="middle">
            {across}
          </text>
        </g>
        {known.map(({ name }) => {
          const index = lines.findIndex((line) => line.name === name);
          const { points } = lines[index]!;
          return (
            <g key={name} class={`line-${index}`}>
              <path d={pathOf(points, xAt, yAt)} fill="none" stroke-dasharray={dashes[index]} />
              {points.map(({ x, y }) => isKnown(y) && <Mark key={x} index={index} x={xAt(x)} y={yAt(y)} />)}
            </g>
          );
        })}
      </svg>
      <ul class="legend">
        {known.map(({ name }) => {
          const index = lines.findIndex((line) => line.name === name);
          return (
            <li key={name}>
              <svg viewBox="0 0 32 12" aria-hidden="true" class={`line-${index}`}>
                <path d="M0 6H32" fill="none" stroke-dasharray={dashes[index]} />
                <Mark index={index} x={16} y={6} />
              </svg>
              {name}
            </li>
          );
        })}
      </ul>
      <p class="unseen" id={`${id}-words`}>
        {known.map(({ name, points }) => wordsOf(name, up, points)).join(' ')}
      </p>
    </figure>
  );
}

/** Lines differ in more than colour. */
const dashes: readonly (string | undefined)[] = [undefined, '6 4', '2 3'];

function Mark({ index, x, y }: { readonly index: number; readonly x: number; readonly y: number }): JSX.Element {
  if (index === 1) return <rect x={x - 3} y={y - 3} width={6} height={6} />;
  if (index === 2) return <path d={`M${x} ${y - 4}L${x + 4} ${y}L${x} ${y + 4}L${x - 4} ${y}Z`} />;
  return <circle cx={x} cy={y} r={3} />;
}

function pathOf(points: Line['points'], xAt: (x: number) => number, yAt: (y: number) => number): string {
  let path = '';
  let isDrawing = false;
  for (const { x, y } of points) {
    if (isKnown(y)) path += `${isDrawing ? 'L' : 'M'}${xAt(x)} ${yAt(y)}`;
    isDrawing = isKnown(y);
  }
  return path;
}

function wordsOf(name: string, up: string, points: Line['points']): string {
  const [first, last] = [points[0]!, points.at(-1)!];
  return `${name}: ${up} ${first.y.toFixed(3)} at ${first.x}, ${last.y.toFixed(3)} at ${last.x}.`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
