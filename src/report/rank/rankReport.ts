/** Which systems people judged best. */
import { version } from '../../core/index.ts';
import {
  type AnnotatedSystems,
  type ErrorWeight,
  type Identical,
  type Judgments,
  type PairTestId,
  type RankedSystems,
  type RankingMethodId,
  type RatedSystems,
  type RatingScale,
  type SignTies,
  compareRankings,
  rankAnnotations,
  rankRatings,
  rankSystems,
  tasksOf,
  withOwnWeights,
} from '../../human/index.ts';
import type { JudgmentInput } from '../notes.ts';
import { statisticalDefaults } from '../../stats/index.ts';

export interface RankSettings {
  /** How to order systems that were ranked. */
  readonly by: RankingMethodId;
  readonly test: PairTestId;
  readonly signTies: SignTies;
  readonly identical: Identical;
  /** The significance level for ranked systems, and for rated ones. */
  readonly alpha: number;
  readonly ratingAlpha: number;
  /** How to order systems that were rated. */
  readonly scale: RatingScale;
  readonly excludeUnreliable: boolean;
  /** Weights of marked errors. */
  readonly weights: readonly ErrorWeight[];
  readonly samples: number;
  readonly seed: number;
  /** The share of resampled ranks that a rank range covers: 0.95. */
  readonly level: number;
}

/** Defaults, on the command line and on the live page of a campaign. */
export const rankDefaults: RankSettings = {
  by: 'ge',
  test: 'sign',
  signTies: 'dropped',
  identical: 'ties',
  // At this level WMT09 says that no other system is significantly better.
  alpha: 0.1,
  ratingAlpha: statisticalDefaults.alpha,
  scale: 'standardised',
  excludeUnreliable: false,
  weights: withOwnWeights([]),
  samples: statisticalDefaults.samples,
  seed: statisticalDefaults.seed,
  level: statisticalDefaults.level,
};

/** The data that `assay rank -f json` prints. */
export interface RankReport {
  readonly version: string;
  readonly settings: RankSettings;
  /** One for each task, sorted by name, by the kind of judgments; what is unknown is NaN, null in JSON. */
  readonly rankings: readonly RankedSystems[];
  readonly ratings: readonly RatedSystems[];
  readonly annotations: readonly AnnotatedSystems[];
  readonly input: JudgmentInput;
}

export interface RankContext {
  readonly isConstrained?: (task: string, system: string) => boolean;
  /** Systems that are not listed count as opponents only. */
  readonly isListed?: (task: string, system: string) => boolean;
  readonly onProgress?: (progress: { readonly share: number; readonly task: string }) => void;
}

/** Whether there are judgments to rank systems by. */
export const isRanked = ({ rankings, ratings, annotations }: Judgments): boolean =>
  rankings.length + ratings.length + annotations.length > 0;

/** Ranks the systems of each task by human judgments. */
export function reportRanking(
  judgments: Judgments,
  input: JudgmentInput,
  settings: RankSettings,
  { isConstrained, isListed, onProgress }: RankContext = {},
): RankReport {
  const { rankings, ratings, annotations } = judgments;
  const { alpha, ratingAlpha, identical } = settings;
  const listedIn = (task: string) => isListed && { isListed: (system: string) => isListed(task, system) };
  const tasks = tasksOf(rankings).sort();
  return {
    version,
    settings,
    rankings: tasks.map((task, t) =>
      rankSystems(compareRankings(task, rankings, identical), {
        ...settings,
        alpha,
        ...(isConstrained && { isConstrained: (system) => isConstrained(task, system) }),
        ...listedIn(task),
        ...(onProgress && { onProgress: (share) => onProgress({ share: (t + share) / tasks.length, task }) }),
      }),
    ),
    ratings: tasksOf(ratings)
      .sort()
      .map((task) => rankRatings(task, ratings, { ...settings, alpha: ratingAlpha, ...listedIn(task) })),
    annotations: tasksOf(annotations)
      .sort()
      .map((task) => rankAnnotations(task, annotations, { ...settings, ...listedIn(task) })),
    input,
  };
}
