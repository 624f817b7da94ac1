export { type MetricRequest, createMetrics, loadMetric, parseMetric } from './createMetrics.ts';
export { type EvaluateOptions, type Evaluation, type Progress, evaluate } from './evaluate.ts';
