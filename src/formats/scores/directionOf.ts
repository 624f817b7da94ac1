/** Whether a higher score is better: as the user says, as its file says, or else by its name. */
import { UsageError } from '../../core/index.ts';

export interface DirectionOptions {
  /** Names of scores for which lower is better. */
  readonly lowerIsBetter?: readonly string[];
  /** Names of scores for which higher is better. */
  readonly higherIsBetter?: readonly string[];
  /** What to do with scores whose direction nothing tells: by default, assume that higher is better, with a note. */
  readonly unknownDirection?: 'refuse' | 'leave out';
}

/** How the direction is known, which decides the note. */
export type Direction =
  | { readonly higherIsBetter: boolean; readonly by: 'user' | 'file' | 'name' }
  /** An error metric whose scores are all 0 or below: it is already negated, as in mt-metrics-eval. */
  | { readonly higherIsBetter: true; readonly by: 'sign' }
  /** mt-metrics-eval correlates scores with those of people as they are: it has no metric for which lower is better. */
  | { readonly higherIsBetter: true; readonly by: 'format' }
  | { readonly higherIsBetter: true; readonly by: 'default' };

/** What is known about the direction of scores before anyone is asked. */
export interface Hints {
  /** What a file says about them. */
  readonly stated?: boolean | undefined;
  /** Whether the name is that of an error metric; undefined if it says nothing. */
  readonly countsErrors: boolean | undefined;
  /** Whether all their files have a format in which higher is always better. */
  readonly isHigherByFormat?: boolean;
  /** The range of the scores. */
  readonly least: number;
  readonly most: number;
}

const errorMetrics = new Set([
  'ter', 'hter', 'terp', 'terpa', 'terp-a', 'terp-h', 'wer', 'mwer', 'invwer', 'per', 'mper', 'cer', 'mer', 'wil', 'cder', 'wcd6p4er', 'character', 'eed', 'mqm',
]); // prettier-ignore

/** MetricX-23 and later predict an MQM error score; for metricx_… of WMT22, higher is better. */
const metricX = /^(?:google\/)?metricx(?:-?2\d.*)?$/;

/** GEMBA-MQM weighs errors; other kinds of GEMBA rate. */
const gembaMqm = /^gemba-mqm(?![a-z])/;

/** Metrics for which higher is better, by the start of their names. */
const qualityMetrics =
  /^(?:[a-z]+\/)?(?:wmt\d\d-)?(?:sent-?|sacre|sp)?(?:x?comet(?:-?kiwi|oid|inho)?|bleurt|bert-?score|bart-?score|gemba|bleu|chrf|nist|meteor|ribes|rouge|gtm|amber|yisi|prism|unite|maxsim)(?![a-z])/;

/** The name of a metric without options and reference: `TER-refA` and `ter(case=mixed)` are `ter`. */
export const baseName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\(.*$/s, '')
    .replace(/-(?:src|all|ref[^-]*)$/, '');

export function isErrorMetric(name: string): boolean {
  const base = baseName(name);
  return errorMetrics.has(base) || metricX.test(base) || gembaMqm.test(base);
}

/** What the name of a metric says: whether it counts errors; undefined if it says nothing. */
export const errorsByName = (name: string): boolean | undefined =>
  isErrorMetric(name) || (qualityMetrics.test(baseName(name)) ? false : undefined);

/** Scores by people, which have names such as `mqm`, `round2.mqm.merged`, `wmt-z`: only MQM counts errors. */
export const isErrorCount = (name: string): boolean => name.toLowerCase().split(/[-._]/).includes('mqm');

/** Whether an option names these scores: in full or without the reference, ignoring case. */
export const isNamed = (name: string, names: readonly string[] = []): boolean =>
  names.some((each) => each.toLowerCase() === name.toLowerCase() || each.toLowerCase() === baseName(name));

/** `default` if nothing tells. */
export function directionOf(
  name: string,
  { stated, countsErrors, isHigherByFormat, least, most }: Hints,
  options: DirectionOptions,
): Direction {
  const isLower = isNamed(name, options.lowerIsBetter);
  if (isLower && isNamed(name, options.higherIsBetter)) {
    throw new UsageError(`${name}: --lower-is-better and --higher-is-better cannot both be right. Leave one out.`);
  }
  if (isLower) return { higherIsBetter: false, by: 'user' };
  if (isNamed(name, options.higherIsBetter)) return { higherIsBetter: true, by: 'user' };
  if (stated !== undefined) return { higherIsBetter: stated, by: 'file' };
  if (countsErrors === undefined) return { higherIsBetter: true, by: isHigherByFormat ? 'format' : 'default' };
  if (!countsErrors) return { higherIsBetter: true, by: 'name' };
  return least < 0 && most <= 0 ? { higherIsBetter: true, by: 'sign' } : { higherIsBetter: false, by: 'name' };
}
