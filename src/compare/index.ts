export { bucketSegments } from './bucketSegments.ts';
export { type Cutting, cuttingOf } from './cutting.ts';
export { decomposeBleu } from './decomposeBleu.ts';
export { distinctiveNgrams } from './distinctiveNgrams.ts';
export { divideByLabel, divideByNumber } from './division.ts';
export {
  type ExplainedDivision,
  type Explanation,
  type PairExplanation,
  explainDifferences,
} from './explainDifferences.ts';
export { divideByLength, divideByLengthDifference } from './lengthDivisions.ts';
export { matchedReferences } from './matchedReferences.ts';
export { indexNgrams } from './ngramIndex.ts';
export { type ListedSegments, extremeSegments, segmentDifferences } from './segmentDifferences.ts';
export { type WordAccuracy, wordAccuracy } from './wordAccuracy.ts';
export { classesByFrequency, classesByList } from './wordClasses.ts';
export { divideByFrequency } from './wordFrequencies.ts';
export { countWords, readWords } from './wordTexts.ts';
