export { type SystemAcceptability, type TaskAcceptability, type Votes, measureAcceptability } from './acceptability.ts';
export type { Estimate, Resampling } from './agreement/estimates.ts';
export type { CurvePoint, JudgeAgreement } from './agreement/judgeAgreement.ts';
export { type LabelledAgreement, type PairAgreement, landisKoch } from './agreement/labelAgreement.ts';
export {
  type AgreementOptions,
  type KindAgreement,
  type TaskAgreement,
  measureAgreement,
} from './agreement/measureAgreement.ts';
export {
  type Answer,
  type Assignment,
  type Campaign,
  type CampaignDocument,
  type CampaignLanguage,
  type CheckDesign,
  type MarkedSpan,
  type PlanSettings,
  type TaskKind,
  type TextSpan,
  type TutorialItem,
  taskKinds,
} from './campaign/campaign.ts';
export {
  CampaignRecord,
  type EnrolmentRecord,
  type GivenAnswer,
  type JudgeRecord,
  type LinkRecord,
  type TextsRecord,
} from './campaign/campaignRecord.ts';
export {
  type CollectOptions,
  type CountedAnswers,
  collectJudgments,
  countedAnswers,
  judgmentsFrom,
} from './campaign/collectJudgments.ts';
export {
  type Answered,
  type CampaignEvent,
  type CompletionCodes,
  type JournalEntry,
  withoutJudge,
} from './campaign/events.ts';
export { type Category, type Marking, type Scale, type TaskDesign, type TextAnswer } from './campaign/taskDesign.ts';
export { disagreements } from './campaign/disagreement.ts';
export { categoryPaths, designOf, percentScale, textAnswers } from './campaign/designOf.ts';
export { importJudgments } from './campaign/importJudgments.ts';
export { type JudgeSign, type JudgeSigns, agreementSigns, judgeSigns } from './campaign/judgeSigns.ts';
export { type PlaceFigures, positionBias } from './campaign/positionBias.ts';
export { tutorialFaults } from './campaign/tutorial.ts';
export { checkVerdict, completionOf } from './campaign/checkVerdict.ts';
export { type Comparisons, type Identical, compareRankings, countPairs } from './comparisons.ts';
export {
  type Annotation,
  type Dropped,
  type Edit,
  type Judgment,
  type JudgmentKind,
  type Judgments,
  type MarkedError,
  type RatedItem,
  type Ranking,
  type Rating,
  type Verdict,
  allJudgments,
  countJudgments,
  droppedText,
  joinJudgments,
  judgmentsOfTasks,
  systemsByTask,
  tasksOf,
} from './judgments.ts';
export { keepApart } from './keepApart.ts';
export { type KindAudit, type PlanAudit, type Spread, auditPlan } from './plan/auditPlan.ts';
export { finishedEdits } from './plan/editShelf.ts';
export { addJudges, extendPlan, planSoFar } from './plan/extendPlan.ts';
export { assignNext } from './plan/assignNext.ts';
export { planAcceptance } from './plan/planAcceptance.ts';
export { type CampaignInput, type CampaignPlan, planCampaign, planDefaults } from './plan/planCampaign.ts';
export { type CampaignFile, campaignFileSchema, changedDesign, checkCampaignFile } from './plan/campaignFile.ts';
export { partsOfProtocol, protocolIds, protocols, typologies } from './plan/protocols.ts';
export { isUnspaced } from './plan/damage.ts';
export { type SegmentSplit, neighboursOf, splitSegments } from './plan/splitSegments.ts';
export type { RankRange } from './ranking/clusters.ts';
export { type JudgeCheck, checkJudges, rankSumVerdict } from './ranking/judgeChecks.ts';
export {
  type ErrorWeight,
  type RatingScale,
  type SegmentScores,
  errorScores,
  errorWeights,
  fitsError,
  ratingScores,
  settled,
  withOwnWeights,
  withoutWeight,
} from './ranking/outputScores.ts';
export { type PairTestId, type SignTies, pairTests } from './ranking/pairTests.ts';
export { rankAnnotationsByRule, rankRatingsByRule } from './ranking/rankByRule.ts';
export { type RankRule, type RankRuleId, rankRules } from './ranking/rankRules.ts';
export { type AnnotatedSystems, type RatedSystems, rankAnnotations, rankRatings } from './ranking/rankScores.ts';
export { type RankOptions, type RankedSystem, type RankedSystems, rankSystems } from './ranking/rankSystems.ts';
export { type RankingMethod, type RankingMethodId, rankingMethods } from './ranking/rankingMethods.ts';
