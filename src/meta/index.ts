export type { MeasureName, MetaEvaluation, MetaSettings, MetricAgreement } from './evaluateMetrics.ts';
export { checkMeasures, evaluateMetrics, hasFigures, unmetRequests } from './evaluateMetrics.ts';
export { type HumanSide, humanSides, scoresOfRankings } from './humanSide.ts';
export type { Examples, FeatureTable, JudgedTable } from './learning/examples.ts';
export { gatherExamples, numberSentences } from './learning/examples.ts';
export type { CrossValidated, FittedModel, LearningSettings } from './learning/fitExamples.ts';
export { crossValidate, learnedScores, meanLoss, weightIntervals, withFeatures } from './learning/fitExamples.ts';
export { type LearnedProduct, type ProductWeights, learnProduct } from './learning/productWeights.ts';
export { type Combination, type OverTasks, type Scores, combineScores, overTasks, sharedSystems } from './scores.ts';
export {
  applyRule,
  cellRules,
  countRelations,
  pairsOfComparisons,
  pairsOfScores,
  totalRelations,
} from './segmentLevel/judgedPairs.ts';
export type { SegmentAgreement } from './segmentLevel/segmentMeasures.ts';
export { comparisonMeasures, measureOfYear, scoreMeasures } from './segmentLevel/segmentMeasures.ts';
export { interpolatePrior, mixWithPrior, systemPrior } from './segmentLevel/systemPrior.ts';
export { calibrateTies } from './segmentLevel/tieCalibration.ts';
export { bootstrapAgreement } from './significance/bootstrapAgreement.ts';
export { permuteMetrics, permutePairs } from './significance/permuteMetrics.ts';
export { alignScores } from './significance/scoreTable.ts';
export { type SystemAgreement, softAccuracy, systemMeasures, withoutOutliers } from './systemLevel.ts';
export { type MetricTest, clusterMetrics, williamsOfMetrics } from './testMetrics.ts';
export type { Interval } from '../stats/index.ts';
export { type Agreement } from './significance/agreement.ts';
export { type ScoreTable } from './significance/scoreTable.ts';
export { alignSystems } from './significance/scoreTable.ts';
export { scoresOfAnnotations } from './humanSide.ts';
export { scoresOfRatings } from './humanSide.ts';
