export { beginningOf } from './beginningOf.ts';
export { enlarged } from './enlarged.ts';
export { UsageError, checkCount, counted, isUsageError, nearest, suggest } from './errors.ts';
export { groupBy } from './groupBy.ts';
export { exp, log, pow } from './math.ts';
export { type Measurement, rowMeasurement, sumRows, systemScore, wholeSystem } from './measurement.ts';
export {
  type Aligner,
  type Alignment,
  type AlignmentLink,
  type ClippedPrecisions,
  type Counter,
  type ExpectedCounts,
  type ExpectedForm,
  type FoundMetric,
  IdList,
  type LearnableWeights,
  type Learner,
  type Lengths,
  type Metric,
  type MetricBody,
  type MetricDefinition,
  type MetricDescription,
  type PrecisionFactors,
  type PrecisionLimits,
  type Reader,
  type RecognitionSettings,
  type Resources,
  type Role,
  type ScoreRange,
  type SignedResource,
  type Text,
  type Tokens,
  type View,
  defineMetric,
  errorPercent,
  findMetric,
  idsWith,
  percent,
  printMetric,
  teach,
  unitOf,
} from './metric.ts';
export { metricList, splitMetricList } from './metricList.ts';
export {
  type OptionSpec,
  type OptionSpecs,
  type OptionsOf,
  type ValueKind,
  choice,
  file,
  files,
  flag,
  integer,
  integers,
  lowercaseFlag,
  number,
  numbers,
  numbersWithin,
  oneOf,
  option,
  optionNamed,
  resolveOptions,
} from './options.ts';
export { type Present, pick, present } from './present.ts';
export { type RunFacts, parseSignature, printSignature, readSignature } from './signature.ts';
export { version } from './version.ts';
