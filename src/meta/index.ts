export { type Interval, type OverTasks, overTasks } from './agreement.ts';
export { type Combination, combineScores } from './combineScores.ts';
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
export { type HumanSide, humanSides, scoresOfRankings } from './humanSide.ts';
export { type CrossValidated, type LearningSettings, crossValidate } from './learning/crossValidate.ts';
export {
  type Examples,
  type FeatureTable,
  type JudgedTable,
  gatherExamples,
  numberSentences,
} from './learning/examples.ts';
export { type FittedModel, learnedScores, meanLoss, weightIntervals, withFeatures } from './learning/fitExamples.ts';
export { type LearnedProduct, type ProductWeights, learnProduct } from './learning/productWeights.ts';
export { type Scores, sharedSystems } from './scores.ts';
export { applyRule, cellRules, countRelations, totalRelations } from './segmentLevel/cellRules.ts';
export { pairsOfComparisons, pairsOfScores } from './segmentLevel/judgedPairs.ts';
export {
  type SegmentAgreement,
  comparisonMeasures,
  measureOfYear,
  scoreMeasures,
} from './segmentLevel/segmentMeasures.ts';
export { interpolatePrior, mixWithPrior, systemPrior } from './segmentLevel/systemPrior.ts';
export { calibrateTies } from './segmentLevel/tieCalibration.ts';
export { bootstrapAgreement } from './significance/bootstrapAgreement.ts';
export { clusterMetrics } from './significance/clusterMetrics.ts';
export { permuteMetrics } from './significance/permuteMetrics.ts';
export { permutePairs } from './significance/permutePairs.ts';
export { alignScores } from './significance/scoreTable.ts';
export { williamsOfMetrics } from './significance/williamsOfMetrics.ts';
export { softAccuracy } from './softAccuracy.ts';
export { type SystemAgreement, systemMeasures, withoutOutliers } from './systemLevel.ts';
export type { MetricTest } from './testMetrics.ts';
