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
  summary: 'Half the difference between BLEU and TER; a perfect translation scores 50.',
  cite: 'Callison-Burch, Koehn, Monz and Schroeder (2009): Findings of the 2009 workshop on statistical machine translation. WMT.',
  notes: [
    'BLEU and TER are the metrics `bleu` and `ter`, both in percent, so the best score is 50, and the score is negative if TER exceeds BLEU. It is computed from the two corpus scores and is not a mean over segments.',
    'The workshop compared lower-cased texts; `case=mixed` keeps case for both. `tok` and `eff` apply only to BLEU, `norm` only to TER.',
    'BLEU and TER each have their own rules for several references and empty texts. Single segments are scored with effective order, as in BLEU.',
  ],
  example: 'bleu-ter(norm=yes)',
  options,
  needs: wordNeeds,
  forSegments: { effectiveOrder: true },
  create({ lowercase, effectiveOrder, tokenizer, normalized, model }, resources): MetricBody {
    const both = [bleu({ lowercase, effectiveOrder, tokenizer, model }, resources), ter({ lowercase, normalized })];
    const { scoresOf, explainParts, ...rows } = composite(both);
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
      explain(sums, segment) {
        const { steps, scores } = explainParts(sums, segment);
        steps.computed('score', 'score', `(${scores.join(' - ')}) / 2`);
        return steps.list;
      },
    };
  },
});
