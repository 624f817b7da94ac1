/** WIP: word information preserved, the product of precision and recall of matching words. Morris, Maier and Green, Interspeech 2004. */
import { defineMatchRate } from '../shared/matchRates.ts';

/** 1 for two empty texts, as in jiwer. */
export const preserved = (matches: number, hypothesis: number, reference: number): number =>
  hypothesis === 0 || reference === 0
    ? hypothesis === reference
      ? 1
      : 0
    : (matches / reference) * (matches / hypothesis);

export default defineMatchRate({
  id: 'wip',
  name: 'WIP',
  summary: 'Word information preserved: the share of reference words that match, times that of output words.',
  formula:
    'WIP is the matches divided by the words of the reference, times the matches divided by those of the hypothesis.',
  isError: false,
  rate: (matches, _edits, hypothesis, reference) => preserved(matches, hypothesis, reference),
  explain(steps, { 2: own = 0, 3: theirs = 0 }) {
    if (own > 0 && theirs > 0) steps.computed('score', 'score', '100 * ((m / r) * (m / c))');
    else if (own === theirs) steps.computed('score', 'score', '100', { note: 'both texts are empty' });
    else steps.computed('score', 'score', '0', { note: 'one of the texts is empty' });
  },
});
