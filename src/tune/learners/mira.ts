/**
 * Batch MIRA. Cherry and Foster (NAACL 2012), after Chiang, Marton and Resnik (EMNLP 2008): in each segment the weights move as little as
 * necessary for the hope candidate to beat the fear candidate by their difference in the metric.
 */
import { weigh } from '../../lattice/index.ts';
import { Pcg64, shuffle } from '../../stats/index.ts';
import { countWords } from '../../text/index.ts';
import { accepted, checkPool, checkSetting } from '../checks.ts';
import { type Pool, segmentsWithCandidates } from '../lists/candidates.ts';
import { poolScore } from '../lists/rerank.ts';
import { l1Norm } from '../weights.ts';
import { type TuningObjective, scaleOf, segmentGains } from './tuningObjective.ts';

/** The settings of MIRA: step size, decay, epochs, background, seed. */
export interface MiraSettings {
  /** C: the longest step; a smaller value keeps the weights closer to the start. */
  readonly maxStep: number;
  /** The share of the background that remains after each segment. */
  readonly decay: number;
  readonly epochs: number;
  /** Which candidate joins the background: hope, or the one that the weights choose. */
  readonly background: 'hope' | 'model';
  readonly seed: number;
}

/** The default settings of MIRA, from the paper and from Moses. */
export const miraDefaults: MiraSettings = { maxStep: 0.01, decay: 0.999, epochs: 60, background: 'hope', seed: 1 };

interface MiraEpoch {
  /** The score of the pool under the mean of all weights so far. */
  readonly score: number;
  /** Segments in which the weights moved. */
  readonly updates: number;
  /** The mean over all segments of the loss; 0 where hope won. */
  readonly loss: number;
}

export interface MiraResult {
  readonly weights: Float64Array;
  /** The score of the pool under these weights. */
  readonly score: number;
  /** … and under the weights at the start. */
  readonly startScore: number;
  /** The epoch that the weights are from, counted from 1; 0 if none was better than the start. */
  readonly epoch: number;
  readonly trace: readonly MiraEpoch[];
}

/**
 * Tunes feature weights on n-best lists by batch MIRA. It returns the weights of the epoch with the best score on the pool, or the start
 * weights if no epoch was better. Internally the start weights are scaled to an L1 norm of 1 and the result is scaled back: hope and fear
 * weigh the model's score against the metric, so with large start weights both would be the model's choice, and the weights would never
 * move.
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
  const learner = learnerOf(pool, objective, start, size, settings);
  const trace: MiraEpoch[] = [];
  let best: Pick<MiraResult, 'weights' | 'score' | 'epoch'> = {
    weights: Float64Array.from(start),
    score: startScore,
    epoch: 0,
  };
  for (let epoch = 1; epoch <= settings.epochs; epoch++) {
    const { updates, loss } = learner.learn();
    const weights = learner.meanWeights();
    const score = scored(weights);
    trace.push({ score, updates, loss });
    if (objective.higherIsBetter ? score > best.score : score < best.score) best = { weights, score, epoch };
  }
  return { ...best, startScore, trace };
}

/** Learns by epochs; keeps the mean of the weights after each segment so far, in all epochs, multiplied by `size`. */
function learnerOf(
  pool: Pool,
  objective: TuningObjective,
  start: Float64Array,
  size: number,
  { maxStep, decay, background: joining, seed }: MiraSettings,
): { learn(): { updates: number; loss: number }; meanWeights(): Float64Array } {
  const { candidates, rows, width } = pool;
  const { starts, features } = candidates;
  const random = new Pcg64(seed);
  /** Segments with candidates, in the order of the epoch. */
  const order = segmentsWithCandidates(candidates);
  const sizes = sizesOf(pool, objective.lengthAt);
  /** Converts a score of the metric into gains per unit of size, where higher is better. */
  const scale = (objective.higherIsBetter ? 1 : -1) / scaleOf(objective, segmentGains(objective, rows, width));
  const weights = start.map((weight) => weight / size);
  /** Σ over updates of the number of segments before each, times its change of weights; needed for the mean. */
  const late = new Float64Array(start.length);
  let seen = 0;
  const background = meanRow(pool, order);
  let backgroundSize = order.reduce((sum, s) => sum + sizes[s]!, 0) / Math.max(1, order.length);
  const sums = new Float64Array(width);
  /** Features in which hope and fear differ, and by how much. */
  const changed = new Int32Array(start.length);
  const changes = new Float64Array(start.length);

  /**
   * The score of the background and this candidate together, times the size of both. Differences are then in words, no matter how
   * large the background is, and count as much as their segment.
   */
  const gainOf = (candidate: number, ownSize: number): number => {
    for (let k = 0, at = candidate * width; k < width; k++, at++) sums[k] = background[k]! + rows[at]!;
    return objective.score(sums) * scale * (backgroundSize + ownSize);
  };

  /** Moves the weights by min(C, loss / ‖Δh‖²) · Δh, where Δh is the features of hope minus those of fear and loss = gain − w·Δh. */
  const move = (hope: number, fear: number, gain: number): number => {
    const { starts, indices, values } = features;
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
    // Candidates can differ in words but not in features; no weights distinguish them.
    if (!(loss > 0 && squares > 0)) return 0;
    const step = Math.min(maxStep, loss / squares);
    for (let i = 0; i < count; i++) {
      const change = step * changes[i]!;
      weights[changed[i]!]! += change;
      late[changed[i]!]! += seen * change;
    }
    return loss;
  };

  /** Returns the loss, which is above 0 if the weights moved. */
  const learnFrom = (segment: number): number => {
    const ownSize = sizes[segment]!;
    let [hope, fear, model] = [-1, -1, -1];
    let [highestHope, highestFear, highestModel] = [0, 0, 0];
    let [hopeGain, fearGain] = [0, 0];
    for (let c = starts[segment]!; c < starts[segment + 1]!; c++) {
      const score = weigh(features, c, weights);
      const gain = gainOf(c, ownSize);
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
    const loss = hopeGain > fearGain ? move(hope, fear, hopeGain - fearGain) : 0;
    // Every segment joins the background, even if nothing moved: it represents the recent translations, including those that are already
    // right. In Moses only segments where hope and fear differ join.
    const joined = (joining === 'hope' ? hope : model) * width;
    for (let k = 0; k < width; k++) background[k] = decay * background[k]! + rows[joined + k]!;
    backgroundSize = decay * backgroundSize + ownSize;
    return loss;
  };

  return {
    learn() {
      let [updates, losses] = [0, 0];
      for (const segment of shuffle(order, random)) {
        const loss = learnFrom(segment);
        if (loss > 0) {
          updates++;
          losses += loss;
        }
        seen++;
      }
      return { updates, loss: order.length > 0 ? losses / order.length : 0 };
    },
    meanWeights: () => weights.map((weight, f) => (weight - late[f]! / Math.max(1, seen)) * size),
  };
}

/**
 * By segment: the mean over its candidates of the reference length or, if the metric does not count it, of the words.
 * Chiang et al. and Moses use the reference length of each candidate. With several references it differs between candidates, and one
 * with the longer reference would gain from that alone.
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
 * The initial background: the mean candidate of the mean segment, so that any metric has a sensible score from the first segment.
 * Moses starts BLEU with a count of about one for each statistic, which has no meaning for other metrics.
 */
function meanRow({ candidates: { starts }, rows, width }: Pool, segments: readonly number[]): Float64Array {
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
  checkSetting('The longest step', maxStep, accepted.above0);
  checkSetting('The decay', decay, accepted.from0To1);
  checkSetting('The number of epochs', epochs, accepted.count);
  checkSetting('The seed', seed, accepted.seed);
}
