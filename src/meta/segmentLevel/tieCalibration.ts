/**
 * Pairwise accuracy that gives credit for ties, acc_eq, and the threshold below which a metric's scores count as tied.
 * Deutsch, Foster and Freitag (EMNLP 2023).
 */
import { type JudgedPairs, countRelations, relations, totalRelations } from './judgedPairs.ts';

interface TieCalibration {
  /** Scores at most this far apart are ties: the smallest threshold of those with the highest accuracy. */
  readonly epsilon: number;
  /** The mean over groups of the share of pairs on which people and metric agree, including ties. */
  readonly accuracy: number;
  /**
   * acc_eq of an uninformative metric after calibration: if human ties are a share q of the pairs, max(q, (1 − q) / 2), by calling
   * everything a tie or nothing.
   */
  readonly chance: number;
}

/**
 * Finds the tie threshold that gives a metric the highest pairwise accuracy with ties (acc_eq). It tries 0 and the distance of every pair.
 * A larger threshold gains the human ties among the pairs it takes in and loses the concordant ones, so only distances of human ties can
 * improve on those before. Counts are integers, summed over all groups with the same number of pairs, so rounding errors do not accumulate.
 * O(P log P).
 */
export function calibrateTies(pairs: JudgedPairs): TieCalibration {
  const classes = sizeClasses(pairs);
  const groups = classes.reduce((sum, each) => sum + each.groups, 0);
  if (groups === 0) return { epsilon: NaN, accuracy: NaN, chance: NaN };
  let [epsilon, accuracy] = [0, -1];
  for (const candidate of candidatesOf(classes)) {
    let sum = 0;
    for (const each of classes) sum += each.agreeingAt(candidate) / each.size;
    // Equal sums of different fractions can differ in the last digit.
    if (sum / groups > accuracy + 1e-12) {
      epsilon = candidate;
      accuracy = sum / groups;
    }
  }
  const humanTies = classes.reduce((sum, { gained, size }) => sum + gained.length / size, 0) / groups;
  return { epsilon, accuracy, chance: Math.max(humanTies, (1 - humanTies) / 2) };
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

type SizeClass = ReturnType<typeof sizeClass>;

/**
 * All groups with the same number of pairs. Distances of pairs that agree if tied are gains; those of pairs that agree only
 * until then are losses.
 */
function sizeClass(size: number, groups: number, gained: Float64Array, lost: Float64Array) {
  let gains = 0;
  let losses = 0;
  return {
    size,
    groups,
    gained,
    /** The number of pairs that agree at a threshold, which must not be smaller than in the previous call. */
    agreeingAt(epsilon: number): number {
      while (gains < gained.length && gained[gains]! <= epsilon) gains++;
      while (losses < lost.length && lost[losses]! <= epsilon) losses++;
      return lost.length - losses + gains;
    },
  };
}

function sizeClasses(pairs: JudgedPairs): SizeClass[] {
  const { count, human, difference, group } = pairs;
  const sizes = new Uint32Array(pairs.groups);
  for (let p = 0; p < count; p++) sizes[group[p]!]! += 1;
  const classes = new Map<number, { groups: number; gained: number[]; lost: number[] }>();
  for (const size of sizes) {
    if (size === 0) continue;
    if (!classes.has(size)) classes.set(size, { groups: 0, gained: [], lost: [] });
    classes.get(size)!.groups++;
  }
  for (let p = 0; p < count; p++) {
    const { gained, lost } = classes.get(sizes[group[p]!]!)!;
    if (human[p] === 0) gained.push(Math.abs(difference[p]!));
    else if (human[p]! * difference[p]! > 0) lost.push(Math.abs(difference[p]!));
  }
  return Array.from(classes, ([size, { groups, gained, lost }]) =>
    sizeClass(size, groups, Float64Array.from(gained).sort(), Float64Array.from(lost).sort()),
  );
}
