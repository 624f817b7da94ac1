/** Segments divided into buckets, by a number or by a label. Every segment is in one bucket, and no bucket is empty. */
import { UsageError, checkCount } from '../core/index.ts';
import { groupSegments } from '../measure/index.ts';

export interface Bucket {
  /** `<10`, `10–19`, `≥60`; of a label its value, or `(no value)`. */
  readonly label: string;
  /** The least value in it and the least beyond it; null where it is open, or not by a number. */
  readonly from: number | null;
  readonly below: number | null;
  /** Counted from 0, in ascending order. */
  readonly segments: readonly number[];
}

export interface Division {
  /** What it is by: `reference length`, `domain`. */
  readonly name: string;
  readonly buckets: readonly Bucket[];
}

/** Where buckets begin, in ascending order, the first one open downwards; or into how many of about the same size. */
export type Edges = readonly number[] | { readonly quantiles: number };

/** `values` by segment: numbers. With quantiles equal values stay together, so that there may be fewer buckets. */
export function divideByNumber(name: string, values: ArrayLike<number>, edges: Edges): Division {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) {
      throw new UsageError(`The ${name} of segment ${i + 1} must be a number, not ${String(values[i])}.`);
    }
  }
  const starts = startsOf(values, edges);
  const members = starts.map((): number[] => []);
  for (let i = 0; i < values.length; i++) members[classOf(values[i]!, starts)]!.push(i);
  const isWhole = Array.from(values).every(Number.isInteger);
  const buckets = members.map((segments, b) => {
    const [from, below] = [starts[b]!, starts[b + 1] ?? Infinity];
    return { label: rangeLabel(from, below, isWhole), from: orNull(from), below: orNull(below), segments };
  });
  return { name, buckets: buckets.filter(({ segments }) => segments.length > 0) };
}

/** By the values of a label, in order of first appearance. Segments without one make a bucket of their own. */
export function divideByLabel(labels: ReadonlyMap<string, readonly string[]>, label: string): Division {
  const values = labels.get(label)?.map((value) => (value.trim() === '' ? '' : value));
  const groups = groupSegments(values ? new Map([[label, values]]) : labels, label);
  return {
    name: label,
    buckets: Array.from(groups, ([value, segments]) => ({
      label: value === '' ? '(no value)' : value,
      from: null,
      below: null,
      segments,
    })),
  };
}

/** Checked beginnings of classes of numbers, −Infinity first. */
export function startsOf(values: ArrayLike<number>, edges: Edges): number[] {
  if ('quantiles' in edges) return [-Infinity, ...quantileEdges(values, edges.quantiles)];
  edges.forEach((edge, e) => {
    if (!Number.isFinite(edge) || (e > 0 && edge <= edges[e - 1]!)) {
      throw new UsageError(`Edges of buckets must be numbers in ascending order, not ${edges.join(', ')}.`);
    }
  });
  return [-Infinity, ...edges];
}

function quantileEdges(values: ArrayLike<number>, quantiles: number): number[] {
  checkCount(quantiles, 'quantiles');
  const sorted = Float64Array.from(values).sort();
  const edges = Array.from(
    { length: quantiles - 1 },
    (_, q) => sorted[Math.floor(((q + 1) * sorted.length) / quantiles)]!,
  );
  return [...new Set(edges)].filter((edge) => edge > sorted[0]!);
}

/** The class of a number: the last that begins at or before it. */
export function classOf(value: number, starts: readonly number[]): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** `<10`, `10–19`, `7`, `-5 to -2`, `≥60`, `all`; of numbers that are not whole `1.5–<2.25`. */
export function rangeLabel(from: number, below: number, isWhole: boolean): string {
  if (from === -Infinity && below === Infinity) return 'all';
  if (from === -Infinity) return `<${shown(below)}`;
  if (below === Infinity) return `≥${shown(from)}`;
  const last = isWhole && Number.isInteger(below) ? below - 1 : undefined;
  if (last === from) return shown(from);
  const between = from < 0 ? ' to ' : '–';
  return last === undefined ? `${shown(from)}${between}<${shown(below)}` : `${shown(from)}${between}${shown(last)}`;
}

/** Four digits say enough of an edge. */
const shown = (value: number): string => String(Number.isInteger(value) ? value : Number(value.toPrecision(4)));

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
