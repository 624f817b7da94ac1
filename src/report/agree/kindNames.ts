/** What tables and notes call the kinds of judgments. */
import type { KindAgreement } from '../../human/index.ts';

export const kindNames: Readonly<Record<KindAgreement['kind'], string>> = {
  rankings: 'ranking',
  verdicts: 'yes/no',
  ratings: 'rating',
  annotations: 'errors',
};

export const kindNouns: Readonly<Record<KindAgreement['kind'], string>> = {
  rankings: 'ranking',
  verdicts: 'verdict',
  ratings: 'rating',
  annotations: 'annotated output',
};

/** What labels come from, where judges and curves count them: scores that a judge gave in one segment make one ranking. */
export const labelledNouns: Readonly<Record<KindAgreement['kind'], string>> = {
  rankings: 'ranking',
  verdicts: 'verdict',
  ratings: 'segment',
  annotations: 'segment',
};

/** What two labels must have in common to be compared. */
export const pairWords: Readonly<Record<KindAgreement['kind'], string>> = {
  rankings: 'two judgments of the same two systems in the same segment, as better, equal or worse',
  verdicts: 'two verdicts on the same edit of the same output',
  ratings: 'two judgments of the same two systems in the same segment, by which system the judge rated higher',
  annotations: 'two judgments of the same two systems in the same segment, by which system has the lower error weight',
};
