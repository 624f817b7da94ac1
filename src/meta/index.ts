export type { Interval } from '../stats/index.ts';
export {
  type MeasureName,
  type MetaEvaluation,
  type MetaSettings,
  type MetricAgreement,
  checkMeasures,
  evaluateMetrics,
  hasFigures,
  unmetRequests,
} from './evaluateMetrics.ts';
export { type HumanSide, humanSides, scoresOfAnnotations, scoresOfRankings, scoresOfRatings } from './humanSide.ts';
export {
  type Examples,
  type FeatureTable,
  type JudgedTable,
  gatherExamples,
  numberSentences,
} from './learning/examples.ts';
export {
  type CrossValidated,
  type FittedModel,
  type LearningSettings,
  crossValidate,
  learnedScores,
  meanLoss,
  weightIntervals,
  withFeatures,
} from './learning/fitExamples.ts';
export { type LearnedProduct, type ProductWeights, learnProduct } from './learning/productWeights.ts';
export {
  ExchangeDraws,
  type RankedColumn,
  type RankingOverTasks,
  type TaskWeights,
  levelWeights,
  rankOverTasks,
  weightOf,
} from './rankOverTasks.ts';
export {
  type Combination,
  type OverTasks,
  type Scores,
  combineScores,
  overTasks,
  sharedSystems,
  upward,
} from './scores.ts';
export {
  type SegmentGroups,
  groupMeans,
  scoresOver,
  scoresWithin,
  segmentGroups,
  sideOver,
  sideWithin,
} from './segmentGroups.ts';
export { type StrawMan, type StrawManStandings, fallsFor, standStrawMen, strawMen } from './strawMen.ts';
export {
  applyRule,
  cellRules,
  countRelations,
  pairsOfComparisons,
  pairsOfScores,
  totalRelations,
} from './segmentLevel/judgedPairs.ts';
export {
  type SegmentAgreement,
  comparisonMeasures,
  measureOfYear,
  scoreMeasures,
} from './segmentLevel/segmentMeasures.ts';
export { interpolatePrior, mixWithPrior, systemPrior } from './segmentLevel/systemPrior.ts';
export { calibrateTies } from './segmentLevel/tieCalibration.ts';
export type { Agreement } from './significance/agreement.ts';
export { bootstrapAgreement } from './significance/bootstrapAgreement.ts';
export { permuteMetrics, permutePairs } from './significance/permuteMetrics.ts';
export { type ScoreTable, alignScores, alignSystems } from './significance/scoreTable.ts';
export { type SystemAgreement, softAccuracy, systemMeasures, withoutOutliers } from './systemLevel.ts';
export { type MetricTest, clusterMetrics, isShare, williamsOfMetrics } from './testMetrics.ts';
