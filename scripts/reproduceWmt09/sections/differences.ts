/** Differences between metrics as tables and sentences show them. */
import type { CorrectedDifference, Difference } from '../compareMetrics.ts';
import { share, signed, within } from '../wording.ts';

/** `+.012 [−.004, .027]` */
export const shown = ({ value, interval }: Difference, digits = 3): string =>
  `${signed(value, digits)} ${within(interval, digits)}`;

/** In bold if it stays significant at 5 % after correction. */
export const shownCorrected = (difference: CorrectedDifference): string =>
  isSure(difference) ? shown(difference).replace(/^\S+/, '**$&**') : shown(difference);

export const isSure = ({ corrected }: Pick<CorrectedDifference, 'corrected'>): boolean => corrected <= 0.05;

/** How many differ significantly after correction, to one side: 1 or −1. */
export const countSure = (differences: readonly CorrectedDifference[], side: 1 | -1): number =>
  differences.filter((each) => side * each.value > 0 && isSure(each)).length;

export const holdsZero = ({ interval: { low, high } }: Pick<Difference, 'interval'>): boolean => low <= 0 && high >= 0;

/** The marks of the paper's appendix. */
export const markOf = (p: number): string => (p <= 0.01 ? '‡' : p <= 0.05 ? '†' : p <= 0.1 ? '\\*' : '');

/** `p = .023, corrected .092` */
export const shownP = ({ p, corrected }: CorrectedDifference): string =>
  `p = ${share(p)}, corrected ${share(corrected)}`;
