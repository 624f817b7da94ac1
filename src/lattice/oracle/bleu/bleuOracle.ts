/**
 * A translation of a whole corpus with a high BLEU, from lattices or forests: an approximation, since BLEU does not split into segments,
 * nor clipped matches into edges. BLEU is linearised at the current choice, so each n-gram and each word counts alone (Tromble
 * et al. 2008 do so for another purpose); derivations that are good by the linear gain become candidates, and the best choice among them is
 * searched with BLEU itself. The result is never worse than the best derivations by score, and has an upper bound.
 */
import { type ClippedPrecisions, type Metric, UsageError } from '../../../core/index.ts';
import { bestDerivation, textLengths } from '../../derivations/bestDerivation.ts';
import { type Derivation, describeDerivation } from '../../derivations/derivation.ts';
import type { Hypergraph } from '../../shape/hypergraph.ts';
import { chooseRows } from './chooseRows.ts';
import { beamDerivations } from './ngramBeam.ts';
import { precisionLimits } from './precisionLimits.ts';
import { ReferenceTree } from './referenceTree.ts';

export interface BleuOracleSegment {
  readonly hypergraph: Hypergraph;
  /** As words. */
  readonly references: readonly (readonly string[])[];
}

interface BleuOracle {
  readonly score: number;
  /** No choice of derivations has more. */
  readonly bound: number;
  /** The metric score of the best derivations by score. */
  readonly bestScore: number;
  readonly sums: Float64Array;
  /** By segment. */
  readonly derivations: readonly Derivation[];
}

interface Candidate {
  readonly derivation: Derivation;
  readonly row: Float64Array;
}

/** Items kept at each node. */
const beam = 16;

/** The maximum number of linearisations of BLEU. */
const rounds = 6;

/** Shares of matches at which limits are taken; between them they are bounded by straight lines. */
const lambdas = Array.from({ length: 11 }, (_, i) => i / 10);

/**
 * Searches the lattices or forests of a corpus for the translation with the highest BLEU; the result is approximate and has a bound.
 * `metric` is a BLEU with any settings, or another metric that declares its `precisions`; words are not tokenized again.
 */
export function bleuOracle(metric: Metric, segments: readonly BleuOracleSegment[]): BleuOracle {
  const { precisions } = metric;
  if (!precisions) throw new UsageError(`This oracle is for BLEU, not for ${metric.name}.`);
  const width = metric.statistics.length;
  const searched = segments.map(({ hypergraph, references }, i) => {
    if (references.length === 0) throw new UsageError(`Segment ${i + 1} has no reference.`);
    return new Segment(metric, precisions, hypergraph, references);
  });
  const scores = {
    score: (sums: ArrayLike<number>) => metric.score(sums),
    segmentScore: (row: ArrayLike<number>) => metric.forSegments.score(row),
  };
  for (const segment of searched) segment.add(bestDerivation(segment.hypergraph).edges);
  let chosen = searched.map(() => 0);
  let sums = sumOf(searched, chosen, width);
  const bestScore = metric.score(sums);
  let score = bestScore;
  for (let round = 0; round < rounds; round++) {
    const gains = linearGains(sums, precisions);
    let grew = false;
    for (const segment of searched) {
      const before = segment.candidates.length;
      const { hypergraph, wordIds, tree } = segment;
      // Also longer and shorter texts, since the closest reference length changes with the text.
      for (const shift of round === 0 ? [0, 0.5, -0.5] : [0]) {
        const shifted = gains.slice();
        shifted[0]! += shift * gains[1]!;
        for (const edges of beamDerivations(hypergraph, wordIds, tree, shifted, beam)) segment.add(edges);
      }
      grew ||= segment.candidates.length > before;
    }
    if (!grew) break;
    const starts = new Int32Array(searched.length + 1);
    searched.forEach(({ candidates }, i) => (starts[i + 1] = starts[i]! + candidates.length));
    const rows = new Float64Array(starts[searched.length]! * width);
    searched.forEach(({ candidates }, i) =>
      candidates.forEach(({ row }, c) => rows.set(row, (starts[i]! + c) * width)),
    );
    const first = Int32Array.from(chosen, (c, i) => starts[i]! + c);
    const found = chooseRows({ segments: searched.length, starts, rows, width }, scores, { first });
    const better = found.score > score;
    chosen = Array.from(found.choices, (c, i) => c - starts[i]!);
    ({ sums, score } = found);
    if (!better && round > 0) break;
  }
  return {
    score,
    bound: boundOf(precisions, searched),
    bestScore,
    sums,
    derivations: searched.map(({ candidates }, i) => candidates[chosen[i]!]!.derivation),
  };
}

/** The candidates of a segment, each text once. */
class Segment {
  readonly hypergraph: Hypergraph;
  readonly tree: ReferenceTree;
  readonly wordIds: Int32Array;
  readonly candidates: Candidate[] = [];
  /** Words of the longest reference. */
  readonly longestReference: number;
  /** The closest reference length for a text of this many words; beyond the longest reference it is constant. */
  readonly wantedLength: (length: number) => number;
  readonly #count: (words: readonly string[]) => Float64Array;
  readonly #texts = new Map<string, number>();

  constructor(
    metric: Metric,
    { added, lengths }: ClippedPrecisions,
    hypergraph: Hypergraph,
    references: readonly (readonly string[])[],
  ) {
    this.hypergraph = hypergraph;
    this.tree = new ReferenceTree(references, added.length);
    const { vocabulary } = this.tree;
    this.wordIds = Int32Array.from(hypergraph.words, (word) => vocabulary.find(word));
    // Words that are in no reference match nothing, so they can all be the same.
    const tokensOf = (words: readonly string[]) => {
      const ids = Int32Array.from(words, (word) => vocabulary.find(word)).map((id) => (id < 0 ? vocabulary.size : id));
      return [{ ids, start: 0, end: ids.length }];
    };
    const counter = metric.counter();
    counter.prepare(references.map(tokensOf), undefined);
    this.#count = (words) => {
      const row = new Float64Array(metric.statistics.length);
      counter.collect(tokensOf(words), row, 0);
      return row;
    };
    this.longestReference = Math.max(...references.map(({ length }) => length));
    // Which words they are does not matter.
    this.wantedLength = (length) => this.#count(new Array<string>(length).fill(''))[lengths.reference]!;
  }

  add(edges: Int32Array): void {
    const derivation = describeDerivation(this.hypergraph, edges);
    const known = this.#texts.get(derivation.text);
    if (known !== undefined) {
      const { derivation: other, row } = this.candidates[known]!;
      if (derivation.score > other.score) this.candidates[known] = { derivation, row };
      return;
    }
    this.#texts.set(derivation.text, this.candidates.length);
    this.candidates.push({ derivation, row: this.#count(derivation.words) });
  }
}

function sumOf(segments: readonly Segment[], chosen: readonly number[], width: number): Float64Array {
  const sums = new Float64Array(width);
  segments.forEach(({ candidates }, i) => candidates[chosen[i]!]!.row.forEach((value, k) => (sums[k]! += value)));
  return sums;
}

/**
 * What one more word and one more match of each order add to log BLEU at these sums. The reference length counts as given, and an order
 * without matches as if it had half a one.
 */
function linearGains(
  sums: Float64Array,
  { added: { length: order }, lengths, matchesAt, ngramsAt }: ClippedPrecisions,
): Float64Array {
  const gains = new Float64Array(order + 1);
  const length = Math.max(1, sums[lengths.hypothesis]!);
  const wanted = sums[lengths.reference]!;
  if (length < wanted) gains[0] = wanted / (length * length);
  for (let n = 0; n < order; n++) {
    gains[0]! -= 1 / (order * Math.max(1, sums[ngramsAt + n]!));
    gains[n + 1] = 1 / (order * Math.max(0.5, sums[matchesAt + n]!));
  }
  return gains;
}

function boundOf({ added, addedToLengths, bound }: ClippedPrecisions, segments: readonly Segment[]): number {
  const order = added.length;
  const limits = added.map((more) => lambdas.map((lambda) => more * (1 - lambda)));
  const fewest = new Array<number>(order).fill(0);
  const lengths = lambdas.map((lambda) => addedToLengths * (1 - lambda));
  for (const { hypergraph, wordIds, tree, longestReference, wantedLength } of segments) {
    precisionLimits(hypergraph, wordIds, tree, lambdas).forEach((ofOrder, n) => {
      ofOrder.forEach((limit, l) => (limits[n]![l]! += limit));
    });
    const { shortest, longest } = textLengths(hypergraph);
    for (let n = 0; n < order; n++) fewest[n]! += Math.max(0, shortest - n);
    const atLast = wantedLength(longestReference);
    const best = lambdas.map((lambda) => (longest >= longestReference ? longest - lambda * atLast : -Infinity));
    for (let length = shortest; length <= Math.min(longest, longestReference); length++) {
      const wanted = wantedLength(length);
      lambdas.forEach((lambda, l) => (best[l] = Math.max(best[l]!, length - lambda * wanted)));
    }
    best.forEach((limit, l) => (lengths[l]! += limit));
  }
  return bound({ precisions: limits.map(zeroOf), fewest, lengthRatio: zeroOf(lengths) });
}

/** Where a convex function that falls is no longer above 0, at the latest: between two values it is below the straight line. */
function zeroOf(values: readonly number[]): number {
  const at = values.findIndex((value) => value <= 0);
  if (at < 0) return 1;
  if (at === 0) return 0;
  const [before, after] = [values[at - 1]!, values[at]!];
  return lambdas[at - 1]! + ((lambdas[at]! - lambdas[at - 1]!) * before) / (before - after);
}
