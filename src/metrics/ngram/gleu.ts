/** GLEU: the lower of precision and recall of n-grams. Wu et al., 2016; corpus score and several references as in NLTK. */
import { type Explainer, type MetricBody, Steps, defineMetric, integer, percent } from '../../core/index.ts';
import { NgramMatcher } from '../../text/index.ts';
import { factorName, factorNeeds, factorNote, factorOptions, factorView } from '../shared/analysisOptions.ts';
import { BestReference, type RowRule, bestRowCounter } from '../shared/bestReference.ts';
import { inReference } from '../shared/errorRate.ts';
import { ngramItems, sumOf } from '../shared/ngramItems.ts';
import { wordOptions } from '../shared/wordOptions.ts';

const options = {
  ...wordOptions,
  order: integer({ key: 'n', default: 4, min: 1, max: 16, help: 'Longest n-gram.' }),
  ...factorOptions,
};

export default defineMetric({
  id: 'gleu',
  summary:
    'Precision or recall of word n-grams of all orders together, whichever is lower. Not GLEU of error correction.',
  cite: 'Wu, Schuster, Chen, Le, Norouzi et al. (2016): Google’s neural machine translation system: Bridging the gap between human and machine translation. arXiv 1609.08144.',
  notes: [
    'All n-grams of 1 to 4 words are counted together. The score is the number of matches divided by the n-grams of the text that has more of them, which is the lower of precision and recall. For a whole text both numbers are added up over segments first.',
    'GLEU of grammatical error correction is another metric: [`gleu-gec`](gleu-gec.md).',
    'Each segment is scored against the reference that gives the highest score, as in NLTK. Ties go to the reference with fewer n-grams; NLTK takes the first.',
    factorNote,
  ],
  example: 'gleu(case=lc)',
  options,
  needs: factorNeeds,
  create(settings, resources): MetricBody {
    const { order } = settings;
    return {
      name: factorName('GLEU', settings),
      range: percent,
      decomposable: false,
      reads: [factorView(settings, resources)],
      statistics: ['matches', 'n-grams of the side that has more'],
      counter: () => bestRowCounter(gleuRule(order)),
      score: ({ 0: matches = 0, 1: all = 0 }) => (all > 0 ? (100 * matches) / all : 0),
      explain({ 0: matches = 0, 1: all = 0 }, segment) {
        const steps = new Steps(segment);
        steps.counted('m', 'n-grams matched', matches);
        steps.counted('t', 'n-grams, of the side that has more', all);
        if (all > 0)
          steps.computed('score', 'score', '100 * m / t', { note: 'precision or recall, whichever is lower' });
        else steps.computed('score', 'score', '0', { note: 'there are no words to compare' });
        return steps.list;
      },
      explainer: () => gleuExplainer(order),
    };
  },
});

/** All n-grams of up to `order` words in a text of `length` words. */
function ngramsIn(length: number, order: number): number {
  let sum = 0;
  for (let n = 0; n < order && n < length; n++) sum += length - n;
  return sum;
}

function gleuRule(order: number): RowRule {
  const matchers: NgramMatcher[] = []; // by reference
  const found = new Float64Array(order);
  return {
    width: 2,
    prefers: 'smaller',
    isEmpty: () => false,
    prepare(texts) {
      for (let r = 0; r < texts.length; r++) (matchers[r] ??= new NgramMatcher(order)).setReferences([texts[r]![0]!]);
    },
    count([hypothesis], [reference], row, r) {
      matchers[r]!.match(hypothesis!, found.fill(0), 0);
      for (let n = 0; n < order; n++) row[0]! += found[n]!;
      const [own, theirs] = [hypothesis!.end - hypothesis!.start, reference!.end - reference!.start];
      row[1] = ngramsIn(Math.max(own, theirs), order);
    },
    score: ({ 0: matches = 0, 1: all = 0 }) => (all > 0 ? matches / all : 0),
  };
}

function gleuExplainer(order: number): Explainer {
  const rule = gleuRule(order);
  const best = new BestReference(rule);
  return {
    explain(hypothesis, references) {
      rule.prepare!(references);
      const r = best.find(hypothesis, references);
      const [own, theirs] = [hypothesis[0]!, references[r]![0]!];
      const steps = new Steps();
      const orders = Array.from({ length: order }, (_, n) => n + 1);
      for (const n of orders) {
        const items = inReference(ngramItems(own, [theirs], { n }), r);
        steps.counted(`m${n}`, `${n}-grams matched`, sumOf(items), { items });
      }
      steps.computed('m', 'n-grams matched', orders.map((n) => `m${n}`).join(' + '), {
        ...(references.length > 1 && { note: `with reference ${r + 1}, which gives the highest score` }),
      });
      steps.counted('c', 'n-grams in the output', ngramsIn(own.end - own.start, order));
      steps.counted('r', 'n-grams in the reference', ngramsIn(theirs.end - theirs.start, order));
      steps.computed('t', 'n-grams, of the side that has more', 'max(c, r)');
      return steps.list;
    },
  };
}
