/**
 * Minimum error rate training: from some points in the space of weights, goes along the best direction to the best point on it, again and
 * again. Och (2003): Minimum error rate training in statistical machine translation. ACL.
 */
import { UsageError } from '../../core/index.ts';
import { Pcg64 } from '../../stats/index.ts';
import { accepted, checkSetting, checkWeights, greatest } from '../checks.ts';
import { l1Norm } from '../weights.ts';
import { LineSearch, type Smoothing, isTie, smoothings } from './lineSearch.ts';
import type { Objective, SearchSpace } from './searchSpace.ts';

export interface MertSettings {
  readonly seed: number;
  /** Random points around the given one to start from, besides it. */
  readonly restarts: number;
  /** Random directions to look along in every round, besides the axes. */
  readonly randomDirections: number;
  /** A round that gains no more is the last. */
  readonly minGain: number;
  readonly maxRounds: number;
  readonly smoothing: Smoothing;
  /** λ: what a Euclidean distance of 1 from the given weights costs, in points of the metric. */
  readonly penalty: number;
  /** Numbers of features whose weights stay as they are given. */
  readonly fixed?: readonly number[];
}

/** 20 random starts as in Moses and Z-MERT, 15 random directions as in cdec. */
export const mertDefaults: MertSettings = {
  seed: 1,
  restarts: 20,
  randomDirections: 15,
  minGain: 1e-6,
  maxRounds: 100,
  smoothing: { kind: 'none', window: 3 },
  penalty: 0,
};

/** What came of one start. */
export interface MertStart {
  /** By the metric. */
  readonly score: number;
  readonly weights: Float64Array;
  /** What was made as high as can be: the score, negative if lower is better, less the penalty. */
  readonly value: number;
  readonly rounds: number;
  /** Intervals of equal score that were looked at. */
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

/** The best weights found; on the objective never worse than those given. */
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

/** A run in parts: each start has random numbers of its own, so that they can be run in any order and anywhere. */
export class MertTraining {
  /** How many there are to run, the given point among them. */
  readonly starts: number;
  readonly #objective: Objective;
  readonly #settings: MertSettings;
  readonly #line: LineSearch;
  /** Whether absolute weights sum to 1: so, unless weights are fixed to other numbers than 0, which it would change. */
  readonly #isNormalized: boolean;
  readonly #given: Float64Array;
  readonly #free: readonly number[];
  readonly #scales: Float64Array;

  constructor(space: SearchSpace, objective: Objective, weights: Float64Array, settings: MertSettings) {
    checkSettings(weights, space.featureNames, settings);
    const { fixed = [], smoothing, restarts } = settings;
    this.#objective = objective;
    this.#settings = settings;
    this.#line = new LineSearch(space, objective, smoothing);
    this.#isNormalized = fixed.every((f) => weights[f] === 0);
    this.#given = this.#normalized(weights);
    this.#free = Array.from(weights.keys()).filter((f) => !fixed.includes(f));
    this.#scales = this.#scalesOf();
    this.starts = this.#free.length === 0 ? 1 : 1 + restarts;
  }

  run(start: number): MertStart {
    if (!Number.isInteger(start) || start < 0 || start >= this.starts) {
      throw new UsageError(`There is no start ${start}; there are ${this.starts}, counted from 0.`);
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
        const move = this.#line.search(weights, direction, this.#penaltyAlong(weights, direction));
        if (!move) continue;
        intervals += move.intervals;
        const gain = move.value - (smoothing.kind === 'none' ? value : move.stay);
        if (gain > minGain && move.gamma !== 0) moves.push({ gain, direction, gamma: move.gamma });
      }
      moves.sort((a, b) => b.gain - a.gain);
      // What the line promises, the point must keep: candidates that are level but for rounding may change places.
      let moved: { weights: Float64Array; value: number } | undefined;
      for (const { direction, gamma } of moves) {
        const there = this.#normalized(weights.map((weight, f) => weight + gamma * direction[f]!));
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

  /** Of equally good starts the first. */
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
    if (!this.#isNormalized || size === 0) return weights.slice();
    return weights.map((weight) => weight / size);
  }

  /**
   * How far each weight is worth being moved: half as far as the changes along its axis spread. Weights are as different as their
   * features, and points and directions drawn without regard to it would hardly move some and lose others.
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
    const point = this.#given.slice();
    for (const f of this.#free) point[f]! += (2 * random.float() - 1) * this.#scales[f]!;
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
}

function axis(feature: number, features: number): Float64Array {
  const direction = new Float64Array(features);
  direction[feature] = 1;
  return direction;
}

function checkSettings(weights: Float64Array, featureNames: readonly string[], settings: MertSettings): void {
  checkWeights(weights, featureNames, 'The start');
  const large = weights.findIndex((weight) => Math.abs(weight) > greatest);
  if (large >= 0)
    throw new UsageError(`The weight of ${featureNames[large]} is ${weights[large]}. It must be at most ${greatest}.`);
  checkSetting('Restarts', settings.restarts, accepted.wholeFrom(0));
  checkSetting('Random directions', settings.randomDirections, accepted.wholeFrom(0));
  checkSetting('Rounds', settings.maxRounds, accepted.wholeFrom(1));
  checkSetting('The window of smoothing', settings.smoothing.window, accepted.wholeFrom(0));
  checkSetting('The seed', settings.seed, accepted.wholeFrom(0));
  if (!smoothings.includes(settings.smoothing.kind)) {
    throw new UsageError(`Smoothing is one of ${smoothings.join(', ')}, not ${settings.smoothing.kind}.`);
  }
  checkSetting('The least gain', settings.minGain, accepted.from0);
  checkSetting('The penalty', settings.penalty, accepted.from0);
  for (const f of settings.fixed ?? []) {
    if (Number.isInteger(f) && f >= 0 && f < featureNames.length) continue;
    throw new UsageError(`There is no feature number ${f}, as there are ${featureNames.length}, counted from 0.`);
  }
}
