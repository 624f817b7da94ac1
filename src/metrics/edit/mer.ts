/** MER: match error rate, the share of edits among edits and matches. Morris, Maier and Green, Interspeech 2004. */
import { defineMatchRate } from '../shared/matchRates.ts';

export default defineMatchRate({
  id: 'mer',
  name: 'MER',
  summary: 'Words to insert, delete or substitute, per edit or matching word; never above 100.',
  formula: 'MER is edits divided by edits and matches.',
  isError: true,
  rate: (matches, edits) => (edits > 0 ? edits / (matches + edits) : 0),
  explain(steps, { 1: edits = 0 }) {
    if (edits > 0) steps.computed('score', 'score', '100 * (E / (m + E))');
    else steps.computed('score', 'score', '0', { note: 'there are no errors' });
  },
});
