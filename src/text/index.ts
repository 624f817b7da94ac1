export {
  type Encoder,
  type KeptScore,
  LongTexts,
  type PieceCutter,
  type PieceVectors,
  type Vectors,
} from './language/encoder.ts';
export { CorpusCounter, type CorpusSettings, type CorpusStatistics } from './corpus/corpusCounter.ts';
export { type Overlap, OverlapSearch, SoughtLines } from './corpus/overlapSearch.ts';
export { EditDistance } from './edits/editDistance.ts';
export { MatchedEdits } from './edits/matchedEdits.ts';
export { ExtendedDistance } from './edits/extendedDistance.ts';
export { CoverDistance } from './edits/coverDistance.ts';
export { LetterCosts } from './edits/letterCosts.ts';
export { ShiftedSpelling } from './edits/shiftedSpelling.ts';
export { ShiftSearch } from './edits/shifts.ts';
export { countBits } from './integers.ts';
export {
  type AnalysedTexts,
  type Analyser,
  type Analysis,
  type AnalysisWith,
  type Factor,
  type Tagger,
  analysedLanguages,
  analysedTexts,
  analyserNeed,
  factorNames,
  taggerAnalyser,
} from './language/analysis.ts';
export { NumberedSets } from './language/numberedSets.ts';
export { readWordNet, withoutIrregularForms } from './language/readWordNet.ts';
export { type TextFile, instanceMark, textFileNamed, textFileNeed } from './language/resources.ts';
export {
  type Stem,
  type StemmerName,
  porterStem,
  stemmerNamed,
  stemmerNames,
  stemmerNeed,
} from './language/stemmers.ts';
export { type WordColumn, textColumn, wordColumn } from './language/wordColumn.ts';
export {
  type WordNet,
  type WordNetPos,
  wordNetEntries,
  wordNetKey,
  wordNetNeed,
  wordNetOf,
  wordNetVersions,
} from './language/wordNet.ts';
export { LineScanner } from './kernel/lineScanner.ts';
export { NgramKernel, isHard, isKernelTokens } from './kernel/ngramKernel.ts';
export { BlockEncoder, textBlock } from './words/textBlock.ts';
export { CommonRuns, CommonTokens } from './matching/commonRuns.ts';
export { ContextAlignment } from './matching/contextAlignment.ts';
export { Correspondence } from './matching/correspondence.ts';
export { HeaviestMatching } from './matching/heaviestMatching.ts';
export {
  type AlignmentObjective,
  type MatchStage,
  StagedAligner,
  alignmentObjectives,
} from './matching/stagedAligner.ts';
export { CommonSubsequence, WeightedSubsequence } from './matching/subsequences.ts';
export { NgramMatcher } from './ngrams/ngramMatcher.ts';
export { NgramReaches, type Reach } from './ngrams/ngramReaches.ts';
export { Recognition, countGrams } from './ngrams/recognition.ts';
export { type CountedNgrams, KnownNgrams, NgramTree, ReferenceNgrams } from './ngrams/referenceNgrams.ts';
export { SharedNgrams } from './ngrams/sharedNgrams.ts';
export { SkipBigrams } from './ngrams/skipBigrams.ts';
export { WordPairs } from './ngrams/wordPairs.ts';
export {
  type TokenizerName,
  sentencePieceModels,
  takesModel,
  tokenizerNamed,
  tokenizerNames,
  tokenizerNeeds,
} from './tokenizers/index.ts';
export { europarlLanguages, tokenizerEuroparl } from './tokenizers/europarl.ts';
export { mecabTokenizer } from './tokenizers/mecab.ts';
export { readMecabDictionary } from './tokenizers/mecabDictionary.ts';
export { tokenizerMeteor, tokenizerMeteorApostrophes } from './tokenizers/meteor.ts';
export { tokenizerChrf, tokenizerRouge155 } from './tokenizers/simple.ts';
export { tercom, tokenizerTerp } from './tokenizers/tercom.ts';
export { hasLetters } from './unicode/categories.ts';
export { countWords, splitWords, strip, stripEnd } from './unicode/characters.ts';
export { type Tokenizer, Units, cutSpaces } from './words/cut.ts';
export { type PieceKind, pieces } from './words/pieces.ts';
export { sizedPieces } from './words/sizedPieces.ts';
export { SpelledText, spelledWords } from './words/spelling.ts';
export { type TellingView, characters, cutWords, isWordView, knownWords, words, wordsOfView } from './words/views.ts';
export { Vocabulary } from './words/vocabulary.ts';
