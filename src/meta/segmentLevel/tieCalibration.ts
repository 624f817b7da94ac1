/**
 * Pairwise accuracy that gives credit for ties, acc_eq, and the threshold below which a metric's scores count as tied.
 * Deutsch, Foster and Freitag (EMNLP 2023).
 */
import type { JudgedPairs } from './judgedPairs.ts';
import { countRelations, relations, totalRelations } from './cellRules.ts';

interface TieCalibration {
  /** Scores at most this far apart are ties: the smallest threshold of those with the highest accuracy. */
  readonly epsilon: number;
  /** The mean over groups of the share of pairs on which people and metric agree, ties being agreed on, too. */
  readonly accuracy: number;
  /** 2 · accuracy − 1. */
  readonly tau: number;
  /**
   * What a metric that knows nothing reaches after calibration: with human ties a share q of the pairs, max(q, (1 − q) / 2), by calling
   * everything a tie or nothing.
   */
  readonly chance: number;
  /** Groups that have a pair. */
  readonly groups: number;
}

/**
 * Tries 0 and the distance of every pair. A larger threshold gains the human ties among the pairs it takes in and loses the concordant
 * ones, so only distances of human ties can be better than those before. Counts are integers, added up over all groups with the same
 * number of pairs: no rounding gathers on the way. O(P log P).
 */
export function calibrateTies(pairs: JudgedPairs): TieCalibration {
  const classes = sizeClasses(pairs);
  const groups = classes.reduce((sum, each) => sum + each.groups, 0);
  if (groups === 0) return { epsilon: NaN, accuracy: NaN, tau: NaN, chance: NaN, groups };
  let [epsilon, accuracy] = [0, -1];
  for (const candidate of candidatesOf(classes)) {
    let sum = 0;
    for (const each of classes) sum += each.agreeingAt(candidate) / each.size;
    // Equal sums of different fractions may differ in the last digit.
    if (sum / groups > accuracy + 1e-12) {
      epsilon = candidate;
      accuracy = sum / groups;
    }
  }
  const humanTies = classes.reduce((sum, { gained, size }) => sum + gained.length / size, 0) / groups;
  return { epsilon, accuracy, tau: 2 * accuracy - 1, chance: Math.max(humanTies, (1 - humanTies) / 2), groups };
}

/** The accuracy of each group at a threshold; NaN for a group without pairs. */
export function groupAccuracies(pairs: JudgedPairs, epsilon: number): Float64Array {
  const rows = countRelations(pairs, epsilon);
  const width = relations.length;
  return Float64Array.from({ length: pairs.groups }, (_, group) => {
    const row = totalRelations(rows.subarray(group * width, (group + 1) * width));
    const agreeing = row.concordant + row.bothTies;
    return agreeing / (agreeing + row.discordant + row.metricTies + row.humanTies);
  });
}

/** 0 and the distances of human ties, from small to large, some of them more than once. */
function candidatesOf(classes: readonly SizeClass[]): Float64Array {
  const candidates = new Float64Array(1 + classes.reduce((sum, { gained }) => sum + gained.length, 0));
  let at = 1;
  for (const { gained } of classes) {
    candidates.set(gained, at);
    at += gained.length;
  }
  return candidates.sort();
}

/** All groups with the same number of pairs. */
class SizeClass {
  readonly size: number;
  groups = 0;
  /** Distances of pairs that agree once they are tied, and of pairs that agree until then. */
  gained = new Float64Array();
  lost = new Float64Array();
  #gains = 0;
  #losses = 0;

  constructor(size: number) {
    this.size = size;
  }

  /** How many pairs agree at a threshold no smaller than in the call before. */
  agreeingAt(epsilon: number): number {
    while (this.#gains < this.gained.length && this.gained[this.#gains]! <= epsilon) this.#gains++;
    while (this.#losses < this.lost.length && this.lost[this.#losses]! <= epsilon) this.#losses++;
    return this.lost.length - this.#losses + this.#gains;
  }
}

function sizeClasses(pairs: JudgedPairs): SizeClass[] {
  const { count, human, difference, group } = pairs;
  const sizes = new Uint32Array(pairs.groups);
  for (let p = 0; p < count; p++) sizes[group[p]!]! += 1;
  const classes = new Map<number, { size: SizeClass; gained: number[]; lost: number[] }>();
  for (const size of sizes) {
    if (size === 0) continue;
    if (!classes.has(size)) classes.set(size, { size: new SizeClass(size), gained: [], lost: [] });
    classes.get(size)!.size.groups++;
  }
  for (let p = 0; p < count; p++) {
    const { gained, lost } = classes.get(sizes[group[p]!]!)!;
    if (human[p] === 0) gained.push(Math.abs(difference[p]!));
    else if (human[p]! * difference[p]! > 0) lost.push(Math.abs(difference[p]!));
  }
  return [...classes.values()].map(({ size, gained, lost }) => {
    size.gained = Float64Array.from(gained).sort();
    size.lost = Float64Array.from(lost).sort();
    return size;
  });
}
