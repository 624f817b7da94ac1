/** Whether more of a score is better: as the user says, else by its name. */
import { UsageError } from '../../core/index.ts';

export interface DirectionOptions {
  /** Names of scores of which less is better. */
  readonly lowerIsBetter?: readonly string[];
  /** Names of scores of which more is better. */
  readonly higherIsBetter?: readonly string[];
}

/** How it is known, and so what is to be said of it. */
export type Direction =
  | { readonly higherIsBetter: boolean; readonly by: 'user' }
  | { readonly higherIsBetter: false; readonly by: 'name' }
  /** An error metric all of whose scores are 0 or below: someone has turned it round, as mt-metrics-eval does. */
  | { readonly higherIsBetter: true; readonly by: 'sign' }
  | { readonly higherIsBetter: true; readonly by: 'default' };

const errorMetrics = new Set([
  'ter', 'hter', 'terp', 'terpa', 'terp-a', 'terp-h', 'wer', 'mwer', 'invwer', 'per', 'mper', 'cder', 'wcd6p4er', 'character', 'eed', 'mqm',
]); // prettier-ignore

/** MetricX-23 and later predict an MQM error score; what WMT22 called metricx_… goes upwards. */
const metricX = /^(?:google\/)?metricx(?:-?2\d.*)?$/;

/** The name of a metric without options and without the reference it used: `TER-refA` and `ter(case=mixed)` are `ter`. */
export const baseName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\(.*$/s, '')
    .replace(/-(?:src|all|ref[^-]*)$/, '');

export function isErrorMetric(name: string): boolean {
  const base = baseName(name);
  return errorMetrics.has(base) || metricX.test(base);
}

/** Scores by people, which have names such as `mqm`, `round2.mqm.merged`, `wmt-z`: only MQM counts errors. */
export const isErrorCount = (name: string): boolean => name.toLowerCase().split(/[-._]/).includes('mqm');

/** Whether an option names these scores: in full, or without the reference used, in any case. */
export const isNamed = (name: string, names: readonly string[] = []): boolean =>
  names.some((each) => each.toLowerCase() === name.toLowerCase() || each.toLowerCase() === baseName(name));

/** `countsErrors` says what the name tells, `least` and `most` between what numbers the scores lie. */
export function directionOf(
  name: string,
  countsErrors: boolean,
  { least, most }: { readonly least: number; readonly most: number },
  options: DirectionOptions,
): Direction {
  const isLower = isNamed(name, options.lowerIsBetter);
  if (isLower && isNamed(name, options.higherIsBetter)) {
    throw new UsageError(`${name}: --lower-is-better and --higher-is-better cannot both be right. Leave one out.`);
  }
  if (isLower) return { higherIsBetter: false, by: 'user' };
  if (isNamed(name, options.higherIsBetter)) return { higherIsBetter: true, by: 'user' };
  if (!countsErrors) return { higherIsBetter: true, by: 'default' };
  return least < 0 && most <= 0 ? { higherIsBetter: true, by: 'sign' } : { higherIsBetter: false, by: 'name' };
}
