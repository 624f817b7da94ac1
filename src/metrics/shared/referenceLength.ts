/** The target length of a hypothesis if its references differ in length: Chiang et al. (EMNLP 2008), section 2. */
import { type OptionSpec, type Tokens, choice } from '../../core/index.ts';

export const referenceLengths = ['closest', 'shortest', 'average'] as const;
export type ReferenceLength = (typeof referenceLengths)[number];

/** `unprinted` leaves the default out of signatures that are compared with those of another tool. */
export const referenceLengthOption = (
  byDefault: ReferenceLength,
  { unprinted = false } = {},
): OptionSpec<ReferenceLength> => {
  const spec = choice(referenceLengths, {
    key: 'reflen',
    default: byDefault,
    help: 'Which reference length the brevity penalty uses: the one closest to the hypothesis (ties go to the shorter), the shortest (as NIST once did), or the average.',
  });
  return unprinted ? { ...spec, print: (value) => (value === byDefault ? undefined : spec.print(value)) } : spec;
};

type LengthOf = (references: readonly Tokens[], hypothesis: number) => number;

/** The target length, given at least one reference and the length of the hypothesis. */
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
