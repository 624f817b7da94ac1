/** (BLEU − TER)/2, as tabled for WMT 2009 (Callison-Burch et al.). */
import { type Counter, type MetricBody, type Text, type Tokens, defineMetric, lowercaseFlag } from '../core/index.ts';
import bleu from './bleu.ts';
import { wordNeeds, wordOptions } from './shared/wordOptions.ts';
import ter from './ter.ts';

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
    const ofBleu = bleu({ lowercase, effectiveOrder, tokenizer, model }, resources);
    const ofTer = ter({ lowercase, normalized });
    const width = ofBleu.statistics.length;
    const terSums = (sums: ArrayLike<number>) => Array.from(ofTer.statistics, (_, k) => sums[width + k]!);
    return {
      name: 'BLEU-TER',
      higherIsBetter: true,
      decomposable: false,
      reads: [...ofBleu.reads, ...ofTer.reads],
      statistics: [
        ...ofBleu.statistics.map((name) => `BLEU: ${name}`),
        ...ofTer.statistics.map((name) => `TER: ${name}`),
      ],
      counter: () => counterOfBoth(ofBleu.counter(), ofTer.counter(), width),
      score: (sums) => (ofBleu.score(sums) - ofTer.score(terSums(sums))) / 2,
      parts: (sums) => ({ BLEU: ofBleu.score(sums), TER: ofTer.score(terSums(sums)) }),
    };
  },
});

/** BLEU reads the first view and TER the second, which it takes for its first. */
function counterOfBoth(ofBleu: Counter, ofTer: Counter, width: number): Counter {
  const secondViews: [Tokens][] = [];
  const references: Text[] = [];
  const hypothesis: Tokens[] = [];
  return {
    prepare(texts, source) {
      ofBleu.prepare(texts, source);
      references.length = 0;
      for (let r = 0; r < texts.length; r++) {
        const tokens = texts[r]![1]!;
        const view = (secondViews[r] ??= [tokens]);
        view[0] = tokens;
        references.push(view);
      }
      ofTer.prepare(references, undefined);
    },
    collect(text, rows, at) {
      ofBleu.collect(text, rows, at);
      hypothesis[0] = text[1]!;
      ofTer.collect(hypothesis, rows, at + width);
    },
  };
}
