/**
 * Minimum error rate training: from several points in weight space, repeatedly goes along the best direction to the best point on it.
 * Och (2003): Minimum error rate training in statistical machine translation. ACL.
 */
import { UsageError } from '../../core/index.ts';
import { Pcg64 } from '../../stats/index.ts';
import { l1Norm } from '../weights.ts';
import type { Objective, SearchSpace } from './searchSpace.ts';
import { LineSearch, type Limits, isTie } from './lineSearch.ts';
import { type CheckedSettings, type MertSettings, checkSettings, mertDefaults } from './settings.ts';

/** The result of one start. */
export interface MertStart {
  /** By the metric. */
  readonly score: number;
  readonly weights: Float64Array;
  /** The maximised value: the score, negated if lower is better, minus the penalty. */
  readonly value: number;
  readonly rounds: number;
  /** Number of intervals of equal score examined. */
  readonly intervals: number;
}

export interface MertResult {
  readonly weights: Float64Array;
  readonly score: number;
  /** Under the weights at the start. */
  readonly startScore: number;
  /** By number; the first is the given point. */
  readonly starts: readonly MertStart[];
  /** Which start led to the weights; −1 if none was as good as the given weights, which happens only with smoothing. */
  readonly best: number;
  readonly intervals: number;
}

/**
 * Tunes feature weights by minimum error rate training (MERT) and returns the best weights found. They are never worse on the objective
 * than the given weights.
 */
export function tuneByMert(
  space: SearchSpace,
  objective: Objective,
  weights: Float64Array,
  settings: Partial<MertSettings> = {},
): MertResult {
  const training = new MertTraining(space, objective, weights, { ...mertDefaults, ...settings });
  const starts: MertStart[] = [];
  for (let start = 0; start < training.starts; start++) starts.push(training.run(start));
  return training.conclude(starts);
}

/** A run in parts: each start has its own random numbers, so starts can run in any order and in any thread. */
export class MertTraining {
  /** The number of starts, including the given point. */
  readonly starts: number;
  readonly #objective: Objective;
  readonly #settings: MertSettings;
  readonly #checked: CheckedSettings;
  readonly #line: LineSearch;
  readonly #given: Float64Array;
  readonly #free: readonly number[];
  readonly #scales: Float64Array;

  constructor(space: SearchSpace, objective: Objective, weights: Float64Array, settings: MertSettings) {
    this.#checked = checkSettings(weights, space.featureNames, settings);
    this.#objective = objective;
    this.#settings = settings;
    this.#line = new LineSearch(space, objective, settings.smoothing);
    this.#given = this.#normalized(weights);
    const { low, high } = this.#checked;
    this.#free = Array.from(weights.keys()).filter((f) => low[f]! < high[f]!);
    this.#scales = this.#scalesOf();
    this.starts = this.#free.length === 0 ? 1 : 1 + settings.restarts;
  }

  run(start: number): MertStart {
    if (!Number.isInteger(start) || start < 0 || start >= this.starts) {
      throw new UsageError(`There is no start ${start}: starts are numbered 0 to ${this.starts - 1}.`);
    }
    const { seed, maxRounds, minGain, smoothing } = this.#settings;
    const random = new Pcg64((BigInt(start + 1) << 64n) | BigInt(seed));
    let weights = start === 0 ? this.#given : this.#normalized(this.#randomPoint(random));
    let value = this.#value(weights);
    let rounds = 0;
    let intervals = 0;
    while (rounds < maxRounds) {
      rounds++;
      const moves = [];
      for (const direction of this.#directions(random)) {
        const move = this.#line.search(
          weights,
          direction,
          this.#limits(weights, direction),
          this.#penaltyAlong(weights, direction),
        );
        if (!move) continue;
        intervals += move.intervals;
        const gain = move.value - (smoothing.kind === 'none' ? value : move.stay);
        if (gain > minGain && move.gamma !== 0) moves.push({ gain, direction, gamma: move.gamma });
      }
      moves.sort((a, b) => b.gain - a.gain);
      // Check the promise of the line at the point: candidates that are equal up to rounding may change places.
      let moved: { weights: Float64Array; value: number } | undefined;
      for (const { direction, gamma } of moves) {
        const there = this.#step(weights, direction, gamma);
        const valueThere = this.#value(there);
        if (smoothing.kind === 'none' && !(valueThere - value > minGain)) continue;
        moved = { weights: there, value: valueThere };
        break;
      }
      if (!moved) break;
      ({ weights, value } = moved);
    }
    return { score: this.#score(weights), weights: weights.slice(), value, rounds, intervals };
  }

  /** Ties go to the first start. */
  conclude(starts: readonly MertStart[]): MertResult {
    let best = 0;
    starts.forEach(({ value }, s) => {
      if (value > starts[best]!.value && !isTie(value, starts[best]!.value)) best = s;
    });
    const startScore = this.#score(this.#given);
    let intervals = 0;
    for (const start of starts) intervals += start.intervals;
    const isWorse = starts[best]!.value < this.#value(this.#given);
    const { weights, score } = isWorse ? { weights: this.#given, score: startScore } : starts[best]!;
    return { weights, score, startScore, starts, best: isWorse ? -1 : best, intervals };
  }

  #score(weights: Float64Array): number {
    const value = this.#line.value(weights);
    return this.#objective.higherIsBetter ? value : -value;
  }

  #value(weights: Float64Array): number {
    return this.#line.value(weights) - this.#penalty(weights);
  }

  /** λ‖w − w₀‖, both normalized. */
  #penalty(weights: Float64Array): number {
    const { penalty } = this.#settings;
    if (penalty === 0) return 0;
    const normalized = this.#normalized(weights);
    let squares = 0;
    for (let f = 0; f < weights.length; f++) squares += (normalized[f]! - this.#given[f]!) ** 2;
    return penalty * Math.sqrt(squares);
  }

  #penaltyAlong(weights: Float64Array, direction: Float64Array): ((gamma: number) => number) | undefined {
    if (this.#settings.penalty === 0) return undefined;
    return (gamma) => this.#penalty(weights.map((weight, f) => weight + gamma * direction[f]!));
  }

  #normalized(weights: Float64Array): Float64Array {
    const size = l1Norm(weights);
    if (this.#checked.normalization === 'none' || size === 0) return weights.slice();
    return weights.map((weight) => weight / size);
  }

  /**
   * The step size for each weight: half the spread of the changes along its axis. Weights differ in scale as much as their
   * features; points and directions drawn without regard to it would hardly move some and lose others.
   */
  #scalesOf(): Float64Array {
    const scales = new Float64Array(this.#given.length);
    let largest = 0;
    for (const weight of this.#given) largest = Math.max(largest, Math.abs(weight));
    for (const f of this.#free) {
      const move = this.#line.search(this.#given, axis(f, scales.length));
      if (move) scales[f] = move.spread / 2 || largest || 1;
    }
    return scales;
  }

  #randomPoint(random: Pcg64): Float64Array {
    const { low, high } = this.#checked;
    const point = this.#given.slice();
    for (const f of this.#free) {
      const moved = point[f]! + (2 * random.float() - 1) * this.#scales[f]!;
      point[f] = Math.min(high[f]!, Math.max(low[f]!, moved));
    }
    return point;
  }

  *#directions(random: Pcg64): Generator<Float64Array> {
    const features = this.#given.length;
    for (const f of this.#free) yield axis(f, features);
    for (let i = 0; i < this.#settings.randomDirections; i++) {
      const direction = new Float64Array(features);
      for (const f of this.#free) direction[f] = (2 * random.float() - 1) * this.#scales[f]!;
      yield direction;
    }
  }

  /** How far a direction can be followed within the bounds from the current weights. */
  #limits(weights: Float64Array, direction: Float64Array): Limits {
    const { low: least, high: most } = this.#checked;
    let [low, high] = [-Infinity, Infinity];
    for (const f of this.#free) {
      const step = direction[f]!;
      if (step === 0) continue;
      const toLeast = (least[f]! - weights[f]!) / step;
      const toMost = (most[f]! - weights[f]!) / step;
      low = Math.max(low, Math.min(toLeast, toMost));
      high = Math.min(high, Math.max(toLeast, toMost));
    }
    return { low, high };
  }

  #step(weights: Float64Array, direction: Float64Array, gamma: number): Float64Array {
    const { low, high } = this.#checked;
    // Keep within the bounds to the last digit.
    const there = weights.map((weight, f) => Math.min(high[f]!, Math.max(low[f]!, weight + gamma * direction[f]!)));
    return this.#normalized(there);
  }
}

function axis(feature: number, features: number): Float64Array {
  const direction = new Float64Array(features);
  direction[feature] = 1;
  return direction;
}
