/**
 * The mean over groups of Kendall's τ_b, for scores that keep changing sides. The scores of both metrics are sorted together once; whatever
 * is exchanged, either side is then met in its order, and a tree of counts (Fenwick 1994) over human ranks says how many met before it were
 * ranked lower. O(n log n) for each group, with nothing to sort and nothing to allocate.
 */
import { sortedOrder } from '../../stats/index.ts';
import type { Evaluate, Groups } from './groups.ts';
import type { ComparableTable } from './scoreTable.ts';

export function kendallOfGroups(table: ComparableTable, groups: Groups): Evaluate {
  const { bounds } = groups;
  const sides = table.metrics.length;
  const { ranks, widths } = rankHumans(table.human, groups);
  const { member, cell, side, run } = sortEntries(table, groups);
  const rank = member.map((k) => ranks[k]!);
  const largest = largestOf(widths.map((_, group) => bounds[group + 1]! - bounds[group]!));
  // One for each side, with a place to spare that is written to and not read.
  const sequences = [0, 1].map(() => sequenceOf(largest + 1));
  const [left, right] = sequences as [Sequence, Sequence];
  const counter = pairCounter(largestOf(widths));

  return ({ swapped, times }, values) => {
    const weights = groups.timesOfMembers(times);
    const sums = [0, 0];
    const defined = [0, 0];
    for (let group = 0; group < groups.count; group++) {
      const timesOfGroup = groups.timesOfGroup(times, group);
      if (timesOfGroup === 0) continue;
      // Each entry is written to both sides, and stays on its own as the other writes over it: no branch that chance decides.
      let l = 0;
      let r = 0;
      const end = sides * bounds[group + 1]!;
      for (let e = sides * bounds[group]!; e < end; e++) {
        const isRight = side[e]! ^ swapped[cell[e]!]!;
        const weight = weights[member[e]!]!;
        left.rank[l] = rank[e]!;
        left.run[l] = run[e]!;
        left.weight[l] = weight;
        right.rank[r] = rank[e]!;
        right.run[r] = run[e]!;
        right.weight[r] = weight;
        l += 1 - isRight;
        r += isRight;
      }
      for (let s = 0; s < sides; s++) {
        const tau = counter(sequences[s]!, s === 0 ? l : r, widths[group]!);
        if (Number.isNaN(tau)) continue;
        sums[s]! += timesOfGroup * tau;
        defined[s]! += timesOfGroup;
      }
    }
    for (let s = 0; s < sides; s++) values[s] = sums[s]! / defined[s]!;
  };
}

/** The members of a group in the order of a metric's scores: equal scores have the same run. */
interface Sequence {
  readonly rank: Uint32Array;
  readonly run: Uint32Array;
  readonly weight: Uint32Array;
}

const sequenceOf = (size: number): Sequence => ({
  rank: new Uint32Array(size),
  run: new Uint32Array(size),
  weight: new Uint32Array(size),
});

/** τ_b of a sequence whose human ranks are from 1 up to but excluding `width`, which is `widest` at most. */
function pairCounter(widest: number): (sequence: Sequence, length: number, width: number) => number {
  const tree = new Int32Array(widest);
  const counts = new Int32Array(widest);
  return ({ rank, run, weight }, length, width) => {
    tree.fill(0, 0, width);
    counts.fill(0, 0, width);
    let met = 0;
    let balance = 0; // concordant less discordant pairs
    let tied = 0;
    for (let from = 0, to = 0; from < length; from = to) {
      // Equal scores are all looked up before any of them is counted.
      let inRun = 0;
      do {
        const own = rank[to]!;
        const times = weight[to]!;
        let lower = 0;
        for (let i = own - 1; i > 0; i &= i - 1) lower += tree[i]!;
        const higher = met - lower - counts[own]!;
        balance += times * (lower - higher);
        inRun += times;
        to++;
      } while (to < length && run[to] === run[from]);
      met += inRun;
      tied += pairsOf(inRun);
      for (let k = from; k < to; k++) {
        const times = weight[k]!;
        counts[rank[k]!]! += times;
        for (let i = rank[k]!; i < width; i += i & -i) tree[i]! += times;
      }
    }
    let humanTies = 0;
    for (let r = 1; r < width; r++) humanTies += pairsOf(counts[r]!);
    const untied = (pairsOf(met) - tied) * (pairsOf(met) - humanTies);
    return untied === 0 ? NaN : balance / Math.sqrt(untied);
  };
}

const largestOf = (values: Uint32Array): number => values.reduce((most, value) => Math.max(most, value), 0);

const pairsOf = (count: number): number => (count * (count - 1)) / 2;

/** By member, its rank among the human scores of its group, from 1 on, equal scores having the same; and one more than the last of each group. */
function rankHumans(
  human: Float64Array,
  { count, members, bounds }: Groups,
): { ranks: Uint32Array; widths: Uint32Array } {
  const ranks = new Uint32Array(members.length);
  const widths = new Uint32Array(count);
  for (let group = 0; group < count; group++) {
    const from = bounds[group]!;
    const scores = Float64Array.from(members.subarray(from, bounds[group + 1]), (at) => human[at]!);
    let rank = 0;
    let before = NaN;
    for (const k of sortedOrder(scores)) {
      if (scores[k] !== before) rank++;
      before = scores[k]!;
      ranks[from + k] = rank;
    }
    widths[group] = rank + 1;
  }
  return { ranks, widths };
}

/** Scores of all metrics from low to high within each group, in columns. */
interface Entries {
  readonly member: Uint32Array;
  readonly cell: Uint32Array;
  /** The metric it is from. */
  readonly side: Uint8Array;
  /** The same for equal scores. */
  readonly run: Uint32Array;
}

function sortEntries({ metrics }: ComparableTable, { count, members, bounds }: Groups): Entries {
  const size = members.length * metrics.length;
  const entries = {
    member: new Uint32Array(size),
    cell: new Uint32Array(size),
    side: new Uint8Array(size),
    run: new Uint32Array(size),
  };
  for (let group = 0, e = 0; group < count; group++) {
    const own = members.subarray(bounds[group], bounds[group + 1]);
    const scores = new Float64Array(own.length * metrics.length);
    metrics.forEach((metric, side) => own.forEach((at, k) => (scores[side * own.length + k] = metric[at]!)));
    let before = NaN;
    let run = 0;
    for (const i of sortedOrder(scores)) {
      const k = i % own.length;
      if (scores[i] !== before) run++;
      before = scores[i]!;
      entries.member[e] = bounds[group]! + k;
      entries.cell[e] = own[k]!;
      entries.side[e] = Math.floor(i / own.length);
      entries.run[e] = run;
      e++;
    }
  }
  return entries;
}
