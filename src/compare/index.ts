export { type BucketReport, type BucketScores, type ScoredBucket, bucketSegments } from './bucketSegments.ts';
export { type PartsCheck, checkParts } from './checkParts.ts';
export { type ComparedPart, type MeasuredPart, compareParts, partSettings } from './compareParts.ts';
export { type Cutting, cuttingOf } from './cutting.ts';
export { type BleuDecomposition, type BleuPart, type BleuParts, decomposeBleu } from './decomposeBleu.ts';
export {
  type DistinctiveNgram,
  type DistinctiveOrder,
  type DistinctiveSettings,
  distinctiveNgrams,
} from './distinctiveNgrams.ts';
export { type Bucket, type Division, type Edges, divideByLabel, divideByNumber } from './division.ts';
export { divideByLength, divideByLengthDifference } from './lengthDivisions.ts';
export {
  type ExplainedDivision,
  type Explanation,
  type ExplanationRequest,
  type ListedSegments,
  type PairExplanation,
  explainDifferences,
} from './explainDifferences.ts';
export {
  type MatchedReferences,
  type ReferenceShares,
  matchedReferences,
  tied,
  unmatched,
} from './matchedReferences.ts';
export { type NgramIndex, indexNgrams } from './ngramIndex.ts';
export { onlySystems } from './onlySystems.ts';
export {
  type ExtremeSegments,
  type SegmentDifferences,
  extremeSegments,
  segmentDifferences,
} from './segmentDifferences.ts';
export {
  type ClassAccuracy,
  type WordAccuracy,
  type WordClassReport,
  measureClasses,
  wordAccuracy,
} from './wordAccuracy.ts';
export { type WordClasses, classesByFrequency, classesByList } from './wordClasses.ts';
export { type FrequencyDivisionSettings, divideByFrequency, wordFrequencies } from './wordFrequencies.ts';
export { type WordTexts, countWords, readWords } from './wordTexts.ts';
