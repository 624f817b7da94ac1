export { wilsonInterval } from './binomial.ts';
export { bootstrapAll, percentileInterval } from './bootstrap.ts';
export { compareMeasured, concludeComparison, turned } from './comparison/compareMeasured.ts';
export type { ComparedRuns, RunComparison, RunSettings, RunTestId } from './comparison/compareRuns.ts';
export { compareRuns, concludeRuns, planRuns } from './comparison/compareRuns.ts';
export type {
  ComparedSystems,
  ComparisonSettings,
  ComparisonTestId,
  Interval,
  SystemComparison,
} from './comparison/comparison.ts';
export { comparisonDefaults, comparisonTests } from './comparison/comparison.ts';
export { correctP } from './comparison/corrections.ts';
export { type MeanMeasurement, meanMeasurement, scoreMean } from './comparison/meanMeasurement.ts';
export { planComparison } from './comparison/planComparison.ts';
export { numpyMean, sacrebleuBootstrapP, sacrebleuRandomizationP } from './comparison/sacrebleu.ts';
export { samplesTogether } from './comparison/sampleSource.ts';
export { type Drawn, type SamplingPlan, emptyDrawn, sampler } from './comparison/sampler.ts';
export type { Correlation } from './correlation.ts';
export { fisherInterval, kendallTauB, pearson, spearman, spearmanByDifferences, williams } from './correlation.ts';
export { statisticalDefaults } from './defaults.ts';
export { incompleteBeta, normalCdf, normalQuantile } from './distributions.ts';
export { mannWhitney } from './mannWhitney.ts';
export { Pcg64, type Random, countDraws, shuffle } from './random.ts';
export { madOutliers, median, sortedOrder } from './ranks.ts';
export type { Design } from './regression.ts';
export {
  cholesky,
  clusteredErrors,
  logistic,
  logisticSlopes,
  predict,
  ridge,
  sigmoid,
  softplus,
  solveFactored,
  standardisation,
} from './regression.ts';
export type { SignTest } from './signTest.ts';
export { checkSystem, compareScores, composite, signTest, splitProbability } from './signTest.ts';
export { Xoshiro128 } from './xoshiro128.ts';
export { type Correction } from './comparison/comparison.ts';
export { pairedT } from './comparison/pairTests.ts';
export { wilcoxon } from './comparison/pairTests.ts';
