/** Segments divided into buckets, by a number such as their length, or by a label. Every segment is in one bucket, and no bucket is empty. */
import { type Tokens, UsageError } from '../core/index.ts';
import { groupSegments } from '../measure/index.ts';
import { checkSystem } from '../stats/index.ts';
import type { WordTexts } from './wordTexts.ts';

export interface Bucket {
  /** `<10`, `10–19`, `≥60`; of a label its value, or `(no value)`. */
  readonly label: string;
  /** The least value in it and the least beyond it; null where it is open, or not by a number. */
  readonly from: number | null;
  readonly below: number | null;
  /** Counted from 0, in ascending order. */
  readonly segments: readonly number[];
}

/** A test set divided into parts, with the name of the property it is divided by. */
export interface Division {
  /** What it is by: `reference length`, `domain`. */
  readonly name: string;
  readonly buckets: readonly Bucket[];
}

/** Where buckets begin, in ascending order, the first one open downwards. */
type Edges = readonly number[];

/** Divides segments into ranges of a number, given one value for each segment. */
export function divideByNumber(name: string, values: ArrayLike<number>, edges: Edges): Division {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) {
      throw new UsageError(`The ${name} of segment ${i + 1} must be a number, not ${String(values[i])}.`);
    }
  }
  const starts = startsOf(edges);
  const members = starts.map((): number[] => []);
  for (let i = 0; i < values.length; i++) members[classOf(values[i]!, starts)]!.push(i);
  const isWhole = Array.from(values).every(Number.isInteger);
  const buckets = members.map((segments, b) => {
    const [from, below] = [starts[b]!, starts[b + 1] ?? Infinity];
    return { label: rangeLabel(from, below, isWhole), from: orNull(from), below: orNull(below), segments };
  });
  return { name, buckets: buckets.filter(({ segments }) => segments.length > 0) };
}

/** Divides segments by the value of a label, in order of first appearance. Segments without a value form a bucket of their own. */
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
export function startsOf(edges: Edges): number[] {
  edges.forEach((edge, e) => {
    if (!Number.isFinite(edge) || (e > 0 && edge <= edges[e - 1]!)) {
      throw new UsageError(`Edges of buckets must be numbers in ascending order, not ${edges.join(', ')}.`);
    }
  });
  return [-Infinity, ...edges];
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

/** In words. */
const lengthOf = ({ start, end }: Tokens): number => end - start;

/**
 * Divides segments by the length of their reference in words. With several references it uses their mean length, so `10–19` means at least
 * 10 and less than 20.
 */
export function divideByLength({ references }: WordTexts, edges: Edges = [10, 20, 30, 40, 50, 60]): Division {
  const lengths = references.map((list) => list.reduce((sum, text) => sum + lengthOf(text), 0) / list.length);
  return divideByNumber('reference length', lengths, edges);
}

/**
 * Divides segments by how many words longer the output of `system` is than the output of `than`. Buckets chosen by what one system did are
 * not fair to it: where its output is far too short, it scores worse than elsewhere.
 */
export function divideByLengthDifference(
  { hypotheses, systemNames }: WordTexts,
  system: number,
  than: number,
  edges: Edges = [-5, -1, 2, 6],
): Division {
  for (const each of [system, than]) checkSystem(each, systemNames.length);
  const others = hypotheses[than]!.map(lengthOf);
  return divideByNumber(
    `length difference (${systemNames[system]!} − ${systemNames[than]!})`,
    hypotheses[system]!.map((output, i) => lengthOf(output) - others[i]!),
    edges,
  );
}
