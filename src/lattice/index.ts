export { atPlace } from './atPlace.ts';
export { bestDerivation, bestScore } from './bestDerivation.ts';
export { type Derivation, describeDerivation } from './derivation.ts';
export { type HypergraphDescription, describeHypergraph } from './describeHypergraph.ts';
export { type ExpectedNgrams, expectedNgrams } from './expectedNgrams.ts';
export { FeatureNames, type FeatureRows, FeatureRowsBuilder, selectRows, weigh } from './features.ts';
export { type Hypergraph, goalOf, isLattice, symbolOf, tailOf } from './hypergraph.ts';
export { type EdgeDescription, HypergraphBuilder } from './hypergraphBuilder.ts';
export { type Posteriors, expectedFeatures, expectedScore, insideOutside } from './insideOutside.ts';
export { keepEdges } from './keepEdges.ts';
export { type ArcDescription, LatticeBuilder } from './latticeBuilder.ts';
export { type Nbest, type NbestOptions, nbestDerivations, rankDerivations } from './nbestDerivations.ts';
export { type LikelyNgram, likelyNgrams, ngramPosteriors } from './ngramPosteriors.ts';
export { NgramTrie } from './ngramTrie.ts';
export { type PruneBy, bestThroughEdges, prune, pruneByPosterior, pruneByScore, pruneToDensity } from './prune.ts';
export { weightEdges } from './weightEdges.ts';
export { type BleuOracle, type BleuOracleOptions, type BleuOracleSegment, bleuOracle } from './oracle/bleuOracle.ts';
export {
  type RowChoice,
  type RowChoiceOptions,
  type RowLists,
  type RowScores,
  chooseRows,
} from './oracle/chooseRows.ts';
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
} from './oracle/recognitionOracle.ts';
