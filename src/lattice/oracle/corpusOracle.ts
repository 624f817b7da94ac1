/**
 * The best translation of a corpus inside lattices or forests, by whichever oracle the metric has: recognition rates are exact and need
 * one structure at a time, BLEU is approximated and needs all of them.
 */
import { type Metric, UsageError, idsWith } from '../../core/index.ts';
import { SegmentCounter } from '../../measure/index.ts';
import { metrics as definitions } from '../../metrics/index.ts';
import { isWordView, splitWords } from '../../text/index.ts';
import { atPlace } from '../atPlace.ts';
import { bestDerivation } from '../derivations/bestDerivation.ts';
import { type Derivation, describeDerivation } from '../derivations/derivation.ts';
import type { Hypergraph } from '../shape/hypergraph.ts';
import { type BleuOracleSegment, bleuOracle } from './bleu/bleuOracle.ts';
import { RecognitionOracle } from './recognition/recognitionOracle.ts';

interface ScoredText {
  readonly text: string;
  readonly words: number;
  readonly score: number;
}

interface CorpusOracleSegment {
  /** The best derivation by the scores of the structure. */
  readonly first: ScoredText;
  /** The best derivation by the metric. */
  readonly oracle: ScoredText;
}

interface CorpusOracle {
  readonly first: number;
  readonly oracle: number;
  /** Whether the result is exact: no text of the structures has a higher score. */
  readonly exact: boolean;
  /** An upper bound for all texts of the structures. */
  readonly bound: number;
  readonly segments: readonly CorpusOracleSegment[];
}

export const hasStructuralOracle = ({ recognition, precisions }: Metric): boolean =>
  recognition !== undefined || precisions !== undefined;

/** Metrics that have an oracle inside structures. */
export const structuralMetrics = (): string[] => idsWith(definitions, hasStructuralOracle);

/**
 * A search for the best translation of a corpus inside its lattices or forests, by a metric that has such an oracle. It takes one segment
 * after the other.
 */
export class CorpusOracleSearch {
  readonly #metric: Metric;
  readonly #lowercase: boolean;
  readonly #recognition: RecognitionOracle | undefined;
  readonly #counter: SegmentCounter;
  /** Sums of rows. */
  readonly #firstSums: Float64Array;
  readonly #oracleSums: Float64Array;
  readonly #first: ScoredText[] = [];
  readonly #oracle: ScoredText[] = [];
  /** What BLEU must look at together. */
  readonly #waiting: (BleuOracleSegment & { readonly told: Hypergraph; readonly texts: readonly string[] })[] = [];

  /** The metric must take words as they are, with `tok=none`; it may lower-case them. */
  constructor(metric: Metric) {
    if (!hasStructuralOracle(metric)) {
      throw new UsageError(
        `There is no lattice oracle for ${metric.name}. Metrics that have one: ${structuralMetrics().join(', ')}.`,
      );
    }
    const [view] = metric.reads;
    if (!view || !isWordView(view) || view.tokenizer.name !== 'none') {
      throw new UsageError(`Use ${metric.name} with tok=none: the words of lattices are not tokenized again.`);
    }
    this.#metric = metric;
    this.#lowercase = view.lowercase;
    this.#recognition = metric.recognition && new RecognitionOracle(metric);
    this.#counter = new SegmentCounter([metric]);
    this.#firstSums = new Float64Array(metric.statistics.length);
    this.#oracleSums = new Float64Array(metric.statistics.length);
  }

  /** `place` is for messages. */
  take(hypergraph: Hypergraph, references: readonly string[], place: string): void {
    checkWords(hypergraph, place);
    const lowercase = this.#lowercase;
    const searched = lowercase
      ? { ...hypergraph, words: hypergraph.words.map((word) => word.toLowerCase()) }
      : hypergraph;
    const texts = references.map((text) => splitWords(lowercase ? text.toLowerCase() : text));
    this.#first.push(
      this.#score(
        atPlace(place, () => bestDerivation(hypergraph)),
        references,
        this.#firstSums,
      ),
    );
    if (!this.#recognition) {
      this.#waiting.push({ hypergraph: searched, references: texts, told: hypergraph, texts: references });
      return;
    }
    const recognition = this.#recognition;
    const oracle = atPlace(place, () =>
      describeDerivation(hypergraph, recognition.find(searched, texts).derivation.edges),
    );
    this.#oracle.push(this.#score(oracle, references, this.#oracleSums));
  }

  /** The result for the corpus; call it once. */
  finish(): CorpusOracle {
    const exact = this.#recognition !== undefined;
    let bound = -Infinity;
    if (!exact) {
      const found = bleuOracle(this.#metric, this.#waiting);
      bound = found.bound;
      this.#waiting.forEach(({ told, texts }, i) => {
        const derivation = describeDerivation(told, found.derivations[i]!.edges);
        this.#oracle.push(this.#score(derivation, texts, this.#oracleSums));
      });
    }
    const oracle = this.#metric.score(this.#oracleSums);
    return {
      first: this.#metric.score(this.#firstSums),
      oracle,
      exact,
      bound: exact ? oracle : bound,
      segments: this.#first.map((first, i) => ({ first, oracle: this.#oracle[i]! })),
    };
  }

  #score({ text, words }: Derivation, references: readonly string[], sums: Float64Array): ScoredText {
    const row = new Float64Array(sums.length);
    this.#counter.count([text], references, undefined, [row], 0, 1);
    row.forEach((value, k) => (sums[k]! += value));
    return { text, words: words.length, score: this.#metric.forSegments.score(row) };
  }
}

/** A metric would read such a word as two words, or as none. */
function checkWords({ words }: Hypergraph, place: string): void {
  const bad = words.find((word) => splitWords(word)[0] !== word);
  if (bad === undefined) return;
  throw new UsageError(
    `${place}: ${JSON.stringify(bad)} is not a word: it ${bad === '' ? 'is empty' : 'contains white space'}. Split it into words, or remove it.`,
  );
}
