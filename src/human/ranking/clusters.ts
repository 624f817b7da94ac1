/**
 * Rank ranges and clusters after Koehn (2012): rank the systems on many resamples, drop the extreme ranks of each, and draw a line where no
 * range above reaches one below.
 */
export interface RankRange {
  readonly best: number;
  readonly worst: number;
}

/** Scores closer than this are equal up to rounding. */
const rounding = 1e-9;

export type RankTally = ReturnType<typeof rankTally>;

/**
 * Counts ranks, and how often each system was ahead of each other, over resamples. `ranked` lists the systems among `size` that get ranks.
 */
export function rankTally(size: number, ranked: readonly number[]) {
  const notBehind = new Float64Array(size * size);
  // How often each system had each rank, at system * size + rank − 1: with ties, the best and the worst possible rank.
  const best = new Float64Array(size * size);
  const worst = new Float64Array(size * size);
  const sums = new Float64Array(size);
  const known = new Float64Array(size);
  let samples = 0;
  return {
    size,
    /** How often the row's system had at least the score of the column's, row r, column c at r * size + c. */
    notBehind,
    samples: (): number => samples,
    /** A system without a score in this resample is behind all others. */
    add(scores: Float64Array): void {
      samples++;
      for (let i = 0; i < size; i++) {
        if (!Number.isNaN(scores[i]!)) {
          sums[i]! += scores[i]!;
          known[i]!++;
        }
        for (let j = 0; j < size; j++) if (!isAhead(scores[j]!, scores[i]!)) notBehind[i * size + j]!++;
      }
      for (const i of ranked) {
        let ahead = 0;
        let level = 0;
        for (const j of ranked) {
          if (isAhead(scores[j]!, scores[i]!)) ahead++;
          else if (!isAhead(scores[i]!, scores[j]!)) level++;
        }
        best[i * size + ahead]!++;
        worst[i * size + ahead + level - 1]!++;
      }
    },
    /** Mean score over the resamples in which the system has one. */
    meanScores: (): Float64Array => sums.map((sum, i) => sum / known[i]!),
    /**
     * Drops (1 − level) / 2 of the sorted ranks of each system, rounded up, at either end, as WMT does. Systems with equal scores share all
     * their ranks. NaN for systems that are not ranked.
     */
    ranges(level: number): RankRange[] {
      // The tolerance is needed because (1 − 0.95) / 2 is slightly above 0.025 in doubles; the middle rank always stays.
      const left = Math.min(Math.ceil(((1 - level) / 2) * samples - 1e-9), (samples - 1) >> 1);
      return Array.from({ length: size }, (_, i) => ({
        best: rankAt(best.subarray(i * size, (i + 1) * size), left),
        worst: rankAt(worst.subarray(i * size, (i + 1) * size), samples - 1 - left),
      }));
    },
  };
}

const isAhead = (score: number, of: number): boolean =>
  score > of + rounding || (Number.isNaN(of) && !Number.isNaN(score));

/** The rank at a place, from 0, in the sorted list that a histogram represents; NaN if it is empty. */
function rankAt(histogram: Float64Array, place: number): number {
  let seen = 0;
  for (let rank = 0; rank < histogram.length; rank++) {
    seen += histogram[rank]!;
    if (seen > place) return rank + 1;
  }
  return NaN;
}

/**
 * The cluster of each system, from 1; ranges are in the order of scores. A line follows a system if its range and all ranges above it end
 * before any range below begins. (WMT's script checks only the last system above, so ranges may cross a line.)
 */
export function clustersOf(ranges: readonly RankRange[]): number[] {
  return clustersBetween(ranges.length, (above, below) => ranges[above]!.worst < ranges[below]!.best);
}

/** As WMT's script for TrueSkill does: a line follows a system if its own range ends before any range below begins; others may cross it. */
export function clustersAfterLast(ranges: readonly RankRange[]): number[] {
  let cluster = 1;
  return ranges.map((_, i) => {
    if (i > 0 && ranges.slice(i).every(({ best }) => ranges[i - 1]!.worst < best)) cluster++;
    return cluster;
  });
}

/** Draws a line where every system above is separated from every system below. */
export function clustersBetween(size: number, isApart: (above: number, below: number) => boolean): number[] {
  const clusters: number[] = [];
  let cluster = 1;
  for (let i = 0; i < size; i++) {
    if (i > 0 && allApart(i, size, isApart)) cluster++;
    clusters.push(cluster);
  }
  return clusters;
}

function allApart(line: number, size: number, isApart: (above: number, below: number) => boolean): boolean {
  for (let above = 0; above < line; above++) {
    for (let below = line; below < size; below++) if (!isApart(above, below)) return false;
  }
  return true;
}
