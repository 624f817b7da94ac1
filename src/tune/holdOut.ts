/** Divides segments into those that are tuned on and those that are held out, drawn by a seed. */
import { UsageError, counted } from '../core/index.ts';
import { Pcg64 } from '../stats/index.ts';

export interface Division {
  /** In the order in which they were given, as the others. */
  readonly tunedOn: readonly number[];
  readonly heldOut: readonly number[];
}

/** `share` of the segments is held out, to the nearest number; with 0 nothing is. Of the rest there must be some. */
export function holdOut(segments: readonly number[], share: number, seed: number): Division {
  if (share === 0) return { tunedOn: segments, heldOut: [] };
  const held = Math.round(share * segments.length);
  if (!(held >= 1 && held < segments.length)) {
    throw new UsageError(
      `Of ${counted(segments.length, 'segment')}, a share of ${share} cannot be held out: some must be, and some must not.`,
    );
  }
  const shuffled = segments.slice();
  const random = new Pcg64(seed);
  for (let i = shuffled.length - 1; i > 0; i--) {
    const k = random.below(i + 1);
    [shuffled[i], shuffled[k]] = [shuffled[k]!, shuffled[i]!];
  }
  const heldOut = new Set(shuffled.slice(0, held));
  return {
    tunedOn: segments.filter((i) => !heldOut.has(i)),
    heldOut: segments.filter((i) => heldOut.has(i)),
  };
}
