export {
  type CheckedTexts,
  type InputWarning,
  TextSample,
  checkNames,
  checkTexts,
  cutWarnings,
  warningLines,
} from './checkTexts.ts';
export { type Evaluation, type Measured, measure, measureAll, measuredRows, measurements } from './measure.ts';
export { type MeasuredSystems, groupSegments, onlySystems, subset } from './subset.ts';
export { SegmentCounter } from './segmentCounter.ts';
export { type SegmentTexts, TextCounter } from './textCounter.ts';
export { type Outputs, type TestSet, bySegment, referencesPerSegment, withoutReferences } from './testSet.ts';
export { type ViewedTexts, explainSums, textAligner, textExplainer } from './textExplainer.ts';
