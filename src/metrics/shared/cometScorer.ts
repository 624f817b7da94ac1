/** COMET as an encoder, which reads each sentence once, and a head, which scores pairs and triples of sentence vectors. */
import type { MetricBody, Resources } from '../../core/index.ts';
import { encoderOf, inPortions, withoutModel } from './encoder.ts';
import { type ScoredTexts, scoredBody } from './scoredBody.ts';

/** Rows of features that the head gets at once. */
const rowsAtOnce = 512;

/** Writes the features of one pair into a row. */
type Features = (row: Float32Array, output: Float32Array, source: Float32Array, reference: Float32Array) => void;

interface Kind {
  readonly id: string;
  readonly name: string;
  readonly withReferences: boolean;
  /** How many vectors a row holds. */
  readonly parts: number;
  readonly features: Features;
}

/** The estimator of Rei et al. (2020): output, reference, and their product and distance, then those of output and source. */
export const withReference: Kind = {
  id: 'comet',
  name: 'COMET',
  withReferences: true,
  parts: 6,
  features(row, output, source, reference) {
    const size = output.length;
    for (let k = 0; k < size; k++) {
      row[k] = output[k]!;
      row[size + k] = reference[k]!;
      row[2 * size + k] = output[k]! * reference[k]!;
      row[3 * size + k] = Math.abs(output[k]! - reference[k]!);
      row[4 * size + k] = output[k]! * source[k]!;
      row[5 * size + k] = Math.abs(output[k]! - source[k]!);
    }
  },
};

/** The estimator without references: output, source, their product and distance. */
export const withoutReference: Kind = {
  id: 'comet-qe',
  name: 'COMET-QE',
  withReferences: false,
  parts: 4,
  features(row, output, source) {
    const size = output.length;
    for (let k = 0; k < size; k++) {
      row[k] = output[k]!;
      row[size + k] = source[k]!;
      row[2 * size + k] = output[k]! * source[k]!;
      row[3 * size + k] = Math.abs(output[k]! - source[k]!);
    }
  },
};

export function cometBody(kind: Kind, model: string, resources: Resources): MetricBody {
  const encoder = encoderOf(model, resources);
  encoder?.want('own');
  return scoredBody({
    name: kind.name,
    range: { worst: -Infinity, best: Infinity, unit: 100 },
    uses: { references: kind.withReferences, source: true },
    scorer: !encoder
      ? withoutModel(kind.id)
      : inPortions<Float32Array>({
          encoder,
          settings: kind.id,
          encode: (texts, onProgress) => encoder.sentences(texts, 'own', onProgress),
          score: (portion, encoded) => scorePortion(kind, portion, encoded, (rows, count) => encoder.head(rows, count)),
        }),
  });
}

/** With several references the mean of the scores with each. */
async function scorePortion(
  { features, parts, withReferences }: Kind,
  portion: readonly ScoredTexts[],
  encoded: (text: string) => Float32Array,
  head: (rows: Float32Array, count: number) => Promise<ArrayLike<number>>,
): Promise<Float64Array> {
  const scores = new Float64Array(portion.length);
  const pairs = portion.flatMap(({ references }, place) =>
    (withReferences ? references : [undefined]).map((reference) => ({ place, reference })),
  );
  const width = parts * encoded(portion[0]!.hypothesis).length;
  const rows = new Float32Array(Math.min(rowsAtOnce, pairs.length) * width);
  for (let from = 0; from < pairs.length; from += rowsAtOnce) {
    const some = pairs.slice(from, from + rowsAtOnce);
    some.forEach(({ place, reference }, i) => {
      const { hypothesis, source } = portion[place]!;
      const row = rows.subarray(i * width, (i + 1) * width);
      const against = encoded(source!);
      features(row, encoded(hypothesis), against, reference === undefined ? against : encoded(reference));
    });
    const found = await head(rows.subarray(0, some.length * width), some.length);
    some.forEach(({ place }, i) => {
      const times = withReferences ? portion[place]!.references.length : 1;
      scores[place]! += (100 * found[i]!) / times;
    });
  }
  return scores;
}
