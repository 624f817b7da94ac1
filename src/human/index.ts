/** Files all of whose exports are for others are passed on whole. */
export * from './acceptability.ts';
export type { AgreementCurves, CurvePoint, WorstPoint } from './agreement/agreementCurves.ts';
export { type Average, type Chance, type Strength, landisKoch } from './agreement/coefficients.ts';
export type { Estimate, Resampling } from './agreement/estimates.ts';
export type { JudgeAgreement } from './agreement/judgeAgreement.ts';
export type { LabelAgreement, LabelledAgreement, PairAgreement } from './agreement/labelAgreement.ts';
export * from './agreement/measureAgreement.ts';
export type { ScoreAgreement } from './agreement/scoreAgreement.ts';
export type { Wmt16Agreement } from './agreement/wmt16Script.ts';
export { type Comparisons, type Identical, compareRankings } from './comparisons.ts';
export * from './judgments.ts';
export { type RankRange } from './ranking/clusters.ts';
export {
  type ErrorWeight,
  errorScores,
  errorWeights,
  fitsError,
  withOwnWeights,
  withoutWeight,
} from './ranking/errorScores.ts';
export { type JudgeCheck, checkJudges } from './ranking/judgeChecks.ts';
export { type PairCounts, countPairs } from './ranking/pairCounts.ts';
export { type PairTestId, type SignTies, pairTests } from './ranking/pairTests.ts';
export { type RankingMethod, type RankingMethodId, rankingMethods } from './ranking/rankingMethods.ts';
export {
  type AnnotatedSystem,
  type AnnotatedSystems,
  type RatedSystem,
  type RatedSystems,
  type ScoredSystem,
  rankAnnotations,
  rankRatings,
} from './ranking/rankScores.ts';
export { type RankOptions, type RankedSystem, type RankedSystems, rankSystems } from './ranking/rankSystems.ts';
export { type RatingScale, type RatingScores, ratingScores } from './ranking/ratingScores.ts';
export { type SegmentScores, settled } from './ranking/segmentScores.ts';
export * from './campaign/campaign.ts';
export type { Answered, CampaignEvent, JournalEntry } from './campaign/events.ts';
export * from './campaign/campaignRecord.ts';
export { withoutJudge } from './campaign/withoutJudge.ts';
export { collectJudgments, judgmentsFrom } from './campaign/collectJudgments.ts';
export {
  type CollectOptions,
  type CountedAnswer,
  type CountedAnswers,
  countedAnswers,
} from './campaign/countedAnswers.ts';
export { type ImportOptions, type ImportedCampaign, importJudgments } from './campaign/importJudgments.ts';
export { type JudgeSign, type JudgeSigns, agreementSigns, judgeSigns } from './campaign/judgeSigns.ts';
export { type PlaceFigures, positionBias } from './campaign/positionBias.ts';
export { type KindAudit, type Spread } from './plan/auditKind.ts';
export { type PlanAudit, auditPlan } from './plan/auditPlan.ts';
export { type DamageSettings, damage } from './plan/damage.ts';
export {
  type AdditionSettings,
  type PlanAddition,
  type PlanSoFar,
  addJudges,
  extendPlan,
  planSoFar,
} from './plan/extendPlan.ts';
export { type FinishedEdit, finishedEdits } from './plan/editShelf.ts';
export { defaultConsent, defaultErrors, defaultInstructions } from './plan/instructions.ts';
export { type AcceptanceSettings, planAcceptance } from './plan/planAcceptance.ts';
export { type CampaignInput, type CampaignPlan, judgeNames, planCampaign, planDefaults } from './plan/planCampaign.ts';
export { type SegmentSplit, neighboursOf, splitSegments } from './plan/splitSegments.ts';
