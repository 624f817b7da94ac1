/** Lattices and forests as a search space: candidates are the texts of the derivations that a search meets, measured when first met. */
import { type Metric, UsageError, enlarged, teach } from '../../core/index.ts';
import type { Hypergraph } from '../../lattice/index.ts';
import { SegmentCounter } from '../../measure/index.ts';
import { checkFeatures, checkReferences } from '../checks.ts';
import { ForestEnvelope } from './forestEnvelope.ts';
import { WordSequences } from './wordSequences.ts';
import type { Envelope, SearchSpace } from './searchSpace.ts';

/** Lattices or forests as a search space for a tuner. */
export class ForestSpace implements SearchSpace {
  readonly segments: number;
  readonly featureNames: readonly string[];
  readonly width: number;
  readonly #forests: readonly Hypergraph[];
  readonly #references: readonly (readonly string[])[];
  readonly #sources: readonly string[] | undefined;
  readonly #counter: SegmentCounter;
  readonly #envelope = new ForestEnvelope();
  readonly #texts = new WordSequences();
  readonly #level: Float64Array;
  #rows: Float64Array;
  #counted = 0;

  /**
   * One forest for each segment. The metric sees the words of forests joined by spaces, so it should not tokenize them itself
   * (`tok=none`); a metric that learns is taught from the references.
   */
  constructor(
    forests: readonly Hypergraph[],
    metric: Metric,
    references: readonly (readonly string[])[],
    sources?: readonly string[],
  ) {
    checkReferences(forests.length, 'forest', references, sources);
    this.featureNames = commonNames(forests);
    forests.forEach(({ features }, i) => checkFeatures(features, this.featureNames, `Forest ${i + 1}`));
    this.segments = forests.length;
    this.width = metric.statistics.length;
    this.#forests = forests;
    this.#references = references;
    this.#sources = sources;
    this.#counter = new SegmentCounter([teach(metric, references)]);
    this.#level = new Float64Array(this.featureNames.length);
    this.#rows = new Float64Array(256 * this.width);
  }

  rows(): Float64Array {
    return this.#rows;
  }

  best(segment: number, weights: Float64Array): number {
    const forest = this.#forests[segment]!;
    this.#envelope.find(forest, weights, this.#level);
    const candidate = this.#candidate(segment, forest, 0);
    this.#count(segment);
    return candidate;
  }

  trace(segment: number, weights: Float64Array, direction: Float64Array, envelope: Envelope): void {
    const forest = this.#forests[segment]!;
    const pieces = this.#envelope.find(forest, weights, direction);
    envelope.count = 0;
    for (let piece = 0; piece < pieces; piece++) {
      const candidate = this.#candidate(segment, forest, piece);
      // Other derivations of the same text are not a change.
      if (piece > 0 && candidate === envelope.candidates[envelope.count - 1]) continue;
      envelope.push(this.#envelope.from(forest, piece), candidate);
    }
    this.#count(segment);
  }

  text(candidate: number): string {
    const { words } = this.#forests[this.#texts.segmentOf(candidate)]!;
    return Array.from(this.#texts.wordsOf(candidate), (word) => words[word]!).join(' ');
  }

  #candidate(segment: number, forest: Hypergraph, piece: number): number {
    const { values, length } = this.#envelope.words(forest, piece);
    return this.#texts.number(segment, values, length);
  }

  /** Measures the new texts; all belong to this segment. */
  #count(segment: number): void {
    const first = this.#counted;
    const end = this.#texts.count;
    if (first === end) return;
    if (end * this.width > this.#rows.length) this.#rows = enlarged(this.#rows, end * this.width);
    const texts: string[] = [];
    for (let candidate = first; candidate < end; candidate++) texts.push(this.text(candidate));
    this.#counter.count(texts, this.#references[segment]!, this.#sources?.[segment], [this.#rows], first, 1);
    this.#counted = end;
  }
}

/** The forests of one run share a list of names, of which some may have only the beginning. */
function commonNames(forests: readonly Hypergraph[]): readonly string[] {
  let longest: readonly string[] = [];
  for (const { featureNames } of forests) if (featureNames.length > longest.length) longest = featureNames;
  forests.forEach(({ featureNames }, i) => {
    const other = featureNames.findIndex((name, f) => name !== longest[f]);
    if (other < 0) return;
    throw new UsageError(
      `Forest ${i + 1} has the feature ${featureNames[other]} where others have ${longest[other]}. Read all forests with the same names.`,
    );
  });
  return longest;
}
