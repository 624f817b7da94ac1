/** Which systems people judged best. */
import { version } from '../../core/index.ts';
import {
  type AnnotatedSystems,
  type ErrorWeight,
  type Identical,
  type Judgments,
  type PairTestId,
  type RankRule,
  type RankRuleId,
  type RankedSystems,
  type RankingMethodId,
  type RatedSystems,
  type RatingScale,
  type SignTies,
  compareRankings,
  rankAnnotations,
  rankAnnotationsByRule,
  rankRatings,
  rankRatingsByRule,
  rankRules,
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
  /** The rule of a shared task, which sets all of these but the seed. */
  readonly rule?: RankRuleId;
  /** What resamples of rankings draw, if not whole rankings. */
  readonly resampled?: 'rankings' | 'comparisons';
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
  /** What the same judgments say without the rule: each task from best to worst. */
  readonly byDefault?: readonly {
    readonly task: string;
    readonly systems: readonly { readonly system: string; readonly cluster?: number }[];
  }[];
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
  context: RankContext = {},
): RankReport {
  const rule = ruleOf(settings);
  if (rule) return reportByRule(judgments, input, settings, rule, context);
  const { isConstrained, isListed, onProgress } = context;
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

/** The rule by which systems are ranked, if there is one. */
export const ruleOf = ({ rule }: Pick<RankSettings, 'rule'>): RankRule | undefined =>
  rankRules.find(({ id }) => id === rule);

/** Ranks by a rule, and by default as well, to say what differs. */
function reportByRule(
  judgments: Judgments,
  input: JudgmentInput,
  settings: RankSettings,
  rule: RankRule,
  context: RankContext,
): RankReport {
  const { seed, identical } = settings;
  const used = judgmentsOfRule(judgments, rule);
  const { isConstrained, isListed, onProgress } = context;
  const listedIn = (task: string) => isListed && { isListed: (system: string) => isListed(task, system) };
  const usual = reportRanking(used, input, { ...rankDefaults, seed, identical, weights: rule.annotations?.weights ?? settings.weights }, { ...(isListed && { isListed }) }); // prettier-ignore
  const tasks = tasksOf(used.rankings).sort();
  const { clusters: _clusters, ...fixed } = rule.rankings ?? {};
  return {
    version: usual.version,
    settings: { ...settings, ...fixed, ...(rule.annotations && { weights: rule.annotations.weights }) },
    rankings: tasks.map((task, t) =>
      rankSystems(compareRankings(task, used.rankings, identical), {
        ...rule.rankings!,
        seed,
        ...(isConstrained && { isConstrained: (system) => isConstrained(task, system) }),
        ...listedIn(task),
        ...(onProgress && { onProgress: (share) => onProgress({ share: (t + share) / tasks.length, task }) }),
      }),
    ),
    ratings: tasksOf(used.ratings)
      .sort()
      .map((task) => {
        const ofTask = used.ratings.filter((each) => each.task === task);
        return rankRatingsByRule(task, ofTask, rule.ratings!(ofTask), { seed, ...listedIn(task) });
      }),
    annotations: tasksOf(used.annotations)
      .sort()
      .map((task) => {
        const { rule: ofErrors, weights } = rule.annotations!;
        return rankAnnotationsByRule(task, used.annotations, ofErrors, weights, { seed, ...listedIn(task) });
      }),
    byDefault: [...usual.rankings, ...usual.ratings, ...usual.annotations].map(({ task, systems }) => ({
      task,
      systems: systems.map(({ system, cluster }) => ({ system, ...(cluster !== undefined && { cluster }) })),
    })),
    input,
  };
}

/** The judgments that a rule ranks by: marked errors only in tasks without ratings. */
export function judgmentsOfRule({ rankings, ratings, annotations, ...others }: Judgments, rule: RankRule): Judgments {
  const rated = new Set(tasksOf(ratings));
  return {
    ...others,
    rankings: rule.rankings ? rankings : [],
    ratings: rule.ratings ? ratings : [],
    annotations: rule.annotations ? annotations.filter(({ task }) => !rated.has(task)) : [],
  };
}
