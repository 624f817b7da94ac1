/** WIL: word information lost, one minus WIP. Morris, Maier and Green, Interspeech 2004. */
import { defineMatchRate } from '../shared/matchRates.ts';
import { preserved } from './wip.ts';

export default defineMatchRate({
  id: 'wil',
  name: 'WIL',
  summary: 'Word information lost: 100 minus WIP, the product of the shares of words that match.',
  formula:
    'WIL is one minus the matches divided by the words of the reference, times the matches divided by those of the hypothesis.',
  isError: true,
  rate: (matches, _edits, hypothesis, reference) => 1 - preserved(matches, hypothesis, reference),
  explain(steps, { 2: own = 0, 3: theirs = 0 }) {
    if (own > 0 && theirs > 0) steps.computed('score', 'score', '100 * (1 - (m / r) * (m / c))');
    else if (own === theirs) steps.computed('score', 'score', '0', { note: 'both texts are empty' });
    else steps.computed('score', 'score', '100', { note: 'one of the texts is empty' });
  },
});
