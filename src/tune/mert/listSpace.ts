/** N-best lists as a search space: each candidate is a line along a direction of weights. Och (2003): Minimum error rate training. */
import { weigh } from '../../lattice/index.ts';
import type { Candidates, Pool } from '../lists/candidates.ts';
import { checkFeatures, checkRows } from '../checks.ts';
import { dropLower, keepHighest, sortByKey } from './upperEnvelope.ts';
import type { Envelope, SearchSpace } from './searchSpace.ts';

/** What a search needs of candidates; a thread that shows no texts does not need them. */
export type SearchedCandidates = Omit<Candidates, 'totals'>;

/** N-best lists as a search space for a tuner. */
export class ListSpace implements SearchSpace {
  readonly segments: number;
  readonly featureNames: readonly string[];
  readonly width: number;
  readonly #candidates: SearchedCandidates;
  readonly #rows: Float64Array;
  /** By candidate, under the last weights: a search follows many directions from one point. */
  readonly #intercepts: Float64Array;
  readonly #slopes: Float64Array;
  #weights = new Float64Array(0);
  readonly #order: Int32Array;
  readonly #spare: Int32Array;
  /** Features by feature, then by candidate: a direction has few, usually one. Undefined if that takes too much memory. */
  readonly #columns: Float64Array | undefined;
  readonly #starts: Float64Array;

  constructor(pool: Pool<SearchedCandidates>) {
    checkRows(pool);
    const { candidates, rows, width } = pool;
    const { segments, starts, featureNames, features } = candidates;
    const count = starts[segments]!;
    checkFeatures(features, featureNames, 'The n-best lists');
    this.segments = segments;
    this.featureNames = featureNames;
    this.width = width;
    this.#candidates = candidates;
    this.#rows = rows;
    this.#intercepts = new Float64Array(count);
    this.#slopes = new Float64Array(count);
    let longest = 0;
    for (let i = 0; i < segments; i++) longest = Math.max(longest, starts[i + 1]! - starts[i]!);
    this.#order = new Int32Array(longest);
    this.#spare = new Int32Array(longest);
    this.#columns = columnsOf(candidates);
    this.#starts = new Float64Array(longest);
  }

  rows(): Float64Array {
    return this.#rows;
  }

  /** −1 if the segment has none. */
  best(segment: number, weights: Float64Array): number {
    this.#weigh(weights);
    const { starts } = this.#candidates;
    let best = -1;
    let highest = -Infinity;
    for (let c = starts[segment]!; c < starts[segment + 1]!; c++) {
      if (this.#intercepts[c]! <= highest) continue;
      highest = this.#intercepts[c]!;
      best = c;
    }
    return best;
  }

  trace(segment: number, weights: Float64Array, direction: Float64Array, envelope: Envelope): void {
    this.#weigh(weights);
    const { starts } = this.#candidates;
    const from = starts[segment]!;
    const count = starts[segment + 1]! - from;
    this.#slope(from, from + count, direction);
    for (let k = 0; k < count; k++) this.#order[k] = from + k;
    const left = dropLower(this.#order, count, this.#slopes, this.#intercepts);
    sortByKey(this.#order, this.#spare, left, this.#slopes);
    const kept = keepHighest(this.#order, left, this.#slopes, this.#intercepts, this.#starts);
    envelope.count = 0;
    for (let k = 0; k < kept; k++) envelope.push(this.#starts[k]!, this.#order[k]!);
  }

  text(candidate: number): string {
    return this.#candidates.texts[candidate]!;
  }

  /** Adds in the same order as `weigh`, so that the bits are the same. */
  #slope(from: number, to: number, direction: Float64Array): void {
    const slopes = this.#slopes;
    const columns = this.#columns;
    if (!columns) {
      for (let c = from; c < to; c++) slopes[c] = weigh(this.#candidates.features, c, direction);
      return;
    }
    slopes.fill(0, from, to);
    for (let f = 0; f < direction.length; f++) {
      const step = direction[f]!;
      if (step === 0) continue;
      const column = f * slopes.length;
      for (let c = from; c < to; c++) slopes[c]! += step * columns[column + c]!;
    }
  }

  #weigh(weights: Float64Array): void {
    if (sameNumbers(weights, this.#weights)) return;
    this.#weights = weights.slice();
    for (let c = 0; c < this.#intercepts.length; c++) {
      this.#intercepts[c] = weigh(this.#candidates.features, c, weights);
    }
  }
}

/** 32 MB. */
const mostInColumns = 1 << 22;

function columnsOf({ segments, starts, featureNames, features }: SearchedCandidates): Float64Array | undefined {
  const count = starts[segments]!;
  if (count * featureNames.length > mostInColumns) return undefined;
  const columns = new Float64Array(count * featureNames.length);
  for (let c = 0; c < count; c++) {
    for (let at = features.starts[c]!; at < features.starts[c + 1]!; at++) {
      columns[features.indices[at]! * count + c] = features.values[at]!;
    }
  }
  return columns;
}

function sameNumbers(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
