/** CIDEr-D: CIDEr with clipping and a penalty for another length. Vedantam, Zitnick and Parikh, CVPR 2015; as in pycocoevalcap. */
import { defineMetric, number } from '../../core/index.ts';
import { cosineBody, cosineCite, cosineLearner, cosineNotes, cosineOptions } from '../shared/cosines.ts';
import { wordNeeds } from '../shared/wordOptions.ts';

const options = {
  ...cosineOptions,
  sigma: number({
    key: 'sigma',
    default: 6,
    min: 0.1,
    max: 1000,
    help: 'How tolerant the penalty for another length is: the standard deviation of a Gaussian, in words.',
  }),
};

export default defineMetric({
  id: 'cider-d',
  summary: 'CIDEr with clipped counts and a penalty for another length, as captioning benchmarks compute it.',
  cite: cosineCite,
  notes: [
    ...cosineNotes,
    'The weight of an n-gram in the hypothesis counts at most as much as in the reference, and the cosine is multiplied by exp(−d² / 2σ²), where d is the difference in words. pycocoevalcap prints this score as CIDEr. Papers often multiply it by 100: their 120 is 1.2 here.',
  ],
  example: 'cider-d(case=lc)',
  options,
  needs: wordNeeds,
  learner: cosineLearner,
  create: (settings, resources, learned) => cosineBody('CIDEr-D', settings, resources, learned),
});
