/** Ranks the systems of one task by ratings or marked errors, as the rule of a shared task says. */
import { UsageError, groupBy } from '../../core/index.ts';
import { byCodeUnits } from '../comparisons.ts';
import type { Annotation, Rating } from '../judgments.ts';
import type { RankRange } from './clusters.ts';
import { checkJudges } from './judgeChecks.ts';
import { type ErrorWeight, meanScores, scoreErrors, standardiseRatings } from './outputScores.ts';
import type { AnnotatedSystems, RatedSystems } from './rankScores.ts';
import type { Observation, ScoreRule } from './scoreRule.ts';

export interface ByRuleOptions {
  readonly seed: number;
  /** Which systems get a rank; the others are left out. */
  readonly isListed?: (system: string) => boolean;
}

/** Ranks the systems of one task by the ratings of their outputs, by a rule. */
export function rankRatingsByRule(
  task: string,
  all: readonly Rating[],
  rule: ScoreRule,
  options: ByRuleOptions,
): RatedSystems {
  const ofTask = all.filter((each) => each.task === task);
  const { ratings, excluded, withoutSpread, ranked } = rankScored(task, ofTask, rule, options);
  const isStandardised = ratings.every(({ scale }) => scale === 'z');
  const { standardised } = standardiseRatings(ratings);
  const meansOf = (some: readonly Rating[]): ReadonlyMap<string, number> => {
    const { systems, ofSystems } = meanScores(some);
    return new Map(systems.map((system, s) => [system, ofSystems[s]!]));
  };
  const raw = isStandardised ? new Map<string, number>() : meansOf(ratings);
  const z = meansOf(standardised);
  return {
    task,
    ratings: ratings.length,
    systems: ranked.systems.map((each) => ({
      ...each,
      standardised: z.get(each.system)!,
      raw: raw.get(each.system) ?? NaN,
      ratings: ratings.filter(({ system }) => system === each.system).length,
    })),
    p: ranked.p,
    judges: checkJudges(task, ofTask),
    excluded,
    withoutSpread,
  };
}

/** Ranks the systems of one task by the errors marked in their outputs, by a rule for scores. */
export function rankAnnotationsByRule(
  task: string,
  all: readonly Annotation[],
  rule: ScoreRule,
  weights: readonly ErrorWeight[],
  options: ByRuleOptions,
): AnnotatedSystems {
  const annotations = all.filter((each) => each.task === task);
  const scored = annotations.map((each) => ({
    ...each,
    item: each.item ?? ('output' as const),
    score: scoreErrors(each.errors, weights),
  }));
  const { ratings, ranked } = rankScored(task, scored, rule, options);
  return {
    task,
    annotations: ratings.length,
    judges: new Set(ratings.map(({ judge }) => judge)).size,
    systems: ranked.systems.map((each) => {
      const own = ratings.filter(({ system }) => system === each.system);
      return { ...each, annotations: own.length, errors: own.reduce((sum, { errors }) => sum + errors.length, 0) };
    }),
  };
}

function rankScored<Scored extends Rating>(
  task: string,
  ofTask: readonly Scored[],
  rule: ScoreRule,
  options: ByRuleOptions,
) {
  const outputs = rule.counted(ofTask) as readonly Scored[];
  const excluded = rule.excluded?.(outputs) ?? [];
  const ofJudges = outputs.filter(({ judge }) => !excluded.includes(judge));
  const { standardised, judgesLeftOut } =
    rule.scale === 'standardised' ? standardiseRatings(ofJudges) : { standardised: ofJudges, judgesLeftOut: [] };
  const hasScale = (_: unknown, r: number): boolean => !Number.isNaN(standardised[r]!.score);
  const ratings = ofJudges.filter(hasScale);
  if (ratings.length === 0) {
    throw new UsageError(`No judgment of ${task || 'the outputs'} counts by this rule, so no system can be ranked.`);
  }
  const ranked = rankObservations(observe(standardised.filter(hasScale), rule), rule, options);
  return { ratings, excluded, withoutSpread: judgesLeftOut, ranked };
}

/** The observations of each system. */
function observe(ratings: readonly Rating[], { averaged }: ScoreRule): Map<string, readonly Observation[]> {
  return new Map(
    [...groupBy(ratings, ({ system }) => system)].map(([system, own]) => {
      const places = new Map(own.map((rating, place) => [rating, place]));
      const outputs = groupBy(own, (each) => JSON.stringify([each.segment, averaged(each, places.get(each)!)]));
      return [
        system,
        [...outputs.values()].map((some) => ({
          segment: some[0]!.segment,
          domain: some[0]!.domain ?? '',
          score: some.reduce((sum, { score }) => sum + score, 0) / some.length,
        })),
      ];
    }),
  );
}

function rankObservations(
  bySystem: ReadonlyMap<string, readonly Observation[]>,
  { mean, test, ranges: rangesOf, clusters: clustersOf }: ScoreRule,
  { seed, isListed = () => true }: ByRuleOptions,
) {
  const order = [...bySystem]
    .filter(([system]) => isListed(system))
    .map(([system, observations]) => ({ system, observations, score: mean(observations) }))
    .sort((a, b) => b.score - a.score || byCodeUnits(a.system, b.system));
  const tests = order.map((above, i) =>
    order.map((below, j) => (i < j ? test(above.observations, below.observations, seed) : { isBetter: false, p: 1 })),
  );
  const isBetter = (i: number, j: number): boolean => tests[i]![j]!.isBetter;
  // Clusters follow from ranges or ranges from clusters, never both.
  const clusters = clustersOf(order.length, isBetter, rangesOf(order.length, isBetter, []));
  const ranges: RankRange[] = rangesOf(order.length, isBetter, clusters);
  return {
    systems: order.map(({ system, observations, score }, i) => ({
      system,
      score,
      segments: new Set(observations.map(({ segment }) => segment)).size,
      ranks: ranges[i]!,
      cluster: clusters[i]!,
    })),
    p: tests.map((row) => row.map(({ p }) => p)),
  };
}
