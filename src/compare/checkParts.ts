/**
 * Do the parts of a test set say what the whole says? With a metric that is no mean of its segments, such as BLEU, a system may be better
 * on the whole and on none of the parts: Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 3.2.
 */
import type { Measured } from '../measure/index.ts';
import { genreParadox } from '../paradox/index.ts';
import type { Division } from './division.ts';
import { onlySystems } from './onlySystems.ts';

export interface PartsCheck {
  readonly first: number;
  readonly second: number;
  /** First less second, on the whole. */
  readonly difference: number;
  /** Parts in which the first system is better, in which the second is, and in which neither. */
  readonly forFirst: number;
  readonly forSecond: number;
  readonly even: number;
  /** One system is better on the whole, and on none of the parts. */
  readonly contradicts: boolean;
  /** How far the difference of the whole lies outside those of the parts, where no mean of them could; 0 if it lies between. */
  readonly outside: number;
}

export function checkParts(measured: Measured, { buckets }: Division, first: number, second: number): PartsCheck {
  // By number, since two values of a label may be shown alike.
  const members = new Map(buckets.map(({ segments }, b) => [String(b), segments]));
  // The paradox is of the second system against the first.
  const { whole, parts, contradicts, isBetween } = genreParadox(onlySystems(measured, [second, first]), members);
  const differences = parts.map(({ difference }) => difference);
  const outside = Math.max(whole.difference - Math.max(...differences), Math.min(...differences) - whole.difference);
  return {
    first,
    second,
    difference: whole.difference,
    forFirst: parts.filter(({ better }) => better === 1).length,
    forSecond: parts.filter(({ better }) => better === 0).length,
    even: parts.filter(({ better }) => better === null).length,
    contradicts,
    outside: isBetween || parts.length === 0 ? 0 : outside,
  };
}
