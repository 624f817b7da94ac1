export { wilsonInterval } from './binomial.ts';
export { bootstrap, bootstrapAll, percentileInterval } from './bootstrap.ts';
export {
  type ComparedSystem,
  type ComparedSystems,
  type ComparisonSettings,
  type ComparisonTestId,
  type Correction,
  type Detectable,
  type Equivalence,
  type Interval,
  type Ranking,
  type SystemComparison,
  comparisonDefaults,
  comparisonTests,
} from './comparison/comparison.ts';
export { compareMeasured, turned } from './comparison/compareMeasured.ts';
export {
  type ComparedRuns,
  type RunComparison,
  type RunSettings,
  type RunSystem,
  type RunTestId,
  compareRuns,
  concludeRuns,
  planRuns,
} from './comparison/compareRuns.ts';
export { concludeComparison } from './comparison/concludeComparison.ts';
export { type ComparisonPlan, planComparison } from './comparison/planComparison.ts';
export { rankSystems } from './comparison/rankSystems.ts';
export { samplesTogether } from './comparison/sampleSource.ts';
export { statisticalDefaults } from './defaults.ts';
export type { Side } from './comparison/pairs.ts';
export { type Drawn, type SamplingPlan, emptyDrawn, sampler } from './comparison/sampler.ts';
export { correctP } from './comparison/corrections.ts';
export { correctTogether } from './comparison/correctTogether.ts';
export { type MeanMeasurement, type SegmentScores, meanMeasurement, scoreMean } from './comparison/meanMeasurement.ts';
export { type PairedT, pairedT } from './comparison/pairedT.ts';
export { type SignTestBothWays, signTestBothWays } from './comparison/signTestBothWays.ts';
export { type Wilcoxon, wilcoxon } from './comparison/wilcoxon.ts';
export { numpyMean, sacrebleuBootstrapP, sacrebleuRandomizationP } from './comparison/sacrebleu.ts';
export { type Composite, compareScores, composite } from './composite.ts';
export { type Correlation, kendallTauB, pearson, spearman, spearmanByDifferences } from './correlation.ts';
export {
  chiSquareUpperTail,
  incompleteBeta,
  lnGamma,
  normalCdf,
  normalQuantile,
  studentQuantile,
  studentUpperTail,
} from './distributions.ts';
export { fisherInterval } from './fisherInterval.ts';
export { type MannWhitney, mannWhitney } from './mannWhitney.ts';
export { madOutliers, median } from './outliers.ts';
export { Pcg64, type Random, countDraws, shuffle } from './random.ts';
export { averageRanks } from './ranks.ts';
export { clusteredErrors } from './regression/clusteredErrors.ts';
export { type Design, predict } from './regression/design.ts';
export { type LogisticOptions, logistic, logisticSlopes, softplus } from './regression/logistic.ts';
export { ridge } from './regression/ridge.ts';
export { type Standardisation, standardisation } from './regression/standardise.ts';
export { type SignTest, signTest, splitProbability } from './signTest.ts';
export { type Williams, williams } from './williams.ts';
export { Xoshiro128 } from './xoshiro128.ts';
