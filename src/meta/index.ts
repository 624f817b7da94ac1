/** Files all of whose exports are for others are passed on whole. */
export { type Fraction, type Interval, type OverTasks, type Resampling, overTasks } from './agreement.ts';
export { type Combination, combineScores } from './combineScores.ts';
export * from './evaluateMetrics.ts';
export { type HumanSide, humanSides, scoresOfAnnotations, scoresOfRankings, scoresOfRatings } from './humanSide.ts';
export { type CrossValidated, type LearningSettings, crossValidate } from './learning/crossValidate.ts';
export * from './learning/examples.ts';
export { type FittedModel, learnedScores, meanLoss, weightIntervals, withFeatures } from './learning/fitExamples.ts';
export * from './learning/productWeights.ts';
export {
  type Scores,
  type SharedSegments,
  type SharedSystems,
  sharedSegments,
  sharedSystems,
  upward,
} from './scores.ts';
export {
  type CellRule,
  type RelationCounts,
  applyRule,
  cellRules,
  countRelations,
  totalRelations,
} from './segmentLevel/cellRules.ts';
export { type Averaging, type JudgedPairs, pairsOfComparisons, pairsOfScores } from './segmentLevel/judgedPairs.ts';
export * from './segmentLevel/segmentMeasures.ts';
export * from './segmentLevel/systemPrior.ts';
export { type TieCalibration, calibrateTies } from './segmentLevel/tieCalibration.ts';
export type { Agreement, CorrelationName } from './significance/agreement.ts';
export * from './significance/bootstrapAgreement.ts';
export { type RankedMetric, clusterMetrics } from './significance/clusterMetrics.ts';
export {
  type MetricComparison,
  type PermutationOptions,
  type Swap,
  permuteMetrics,
} from './significance/permuteMetrics.ts';
export * from './significance/permutePairs.ts';
export { type Scale, type ScoreTable, alignScores, alignSystems } from './significance/scoreTable.ts';
export type { PValues } from './significance/tailCounter.ts';
export { type WilliamsOfMetrics, williamsOfMetrics } from './significance/williamsOfMetrics.ts';
export { type SoftAccuracyOptions, softAccuracy } from './softAccuracy.ts';
export * from './systemLevel.ts';
export type { MetricTest, SegmentTestId, SystemTestId } from './testMetrics.ts';
