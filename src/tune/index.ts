export { type Instability, type Spread, instability } from './instability.ts';
export { type MiraSettings, miraDefaults, tuneByMira } from './learners/mira.ts';
export { type ProSettings, proDefaults, tuneByPro } from './learners/pro.ts';
export { takesAllPairs } from './learners/samplePairs.ts';
export { tuningObjective } from './learners/tuningObjective.ts';
export { type Candidates, type Pool, segmentsWithCandidates } from './lists/candidates.ts';
export {
  type DeletionSettings,
  deletedWords,
  deletionCandidates,
  deletionDefaults,
  deletionKinds,
  undeletedWeights,
} from './lists/deletionCandidates.ts';
export { mergeCandidates } from './lists/mergeCandidates.ts';
export { nbestOracle } from './lists/nbestOracle.ts';
export { bestCandidates, bestScored, chosenTexts, firstCandidates, rerank, rerankBy } from './lists/rerank.ts';
export { type Choice, type Evidence, type Expectation, choose, chooseGiven } from './mbr/choose.ts';
export { type PosteriorRule, latticeEvidence, likeliestTexts, listEvidence, systemEvidence } from './mbr/evidence.ts';
export { type ChosenPath, latticeMbr } from './mbr/latticeMbr.ts';
export {
  type LinearGain,
  type MbrUtility,
  expectedCountMetrics,
  expectedCountUtility,
  linearGain,
  linearGainUtility,
  pairwiseUtility,
  utilityName,
  utilityTexts,
} from './mbr/utilities.ts';
export { ForestSpace } from './mert/forestSpace.ts';
export { smoothings } from './mert/lineSearch.ts';
export { ListSpace, type SearchedCandidates } from './mert/listSpace.ts';
export { type MertResult, type MertStart, MertTraining, tuneByMert } from './mert/mert.ts';
export type { SearchSpace } from './mert/searchSpace.ts';
export { type MertSettings, mertDefaults } from './mert/settings.ts';
export {
  type ForestSet,
  type ListSet,
  type TuningSet,
  bestTexts,
  candidateTexts,
  decodedTexts,
  divideSet,
  featureNamesOf,
  holdOut,
  measureCandidates,
  scoreCandidates,
  selectSet,
} from './tuningSet.ts';
export { type MatchedWeights, type MissingWeights, type Weights, matchWeights } from './weights.ts';
