/**
 * Batch MIRA. Cherry and Foster (NAACL 2012), after Chiang, Marton and Resnik (EMNLP 2008): in each segment the weights are moved, as little
 * as need be, so that the candidate to hope for wins over the one to fear by as much as the metric says it is better.
 */
import { weigh } from '../../lattice/index.ts';
import { Pcg64 } from '../../stats/index.ts';
import { countWords } from '../../text/index.ts';
import { checkPool, checkSetting } from '../checks.ts';
import { l1Norm } from '../weights.ts';
import type { Pool } from '../lists/candidates.ts';
import { poolScore } from '../lists/poolScore.ts';
import { type TuningObjective, scaleOf, segmentGains } from './tuningObjective.ts';

export interface MiraSettings {
  /** C: the longest step; smaller holds the weights nearer to the start. */
  readonly maxStep: number;
  /** What is left of the background after each segment. */
  readonly decay: number;
  readonly epochs: number;
  /** Which candidate joins the background: the one hoped for, or the one that the weights choose. */
  readonly background: 'hope' | 'model';
  readonly seed: number;
}

/** Those of the paper and of Moses. */
export const miraDefaults: MiraSettings = { maxStep: 0.01, decay: 0.999, epochs: 60, background: 'hope', seed: 1 };

export interface MiraEpoch {
  /** Of the pool, under the mean of all weights so far. */
  readonly score: number;
  /** Segments in which the weights moved. */
  readonly updates: number;
  /** The mean over all segments of how far hope was from winning; 0 where it won. */
  readonly loss: number;
}

export interface MiraResult {
  readonly weights: Float64Array;
  /** Of the pool under these weights. */
  readonly score: number;
  /** … and under the weights at the start. */
  readonly startScore: number;
  /** The epoch the weights are of, from 1; 0 if none was better than the start. */
  readonly epoch: number;
  readonly trace: readonly MiraEpoch[];
}

/**
 * The weights of the epoch with the best score of the pool, or those of the start if no epoch was better.
 * Inside, the start has the L1 norm 1, and the result is made larger again by as much: hope and fear weigh the model's score against the
 * metric, so that from a large start both would be what the model chooses, and nothing would ever move.
 */
export function tuneByMira(
  pool: Pool,
  objective: TuningObjective,
  start: Float64Array,
  settings: MiraSettings = miraDefaults,
): MiraResult {
  checkSettings(settings);
  checkPool(pool, start);
  const scored = (weights: Float64Array): number => poolScore(pool, objective, weights);
  const startScore = scored(start);
  const size = l1Norm(start) || 1;
  const learner = new Learner(pool, objective, start, size, settings);
  const trace: MiraEpoch[] = [];
  let best: Pick<MiraResult, 'weights' | 'score' | 'epoch'> = {
    weights: Float64Array.from(start),
    score: startScore,
    epoch: 0,
  };
  for (let epoch = 1; epoch <= settings.epochs; epoch++) {
    const { updates, loss } = learner.learn();
    const weights = learner.meanWeights(size);
    const score = scored(weights);
    trace.push({ score, updates, loss });
    if (objective.higherIsBetter ? score > best.score : score < best.score) best = { weights, score, epoch };
  }
  return { ...best, startScore, trace };
}

class Learner {
  readonly #pool: Pool;
  readonly #objective: TuningObjective;
  readonly #settings: MiraSettings;
  readonly #random: Pcg64;
  /** Segments with candidates, in the order of the epoch. */
  readonly #order: Int32Array;
  /** By segment. */
  readonly #sizes: Float64Array;
  /** From a score of the metric to gains per unit of size: higher is better. */
  readonly #scale: number;
  readonly #weights: Float64Array;
  /** Σ over updates of how many segments came before each, times its change of weights: what the mean needs. */
  readonly #late: Float64Array;
  #seen = 0;
  readonly #background: Float64Array;
  #backgroundSize: number;
  readonly #sums: Float64Array;
  /** Features in which hope and fear differ, and by how much. */
  readonly #changed: Int32Array;
  readonly #changes: Float64Array;

  constructor(pool: Pool, objective: TuningObjective, start: Float64Array, size: number, settings: MiraSettings) {
    const { candidates, rows, width } = pool;
    const { segments, starts } = candidates;
    this.#pool = pool;
    this.#objective = objective;
    this.#settings = settings;
    this.#random = new Pcg64(settings.seed);
    this.#order = Int32Array.from({ length: segments }, (_, s) => s).filter((s) => starts[s + 1]! > starts[s]!);
    this.#sizes = sizesOf(pool, objective.lengthAt);
    this.#scale = (objective.higherIsBetter ? 1 : -1) / scaleOf(objective, segmentGains(objective, rows, width));
    this.#weights = start.map((weight) => weight / size);
    this.#late = new Float64Array(start.length);
    this.#background = meanRow(pool, this.#order);
    this.#backgroundSize = this.#order.reduce((sum, s) => sum + this.#sizes[s]!, 0) / Math.max(1, this.#order.length);
    this.#sums = new Float64Array(width);
    this.#changed = new Int32Array(start.length);
    this.#changes = new Float64Array(start.length);
  }

  /** One epoch. */
  learn(): { updates: number; loss: number } {
    const order = this.#order;
    for (let i = order.length - 1; i > 0; i--) {
      const j = this.#random.below(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    let updates = 0;
    let losses = 0;
    for (const segment of order) {
      const loss = this.#learnFrom(segment);
      if (loss > 0) {
        updates++;
        losses += loss;
      }
      this.#seen++;
    }
    return { updates, loss: order.length > 0 ? losses / order.length : 0 };
  }

  /** The mean of the weights after each segment so far, in all epochs, made larger by `size`. */
  meanWeights(size: number): Float64Array {
    const seen = Math.max(1, this.#seen);
    return this.#weights.map((weight, f) => (weight - this.#late[f]! / seen) * size);
  }

  /** Returns the loss, which is above 0 if the weights were moved. */
  #learnFrom(segment: number): number {
    const { starts, features } = this.#pool.candidates;
    const weights = this.#weights;
    let [hope, fear, model] = [-1, -1, -1];
    let [highestHope, highestFear, highestModel] = [0, 0, 0];
    let [hopeGain, fearGain] = [0, 0];
    for (let c = starts[segment]!; c < starts[segment + 1]!; c++) {
      const score = weigh(features, c, weights);
      const gain = this.#gain(c, this.#sizes[segment]!);
      if (hope < 0 || score + gain > highestHope) {
        hope = c;
        highestHope = score + gain;
        hopeGain = gain;
      }
      if (fear < 0 || score - gain > highestFear) {
        fear = c;
        highestFear = score - gain;
        fearGain = gain;
      }
      if (model < 0 || score > highestModel) {
        model = c;
        highestModel = score;
      }
    }
    const loss = hopeGain > fearGain ? this.#move(hope, fear, hopeGain - fearGain) : 0;
    this.#join(this.#settings.background === 'hope' ? hope : model, this.#sizes[segment]!);
    return loss;
  }

  /**
   * What the metric says of the background and this candidate together, times the size of both: so differences are in words, however
   * large the background has grown, and count for as much as their segment does.
   */
  #gain(candidate: number, size: number): number {
    const { rows, width } = this.#pool;
    const background = this.#background;
    const sums = this.#sums;
    for (let k = 0, at = candidate * width; k < width; k++, at++) sums[k] = background[k]! + rows[at]!;
    return this.#objective.score(sums) * this.#scale * (this.#backgroundSize + size);
  }

  /** Moves the weights by min(C, loss / ‖Δh‖²) · Δh, where Δh are the features of hope less those of fear and loss = gain − w·Δh. */
  #move(hope: number, fear: number, gain: number): number {
    const { starts, indices, values } = this.#pool.candidates.features;
    const weights = this.#weights;
    const changed = this.#changed;
    const changes = this.#changes;
    let count = 0;
    let margin = 0;
    let squares = 0;
    const [endOfHope, endOfFear] = [starts[hope + 1]!, starts[fear + 1]!];
    for (let h = starts[hope]!, f = starts[fear]!; h < endOfHope || f < endOfFear;) {
      const ofHope = h < endOfHope ? indices[h]! : Infinity;
      const ofFear = f < endOfFear ? indices[f]! : Infinity;
      const feature = Math.min(ofHope, ofFear);
      let change = 0;
      if (ofHope === feature) change += values[h++]!;
      if (ofFear === feature) change -= values[f++]!;
      if (change === 0) continue;
      changed[count] = feature;
      changes[count++] = change;
      margin += weights[feature]! * change;
      squares += change * change;
    }
    const loss = gain - margin;
    // Candidates may differ in words but not in features; no weights tell these apart.
    if (!(loss > 0 && squares > 0)) return 0;
    const step = Math.min(this.#settings.maxStep, loss / squares);
    for (let i = 0; i < count; i++) {
      const change = step * changes[i]!;
      weights[changed[i]!]! += change;
      this.#late[changed[i]!]! += this.#seen * change;
    }
    return loss;
  }

  /**
   * Every segment joins the background, also one where nothing moved: it stands for the translations of late, and those that are right
   * already are among them. Moses lets only those join that hope and fear disagree on.
   */
  #join(candidate: number, size: number): void {
    const { rows, width } = this.#pool;
    const { decay } = this.#settings;
    const background = this.#background;
    for (let k = 0, at = candidate * width; k < width; k++, at++) background[k] = decay * background[k]! + rows[at]!;
    this.#backgroundSize = decay * this.#backgroundSize + size;
  }
}

/**
 * By segment: its reference length or, where the metric counts none, the words of its candidates; the mean over candidates in both cases.
 * Chiang et al. and Moses take the reference length of each candidate. With several references that is not the same for all, and the
 * one with the longer reference would gain by that alone.
 */
function sizesOf({ candidates: { segments, starts, texts }, rows, width }: Pool, lengthAt?: number): Float64Array {
  return Float64Array.from({ length: segments }, (_, segment) => {
    const [start, end] = [starts[segment]!, starts[segment + 1]!];
    let sum = 0;
    for (let c = start; c < end; c++)
      sum += lengthAt === undefined ? countWords(texts[c]!) : rows[c * width + lengthAt]!;
    return sum / Math.max(1, end - start);
  });
}

/**
 * What the background starts with: the mean candidate of the mean segment, so that any metric has a sensible score from the first segment on.
 * Moses starts BLEU with a count of one or so for each statistic, which means nothing to other metrics.
 */
function meanRow({ candidates: { starts }, rows, width }: Pool, segments: Int32Array): Float64Array {
  const mean = new Float64Array(width);
  for (const segment of segments) {
    const [start, end] = [starts[segment]!, starts[segment + 1]!];
    const share = 1 / ((end - start) * segments.length);
    for (let c = start; c < end; c++) {
      for (let k = 0, at = c * width; k < width; k++, at++) mean[k]! += share * rows[at]!;
    }
  }
  return mean;
}

function checkSettings({ maxStep, decay, epochs, seed }: MiraSettings): void {
  checkSetting('The longest step', maxStep, 'a number above 0', (value) => value > 0 && value < Infinity);
  checkSetting('The decay', decay, 'from 0 to 1', (value) => value >= 0 && value <= 1);
  checkSetting(
    'The number of epochs',
    epochs,
    'an integer of at least 1',
    (value) => Number.isSafeInteger(value) && value > 0,
  );
  checkSetting('The seed', seed, 'an integer of at least 0', (value) => Number.isSafeInteger(value) && value >= 0);
}
