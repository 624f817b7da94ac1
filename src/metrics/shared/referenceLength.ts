/** The length that a hypothesis should have, where references differ: Chiang et al. (EMNLP 2008), section 2. */
import { type OptionSpec, type Tokens, choice } from '../../core/index.ts';

export const referenceLengths = ['closest', 'shortest', 'average'] as const;
export type ReferenceLength = (typeof referenceLengths)[number];

/** `unprinted` leaves the default out of signatures, for those that are compared with another tool's. */
export const referenceLengthOption = (
  byDefault: ReferenceLength,
  { unprinted = false } = {},
): OptionSpec<ReferenceLength> => {
  const spec = choice(referenceLengths, {
    key: 'reflen',
    default: byDefault,
    help: 'Which reference length brevity is measured by: the one closest to the hypothesis and of two equally close ones the shorter, the shortest (as NIST once did), or the average.',
  });
  return unprinted ? { ...spec, print: (value) => (value === byDefault ? undefined : spec.print(value)) } : spec;
};

type LengthOf = (references: readonly Tokens[], hypothesis: number) => number;

/** The length to reach, by the references and the length of the hypothesis; there is at least one reference. */
export const effectiveLength: Readonly<Record<ReferenceLength, LengthOf>> = {
  closest(references, hypothesis) {
    let best = Infinity;
    for (const { start, end } of references) {
      const length = end - start;
      const gain = Math.abs(best - hypothesis) - Math.abs(length - hypothesis);
      if (gain > 0 || (gain === 0 && length < best)) best = length;
    }
    return best;
  },
  shortest(references) {
    let best = Infinity;
    for (const { start, end } of references) best = Math.min(best, end - start);
    return best;
  },
  average(references) {
    let sum = 0;
    for (const { start, end } of references) sum += end - start;
    return sum / references.length;
  },
};
