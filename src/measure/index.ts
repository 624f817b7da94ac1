export { type Evaluation, type Measured, measure, measureAll, measuredRows, measurements } from './measure.ts';
export { groupSegments, onlySystems, subset } from './subset.ts';
export { SegmentCounter } from './segmentCounter.ts';
export { type Outputs, type TestSet, bySegment, referencesPerSegment } from './testSet.ts';
export { textAligner } from './textAligner.ts';
