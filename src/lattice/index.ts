export { atPlace } from './atPlace.ts';
export { bestDerivation, bestScore } from './derivations/bestDerivation.ts';
export { type Derivation, describeDerivation } from './derivations/derivation.ts';
export { type HypergraphDescription, describeHypergraph } from './describeHypergraph.ts';
export { type ExpectedNgrams, expectedNgrams } from './posteriors/expectedNgrams.ts';
export { FeatureNames, type FeatureRows, FeatureRowsBuilder, selectRows, weigh } from './shape/features.ts';
export { type Hypergraph, goalOf, isLattice, symbolOf, tailOf, weightEdges } from './shape/hypergraph.ts';
export { HypergraphBuilder, LatticeBuilder } from './shape/hypergraphBuilder.ts';
export { insideOutside } from './posteriors/insideOutside.ts';
export { type Nbest, type NbestOptions, nbestDerivations, rankDerivations } from './derivations/nbestDerivations.ts';
export { type LikelyNgram, likelyNgrams, ngramPosteriors } from './posteriors/ngramPosteriors.ts';
export { NgramTrie } from './posteriors/ngramTrie.ts';
export { type PruneBy, bestThroughEdges, prune, pruneByPosterior, pruneByScore, pruneToDensity } from './prune.ts';
export {
  type BleuOracle,
  type BleuOracleOptions,
  type BleuOracleSegment,
  bleuOracle,
} from './oracle/bleu/bleuOracle.ts';
export {
  type RowChoice,
  type RowChoiceOptions,
  type RowLists,
  type RowScores,
  chooseRows,
} from './oracle/bleu/chooseRows.ts';
export {
  type CorpusOracle,
  type CorpusOracleSegment,
  CorpusOracleSearch,
  type ScoredText,
  hasStructuralOracle,
  structuralMetrics,
} from './oracle/corpusOracle.ts';
export {
  RecognitionOracle,
  type RecognitionOracleOptions,
  type RecognizedDerivation,
} from './oracle/recognition/recognitionOracle.ts';
