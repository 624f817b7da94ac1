/** Metrics, and measuring texts with them, in Node and in a browser. */
export { UsageError, version } from '../core/index.ts';
export { type Measurement, systemScore } from '../core/index.ts';
export { printSignature, readSignature } from '../core/index.ts';
export {
  type CheckedTexts,
  type Evaluation,
  type InputWarning,
  type Outputs,
  type TestSet,
  bySegment,
  checkNames,
  checkTexts,
  groupSegments,
  measure,
  measureAll,
  onlySystems,
  subset,
  warningLines,
} from '../measure/index.ts';
export * from '../metrics/index.ts';
export {
  type Counter,
  type Metric,
  type MetricDefinition,
  type Reader,
  type Resources,
  type ScoreRange,
  type Text,
  type Tokens,
  type View,
  choice,
  defineMetric,
  errorPercent,
  flag,
  integer,
  number,
  oneOf,
  percent,
} from '../core/index.ts';
export { characters, words } from '../text/index.ts';
