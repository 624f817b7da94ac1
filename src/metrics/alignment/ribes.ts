/** RIBES: whether words stand in the order of the reference, times precision and brevity. Isozaki et al., EMNLP 2010; as in RIBES 1.03. */
import {
  type Counter,
  type MetricBody,
  type Text,
  type Tokens,
  defineMetric,
  exp,
  number,
  pow,
} from '../../core/index.ts';
import { Correspondence } from '../../text/index.ts';
import { meanOfSegments } from '../shared/bestReference.ts';
import { wordNeeds, wordOptions, wordView } from '../shared/wordOptions.ts';

const options = {
  ...wordOptions,
  alpha: number({ key: 'alpha', default: 0.25, min: 0, help: 'Exponent of the precision of words.' }),
  beta: number({ key: 'beta', default: 0.1, min: 0, help: 'Exponent of the brevity penalty.' }),
};

export default defineMetric({
  id: 'ribes',
  summary:
    'Share of word pairs that stand in the order of the reference, discounted by precision and brevity; for languages of distant word order.',
  cite: 'Isozaki, Hirao, Duh, Sudoh and Tsukada (2010): Automatic evaluation of translation quality for distant language pairs. EMNLP.',
  notes: [
    'Kendall’s τ of the corresponding words, scaled to 0 … 1, times precisionᵅ times brevityᵝ, in percent; words correspond by the rule of RIBES 1.03: one found once on each side does, any other if it is with words to its left or right. A single corresponding word has no order and scores 0, unless the reference is that word.',
    'Each segment counts against the reference that gives it the highest score; the score of several is their mean. An empty hypothesis scores 0; a segment without a word in any reference is left out, where RIBES.py stops.',
    'A text that repeats the same few words may not correspond to itself in all of them, and then scores below 100 even against itself: so in RIBES.py, too.',
    'NLTK’s `sentence_ribes` gives other numbers than RIBES.py; these are those of RIBES.py.',
  ],
  example: 'ribes(tok=intl)',
  options,
  needs: wordNeeds,
  create(settings, resources): MetricBody {
    const { alpha, beta } = settings;
    return {
      name: 'RIBES',
      reads: [wordView(settings, resources)],
      counter: () => ribesCounter(alpha, beta),
      ...meanOfSegments,
    };
  },
});

function ribesCounter(alpha: number, beta: number): Counter {
  const correspondence = new Correspondence();
  let references: readonly Text[] = [];

  const scoreAgainst = (hypothesis: Tokens, reference: Tokens): number => {
    const length = hypothesis.end - hypothesis.start;
    const referenceLength = reference.end - reference.start;
    const count = correspondence.align(hypothesis, reference);
    const order = count === 1 && referenceLength === 1 ? 1 : orderAgreement(correspondence.positions, count);
    if (order === 0) return 0;
    const brevity = length < referenceLength ? exp(1 - referenceLength / length) : 1;
    return order * pow(count / length, alpha) * pow(brevity, beta);
  };

  return {
    prepare(texts) {
      references = texts;
    },
    collect([hypothesis], rows, at) {
      let [best, counts] = [0, 0];
      for (const [reference] of references) {
        if (reference!.start === reference!.end) continue;
        counts = 1;
        best = Math.max(best, scoreAgainst(hypothesis!, reference!));
      }
      rows[at] = best;
      rows[at + 1] = counts;
    },
  };
}

/** Share of pairs whose second position is the higher one, which is (1 + τ) / 2; two at the same position agree no more than two crossed. */
function orderAgreement(positions: Int32Array, count: number): number {
  if (count < 2) return 0;
  let rising = 0;
  for (let j = 1; j < count; j++) {
    const position = positions[j]!;
    for (let i = 0; i < j; i++) if (positions[i]! < position) rising++;
  }
  return rising / ((count * (count - 1)) / 2);
}
