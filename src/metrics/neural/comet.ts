/** COMET: a model trained on judgments scores the vectors of output, source and reference. Rei et al., EMNLP 2020. */
import { defineMetric } from '../../core/index.ts';
import { cometBody, withReference } from '../shared/cometScorer.ts';
import { encoderNeed, modelOption } from '../shared/encoder.ts';

export default defineMetric({
  id: 'comet',
  summary: 'Score of a model trained on judgments, from vectors of output, source and reference.',
  cite: 'Rei et al. (2020): COMET: A neural framework for MT evaluation. EMNLP.',
  notes: [
    'The model is a regression model of the package unbabel-comet, such as wmt22-comet-da, converted by `examples/scorers/convert_comet.py` into an encoder and a head. Each sentence is encoded once for all pairs that it is in. Models that read output and source as one text, such as CometKiwi and XCOMET, cannot be split this way: run them with `external`.',
    'Scores are those of the package times 100. With several references the score is the mean of the scores with each.',
  ],
  example: 'comet(model=wmt22-comet-da)',
  options: { model: modelOption('a converted COMET model') },
  needs: ({ model }) => [encoderNeed(model)],
  create: ({ model }, resources) => cometBody(withReference, model, resources),
});
