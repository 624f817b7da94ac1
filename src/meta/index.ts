export { type Combination, combineScores } from './combineScores.ts';
export { type Fraction, type Interval, type OverTasks, type Resampling, overTasks } from './agreement.ts';
export {
  type MeasureName,
  type MetaEvaluation,
  type MetaSettings,
  type MetaSystem,
  type MetricAgreement,
  type SystemPriorAgreement,
  checkMeasures,
  evaluateMetrics,
} from './evaluateMetrics.ts';
export { type HumanSide, humanSides } from './humanSide.ts';
export { scoresOfAnnotations, scoresOfRankings, scoresOfRatings } from './humanScores.ts';
export { type Scores, upward } from './scores.ts';
export { type CellRule, applyRule, cellRules } from './segmentLevel/cellRules.ts';
export { type Averaging, type JudgedPairs, pairsOfComparisons, pairsOfScores } from './segmentLevel/judgedPairs.ts';
export { type RelationCounts, countRelations, totalRelations } from './segmentLevel/relationCounts.ts';
export { correlateSegments } from './segmentLevel/segmentCorrelation.ts';
export {
  type ComparisonMeasure,
  type ScoreMeasure,
  type SegmentAgreement,
  comparisonMeasures,
  measureOfYear,
  scoreMeasures,
} from './segmentLevel/segmentMeasures.ts';
export {
  type InterpolatedPrior,
  type PriorOptions,
  interpolatePrior,
  mixWithPrior,
  systemPrior,
} from './segmentLevel/systemPrior.ts';
export { type TieCalibration, calibrateTies } from './segmentLevel/tieCalibration.ts';
export { type SharedSegments, type SharedSystems, sharedSegments, sharedSystems } from './sharedScores.ts';
export { type Agreement, type CorrelationName } from './significance/agreement.ts';
export {
  type BootstrapOptions,
  type BootstrappedAgreement,
  type Resampled,
  bootstrapAgreement,
} from './significance/bootstrapAgreement.ts';
export { type RankedMetric, clusterMetrics } from './significance/clusterMetrics.ts';
export {
  type MetricComparison,
  type PermutationOptions,
  type Swap,
  permuteMetrics,
} from './significance/permuteMetrics.ts';
export {
  type PairComparison,
  type PairPermutationOptions,
  type PairTallies,
  permutePairs,
} from './significance/permutePairs.ts';
export { type Scale, type ScoreTable, alignScores, alignSystems } from './significance/scoreTable.ts';
export type { PValues } from './significance/tailCounter.ts';
export { type WilliamsOfMetrics, williamsOfMetrics } from './significance/williamsOfMetrics.ts';
export { type SoftAccuracyOptions, softAccuracy } from './softAccuracy.ts';
export {
  type SystemAgreement,
  type SystemMeasure,
  type SystemOptions,
  systemMeasures,
  withoutOutliers,
} from './systemLevel.ts';
export { type MetricTest, type SegmentTestId, type SystemTestId } from './testMetrics.ts';
export { type MetaRequest, hasFigures, unmetRequests } from './unmetRequests.ts';
export { type CrossValidated, type LearningSettings, crossValidate } from './learning/crossValidate.ts';
export { type Examples, type JudgedTable, gatherExamples } from './learning/examples.ts';
export type { FeatureTable } from './learning/featureTable.ts';
export { type FittedModel, meanLoss, weightIntervals } from './learning/fitExamples.ts';
export { learnedScores, withFeatures } from './learning/learnedScores.ts';
export { numberSentences } from './learning/sentences.ts';
export {
  type LearnedProduct,
  type ProductShape,
  type ProductWeights,
  learnProduct,
} from './learning/productWeights.ts';
