/** What all charts share: what is said of them, and the look of their Vega-Lite specifications. */
import { counted } from '../../../core/index.ts';
import type { Cell } from '../../table.ts';
import type { ChartFigure, VegaLiteSpec } from '../page.ts';
import { colour, seriesColour, seriesColours } from '../palette.ts';
import { shortened } from './textWidth.ts';

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
  /** Where the axis begins and ends; by default it holds all values with a margin. */
  readonly from?: number;
  readonly to?: number;
}

interface ChartParts extends Pick<ChartFigure, 'spec' | 'data'> {
  /** What can be seen, in whole sentences. */
  readonly seen: readonly string[];
}

export function chartFigure({ id, caption, finding, note }: ChartText, { spec, data, seen }: ChartParts): ChartFigure {
  const alternative = [...(finding === undefined ? [] : [finding]), ...seen].join(' ');
  return {
    kind: 'chart',
    id,
    caption,
    alternative,
    spec: { ...look(), ...spec },
    data,
    ...(note === undefined ? {} : { note }),
  };
}

/** Sizes of letters, in pixels. */
export const letters = { label: 12, small: 11 } as const;

/** No background, the page's own letters and colours, every name whole. */
function look(): VegaLiteSpec {
  const ink = colour('ink');
  const words = { labelColor: ink, titleColor: ink, labelFontSize: letters.label, titleFontSize: letters.label };
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    background: null,
    padding: 4,
    config: {
      font: 'system-ui, sans-serif',
      view: { stroke: null },
      mark: { aria: false },
      axis: {
        ...words,
        aria: false,
        titleFontWeight: 600,
        titlePadding: 10,
        labelPadding: 6,
        labelLimit: 0,
        labelFlush: false,
        titleLimit: 0,
        gridColor: colour('grid'),
        domainColor: colour('axis'),
        tickColor: colour('axis'),
        tickSize: 4,
      },
      legend: {
        ...words,
        aria: false,
        title: null,
        orient: 'top',
        labelLimit: 0,
        columnPadding: 18,
        symbolSize: 80,
        symbolOpacity: 1,
        offset: 10,
      },
    },
  };
}

/** The scale of an axis, without rounding, so that places on it can be computed: the given ends, else all values and a margin. */
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
  const [first, last] = [from ?? low - room, to ?? high + room];
  return last > first ? [first, last] : [first, first + 1];
}

/** So many marks on an axis or fewer, none between the values that its digits can say. */
export const ticks = (count: number, digits: number): VegaLiteSpec => ({
  tickCount: count,
  tickMinStep: Number(`1e-${digits}`),
});

export const scaleOf = (domain: readonly [number, number]): VegaLiteSpec => ({ domain, nice: false, zero: false });

/** A number as it is read: with a true minus, and a dash for one that is not there. */
export const shown = (value: number, digits: number): string =>
  Number.isFinite(value)
    ? value
        .toFixed(digits)
        .replace(/^-(?=.*[1-9])/, '−')
        .replace(/^-/, '')
    : '–';

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

/** Vega-Lite knows no NaN. */
export const plottable = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;

/** A sentence on values that could not be drawn. */
export const leftOut = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${counted(count, what)} without a value ${count === 1 ? 'is' : 'are'} not drawn.`];

/**
 * A colour and a shape for each of some groups. Groups go by number everywhere, and names are put in as labels:
 * names may be equal once shortened, and Vega would trip over one such as `__proto__`.
 */
export function groupChannels(names: readonly string[], parameter: string): VegaLiteSpec {
  const domain = names.map((_, i) => i);
  const legend =
    names.length < 2 ? null : { labelExpr: `${parameter}[datum.value]`, columns: Math.min(names.length, 4) };
  return {
    color: { field: 'group', type: 'nominal', scale: { domain, range: domain.map(seriesColour) }, legend },
    shape: {
      field: 'group',
      type: 'nominal',
      scale: { domain, range: domain.map((i) => shapes[(i + Math.floor(i / seriesColours)) % shapes.length]!) },
      legend,
    },
  };
}

const shapes = [
  'circle',
  'square',
  'triangle-up',
  'diamond',
  'triangle-down',
  'cross',
  'triangle-right',
  'triangle-left',
];

/** Names as a parameter that expressions of labels read. */
export const labels = (name: string, texts: readonly string[]): VegaLiteSpec => ({
  name,
  value: texts.map((text) => shortened(text)),
});
