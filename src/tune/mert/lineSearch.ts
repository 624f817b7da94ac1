/**
 * The best point on a line of weights. It is exact: nothing changes between two points where some segment changes its candidate, and
 * sums of rows give the score of the whole. Och (2003); Cer, Jurafsky and Manning (2008): Regularization and search for minimum error
 * rate training, for smoothing.
 */
import { enlarged } from '../../core/index.ts';
import { l1Norm } from '../weights.ts';
import { Envelope, type Objective, type SearchSpace } from './searchSpace.ts';
import { sortByKey } from './upperEnvelope.ts';

export const smoothings = ['none', 'average', 'min'] as const;
type SmoothingId = (typeof smoothings)[number];

/** The value of an interval is the average, or the minimum, over itself and `window` neighbours on each side. */
export interface Smoothing {
  readonly kind: SmoothingId;
  readonly window: number;
}

interface Move {
  /** How far to go; 0 if it is best to stay. */
  gamma: number;
  /** The value there: the score, negated if lower is better, smoothed, minus the penalty. */
  value: number;
  /** The same at 0; the lower of both sides if there is a change exactly there. */
  stay: number;
  /** How many intervals there were. */
  intervals: number;
  /** The interquartile range of all changes: the scale of the direction, whatever that of its features. */
  spread: number;
}

/** The range of γ, which includes 0. */
export interface Limits {
  readonly low: number;
  readonly high: number;
}

const unlimited: Limits = { low: -Infinity, high: Infinity };

/** An interval narrower than this fraction of the typical width is too narrow to aim at. */
const narrowest = 1e-4;

/** … or if rounding makes its middle indistinguishable from its ends. */
const indistinct = 1e-10;

/** How far to go beyond the last point in an unbounded interval, as a fraction of the interquartile range of all points. */
const margin = 0.1;

/**
 * Scores closer than this relative difference are equal. Sums of integers are exact, but those of fractions have an error of about
 * 1e-16 per addition, and are recomputed often enough to keep it below 1e-12. That must not decide between intervals.
 */
const tolerance = 1e-9;

export function isTie(a: number, b: number): boolean {
  if (a === b) return true;
  // −∞ means no score at all, and only that.
  const size = Math.max(1, Math.abs(a), Math.abs(b));
  return size < Infinity && Math.abs(a - b) <= tolerance * size;
}

/** A score, negated if lower is better; no score is worse than any. */
function valueOf(objective: Objective, sums: ArrayLike<number>): number {
  const score = objective.score(sums);
  if (Number.isNaN(score)) return -Infinity;
  return objective.higherIsBetter ? score : -score;
}

/** Sums of the rows of one candidate for each segment; −1 for none. */
function addRows(rows: Float64Array, width: number, candidates: Int32Array, sums: Float64Array): void {
  sums.fill(0);
  for (let s = 0; s < candidates.length; s++) {
    const at = candidates[s]! * width;
    if (at >= 0) for (let k = 0; k < width; k++) sums[k]! += rows[at + k]!;
  }
}

/** Points where a segment changes its candidate. */
class Changes {
  count = 0;
  gammas = new Float64Array(1024);
  segments = new Int32Array(1024);
  candidates = new Int32Array(1024);
  order = new Int32Array(1024);
  spare = new Int32Array(1024);

  push(gamma: number, segment: number, candidate: number): void {
    if (this.count === this.gammas.length) this.#grow();
    this.gammas[this.count] = gamma;
    this.segments[this.count] = segment;
    this.order[this.count] = this.count;
    this.candidates[this.count++] = candidate;
  }

  #grow(): void {
    this.gammas = enlarged(this.gammas);
    this.segments = enlarged(this.segments);
    this.candidates = enlarged(this.candidates);
    this.order = enlarged(this.order);
    this.spare = new Int32Array(this.order.length);
  }
}

/** Intervals of γ between changes of the score, from left to right. */
class Intervals {
  count = 0;
  starts = new Float64Array(1024);
  ends = new Float64Array(1024);
  values = new Float64Array(1024);

  push(start: number, end: number, value: number): void {
    if (this.count === this.starts.length) {
      this.starts = enlarged(this.starts);
      this.ends = enlarged(this.ends);
      this.values = enlarged(this.values);
    }
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.values[this.count++] = value;
  }
}

/** Memory reused from search to search. */
export class LineSearch {
  readonly #space: SearchSpace;
  readonly #objective: Objective;
  readonly #smoothing: Smoothing;
  readonly #envelope = new Envelope();
  readonly #changes = new Changes();
  readonly #intervals = new Intervals();
  readonly #current: Int32Array;
  readonly #sums: Float64Array;
  readonly #move: Move = { gamma: 0, value: 0, stay: 0, intervals: 0, spread: 0 };

  constructor(space: SearchSpace, objective: Objective, smoothing: Smoothing = { kind: 'none', window: 0 }) {
    this.#space = space;
    this.#objective = objective;
    this.#smoothing = smoothing;
    this.#current = new Int32Array(space.segments);
    this.#sums = new Float64Array(space.width);
  }

  /** The value of the candidates that the weights choose. */
  value(weights: Float64Array): number {
    const space = this.#space;
    for (let s = 0; s < space.segments; s++) this.#current[s] = space.best(s, weights);
    addRows(space.rows(), space.width, this.#current, this.#sums);
    return valueOf(this.#objective, this.#sums);
  }

  /**
   * The best point of weights + γ · direction, which is to stay if the score never changes; undefined if no segment ever changes
   * its candidate. The result is valid until the next search.
   */
  search(
    weights: Float64Array,
    direction: Float64Array,
    { low, high }: Limits = unlimited,
    penalty?: (gamma: number) => number,
  ): Move | undefined {
    this.#trace(weights, direction);
    const { count, order, spare, gammas } = this.#changes;
    if (count === 0) return undefined;
    sortByKey(order, spare, count, gammas);
    this.#sweep();
    this.#move.intervals = this.#intervals.count;
    const spread = spreadOf(gammas, order, count);
    this.#move.spread = spread;
    // The range extends beyond the outermost changes; if these give no scale, the size of the weights does.
    const reach = margin * (spread || Math.abs(gammas[order[0]!]!) || l1Norm(weights) / l1Norm(direction) || 1);
    const first = gammas[order[0]!]! - 2 * reach;
    const last = gammas[order[count - 1]!]! + 2 * reach;
    this.#aim(Math.max(low, first), Math.min(high, last), (narrowest * spread) / (count / 2));
    return this.#choose(penalty);
  }

  #trace(weights: Float64Array, direction: Float64Array): void {
    const envelope = this.#envelope;
    this.#changes.count = 0;
    for (let s = 0; s < this.#space.segments; s++) {
      this.#space.trace(s, weights, direction, envelope);
      this.#current[s] = envelope.count > 0 ? envelope.candidates[0]! : -1;
      for (let i = 1; i < envelope.count; i++) this.#changes.push(envelope.from[i]!, s, envelope.candidates[i]!);
    }
  }

  /** Goes from left to right, and begins a new interval wherever the score changes. */
  #sweep(): void {
    const { width, segments } = this.#space;
    const rows = this.#space.rows();
    const { count, order, gammas, segments: changing, candidates } = this.#changes;
    const [current, sums, intervals] = [this.#current, this.#sums, this.#intervals];
    intervals.count = 0;
    addRows(rows, width, current, sums);
    let start = -Infinity;
    let value = valueOf(this.#objective, sums);
    let sinceAdded = 0;
    for (let i = 0; i < count;) {
      const gamma = gammas[order[i]!]!;
      let isChanged = false;
      for (; i < count && gammas[order[i]!] === gamma; i++) {
        const segment = changing[order[i]!]!;
        const from = current[segment]! * width;
        const to = candidates[order[i]!]! * width;
        current[segment] = candidates[order[i]!]!;
        for (let k = 0; k < width; k++) {
          const change = rows[to + k]! - rows[from + k]!;
          if (change === 0) continue;
          sums[k]! += change;
          isChanged = true;
        }
        sinceAdded++;
      }
      if (!isChanged) continue;
      if (sinceAdded > Math.max(segments, 64)) {
        addRows(rows, width, current, sums);
        sinceAdded = 0;
      }
      const next = valueOf(this.#objective, sums);
      if (isTie(next, value)) continue;
      intervals.push(start, gamma, value);
      start = gamma;
      value = next;
    }
    intervals.push(start, Infinity, value);
  }

  /** Drops intervals that are out of reach or too narrow to aim at, except the current one. */
  #aim(low: number, high: number, width: number): void {
    const intervals = this.#intervals;
    let kept = 0;
    for (let i = 0; i < intervals.count; i++) {
      const from = intervals.starts[i]!;
      const to = intervals.ends[i]!;
      const isHere = from < 0 && 0 < to;
      const start = isHere ? from : Math.max(from, low);
      const end = isHere ? to : Math.min(to, high);
      const least = Math.max(width, indistinct * Math.max(Math.abs(start), Math.abs(end)));
      if (!isHere && !(end - start > least)) continue;
      intervals.starts[kept] = start;
      intervals.ends[kept] = end;
      intervals.values[kept++] = intervals.values[i]!;
    }
    intervals.count = kept;
  }

  /** Ties go to the current interval, then to the widest, then to the first. */
  #choose(penalty: ((gamma: number) => number) | undefined): Move {
    const { count, starts, ends } = this.#intervals;
    const move = this.#move;
    let widest = 0;
    move.gamma = NaN;
    move.stay = Infinity;
    for (let i = 0; i < count; i++) {
      const isHere = starts[i]! < 0 && 0 < ends[i]!;
      const gamma = isHere ? 0 : (starts[i]! + ends[i]!) / 2;
      const value = this.#smoothed(i) - (penalty ? penalty(gamma) : 0);
      const width = isHere ? Infinity : ends[i]! - starts[i]!;
      if (starts[i]! <= 0 && 0 <= ends[i]!) move.stay = Math.min(move.stay, value);
      const isFirst = Number.isNaN(move.gamma);
      const isEqual = !isFirst && isTie(value, move.value);
      if (isEqual ? width <= widest : !isFirst && value < move.value) continue;
      move.gamma = gamma;
      move.value = value;
      widest = width;
    }
    if (move.stay === Infinity) move.stay = -Infinity; // both sides of 0 are too narrow
    return move;
  }

  #smoothed(interval: number): number {
    const { kind, window } = this.#smoothing;
    const { count, values } = this.#intervals;
    if (kind === 'none') return values[interval]!;
    const first = Math.max(0, interval - window);
    const last = Math.min(count - 1, interval + window);
    let sum = 0;
    let least = Infinity;
    for (let i = first; i <= last; i++) {
      sum += values[i]!;
      least = Math.min(least, values[i]!);
    }
    return kind === 'average' ? sum / (last - first + 1) : least;
  }
}

function spreadOf(gammas: Float64Array, order: Int32Array, count: number): number {
  const quarter = Math.floor(count / 4);
  return gammas[order[count - 1 - quarter]!]! - gammas[order[quarter]!]!;
}
