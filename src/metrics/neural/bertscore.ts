/** BERTScore: each piece of a text matched with the most similar piece of the other, by vectors of a language model. Zhang et al., ICLR 2020. */
import { UsageError, choice, defineMetric, log, option } from '../../core/index.ts';
import type { PieceCutter, PieceVectors } from '../../text/index.ts';
import { cutterNeed, encoderNeed, encoderOf, inPortions, modelOption, withoutModel } from '../shared/encoder.ts';
import { scoredBody } from '../shared/scoredBody.ts';

const options = {
  model: modelOption('a model that gives vectors of pieces'),
  layer: option<string>({
    key: 'layer',
    default: 'last',
    accepts: 'last, or the number of a layer that the model outputs',
    help: 'The layer whose vectors are compared. A model exported with all layers has outputs such as hidden_states.9.',
    parse(value) {
      const layer = String(value);
      if (/^(?:last|\d{1,3})$/.test(layer)) return layer;
      throw new UsageError(`layer must be last or the number of a layer, not "${layer}".`);
    },
    print: (layer) => layer,
  }),
  idf: choice(['no', 'yes'], {
    key: 'idf',
    default: 'no',
    help: 'With yes, a piece counts more the fewer references contain it.',
  }),
  part: choice(['f', 'p', 'r'], {
    key: 'part',
    default: 'f',
    help: 'Precision, recall, or the F-score of both.',
  }),
  added: choice(['no', 'yes'], {
    key: 'added',
    default: 'no',
    help: 'Whether pieces can be matched with those that the model adds at the ends, as the package bert-score does.',
  }),
};

const names = { f: 'BERTScore', p: 'BERTScore-P', r: 'BERTScore-R' };

export default defineMetric({
  id: 'bertscore',
  summary: 'Pieces of words matched with the most similar ones of the reference, by vectors of a language model.',
  cite: 'Zhang et al. (2020): BERTScore: Evaluating text generation with BERT. ICLR.',
  notes: [
    'The similarity of two pieces is the cosine of their vectors. Precision is the mean over the pieces of the output of the highest similarity with a piece of the reference; recall is the same with the roles exchanged. Scores are in percent and not rescaled. With several references the highest score counts; empty references are ignored, and an empty output scores 0.',
    'With `idf=yes`, the weight of a piece is the logarithm of (references + 1) / (references with the piece + 1), from all references.',
    'Scores of different models and layers cannot be compared. The same model gives the same score within 1e-5 with any runtime, batch and number of threads, not to the last bit as other metrics do.',
  ],
  example: 'bertscore(model=bge-small-en)',
  options,
  needs: ({ model, idf }) => [encoderNeed(model), ...(idf === 'yes' ? [cutterNeed(model)] : [])],
  learner({ model, idf }, resources) {
    const cutter = resources.get(cutterNeed(model)) as PieceCutter | undefined;
    return idf === 'yes' && cutter ? new RareLearner(cutter) : undefined;
  },
  create({ model, layer, part, added }, resources, learned) {
    const encoder = encoderOf(model, resources);
    encoder?.want(`pieces:${layer}`);
    const weights = learned as RarePieces | undefined;
    return scoredBody({
      name: names[part],
      range: { worst: -100, best: 100 },
      uses: { references: true, source: false },
      scorer: !encoder
        ? withoutModel('bertscore')
        : inPortions<PieceVectors>({
            encoder,
            settings: weights ? undefined : `bertscore ${layer} ${part} ${added}`,
            encode: (texts, onProgress) => encoder.pieces(texts, layer, onProgress),
            score: (portion, encoded) =>
              portion.map(({ hypothesis, references }) => {
                let best: number | undefined;
                for (const reference of references) {
                  const against = encoded(reference);
                  if (against.pieces.length === 0) continue;
                  const score = matched(encoded(hypothesis), against, weights, added === 'yes')[part];
                  if (best === undefined || score > best) best = score;
                }
                return 100 * (best ?? 0);
              }),
          }),
    });
  },
});

interface Matched {
  readonly p: number;
  readonly r: number;
  readonly f: number;
}

/** Greedy matching: formulas of section 3 of the paper. */
function matched(a: PieceVectors, b: PieceVectors, weights: RarePieces | undefined, withAdded: boolean): Matched {
  if (a.pieces.length === 0 || b.pieces.length === 0) return { p: 0, r: 0, f: 0 };
  const { size, vectors: of } = a;
  const { vectors: other } = b;
  const rows = withAdded ? of.length / size : a.pieces.length;
  const columns = withAdded ? other.length / size : b.pieces.length;
  const bestOfColumn = new Float64Array(columns).fill(-2);
  const bestOfRow = new Float64Array(rows).fill(-2);
  const inFours = size - (size % 4);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      // Four sums at a time: each would otherwise wait for the one before.
      let [s0, s1, s2, s3] = [0, 0, 0, 0];
      let k = i * size;
      let l = j * size;
      for (const end = k + inFours; k < end; k += 4, l += 4) {
        s0 += of[k]! * other[l]!;
        s1 += of[k + 1]! * other[l + 1]!;
        s2 += of[k + 2]! * other[l + 2]!;
        s3 += of[k + 3]! * other[l + 3]!;
      }
      for (const end = (i + 1) * size; k < end; k++, l++) s0 += of[k]! * other[l]!;
      const similarity = s0 + s1 + (s2 + s3);
      if (similarity > bestOfRow[i]!) bestOfRow[i] = similarity;
      if (similarity > bestOfColumn[j]!) bestOfColumn[j] = similarity;
    }
  }
  const p = weightedMean(bestOfRow, a.pieces, weights);
  const r = weightedMean(bestOfColumn, b.pieces, weights);
  return { p, r, f: p + r === 0 ? 0 : (2 * p * r) / (p + r) };
}

/** Added pieces, which come last, have no weight. */
function weightedMean(values: Float64Array, pieces: Int32Array, weights: RarePieces | undefined): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < pieces.length; i++) {
    const weight = weights ? weightOf(pieces[i]!, weights) : 1;
    sum += weight * values[i]!;
    total += weight;
  }
  return total === 0 ? 0 : sum / total;
}

/** In how many references each piece is. */
interface RarePieces {
  readonly references: number;
  readonly containing: ReadonlyMap<number, number>;
}

const weightOf = (piece: number, { references, containing }: RarePieces): number =>
  log((references + 1) / ((containing.get(piece) ?? 0) + 1));

interface GatheredPieces {
  readonly references: number;
  /** In how many references each piece is, by ascending number of the piece. */
  readonly containing: readonly (readonly [piece: number, count: number])[];
}

class RareLearner {
  readonly #cutter: PieceCutter;
  readonly #containing = new Map<number, number>();
  #references = 0;

  constructor(cutter: PieceCutter) {
    this.#cutter = cutter;
  }

  take(references: readonly string[]): void {
    for (const reference of references) {
      this.#references++;
      for (const piece of new Set(Array.from(this.#cutter.cut(reference)))) {
        this.#containing.set(piece, (this.#containing.get(piece) ?? 0) + 1);
      }
    }
  }

  learned(): RarePieces {
    return { references: this.#references, containing: this.#containing };
  }

  gathered(): GatheredPieces {
    return { references: this.#references, containing: [...this.#containing].sort(([a], [b]) => a - b) };
  }

  add(gathered: unknown): void {
    const { references, containing } = gathered as GatheredPieces;
    this.#references += references;
    for (const [piece, count] of containing) this.#containing.set(piece, (this.#containing.get(piece) ?? 0) + count);
  }
}
