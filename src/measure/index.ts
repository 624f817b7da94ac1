export { type Evaluation, measurements } from './evaluation.ts';
export { type Measured, measure, measureAll, measuredRows } from './measure.ts';
export { groupSegments, onlySystems, subset } from './subset.ts';
export { SegmentCounter } from './segmentCounter.ts';
export { type Outputs, type TestSet, bySegment, referencesPerSegment } from './testSet.ts';
export { type AlignedTexts, textAligner } from './textAligner.ts';
