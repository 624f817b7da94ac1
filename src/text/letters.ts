/** Letters, that is code points, in UTF-16 units: a pair of surrogates is one. */
import { isHighSurrogate, isLowSurrogate } from './characters.ts';

/** How many letters units[start … end) has. */
export function letterCount(units: Uint16Array, start: number, end: number): number {
  let count = end - start;
  for (let i = start + 1; i < end; i++) if (isLowSurrogate(units[i]!) && isHighSurrogate(units[i - 1]!)) count--;
  return count;
}

/** The index after so many letters from `start` on, or `end` if there are fewer. */
export function lettersAfter(units: Uint16Array, start: number, end: number, count: number): number {
  let at = start;
  for (; count > 0 && at < end; count--, at++) {
    if (isHighSurrogate(units[at]!) && at + 1 < end && isLowSurrogate(units[at + 1]!)) at++;
  }
  return at;
}

/** The index so many letters before `end`, or `start` if there are fewer. */
export function lettersBefore(units: Uint16Array, start: number, end: number, count: number): number {
  let at = end;
  for (; count > 0 && at > start; count--) {
    at--;
    if (isLowSurrogate(units[at]!) && at > start && isHighSurrogate(units[at - 1]!)) at--;
  }
  return at;
}
