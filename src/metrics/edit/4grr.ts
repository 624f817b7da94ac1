/** 4-GRR: recognition rate of 1- to 4-grams in a monotone alignment. Chiang, DeNeefe, Chan and Ng, EMNLP 2008, formula (6). */
import { type MetricBody, defineMetric, integer, number } from '../../core/index.ts';
import { recognitionNotes, recognitionRate } from '../shared/recognitionRate.ts';
import { wordNeeds, wordOptions, wordView } from '../shared/wordOptions.ts';

/** The limit of a cost: sums of larger ones could overflow. */
const greatest = 1_000_000;

const options = {
  ...wordOptions,
  order: integer({ key: 'k', default: 4, min: 1, max: 9, help: 'Longest k-gram that counts; 1 gives WRR.' }),
  alpha: number({
    key: 'alpha',
    default: 1,
    min: -greatest,
    max: greatest,
    help: 'Cost of an inserted word; a negative cost is a reward.',
  }),
  beta: number({
    key: 'beta',
    default: 0,
    min: -greatest,
    max: greatest,
    help: 'Cost of a deleted word; a negative cost is a reward.',
  }),
};

const nameOf = ({ order }: { readonly order: number }): string => `${order}-GRR`;

export default defineMetric({
  id: '4grr',
  summary:
    'Runs of one to four words recognized in reference order, minus insertions; a sum over sentences that can be computed on a lattice.',
  cite: 'Chiang, DeNeefe, Chan and Ng (2008): Decomposability of translation metrics for improved evaluation and efficient algorithms. EMNLP.',
  notes: [
    'A k-gram matches if its words are aligned consecutively on both sides. The monotone alignment with the highest numerator counts.',
    'The paper also tries alpha = −0.9 with beta = 1, which ranked the systems of WMT07 more like the judges did, but questions it: every extra word is then rewarded, and a text can score more than 100.',
    'Other names: `2grr`, `3-GRR` and so on.',
    ...recognitionNotes,
  ],
  example: '4grr(alpha=-0.9,beta=1)',
  options,
  readName(name) {
    const [, order] = /^(\d+)-?grr$/i.exec(name) ?? [];
    return order === undefined ? undefined : { order: options.order.parse(order) };
  },
  nameOf,
  needs: wordNeeds,
  create({ order, alpha, beta, ...settings }, resources): MetricBody {
    const automaton = { order, insertion: alpha, deletion: beta };
    return recognitionRate(nameOf({ order }), wordView(settings, resources), automaton);
  },
});
