export {
  type EditCounts,
  type SystemAcceptability,
  type TaskAcceptability,
  type Votes,
  measureAcceptability,
} from './acceptability.ts';
export type { AgreementCurves, CurvePoint, WorstPoint } from './agreement/agreementCurves.ts';
export { type Average, type Chance, type Strength, landisKoch } from './agreement/coefficients.ts';
export type { Estimate } from './agreement/estimates.ts';
export type { JudgeAgreement } from './agreement/judgeAgreement.ts';
export type { LabelAgreement, LabelledAgreement, PairAgreement } from './agreement/labelAgreement.ts';
export {
  type AgreementOptions,
  type KindAgreement,
  type TaskAgreement,
  measureAgreement,
} from './agreement/measureAgreement.ts';
export type { ScoreAgreement } from './agreement/scoreAgreement.ts';
export type { Wmt16Agreement } from './agreement/wmt16Script.ts';
export { type Comparisons, type Identical, compareRankings } from './comparisons.ts';
export {
  type Annotation,
  type Dropped,
  type Edit,
  type Judgment,
  type Judgments,
  type MarkedError,
  type Ranking,
  type Rating,
  type Verdict,
  countJudgments,
  tasksOf,
} from './judgments.ts';
export { type RankRange } from './ranking/clusters.ts';
export { type ErrorWeight, errorScores, errorWeights, withOwnWeights } from './ranking/errorScores.ts';
export { type JudgeCheck, checkJudges } from './ranking/judgeChecks.ts';
export { type PairCounts, countPairs } from './ranking/pairCounts.ts';
export { type PairTestId, type SignTies, pairTests } from './ranking/pairTests.ts';
export { type AnnotatedSystem, type AnnotatedSystems, rankAnnotations } from './ranking/rankAnnotations.ts';
export { type RankingMethod, type RankingMethodId, rankingMethods } from './ranking/rankingMethods.ts';
export { type RatedSystem, type RatedSystems, rankRatings } from './ranking/rankRatings.ts';
export { type ScoredSystem } from './ranking/rankScores.ts';
export { type RankOptions, type RankedSystem, type RankedSystems, rankSystems } from './ranking/rankSystems.ts';
export { type RatingScale, type RatingScores, ratingScores } from './ranking/ratingScores.ts';
export { type SegmentScores, settled } from './ranking/segmentScores.ts';
