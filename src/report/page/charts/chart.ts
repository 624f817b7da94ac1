/** What all charts share: what is said of them, and where their axes begin and end. */
import { counted } from '../../../core/index.ts';
import type { Cell } from '../../table.ts';
import type { ChartFigure } from '../page.ts';
import { shown } from './plot.ts';

export interface ChartText {
  /** For links and names of files: letters, digits and hyphens. */
  readonly id: string;
  readonly caption: string;
  /** What the chart comes to, in whole sentences; what can be seen in it is said after it. */
  readonly finding?: string;
  /** How to read it. */
  readonly note?: string;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Axis {
  readonly title: string;
  /** Decimals in words and tables. */
  readonly digits?: number;
  /** Where the axis begins and ends, unless values lie beyond; by default it holds all values with a margin. */
  readonly from?: number;
  readonly to?: number;
}

interface ChartParts extends Pick<ChartFigure, 'picture' | 'narrow' | 'data'> {
  /** What can be seen, in whole sentences. */
  readonly seen: readonly string[];
}

export function chartFigure({ id, caption, finding, note }: ChartText, { seen, ...parts }: ChartParts): ChartFigure {
  const alternative = [...(finding === undefined ? [] : [finding]), ...seen].join(' ');
  return {
    kind: 'chart',
    id,
    caption,
    alternative,
    ...parts,
    ...(note === undefined ? {} : { note }),
  };
}

/** Where an axis begins and ends: as given, else with a margin around all values. Values beyond what was given are not lost. */
export function domainOf(values: Iterable<number>, { from, to }: Axis, margin = 0.06): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) [low, high] = [from ?? 0, to ?? (from ?? 0) + 1];
  const room = high > low ? margin * (high - low) : Math.max(Math.abs(high), 1) * margin;
  const first = from === undefined || low < from ? Math.min(low - room, to ?? Infinity) : from;
  const last = to === undefined || high > to ? Math.max(high + room, from ?? -Infinity) : to;
  return last > first ? [first, last] : [first, first + 1];
}

/** `0.43`, or `0.43 (0.39 to 0.47)`. */
export const shownWithin = (value: number, interval: Interval | undefined, digits: number): string =>
  interval === undefined
    ? shown(value, digits)
    : `${shown(value, digits)} (${shown(interval.low, digits)} to ${shown(interval.high, digits)})`;

/** A name within a sentence: one that is written from right to left, or turns what follows, is kept apart from it. */
export const named = (name: string): string =>
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/.test(name)
    ? `\u2068${name}\u2069`
    : name;

/** A cell of the data: nothing for what is not there. */
export const cell = (value: number | undefined, digits: number): Cell =>
  value === undefined || !Number.isFinite(value) ? '' : { value, digits };

/** A value and the ends of its interval, all of which an axis must hold. */
export const spanOf = (value: number, interval: Interval | undefined): number[] =>
  interval === undefined ? [value] : [value, interval.low, interval.high];

export const isDrawn = (interval: Interval | undefined): interval is Interval =>
  interval !== undefined && Number.isFinite(interval.low) && Number.isFinite(interval.high);

/** A sentence on values that could not be drawn. */
export const leftOut = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${counted(count, what)} without a value ${count === 1 ? 'is' : 'are'} not drawn.`];
