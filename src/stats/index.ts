export { bcaBound } from './bcaBound.ts';
export { wilsonInterval } from './binomial.ts';
export { bootstrapAll, percentileInterval } from './bootstrap.ts';
export { type BestCandidate, bestSystems } from './comparison/bestSystems.ts';
export { compareMeasured, compareTogether, concludeComparison, turned } from './comparison/compareMeasured.ts';
export {
  type ComparedRuns,
  type RunComparison,
  type RunSettings,
  type RunTestId,
  compareRuns,
  concludeRuns,
  planRuns,
} from './comparison/compareRuns.ts';
export {
  type ComparedSystems,
  type ComparisonSettings,
  type ComparisonTestId,
  type Correction,
  type Interval,
  type Pair,
  type SystemComparison,
  comparisonDefaults,
  comparisonTests,
} from './comparison/comparison.ts';
export { correctP } from './comparison/corrections.ts';
export { type GateVerdict, type JudgedDrop, judgeDrops } from './comparison/judgeDrops.ts';
export { type MeanMeasurement, meanMeasurement, scoreMean } from './comparison/meanMeasurement.ts';
export { addFurther, furtherSamples } from './comparison/moreSamples.ts';
export { pairedT } from './comparison/pairTests.ts';
export { planComparison } from './comparison/planComparison.ts';
export { numpyMean, sacrebleuBootstrapP, sacrebleuRandomizationP } from './comparison/sacrebleu.ts';
export { samplesTogether } from './comparison/sampleSource.ts';
export {
  type CountedKind,
  type Drawn,
  type SamplingPlan,
  countKept,
  emptyCounts,
  emptyDrawn,
  PackedOnce,
  sampler,
} from './comparison/sampler.ts';
export {
  type Correlation,
  fisherInterval,
  kendallTauB,
  pearson,
  spearman,
  spearmanByDifferences,
  williams,
} from './correlation.ts';
export { statisticalDefaults } from './defaults.ts';
export { incompleteBeta, normalCdf, normalQuantile } from './distributions.ts';
export { mannWhitney } from './mannWhitney.ts';
export { Pcg64, type Random, countDraws, shuffle } from './random.ts';
export { madOutliers, median, sortedOrder } from './ranks.ts';
export {
  type Design,
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
export { type SignTest, checkSystem, compareScores, composite, signTest, splitProbability } from './signTest.ts';
export { stouffer } from './stouffer.ts';
export { wilcoxon } from './wilcoxon.ts';
export { Xoshiro128 } from './xoshiro128.ts';
