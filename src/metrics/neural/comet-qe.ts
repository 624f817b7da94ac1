/** COMET without references: a model trained on judgments scores the vectors of output and source. Rei et al., WMT 2021. */
import { defineMetric } from '../../core/index.ts';
import { cometBody, withoutReference } from '../shared/cometScorer.ts';
import { encoderNeed, modelOption } from '../shared/encoder.ts';

export default defineMetric({
  id: 'comet-qe',
  summary: 'Score of a model trained on judgments, from vectors of output and source, without references.',
  cite: 'Rei et al. (2021): Are references really needed? Unbabel-IST 2021 submission for the metrics shared task. WMT.',
  notes: [
    'The model is a referenceless regression model of the package unbabel-comet, such as wmt20-comet-qe-da, converted by `examples/scorers/convert_comet.py`. CometKiwi reads output and source as one text and cannot be split into encoder and head: run it with `external`. Scores are those of the package times 100.',
  ],
  example: 'comet-qe(model=wmt20-comet-qe-da)',
  options: { model: modelOption('a converted COMET model without references') },
  needs: ({ model }) => [encoderNeed(model)],
  create: ({ model }, resources) => cometBody(withoutReference, model, resources),
});
