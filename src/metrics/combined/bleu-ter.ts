/** (BLEU − TER)/2, as tabled for WMT 2009 (Callison-Burch et al.). */
import { type MetricBody, defineMetric, lowercaseFlag } from '../../core/index.ts';
import bleu from '../ngram/bleu.ts';
import { composite, rangeOfMean } from '../shared/composite.ts';
import { wordNeeds, wordOptions } from '../shared/wordOptions.ts';
import ter from '../edit/ter.ts';

const options = {
  lowercase: lowercaseFlag(true),
  effectiveOrder: bleu.options.effectiveOrder,
  tokenizer: wordOptions.tokenizer,
  normalized: ter.options.normalized,
  model: wordOptions.model,
};

export default defineMetric({
  id: 'bleu-ter',
  summary: 'Half the difference of BLEU and TER; a perfect translation scores 50.',
  cite: 'Callison-Burch, Koehn, Monz and Schroeder (2009): Findings of the 2009 workshop on statistical machine translation. WMT.',
  notes: [
    'BLEU and TER are those of this program, both in percent, so that the score is 50 at best and below 0 where there are more edits than matches. It is the difference of the two scores of a corpus, not a mean over segments.',
    'The workshop compared lower-cased texts; `case=mixed` leaves both parts cased. `tok` and `eff` are for BLEU alone, `norm` is for TER alone.',
    'Each part has its own rule for several references and for empty texts. Single segments are scored with effective order, as BLEU’s are.',
  ],
  example: 'bleu-ter(norm=yes)',
  options,
  needs: wordNeeds,
  forSegments: { effectiveOrder: true },
  create({ lowercase, effectiveOrder, tokenizer, normalized, model }, resources): MetricBody {
    const both = [bleu({ lowercase, effectiveOrder, tokenizer, model }, resources), ter({ lowercase, normalized })];
    const { scoresOf, ...rows } = composite(both);
    return {
      name: 'BLEU-TER',
      range: rangeOfMean(both.map(({ range }) => range)),
      decomposable: false,
      ...rows,
      score(sums) {
        const [ofBleu, ofTer] = scoresOf(sums);
        return (ofBleu! - ofTer!) / 2;
      },
      parts(sums) {
        const [ofBleu, ofTer] = scoresOf(sums);
        return { BLEU: ofBleu!, TER: ofTer! };
      },
    };
  },
});
