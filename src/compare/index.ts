export { bucketSegments, checkParts } from './bucketSegments.ts';
export { compareParts, partSettings } from './compareParts.ts';
export { type Cutting, cuttingOf } from './cutting.ts';
export { decomposeBleu } from './decomposeBleu.ts';
export { distinctiveNgrams } from './distinctiveNgrams.ts';
export { type Division, type Edges, divideByLabel, divideByNumber } from './division.ts';
export { divideByLength, divideByLengthDifference } from './lengthDivisions.ts';
export {
  type ExplainedDivision,
  type Explanation,
  type PairExplanation,
  explainDifferences,
} from './explainDifferences.ts';
export { matchedReferences, tied, unmatched } from './matchedReferences.ts';
export { indexNgrams } from './ngramIndex.ts';
export { type ListedSegments, extremeSegments, segmentDifferences } from './segmentDifferences.ts';
export { type WordAccuracy, measureClasses, wordAccuracy } from './wordAccuracy.ts';
export { classesByFrequency, classesByList } from './wordClasses.ts';
export { divideByFrequency, wordFrequencies } from './wordFrequencies.ts';
export { type WordTexts, countWords, readWords } from './wordTexts.ts';
