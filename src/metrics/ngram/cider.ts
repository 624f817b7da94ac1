/** CIDEr: consensus of captions by cosines of weighted n-gram counts. Vedantam, Zitnick and Parikh, CVPR 2015. */
import { defineMetric } from '../../core/index.ts';
import { cosineBody, cosineCite, cosineLearner, cosineNotes, cosineOptions } from '../shared/cosines.ts';
import { wordNeeds } from '../shared/wordOptions.ts';

export default defineMetric({
  id: 'cider',
  summary: 'Cosine of the n-gram counts of output and references, weighted by how rare n-grams are; made for captions.',
  cite: cosineCite,
  notes: [
    ...cosineNotes,
    'This is CIDEr of the paper, without clipping; times 10, as in the authors’ program. What pycocoevalcap and most captioning papers call CIDEr is CIDEr-D: [`cider-d`](cider-d.md).',
  ],
  example: 'cider(case=lc)',
  options: cosineOptions,
  needs: wordNeeds,
  learner: cosineLearner,
  create: (settings, resources, learned) => cosineBody('CIDEr', settings, resources, learned),
});
