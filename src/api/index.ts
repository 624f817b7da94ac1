/** Metrics, and measuring texts with them: in Node and in a browser alike. */
export { UsageError, version } from '../core/index.ts';
export { type Measurement, systemScore } from '../core/index.ts';
export { printSignature, readSignature } from '../core/index.ts';
export {
  type Evaluation,
  type Outputs,
  type TestSet,
  bySegment,
  groupSegments,
  measure,
  measureAll,
  onlySystems,
  subset,
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
