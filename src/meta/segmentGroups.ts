/** Scores and comparisons by groups of segments, such as domains or documents: of one group alone, or with groups as the units. */
import type { Comparisons } from '../human/index.ts';
import { type HumanSide, scoresOfRankings } from './humanSide.ts';
import type { Scores } from './scores.ts';

/** Groups of the segments of a task, which are named by line number, starting at 1. */
export interface SegmentGroups {
  readonly names: readonly string[];
  /** The group of each line, by its place among the names. */
  readonly ofLines: ArrayLike<number>;
}

/** Names in order of first appearance. */
export function segmentGroups(labels: readonly string[]): SegmentGroups {
  const places = new Map([...new Set(labels)].map((name, at) => [name, at]));
  return { names: [...places.keys()], ofLines: Uint32Array.from(labels, (label) => places.get(label)!) };
}

/** Undefined for a segment that is not a line. */
const groupOf = ({ ofLines }: SegmentGroups, segment: string): number | undefined =>
  /^\d+$/.test(segment) ? ofLines[Number(segment) - 1] : undefined;

/** The score of group g of system s at s * groups + g: the mean of its segments that have a score, NaN if there is none. */
export function groupMeans({ systems, segments, ofSegments }: Scores, groups: SegmentGroups): Float64Array {
  const { length: count } = groups.names;
  const places = segments.map((segment) => groupOf(groups, segment));
  const sums = new Float64Array(systems.length * count);
  const counts = new Uint32Array(sums.length);
  ofSegments.forEach((score, at) => {
    const group = places[at % segments.length];
    if (group === undefined || Number.isNaN(score)) return;
    const into = Math.floor(at / segments.length) * count + group;
    sums[into]! += score;
    counts[into]! += 1;
  });
  return sums.map((sum, at) => (counts[at] === 0 ? NaN : sum / counts[at]!));
}

/** The scores of one group and its segments; `ofGroups` are those of groups, as `groupMeans` lays them out. */
export function scoresWithin(scores: Scores, groups: SegmentGroups, ofGroups: Float64Array, group: number): Scores {
  const { systems, segments, ofSegments } = scores;
  const kept = [...segments.keys()].filter((g) => groupOf(groups, segments[g]!) === group);
  return {
    ...scores,
    segments: kept.map((g) => segments[g]!),
    ofSystems: Float64Array.from(systems, (_, s) => ofGroups[s * groups.names.length + group]!),
    ofSegments: Float64Array.from(
      { length: systems.length * kept.length },
      (_, at) => ofSegments[Math.floor(at / kept.length) * segments.length + kept[at % kept.length]!]!,
    ),
  };
}

/** The same scores of systems, with groups in place of segments. */
export const scoresOver = (scores: Scores, groups: SegmentGroups, ofGroups: Float64Array): Scores =>
  scores.segments.length === 0 ? scores : { ...scores, segments: groups.names, ofSegments: ofGroups };

/** Human judgments of the segments of one group. */
export function sideWithin(side: HumanSide, groups: SegmentGroups, group: number): HumanSide {
  if (!side.comparisons) {
    return { ...side, scores: scoresWithin(side.scores, groups, groupMeans(side.scores, groups), group) };
  }
  const comparisons = comparisonsWithin(side.comparisons, (segment) => groupOf(groups, segment) === group);
  return { ...side, comparisons, scores: scoresOfRankings(comparisons) };
}

/** Human judgments with groups in place of segments. */
export function sideOver(side: HumanSide, groups: SegmentGroups): HumanSide {
  return side.comparisons
    ? { ...side, comparisons: comparisonsOver(side.comparisons, groups) }
    : { ...side, scores: scoresOver(side.scores, groups, groupMeans(side.scores, groups)) };
}

function comparisonsWithin(comparisons: Comparisons, isWithin: (segment: string) => boolean): Comparisons {
  const inside = comparisons.segments.map(isWithin);
  const isKept = (_: number, c: number) => inside[comparisons.segment[c]!]!;
  const { first, second, outcome, segment, judge, ranking } = comparisons;
  const kept = segment.filter(isKept);
  return {
    ...comparisons,
    count: kept.length,
    first: first.filter(isKept),
    second: second.filter(isKept),
    outcome: outcome.filter(isKept),
    segment: kept,
    judge: judge.filter(isKept),
    ranking: ranking.filter(isKept),
  };
}

/** For every two systems of a group one comparison: the one that was preferred more often in its segments. */
function comparisonsOver(comparisons: Comparisons, groups: SegmentGroups): Comparisons {
  const { segments, systems, count, first, second, outcome, segment } = comparisons;
  const balances = new Map<number, number>();
  for (let c = 0; c < count; c++) {
    const group = groupOf(groups, segments[segment[c]!]!);
    if (group === undefined) continue;
    const key = (group * systems.length + first[c]!) * systems.length + second[c]!;
    balances.set(key, (balances.get(key) ?? 0) + outcome[c]!);
  }
  const keys = [...balances.keys()];
  return {
    task: comparisons.task,
    systems,
    segments: groups.names,
    judges: [''],
    rankings: keys.length,
    count: keys.length,
    first: Uint16Array.from(keys, (key) => Math.floor(key / systems.length) % systems.length),
    second: Uint16Array.from(keys, (key) => key % systems.length),
    outcome: Int8Array.from(keys, (key) => Math.sign(balances.get(key)!)),
    segment: Int32Array.from(keys, (key) => Math.floor(key / systems.length / systems.length)),
    judge: new Int32Array(keys.length),
    ranking: Int32Array.from(keys, (_, c) => c),
  };
}
