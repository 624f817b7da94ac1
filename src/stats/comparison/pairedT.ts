/** Student's t test of paired differences: is their mean 0? Student (1908). */
import { studentUpperTail } from '../distributions.ts';

export interface PairedT {
  readonly t: number;
  readonly degrees: number;
  /** Two-sided. */
  readonly p: number;
}

/** Where all differences are 0, p is 1. Undefined if there is no spread to go by: a single difference, or all the same but not 0. */
export function pairedT(differences: ArrayLike<number>): PairedT | undefined {
  const count = differences.length;
  const degrees = count - 1;
  let sum = 0;
  let isZero = true;
  for (let i = 0; i < count; i++) {
    sum += differences[i]!;
    isZero &&= differences[i] === 0;
  }
  if (isZero) return { t: 0, degrees, p: 1 };
  const mean = sum / count;
  let squares = 0;
  for (let i = 0; i < count; i++) squares += (differences[i]! - mean) * (differences[i]! - mean);
  // What is the same but for rounding is the same.
  if (!(squares > 1e-24 * count * mean * mean)) return undefined;
  const t = mean / Math.sqrt(squares / degrees / count);
  return { t, degrees, p: Math.min(1, 2 * studentUpperTail(Math.abs(t), degrees)) };
}
