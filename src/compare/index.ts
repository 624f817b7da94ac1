export { bucketSegments } from './bucketSegments.ts';
export { compareParts } from './compareParts.ts';
export { decomposeBleu } from './decomposeBleu.ts';
export { distinctiveNgrams } from './distinctiveNgrams.ts';
export { type Division, divideByLabel, divideByLength, divideByLengthDifference, divideByNumber } from './division.ts';
export {
  type ExplainedDivision,
  type Explanation,
  type PairExplanation,
  explainDifferences,
} from './explainDifferences.ts';
export { matchedReferences } from './matchedReferences.ts';
export { type ListedSegments, extremeSegments, segmentDifferences } from './segmentDifferences.ts';
export { type WordAccuracy, wordAccuracy } from './wordAccuracy.ts';
export { classesByFrequency, classesByList, divideByFrequency, wordFrequencies } from './wordFrequencies.ts';
export { type Cutting, countWords, cuttingOf, readWords } from './wordTexts.ts';
