/**
 * The derivation with the highest K-gram recognition rate, found inside a lattice or forest: Chiang, DeNeefe, Chan and Ng (EMNLP 2008),
 * section 4.3. The metric's automaton is intersected with the structure, so the result is exact for any number of derivations.
 *
 * The lowest rate is not given: a rate is the highest over alignments, and the lowest of highest ones does not split at nodes.
 */
import { type Counter, type Metric, type Tokens, UsageError } from '../../../core/index.ts';
import { countGrams } from '../../../text/index.ts';
import { bestBy, bestDerivation, collectBest } from '../../derivations/bestDerivation.ts';
import { type Derivation, describeDerivation } from '../../derivations/derivation.ts';
import { type Hypergraph, goalOf } from '../../shape/hypergraph.ts';
import { RecognitionSearch } from './recognitionSearch.ts';

export interface RecognitionOracleOptions {
  /** What 1 of the score adds to what is recognized: above 0 for a translation that both the metric and the model like. */
  readonly scoreWeight?: number;
}

export interface RecognizedDerivation {
  /** The metric's row: what is recognized, and what there is to recognize. Rows of segments add up. */
  readonly recognized: number;
  readonly toRecognize: number;
  /** Their ratio; with nothing to recognize 1 if nothing went wrong, else 0. */
  readonly rate: number;
  readonly derivation: Derivation;
}

/** Differences of what is recognized that are due to rounding. */
const tolerance = 1e-9;

/** What a search may find too little, where scores decide between equals. */
const slack = 1e-6;

/**
 * An exact search for the derivation with the highest recognition rate in a lattice or forest. It reuses its memory from one structure to
 * the next.
 */
export class RecognitionOracle {
  readonly #order: number;
  readonly #scoreWeight: number;
  readonly #counter: Counter;
  readonly #search: RecognitionSearch;

  /** Of a metric that is a recognition rate. */
  constructor(metric: Metric, { scoreWeight = 0 }: RecognitionOracleOptions = {}) {
    const { recognition } = metric;
    if (!recognition) throw new UsageError(`This oracle is for recognition rates, not for ${metric.name}.`);
    if (!Number.isFinite(scoreWeight)) throw new UsageError(`The weight of scores must be finite, not ${scoreWeight}.`);
    this.#order = recognition.order;
    this.#scoreWeight = scoreWeight;
    this.#counter = metric.counter();
    this.#search = new RecognitionSearch(recognition);
  }

  /**
   * The best derivation against references given as words, of which the one with the highest rate counts, as in the metric.
   * Of equals one with the highest score is taken; scores that differ by less than 10⁻⁹ of their range count as equal.
   */
  find(hypergraph: Hypergraph, references: readonly (readonly string[])[]): RecognizedDerivation {
    if (references.length === 0) throw new UsageError('An oracle needs a reference, but none was given.');
    const numbers = numberWords(references);
    const tokens = references.map((words) => tokensOf(words, numbers));
    this.#counter.prepare(tokens.map((each) => [each]), undefined); // prettier-ignore
    const wordIds = Int32Array.from(hypergraph.words, (word) => numbers.get(word) ?? -1);
    const wholes = references.map(({ length }) => countGrams(length, this.#order));
    const mean = wholes.reduce((sum, whole) => sum + whole, 0) / references.length;
    let best: RecognizedDerivation | undefined;
    let highest = -Infinity;
    const consider = (derivation: Derivation): void => {
      const found = this.#measure(derivation, numbers);
      const value = found.recognized + this.#scoreWeight * derivation.score;
      if (best && value < highest - tolerance) return;
      if (best && value <= highest + tolerance && derivation.score <= best.derivation.score) return;
      best = found;
      highest = value;
    };
    references.forEach((reference, r) => {
      if (wholes[r] === 0 && mean > 0) {
        // Such a reference rates all texts but the empty one alike.
        const liked =
          this.#scoreWeight < 0 ? { ...hypergraph, scores: hypergraph.scores.map((score) => -score) } : hypergraph;
        for (const edges of [bestDerivation(liked).edges, bestEmptyDerivation(liked)]) {
          if (edges) consider(describeDerivation(hypergraph, edges));
        }
        return;
      }
      const same = references.findIndex((other) => other.join(' ') === reference.join(' '));
      if (same < r) return;
      const share = wholes[r]! > 0 ? mean / wholes[r]! : 1;
      const weight = this.#search.read(hypergraph, wordIds, tokens[r]!.ids, this.#scoreWeight / share) * share;
      if (weight < highest - slack) return;
      consider(describeDerivation(hypergraph, this.#search.trace()));
    });
    return best!;
  }

  #measure(derivation: Derivation, numbers: ReadonlyMap<string, number>): RecognizedDerivation {
    const row = new Float64Array(2);
    this.#counter.collect([tokensOf(derivation.words, numbers)], row, 0);
    const { 0: recognized = 0, 1: toRecognize = 0 } = row;
    const rate = toRecognize > 0 ? recognized / toRecognize : recognized === 0 ? 1 : 0;
    return { recognized, toRecognize, rate, derivation };
  }
}

/** The edges of the best derivation that says nothing at all, if there is one. */
function bestEmptyDerivation(hypergraph: Hypergraph): Int32Array | undefined {
  const best = bestBy(hypergraph, hypergraph.scores, new Float64Array(hypergraph.words.length).fill(-Infinity));
  return best.scores[goalOf(hypergraph)] === -Infinity ? undefined : collectBest(hypergraph, best);
}

function numberWords(texts: readonly (readonly string[])[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const words of texts) for (const word of words) if (!numbers.has(word)) numbers.set(word, numbers.size);
  return numbers;
}

/** Words that are in no reference match nothing, so they can all be the same. */
function tokensOf(words: readonly string[], numbers: ReadonlyMap<string, number>): Tokens {
  const ids = Int32Array.from(words, (word) => numbers.get(word) ?? -1);
  return { ids, start: 0, end: ids.length };
}
