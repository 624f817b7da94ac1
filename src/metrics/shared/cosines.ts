/** Cosines of n-gram counts, weighted by how rare the n-grams are in the references, for CIDEr and CIDEr-D. */
import {
  type Counter,
  type Explainer,
  type MetricBody,
  Steps,
  type Text,
  exp,
  integer,
  log,
  type OptionsOf,
} from '../../core/index.ts';
import { type CountedNgrams, KnownNgrams, NgramTree, ReferenceNgrams, knownWords } from '../../text/index.ts';
import { perOrder } from './bleuCounter.ts';
import { explainMean } from './bestReference.ts';
import { wordOptions, wordTokenizer, wordView } from './wordOptions.ts';

export const cosineOptions = {
  ...wordOptions,
  order: integer({ key: 'n', default: 4, min: 1, max: 9, help: 'Longest n-gram.' }),
};

const nothing: CountedNgrams = {
  words: { pool: new Uint16Array(0), starts: new Int32Array(1), slots: new Int32Array(2) },
  counts: new Int32Array(1),
  slots: new Int32Array(4),
};

export const cosineCite =
  'Vedantam, Zitnick and Parikh (2015): CIDEr: Consensus-based image description evaluation. CVPR.';

export const cosineNotes = [
  'The weight of an n-gram in a text is its count there times log(segments / segments whose references have it). For each order the score is the cosine of the two weight vectors; the mean over orders and references, times 10, is the score of a segment, and the mean over segments that of a text. It needs many segments: with only one, every weight is 0.',
  'The weights depend on the test set, so scores on different test sets cannot be compared. The whole test set is held in memory, because its references must be read before the first segment is scored.',
  'Captions are usually lower-cased and stripped of punctuation first (the tools use the tokenizer of the Penn Treebank); the papers also stem words. Neither is done here: prepare the texts, or use `case=lc`.',
];

type Settings = OptionsOf<typeof cosineOptions> & { readonly sigma?: number };

/** `sigma` asks for clipping and a penalty for another length. */
export const cosineBody = (
  name: string,
  settings: Settings,
  resources: ReadonlyMap<string, unknown>,
  learned: unknown,
): MetricBody => {
  const { order, lowercase, sigma } = settings;
  const ngrams = (learned ?? nothing) as CountedNgrams;
  return {
    name,
    range: { worst: 0, best: 10 },
    decomposable: true,
    reads: [wordView(settings, resources), knownWords(wordTokenizer(settings, resources), lowercase, ngrams.words)],
    statistics: ['score', 'segments', ...perOrder('cosine', order)],
    counter: () => cosineCounter(order, ngrams, sigma),
    score: ({ 0: score = 0, 1: segments = 0 }) => (segments > 0 ? (10 * score) / segments : 0),
    parts: (sums) =>
      Object.fromEntries(
        perOrder('cosine', order).map((part, n) => [part, sums[1]! > 0 ? sums[2 + n]! / sums[1]! : 0]),
      ),
    explain: (sums, segment) => explainMean(sums, segment, '10 * s / n'),
    explainer: () => cosineExplainer(order, ngrams, sigma),
    shows: [wordView(settings, resources)],
  };
};

export const cosineLearner = (settings: Settings, resources: ReadonlyMap<string, unknown>) =>
  new ReferenceNgrams(settings.order, wordTokenizer(settings, resources), settings.lowercase, 'segments');

/** N-grams of a text by node, in the order of their first occurrence. */
interface Vector {
  readonly nodes: number[];
  readonly weights: Map<number, number>;
  /** By order − 1: the length of the vector. */
  readonly norms: number[];
  readonly words: number;
}

/** The vectors of the texts of a segment. */
class Vectors {
  readonly #order: number;
  readonly #known: KnownNgrams;
  readonly #tree = new NgramTree();
  /** By node: its idf, and its number of words. */
  #idf: number[] = [];
  orders: number[] = [];
  readonly #segments: number;

  constructor(order: number, learned: CountedNgrams) {
    this.#order = order;
    this.#known = new KnownNgrams(learned);
    this.#segments = log(Math.max(1, learned.counts[0]!));
  }

  clear(): void {
    this.#tree.clear();
    this.#idf = [];
    this.orders = [];
  }

  of([words, known]: Text): Vector {
    const counts = new Map<number, number>();
    const length = words!.end - words!.start;
    for (let i = 0; i < length; i++) {
      let [node, knownNode] = [0, 0];
      for (let n = 0; n < this.#order && i + n < length; n++) {
        node = this.#tree.add(node, words!.ids[words!.start + i + n]!);
        if (knownNode >= 0) knownNode = this.#known.find(knownNode, known!.ids[known!.start + i + n]!);
        // Longer n-grams than those that are known are in at most one segment.
        this.#idf[node] ??= this.#segments - log(Math.max(1, knownNode < 0 ? 0 : this.#known.counts[knownNode]!));
        this.orders[node] ??= n;
        counts.set(node, (counts.get(node) ?? 0) + 1);
      }
    }
    const weights = new Map<number, number>();
    const norms = Array.from({ length: this.#order }, () => 0);
    for (const [node, count] of counts) {
      const weight = count * this.#idf[node]!;
      weights.set(node, weight);
      norms[this.orders[node]!]! += weight * weight;
    }
    return { nodes: [...counts.keys()], weights, norms: norms.map(Math.sqrt), words: length };
  }
}

/** By order − 1: the cosine of two vectors; clipped and with a penalty for another length if `sigma` is given. */
function cosines(own: Vector, theirs: Vector, orders: readonly number[], sigma: number | undefined): number[] {
  const sums = own.norms.map(() => 0);
  for (const node of own.nodes) {
    const [mine, other] = [own.weights.get(node)!, theirs.weights.get(node) ?? 0];
    sums[orders[node]!]! += (sigma === undefined ? mine : Math.min(mine, other)) * other;
  }
  const difference = own.words - theirs.words;
  const penalty = sigma === undefined ? 1 : exp(-(difference * difference) / (2 * sigma * sigma));
  return sums.map((sum, n) => {
    const norm = own.norms[n]! * theirs.norms[n]!;
    return norm > 0 ? (sum / norm) * penalty : 0;
  });
}

const meanOver = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function cosineCounter(order: number, learned: CountedNgrams, sigma: number | undefined): Counter {
  const vectors = new Vectors(order, learned);
  let references: Vector[] = [];
  return {
    prepare(texts) {
      vectors.clear();
      references = texts.map((text) => vectors.of(text));
    },
    collect(hypothesis, rows, at) {
      const own = vectors.of(hypothesis);
      const found = references.map((reference) => cosines(own, reference, vectors.orders, sigma));
      const means = Array.from({ length: order }, (_, n) => meanOver(found.map((each) => each[n]!)));
      rows[at] = meanOver(means);
      rows[at + 1] = 1;
      for (let n = 0; n < order; n++) rows[at + 2 + n] = means[n]!;
    },
  };
}

function cosineExplainer(order: number, learned: CountedNgrams, sigma: number | undefined): Explainer {
  const counter = cosineCounter(order, learned, sigma);
  return {
    explain(hypothesis, references, source) {
      const row = new Float64Array(2 + order);
      counter.prepare(references, source);
      counter.collect(hypothesis, row, 0);
      const steps = new Steps();
      const orders = Array.from({ length: order }, (_, n) => n + 1);
      for (const n of orders) {
        steps.counted(`s${n}`, `cosine of weighted ${n}-grams`, row[1 + n]!, {
          ...(references.length > 1 && { note: `mean of ${references.length} references` }),
        });
      }
      steps.computed('s', 'score of the segment', `(${orders.map((n) => `s${n}`).join(' + ')}) / ${order}`);
      return steps.list;
    },
  };
}
