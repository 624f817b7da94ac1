/** The cosine of sentence vectors of a language model. Reimers and Gurevych, EMNLP 2019. */
import { choice, defineMetric } from '../../core/index.ts';
import { dot, encoderNeed, encoderOf, inPortions, modelOption, withoutModel } from '../shared/encoder.ts';
import { scoredBody } from '../shared/scoredBody.ts';

const options = {
  model: modelOption('a model that gives vectors of pieces or sentences'),
  pool: choice(['mean', 'cls', 'own'], {
    key: 'pool',
    default: 'mean',
    help: 'The vector of a sentence: the mean of its pieces, the first piece, or the output that the model has for it.',
  }),
  against: choice(['references', 'source', 'both'], {
    key: 'against',
    default: 'references',
    help: 'What the output is compared with. The source needs a multilingual model.',
  }),
};

export default defineMetric({
  id: 'embedding',
  summary: 'Cosine of sentence vectors of a language model, against references, the source or both.',
  cite: 'Reimers and Gurevych (2019): Sentence-BERT: Sentence embeddings using Siamese BERT-networks. EMNLP.',
  notes: [
    'Scores are in percent. With several references the highest counts; `against=both` is the mean of this and the cosine with the source. Empty references are ignored, and an empty output scores 0.',
    'Scores of different models cannot be compared. The same model gives the same score within 1e-5 with any runtime, batch and number of threads.',
  ],
  example: 'embedding(model=bge-small-en,pool=cls)',
  options,
  needs: ({ model }) => [encoderNeed(model)],
  create({ model, pool, against }, resources) {
    const encoder = encoderOf(model, resources);
    encoder?.want(pool);
    const uses = { references: against !== 'source', source: against !== 'references' };
    return scoredBody({
      name: 'Embedding',
      range: { worst: -100, best: 100 },
      uses,
      scorer: !encoder
        ? withoutModel('embedding')
        : inPortions<Float32Array>({
            encoder,
            settings: `embedding ${pool} ${against}`,
            encode: (texts, onProgress) => encoder.sentences(texts, pool, onProgress),
            score: (portion, encoded) =>
              portion.map(({ hypothesis, references, source }) => {
                if (isEmpty(hypothesis)) return 0;
                const given = references.filter((reference) => !isEmpty(reference));
                const found = given.map((reference) => cosine(encoded(hypothesis), encoded(reference)));
                const cosines = [
                  ...(uses.references ? [found.length === 0 ? 0 : Math.max(...found)] : []),
                  ...(source === undefined ? [] : [isEmpty(source) ? 0 : cosine(encoded(hypothesis), encoded(source))]),
                ];
                return (100 * cosines.reduce((sum, each) => sum + each, 0)) / cosines.length;
              }),
          }),
    });
  },
});

const isEmpty = (text: string): boolean => text.trim() === '';

/** 0 for vectors without a direction. */
function cosine(a: Float32Array, b: Float32Array): number {
  const lengths = Math.sqrt(dot(a, a) * dot(b, b));
  return lengths === 0 ? 0 : Math.max(-1, Math.min(1, dot(a, b) / lengths));
}
