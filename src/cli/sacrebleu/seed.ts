/** The seed of all that is left to chance: SACREBLEU_SEED, or 12345, or none. */
import { randomBytes } from 'node:crypto';
import { Failure } from './failure.ts';
import type { Environment } from './flags.ts';

export interface Seed {
  readonly typed: string;
  /** Undefined for `none`. */
  readonly value: bigint | undefined;
  /** What a generator starts from: the value, or for `none` another number each time. */
  next(): bigint;
}

export function readSeed(env: Environment): Seed {
  const typed = env['SACREBLEU_SEED'] ?? '12345';
  if (typed.toLowerCase() === 'none') {
    return { typed, value: undefined, next: () => BigInt(`0x${randomBytes(16).toString('hex')}`) };
  }
  if (!/^\s*\+?\d+(_\d+)*\s*$/.test(typed)) {
    throw new Failure(`SACREBLEU_SEED must be none or an integer of at least 0, not "${typed}".`);
  }
  const value = BigInt(typed.trim().replace('+', '').replaceAll('_', ''));
  return { typed, value, next: () => value };
}
