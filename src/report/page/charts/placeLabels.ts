/** Places labels beside points so that none covers another, greedily, the most crowded points first; in pixels. */
import { letters } from './drawing.ts';
import { textWidth } from './textWidth.ts';

export interface LabelledPoint {
  readonly x: number;
  readonly y: number;
  readonly label: string;
}

/** A straight line along an axis, such as an error bar; labels keep off it where they can. */
export interface Bar {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface PlacedLabel {
  /** The middle of its height, and its start, middle or end as anchored. */
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** It is so far off that a line must lead to it. */
  readonly led: boolean;
}

const height = letters.small + 3;
const pointRadius = 5;
const distances = [8, 15, 24, 36, 50];

/** Directions from the point, the best to read first. */
const directions = [
  [1, 0], [1, -1], [1, 1], [-1, 0], [-1, -1], [-1, 1], [0, -1], [0, 1], [0.5, -1], [-0.5, -1], [0.5, 1], [-0.5, 1],
] as const; // prettier-ignore

/** A place for each label inside the plot; undefined for one for which there is no room. */
export function placeLabels(
  points: readonly LabelledPoint[],
  width: number,
  plotHeight: number,
  bars: readonly Bar[] = [],
): (PlacedLabel | undefined)[] {
  const dots = points.map(({ x, y }) => around(x, y, pointRadius));
  const crowd = points.map(
    ({ x, y }) => points.filter((other) => Math.abs(other.x - x) < 70 && Math.abs(other.y - y) < 30).length,
  );
  const order = points.map((_, i) => i).sort((a, b) => crowd[b]! - crowd[a]! || a - b);
  const placed = new Array<PlacedLabel | undefined>(points.length).fill(undefined);
  const taken: Bar[] = [];

  /** Places the label of a point as well as it can be at these distances, if it can be. */
  const place = (i: number, far: readonly number[]): void => {
    let best: Candidate | undefined;
    for (const candidate of candidates(points[i]!, far)) {
      const { label, box } = candidate;
      if (box.left < 0 || box.right > width || box.top < 0 || box.bottom > plotHeight) continue;
      if (taken.some((other) => overlap(box, other)) || dots.some((dot) => overlap(box, dot))) continue;
      const line = label.led ? [between(points[i]!, label)] : [];
      const crossed = [...taken, ...dots.filter((_, other) => other !== i)].filter((other) =>
        line.some((each) => overlap(each, other)),
      ).length;
      const cost = candidate.cost + 4 * bars.filter((bar) => overlap(box, bar)).length + 12 * crossed;
      if (best === undefined || cost < best.cost) best = { label, box, cost };
    }
    if (best === undefined) return;
    placed[i] = best.label;
    taken.push(best.box);
  };
  for (const i of order) place(i, distances.slice(0, 1));
  for (const i of order) if (placed[i] === undefined) place(i, distances.slice(1));
  return placed;
}

interface Candidate {
  readonly label: PlacedLabel;
  readonly box: Bar;
  readonly cost: number;
}

function* candidates({ x, y, label }: LabelledPoint, far: readonly number[]): Generator<Candidate> {
  const width = textWidth(label, letters.small);
  for (const distance of far) {
    for (const [rank, [right, down]] of directions.entries()) {
      const anchor = Math.abs(right) < 1 ? 'middle' : right > 0 ? 'start' : 'end';
      // Above and below, half the height of the letters comes on top of the distance.
      const at = { x: x + right * distance, y: y + down * (distance + (anchor === 'middle' ? 5 : 0)) };
      const start = anchor === 'start' ? at.x : anchor === 'end' ? at.x - width : at.x - width / 2;
      const box = { left: start, right: start + width, top: at.y - height / 2, bottom: at.y + height / 2 };
      yield { label: { ...at, anchor, led: distance > distances[0]! }, box, cost: distance + rank / 4 };
    }
  }
}

const around = (x: number, y: number, radius: number): Bar => ({
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
});

const between = (first: { x: number; y: number }, second: { x: number; y: number }): Bar => ({
  left: Math.min(first.x, second.x),
  right: Math.max(first.x, second.x),
  top: Math.min(first.y, second.y),
  bottom: Math.max(first.y, second.y),
});

const overlap = (a: Bar, b: Bar): boolean =>
  a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
