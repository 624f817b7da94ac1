/** Pairs of outputs that people put in order, and how a metric scores the two: what all pairwise measures count. */
import { UsageError } from '../../core/index.ts';
import type { Comparisons } from '../../human/index.ts';
import { compareScores } from '../../stats/index.ts';
import { type Scores, type SharedSegments, cellsOf, sharedSegments, upward } from '../scores.ts';

/** In columns, one entry for each pair. */
export interface JudgedPairs {
  readonly count: number;
  /** 1 if people found the first better, 0 if both alike, −1 if the second was better. */
  readonly human: Int8Array;
  /** The metric's score of the first less that of the second, more being better. */
  readonly difference: Float64Array;
  /** What the pair is counted with: its segment, or else as `averaging` says. */
  readonly group: Int32Array;
  readonly groups: number;
  /** What people judged and the metric has no score for, left out: comparisons, or single outputs where people scored those. */
  readonly missing: number;
}

/**
 * What is averaged, in the words of WMT: nothing, all outputs being one group; items, so that the outputs of one segment are compared with
 * each other; or systems, so that the segments of one system are.
 */
export type Averaging = 'none' | 'item' | 'system';

/** Where the outputs of each group are: member k of group i at i * step + k * stride. */
export function layOut({ systems, segments }: SharedSegments, averaging: Averaging): Layout {
  switch (averaging) {
    case 'item':
      return { groups: segments.length, members: systems.length, step: 1, stride: segments.length };
    case 'system':
      return { groups: systems.length, members: segments.length, step: segments.length, stride: 1 };
    case 'none':
      return { groups: 1, members: systems.length * segments.length, step: 0, stride: 1 };
  }
}

interface Layout {
  readonly groups: number;
  readonly members: number;
  readonly step: number;
  readonly stride: number;
}

/** Above this, the columns of pairs would take more than a quarter of a gigabyte. */
const mostPairs = 20_000_000;

/** The comparisons of people, each of two outputs for one segment. */
export function pairsOfComparisons(comparisons: Comparisons, metric: Scores): JudgedPairs {
  const { systems, segments, count, segment } = comparisons;
  const scores = cellsOf(upward(metric), systems, segments);
  const pairs = new PairColumns(count);
  for (let c = 0; c < count; c++) {
    const first = scores[comparisons.first[c]! * segments.length + segment[c]!]!;
    const second = scores[comparisons.second[c]! * segments.length + segment[c]!]!;
    pairs.add(comparisons.outcome[c]!, first, second, segment[c]!);
  }
  return pairs.filled(segments.length, count - pairs.count);
}

/**
 * All pairs of outputs with scores of people and of the metric. Pairs that people scored less than `gap` apart are left out; without one,
 * equal scores are ties, and so are those that differ by no more than rounding.
 */
export function pairsOfScores(human: Scores, metric: Scores, averaging: Averaging = 'item', gap = 0): JudgedPairs {
  const shared = sharedSegments(human, metric);
  const { groups, members, step, stride } = layOut(shared, averaging);
  const most = groups * ((members * (members - 1)) / 2);
  if (most > mostPairs) {
    throw new UsageError(
      `${shared.systems.length} systems and ${shared.segments.length} segments make ${most} pairs when averaged by ${averaging}: ` +
        `more than ${mostPairs} are not compared. Average by item.`,
    );
  }
  const pairs = new PairColumns(most);
  for (let group = 0; group < groups; group++) {
    for (let i = 0, a = group * step; i < members; i++, a += stride) {
      const humanFirst = shared.human[a]!;
      if (Number.isNaN(humanFirst)) continue;
      for (let j = i + 1, b = a + stride; j < members; j++, b += stride) {
        const humanSecond = shared.human[b]!;
        // The last digits of a mean are not what someone said.
        if (Number.isNaN(humanSecond) || Math.abs(humanFirst - humanSecond) < gap * (1 - 1e-12)) continue;
        const preferred = compareScores(humanFirst, humanSecond, true);
        pairs.add(preferred, shared.metric[a]!, shared.metric[b]!, group);
      }
    }
  }
  return pairs.filled(groups, shared.missing);
}

class PairColumns {
  count = 0;
  readonly #human: Int8Array;
  readonly #difference: Float64Array;
  readonly #group: Int32Array;

  constructor(most: number) {
    this.#human = new Int8Array(most);
    this.#difference = new Float64Array(most);
    this.#group = new Int32Array(most);
  }

  /** Leaves the pair out where a score is missing. */
  add(human: number, first: number, second: number, group: number): void {
    if (Number.isNaN(first) || Number.isNaN(second)) return;
    this.#human[this.count] = human;
    // Equal scores are a tie even where they are infinite.
    this.#difference[this.count] = first === second ? 0 : first - second;
    this.#group[this.count] = group;
    this.count++;
  }

  filled(groups: number, missing: number): JudgedPairs {
    return {
      count: this.count,
      human: this.#human.subarray(0, this.count),
      difference: this.#difference.subarray(0, this.count),
      group: this.#group.subarray(0, this.count),
      groups,
      missing,
    };
  }
}
