/** How a shared task ranks systems by scores of single outputs, as parts that its rule names: which ratings count, tests, ranges, clusters. */
import { groupBy } from '../../core/index.ts';
import { Pcg64, bcaBound, mannWhitney, stouffer, wilcoxon } from '../../stats/index.ts';
import type { Rating } from '../judgments.ts';
import { type RankRange, clustersBetween, clustersOf } from './clusters.ts';
import { unlikelyJudges } from './judgeChecks.ts';
import type { RatingScale } from './outputScores.ts';

/** One score of one output that counts by itself: usually the mean of its ratings. */
export interface Observation {
  readonly segment: string;
  readonly domain: string;
  readonly score: number;
}

/** Whether the first system, which has the higher score, is significantly better than the second; p is NaN if the test has none. */
type Test = (
  first: readonly Observation[],
  second: readonly Observation[],
  seed: number,
) => { readonly isBetter: boolean; readonly p: number };

/** Whether system i is significantly better than system j, which is below it. */
type IsBetter = (i: number, j: number) => boolean;

export interface ScoreRule {
  readonly scale: RatingScale;
  /** The ratings that count. */
  counted(ratings: readonly Rating[]): readonly Rating[];
  /** Judges who are left out. */
  excluded?(ratings: readonly Rating[]): readonly string[];
  /** Ratings of one output are averaged where this is the same. */
  averaged(rating: Rating, place: number): string;
  /** The score of a system. */
  mean(observations: readonly Observation[]): number;
  readonly test: Test;
  readonly ranges: (size: number, isBetter: IsBetter, clusters: readonly number[]) => RankRange[];
  readonly clusters: (size: number, isBetter: IsBetter, ranges: readonly RankRange[]) => number[];
}

const isOutput = ({ item }: Rating): boolean => item === 'output';
const isOutputOrRepeat = ({ item }: Rating): boolean => item === 'output' || item === 'repeat';

/** Of several ratings of one output by one judge in one wave, the one that was finished last. */
function latestOnly(ratings: readonly Rating[]): Rating[] {
  const keyOf = ({ judge, system, segment, document, wave }: Rating): string =>
    JSON.stringify([judge, system, segment, document, wave]);
  return [...groupBy(ratings, keyOf).values()].map((own) =>
    own.reduce((last, each) => {
      const later = (each.ended ?? NaN) - (last.ended ?? NaN);
      return (Number.isNaN(later) || later === 0 ? each.order - last.order : later) > 0 ? each : last;
    }),
  );
}

/** Without documents in which a judge saw damaged outputs: successive ratings of one system and document, up to that of the document. */
function withoutDamagedDocuments(ratings: readonly Rating[]): Rating[] {
  return [...groupBy(ratings, ({ judge }) => judge).values()].flatMap((own) => {
    const documents: Rating[][] = [];
    for (const rating of own.toSorted((a, b) => a.order - b.order)) {
      const last = documents.at(-1)?.at(-1);
      const goesOn =
        last?.document !== undefined &&
        last.item !== 'document' &&
        last.system === rating.system &&
        last.document === rating.document;
      if (goesOn) documents.at(-1)!.push(rating);
      else documents.push([rating]);
    }
    return documents.filter((each) => each.every(({ item }) => item !== 'damaged')).flat();
  });
}

const meanOf = (scores: readonly number[]): number => scores.reduce((sum, score) => sum + score, 0) / scores.length;
const plainMean = (observations: readonly Observation[]): number => meanOf(observations.map(({ score }) => score));
const meanOfDomains = (observations: readonly Observation[]): number =>
  meanOf([...groupBy(observations, ({ domain }) => domain).values()].map(plainMean));

const byP = (p: number, alpha: number) => ({ isBetter: p < alpha, p });

const scoresOf = (observations: readonly Observation[]): Float64Array =>
  Float64Array.from(observations, ({ score }) => score);

const testRankSums =
  (of: 'all segments' | 'common segments'): Test =>
  (first, second) => {
    const segmentsOf = (some: readonly Observation[]): Set<string> => new Set(some.map(({ segment }) => segment));
    const [ofFirst, ofSecond] = [segmentsOf(first), segmentsOf(second)];
    const kept = (some: readonly Observation[]): readonly Observation[] =>
      of === 'all segments' ? some : some.filter(({ segment }) => ofFirst.has(segment) && ofSecond.has(segment));
    return byP(mannWhitney(scoresOf(kept(first)), scoresOf(kept(second)), 'greater').p, 0.05);
  };

/** Every observation of the first with every observation of the second on the same segment. */
function differencesOf(first: readonly Observation[], second: readonly Observation[]): readonly Observation[] {
  const bySegment = groupBy(second, ({ segment }) => segment);
  return first.flatMap((each) =>
    (bySegment.get(each.segment) ?? []).map(({ score }) => ({ ...each, score: each.score - score })),
  );
}

/** Two-sided in each domain; the p-values are then combined as if they were one-sided. */
const testSignedRanksByDomain: Test = (first, second) => {
  const domains = groupBy(differencesOf(first, second), ({ domain }) => domain);
  return byP(stouffer([...domains.values()].map((own) => wilcoxon(scoresOf(own), 'two-sided', 'scipy').p)), 0.05);
};

const testSignedRanks: Test = (first, second) =>
  byP(wilcoxon(scoresOf(differencesOf(first, second)), 'greater', 'scipy').p, 0.05 / 2);

/** Better if the lower bound of the paired differences, or of the difference of both means, is above 0. */
const testBounds: Test = (first, second, seed) => {
  const differences = scoresOf(differencesOf(first, second));
  const random = new Pcg64(seed);
  const isAbove = (samples: Parameters<typeof bcaBound>[0]): boolean =>
    samples.every(({ length }) => length >= 2) && bcaBound(samples, { level: 0.95, resamples: 100, random }) > 0;
  const isBetter =
    (differences.some((difference) => difference > 0) && isAbove([differences])) ||
    isAbove([scoresOf(first), scoresOf(second)]);
  return { isBetter, p: NaN };
};

const places = (size: number): number[] => Array.from({ length: size }, (_, i) => i);

/** From 1 + systems better to all − systems worse. */
const rangesByCounts = (size: number, isBetter: IsBetter): RankRange[] =>
  places(size).map((i) => ({
    best: 1 + places(i).filter((j) => isBetter(j, i)).length,
    worst: size - winsOf(i, size, isBetter),
  }));

const winsOf = (i: number, size: number, isBetter: IsBetter): number =>
  places(size).filter((j) => j > i && isBetter(i, j)).length;

/** Up and down to the first system that differs significantly. */
const rangesByNeighbours = (size: number, isBetter: IsBetter): RankRange[] =>
  places(size).map((i) => {
    let best = i;
    while (best > 0 && !isBetter(best - 1, i)) best--;
    let worst = i;
    while (worst < size - 1 && !isBetter(i, worst + 1)) worst++;
    return { best: best + 1, worst: worst + 1 };
  });

/** The same; but a range that reaches the last system, other than its own, ends one before, as in the organisers' script. */
const rangesBeforeLast = (size: number, isBetter: IsBetter): RankRange[] =>
  rangesByNeighbours(size, isBetter).map(({ best, worst }, i) => ({
    best,
    worst: i < size - 1 ? Math.min(worst, size - 1) : worst,
  }));

/** All ranks of the cluster. */
const rangesOfClusters = (_: number, __: IsBetter, clusters: readonly number[]): RankRange[] =>
  clusters.map((cluster) => ({ best: clusters.indexOf(cluster) + 1, worst: clusters.lastIndexOf(cluster) + 1 }));

/** A cluster ends where the fewest wins of a system so far are as many as systems are left. */
function clustersByWins(size: number, isBetter: IsBetter): number[] {
  let cluster = 1;
  let fewest = size;
  return places(size).map((i) => {
    const own = cluster;
    fewest = Math.min(fewest, winsOf(i, size, isBetter));
    if (fewest === size - 1 - i) cluster++;
    return own;
  });
}

/** Direct assessment in Appraise, WMT21 and WMT22. */
const appraise22: ScoreRule = {
  scale: 'standardised',
  counted: (ratings) => ratings.filter(isOutput),
  averaged: () => '',
  mean: plainMean,
  test: testRankSums('common segments'),
  ranges: rangesByCounts,
  clusters: clustersByWins,
};

/** Direct assessment by crowd workers, WMT21 and WMT22, from the ratings that the organisers standardised. */
const crowd22: ScoreRule = {
  ...appraise22,
  counted: (ratings) => ratings.filter(isOutputOrRepeat),
  test: testRankSums('all segments'),
  ranges: rangesOfClusters,
};

const appraise23: ScoreRule = {
  ...appraise22,
  scale: 'raw',
  counted: (ratings) => withoutDamagedDocuments(ratings).filter(isOutputOrRepeat),
};

const esa24: ScoreRule = {
  ...appraise23,
  counted: (ratings) => latestOnly(ratings.filter(isOutput)),
  averaged: ({ wave = '' }) => wave,
  mean: meanOfDomains,
  test: testSignedRanksByDomain,
  clusters: clustersBetween,
};

const esa25: ScoreRule = {
  ...esa24,
  counted: (ratings) => ratings.filter(isOutput),
  averaged: (_, place) => String(place),
  mean: plainMean,
  test: testSignedRanks,
  ranges: rangesByNeighbours,
  clusters: (_, __, ranges) => clustersOf(ranges),
};

const contrastive26: ScoreRule = {
  ...esa25,
  counted: (ratings) => ratings.filter(isOutput),
  excluded: unlikelyJudges,
  averaged: () => '',
  test: testBounds,
  ranges: rangesBeforeLast,
  clusters: clustersBetween,
};

export const scoreRules = { appraise22, crowd22, appraise23, esa24, esa25, contrastive26 };
