export { type Candidates, type Pool, segmentsWithCandidates, selectSegments } from './lists/candidates.ts';
export {
  type DeletionKind,
  type DeletionSettings,
  deletedWords,
  deletionCandidates,
  deletionDefaults,
  deletionKinds,
  undeletedWeights,
} from './lists/deletionCandidates.ts';
export { ForestSpace } from './mert/forestSpace.ts';
export { type Division, holdOut } from './holdOut.ts';
export { type Instability, type InstabilitySettings, type Spread, type TunedRun, instability } from './instability.ts';
export { ListSpace, type SearchedCandidates } from './mert/listSpace.ts';
export { measureCandidates } from './lists/measureCandidates.ts';
export { type MergedCandidates, mergeCandidates } from './lists/mergeCandidates.ts';
export { type NbestOracle, type NbestOracleOptions, nbestOracle } from './lists/nbestOracle.ts';
export { poolScore } from './lists/poolScore.ts';
export { type Reranked, bestCandidates, chosenTexts, firstCandidates, rerank } from './lists/rerank.ts';
export { Envelope, type Objective, type SearchSpace } from './mert/searchSpace.ts';
export {
  type ForestSet,
  type ListSet,
  type TuningSet,
  bestTexts,
  decodedTexts,
  divideSet,
  featureNamesOf,
  selectSet,
} from './tuningSet.ts';
export { type TuningObjective, tuningObjective } from './learners/tuningObjective.ts';
export {
  type ListedWeights,
  type MatchedWeights,
  type MissingWeights,
  type NamedWeights,
  type Weights,
  matchWeights,
} from './weights.ts';
export { type Choice, type Evidence, type Expectation, choose } from './mbr/choose.ts';
export { latticeEvidence, likeliestTexts, listEvidence, systemEvidence } from './mbr/evidence.ts';
export { expectedCountMetrics, expectedCountUtility } from './mbr/expectedCountUtility.ts';
export { type ChosenPath, type LatticeMbrSettings, latticeMbr } from './mbr/latticeMbr.ts';
export { type LinearGain, type LinearGainSettings, linearGain, linearGainUtility } from './mbr/linearGain.ts';
export { type MbrUtility, utilityName } from './mbr/mbrUtility.ts';
export { pairwiseUtility } from './mbr/pairwiseUtility.ts';
export { type PosteriorRule, candidatePosteriors, normalized, posteriorsOf } from './mbr/posteriors.ts';
export { type Smoothing, type SmoothingId, smoothings } from './mert/lineSearch.ts';
export { type MertResult, type MertStart, MertTraining, tuneByMert } from './mert/mert.ts';
export { type MertSettings, type NormalizationId, mertDefaults, normalizations } from './mert/settings.ts';
export { type MiraEpoch, type MiraResult, type MiraSettings, miraDefaults, tuneByMira } from './learners/mira.ts';
export { type ProIteration, type ProResult, type ProSettings, proDefaults, tuneByPro } from './learners/pro.ts';
