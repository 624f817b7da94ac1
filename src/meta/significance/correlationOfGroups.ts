/** The mean over groups of a correlation, for scores that are exchanged repeatedly: groups are the cells of a segment, of a system, or all. */
import { sortedOrder } from '../../stats/index.ts';
import type { Averaging } from '../segmentLevel/judgedPairs.ts';
import type { ComparableTable } from './scoreTable.ts';

/** One permutation or draw of a test. */
export interface Arrangement {
  /** 1 for a cell whose scores the two metrics exchange, 0 for one that keeps them. */
  readonly swapped: Uint8Array;
  /** How often each system and each segment counts; by default once. */
  readonly times?: { readonly ofSystems: Uint32Array; readonly ofSegments: Uint32Array };
}

/** Writes the agreement of each metric with people, NaN if undefined. */
export type Evaluate = (arrangement: Arrangement, values: Float64Array) => void;

type Groups = ReturnType<typeof groupCells>;

/** Members are cells by group: those of group i from bounds[i] up to bounds[i + 1]. */
export function groupCells(table: ComparableTable, averaging: Averaging) {
  const { segments, cells } = table;
  const rowOf = (at: number): number => Math.floor(at / segments);
  const columnOf = (at: number): number => at % segments;
  const groupOf = { none: () => 0, item: columnOf, system: rowOf }[averaging];
  const count = { none: 1, item: segments, system: table.systems }[averaging];
  const bounds = new Uint32Array(count + 1);
  for (const at of cells) bounds[groupOf(at) + 1]! += 1;
  for (let group = 0; group < count; group++) bounds[group + 1]! += bounds[group]!;
  const next = bounds.slice();
  const members = new Uint32Array(cells.length);
  for (const at of cells) members[next[groupOf(at)]!++] = at;

  const rows = members.map(rowOf);
  const columns = members.map(columnOf);
  const once = new Uint32Array(cells.length).fill(1);
  const weights = new Uint32Array(cells.length);
  return {
    count,
    members,
    bounds,
    /** How often each member counts within its group. */
    timesOfMembers(times: Arrangement['times']): Uint32Array {
      if (!times) return once;
      const { ofSystems, ofSegments } = times;
      for (let k = 0; k < weights.length; k++) {
        if (averaging === 'item') weights[k] = ofSystems[rows[k]!]!;
        else if (averaging === 'system') weights[k] = ofSegments[columns[k]!]!;
        else weights[k] = ofSystems[rows[k]!]! * ofSegments[columns[k]!]!;
      }
      return weights;
    },
    /** How often a group counts in the mean. */
    timesOfGroup(times: Arrangement['times'], group: number): number {
      if (!times || averaging === 'none') return 1;
      return (averaging === 'item' ? times.ofSegments : times.ofSystems)[group]!;
    },
  };
}

/** Scores do not vary if the mean square of their deviations is less than this: rounding leaves about this much for standardised scores. */
const negligible = 1e-22;

export function pearsonOfGroups(table: ComparableTable, groups: Groups): Evaluate {
  const { members, bounds } = groups;
  const inGroups = (scores: Float64Array): Float64Array => Float64Array.from(members, (at) => scores[at]!);
  const human = inGroups(table.human);
  const first = inGroups(table.metrics[0]!);
  const second = table.metrics[1] ? inGroups(table.metrics[1]) : first;
  return ({ swapped, times }, values) => {
    const weights = groups.timesOfMembers(times);
    let firstSum = 0;
    let secondSum = 0;
    let firstCount = 0;
    let secondCount = 0;
    for (let group = 0; group < groups.count; group++) {
      const timesOfGroup = groups.timesOfGroup(times, group);
      if (timesOfGroup === 0) continue;
      const from = bounds[group]!;
      const to = bounds[group + 1]!;
      let n = 0;
      let x = 0;
      let y = 0;
      let z = 0;
      for (let k = from; k < to; k++) {
        const weight = weights[k]!;
        // Avoids an unpredictable branch.
        const change = swapped[members[k]!]! * (second[k]! - first[k]!);
        n += weight;
        x += weight * (first[k]! + change);
        y += weight * (second[k]! - change);
        z += weight * human[k]!;
      }
      x /= n;
      y /= n;
      z /= n;
      let xx = 0;
      let yy = 0;
      let zz = 0;
      let xz = 0;
      let yz = 0;
      for (let k = from; k < to; k++) {
        const weight = weights[k]!;
        const change = swapped[members[k]!]! * (second[k]! - first[k]!);
        const a = first[k]! + change - x;
        const b = second[k]! - change - y;
        const c = human[k]! - z;
        xx += weight * a * a;
        yy += weight * b * b;
        zz += weight * c * c;
        xz += weight * a * c;
        yz += weight * b * c;
      }
      if (!(zz > negligible * n)) continue;
      if (xx > negligible * n) {
        firstSum += timesOfGroup * bounded(xz / Math.sqrt(xx * zz));
        firstCount += timesOfGroup;
      }
      if (yy > negligible * n) {
        secondSum += timesOfGroup * bounded(yz / Math.sqrt(yy * zz));
        secondCount += timesOfGroup;
      }
    }
    values[0] = firstSum / firstCount;
    if (values.length > 1) values[1] = secondSum / secondCount;
  };
}

const bounded = (r: number): number => Math.max(-1, Math.min(1, r));

/**
 * Kendall's τ_b. The scores of both metrics are sorted together once; after any
 * exchange, each side is then visited in order, and a tree of counts (Fenwick 1994) over human ranks gives the number of earlier ones that
 * rank lower. O(n log n) for each group, without sorting or allocation.
 */
export function kendallOfGroups(table: ComparableTable, groups: Groups): Evaluate {
  const { bounds } = groups;
  const sides = table.metrics.length;
  const { ranks, widths } = rankHumans(table.human, groups);
  const { member, cell, side, run } = sortEntries(table, groups);
  const rank = member.map((k) => ranks[k]!);
  const largest = largestOf(widths.map((_, group) => bounds[group + 1]! - bounds[group]!));
  // One for each side, with a spare entry that is written but not read.
  const [left, right] = [sequenceOf(largest + 1), sequenceOf(largest + 1)];
  const counter = pairCounter(largestOf(widths));

  return ({ swapped, times }, values) => {
    const weights = groups.timesOfMembers(times);
    const sums = [0, 0];
    const defined = [0, 0];
    for (let group = 0; group < groups.count; group++) {
      const timesOfGroup = groups.timesOfGroup(times, group);
      if (timesOfGroup === 0) continue;
      // Each entry is written to both sides, and stays on its own because the other is overwritten: this avoids an unpredictable branch.
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
        const tau = counter(s === 0 ? left : right, s === 0 ? l : r, widths[group]!);
        if (Number.isNaN(tau)) continue;
        sums[s]! += timesOfGroup * tau;
        defined[s]! += timesOfGroup;
      }
    }
    for (let s = 0; s < sides; s++) values[s] = sums[s]! / defined[s]!;
  };
}

/** The members of a group in the order of a metric's scores: equal scores have the same run. */
const sequenceOf = (size: number) => ({
  rank: new Uint32Array(size),
  run: new Uint32Array(size),
  weight: new Uint32Array(size),
});

/** τ_b of a sequence whose human ranks are from 1 up to but excluding `width`, which is `widest` at most. */
function pairCounter(widest: number) {
  const tree = new Int32Array(widest);
  const counts = new Int32Array(widest);
  return ({ rank, run, weight }: ReturnType<typeof sequenceOf>, length: number, width: number): number => {
    tree.fill(0, 0, width);
    counts.fill(0, 0, width);
    let met = 0;
    let balance = 0; // concordant minus discordant pairs
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

/** By member, its rank among the human scores of its group, counted from 1, equal for equal scores; and one more than the last of each group. */
function rankHumans(human: Float64Array, { count, members, bounds }: Groups) {
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

/** Scores of all metrics from low to high within each group, in columns: `side` is the metric, and equal scores have the same `run`. */
function sortEntries({ metrics }: ComparableTable, { count, members, bounds }: Groups) {
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
