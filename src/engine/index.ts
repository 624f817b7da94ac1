export { createMetrics, loadMetric, parseMetric } from './createMetrics.ts';
export { type EvaluateOptions, type Evaluation, type Progress, evaluate } from './evaluate.ts';
export { type ReportOptions, measurements, reportScores, scoredMetric } from './reportScores.ts';
