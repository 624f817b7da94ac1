/**
 * TrueSkill (Herbrich, Minka and Graepel 2007) as run for WMT14 to WMT16 (Sakaguchi, Post and Van Durme 2014): one run plays as many
 * matches as there are comparisons. The system with the largest variance meets one of similar skill, and a judgment of that pair is drawn
 * as the outcome.
 */
import { exp } from '../../core/index.ts';
import { type Pcg64, normalCdf, normalQuantile } from '../../stats/index.ts';
import type { PairCounts } from '../comparisons.ts';

// As in WMT's scripts. Skills do not drift there, so a match never adds uncertainty.
const startingVariance = 0.5 * 0.5;
const drawProbability = 0.25;
/** How much of a performance is luck: β = σ₀ · matches / 40. */
const luckPerMatch = 0.5 / 40;

const drawQuantile = normalQuantile((drawProbability + 1) / 2);

export function trueSkill(counts: PairCounts, random: Pcg64): Float64Array {
  const { size, wins, ties } = counts;
  const judged = wins.map((won, at) => won + wins[(at % size) * size + Math.floor(at / size)]! + ties[at]!);
  const matches = judged.reduce((sum, times) => sum + times, 0) / 2;
  const beta = luckPerMatch * matches;
  const drawMargin = drawQuantile * Math.SQRT2 * beta;

  const means = new Float64Array(size);
  // A system that was never compared has no opponents and must never be chosen.
  const variances = Float64Array.from({ length: size }, (_, i) =>
    judged.subarray(i * size, (i + 1) * size).some((times) => times > 0) ? startingVariance : 0,
  );
  // e^mean and e^−mean: the weight e^−|difference| of an opponent is then the smaller of two products.
  const raised = new Float64Array(size).fill(1);
  const lowered = new Float64Array(size).fill(1);
  const weights = new Float64Array(size);
  const update: Update = { shift: 0, shrink: 0 };

  for (let match = 0; match < matches; match++) {
    const i = leastKnown(variances, random);
    let sum = 0;
    let last = 0;
    for (let k = 0; k < size; k++) {
      if (judged[i * size + k] !== 0) {
        sum += Math.min(raised[i]! * lowered[k]!, raised[k]! * lowered[i]!);
        last = k;
      }
      weights[k] = sum;
    }
    // The first whose sum of weights exceeds the draw, so never one without weight; the last if the draw was rounded up to the whole sum.
    const draw = random.float() * sum;
    let j = 0;
    while (j < last && weights[j]! <= draw) j++;

    const c = Math.sqrt(2 * beta * beta + variances[i]! + variances[j]!);
    const t = (means[i]! - means[j]!) / c;
    const e = drawMargin / c;
    const judgment = random.float() * judged[i * size + j]! - wins[i * size + j]!;
    if (judgment < 0) {
      afterWin(t - e, update);
    } else if (judgment < ties[i * size + j]!) {
      afterDraw(t, e, update);
    } else {
      afterWin(-t - e, update);
      update.shift = -update.shift;
    }
    means[i]! += (variances[i]! * update.shift) / c;
    means[j]! -= (variances[j]! * update.shift) / c;
    variances[i]! *= 1 - (variances[i]! * update.shrink) / (c * c);
    variances[j]! *= 1 - (variances[j]! * update.shrink) / (c * c);
    const raisedI = exp(means[i]!);
    const raisedJ = exp(means[j]!);
    raised[i] = raisedI;
    raised[j] = raisedJ;
    lowered[i] = 1 / raisedI;
    lowered[j] = 1 / raisedJ;
  }
  return means.map((mean, i) => (variances[i] === 0 ? NaN : mean));
}

/** Ties for the largest variance are broken at random. */
function leastKnown(variances: Float64Array, random: Pcg64): number {
  let most = -1;
  let equal = 0;
  let first = 0;
  for (let i = 0; i < variances.length; i++) {
    if (variances[i]! > most) {
      most = variances[i]!;
      equal = 1;
      first = i;
    } else if (variances[i] === most) equal++;
  }
  if (equal === 1) return first;
  let left = random.below(equal);
  for (let i = first; ; i++) if (variances[i] === most && left-- === 0) return i;
}

/** By how much the winner's mean moves (v) and the variances shrink (w), in units of c. */
interface Update {
  shift: number;
  shrink: number;
}

const density = (x: number): number => exp(-0.5 * x * x) * 0.3989422804014327; // 1 / √(2 π)

/** Beyond this a probability is no longer a normal number; the first terms of the series of v and w then have five digits. */
const farOut = -37;

/** `x` is t − e, for the winner. */
export function afterWin(x: number, into: Update): void {
  if (x < farOut) {
    into.shift = -x - 1 / x;
    into.shrink = 1 - 1 / (x * x);
    return;
  }
  const v = density(x) / normalCdf(x);
  into.shift = v;
  into.shrink = Math.min(1, v * (v + x));
}

/** Negative t is mirrored: both bounds are then in the lower tail, where a difference keeps its digits. */
export function afterDraw(t: number, e: number, into: Update): void {
  const upper = e - Math.abs(t);
  const lower = -e - Math.abs(t);
  if (upper < farOut) {
    const v = upper + 1 / upper;
    into.shift = t < 0 ? -v : v;
    into.shrink = 1 - 1 / (upper * upper);
    return;
  }
  const p = normalCdf(upper) - normalCdf(lower);
  const atUpper = density(upper);
  const atLower = density(lower);
  const v = (atLower - atUpper) / p;
  into.shift = t < 0 ? -v : v;
  into.shrink = Math.min(1, v * v + (upper * atUpper - lower * atLower) / p);
}
