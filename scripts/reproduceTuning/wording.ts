/** Numbers as this guide writes them; tables, lists and pages as that of WMT09 does. */
import type { Spread } from './judged.ts';

export { pText, shownP } from '../../src/report/wording.ts';
export { capitalised, commands, grouped, listed, numberWord, page, partOf, table } from '../reproduceWmt09/wording.ts';

const minus = (text: string): string => text.replace(/^-(?=.*[1-9])/, '−').replace(/^-/, '');

/** `13.29` */
export const points = (value: number, digits = 2): string => minus(value.toFixed(digits));

/** `+0.31`, `−0.04`, `0.00`. */
export function difference(value: number, digits = 2): string {
  const text = points(value, digits);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** `13.29 ± 0.31`; the mean alone if there was one run. */
export const spread = ({ mean, deviation }: Spread, digits = 2): string =>
  deviation === undefined ? points(mean, digits) : `${points(mean, digits)} ± ${deviation.toFixed(digits)}`;

/** `[−0.44, +0.37]` */
export const within = ({ low, high }: { readonly low: number; readonly high: number }, digits = 2): string =>
  `[${difference(low, digits)}, ${difference(high, digits)}]`;

export const bold = (text: string): string => `**${text}**`;
