export { isSpace, strip, stripEnd } from './unicode/characters.ts';
export { CommonRuns } from './matching/commonRuns.ts';
export { CommonSubsequence } from './matching/subsequences.ts';
export { CommonTokens } from './matching/commonRuns.ts';
export { Correspondence } from './matching/correspondence.ts';
export { CoverDistance } from './edits/coverDistance.ts';
export { cutSpaces } from './words/cut.ts';
export { EditDistance } from './edits/editDistance.ts';
export { hasLetters } from './unicode/categories.ts';
export { HeaviestMatching } from './matching/heaviestMatching.ts';
export { LetterCosts } from './edits/letterCosts.ts';
export { NgramMatcher } from './ngrams/ngramMatcher.ts';
export { countBits } from './integers.ts';
export { Recognition, RecognitionAutomaton, countGrams } from './ngrams/recognition.ts';
export { type PieceKind, pieces } from './words/pieces.ts';
export { type CountedNgrams, KnownNgrams, NgramTree, ReferenceNgrams } from './ngrams/referenceNgrams.ts';
export { SegmentWords } from './words/segmentWords.ts';
export { SharedNgrams } from './ngrams/sharedNgrams.ts';
export { ShiftedSpelling } from './edits/shiftedSpelling.ts';
export { ShiftSearch } from './edits/shifts.ts';
export { sizedPieces } from './words/sizedPieces.ts';
export { SkipBigrams } from './ngrams/skipBigrams.ts';
export { SpelledText, spelledWords } from './words/spelling.ts';
export { countWords, splitWords } from './unicode/characters.ts';
export { type TokenizerName, tokenizerNamed, tokenizerNames, tokenizerNeeds } from './tokenizers/index.ts';
export { mecabTokenizer } from './tokenizers/mecab.ts';
export { type MecabDictionary, type MecabFiles, readMecabDictionary } from './tokenizers/mecabDictionary.ts';
export { tokenizerRouge155 } from './tokenizers/simple.ts';
export { tokenizerChrf } from './tokenizers/simple.ts';
export { tercom } from './tokenizers/tercom.ts';
export { tokenizerTerp } from './tokenizers/tercom.ts';
export { type Tokenizer } from './words/cut.ts';
export { Units } from './words/cut.ts';
export { type WordView, characters, isWordView, knownWords, words } from './words/views.ts';
export { Vocabulary } from './words/vocabulary.ts';
export { WeightedSubsequence } from './matching/subsequences.ts';
export { WordPairs } from './ngrams/wordPairs.ts';
export { NgramReaches, type Reach } from './ngrams/ngramReaches.ts';
export {
  type AnalysedTexts,
  type Analyser,
  type Analysis,
  type AnalysisWith,
  type Factor,
  analysedLanguages,
  analysedTexts,
  analyserNeed,
  factorNames,
} from './language/analysis.ts';
export { tokenizerMeteor, tokenizerMeteorApostrophes } from './tokenizers/meteor.ts';
export { cutWords } from './words/views.ts';
export { instanceMark } from './language/resources.ts';
export { NumberedSets } from './language/numberedSets.ts';
export { porterStem } from './language/stemmers.ts';
export {
  type AlignmentObjective,
  type MatchStage,
  StagedAligner,
  alignmentObjectives,
} from './matching/stagedAligner.ts';
export { type Stem, type StemmerName, stemmerNamed, stemmerNames, stemmerNeed, stems } from './language/stemmers.ts';
export { type TellingView, wordsOfView } from './words/views.ts';
export { type WordColumn, textColumn, wordColumn } from './language/wordColumn.ts';
export {
  type WordNet,
  type WordNetLookup,
  type WordNetPos,
  type WordNetVersion,
  wordNetEntries,
  wordNetKey,
  wordNetNeed,
  wordNetOf,
  wordNetVersions,
} from './language/wordNet.ts';
export { readWordNet, withoutIrregularForms } from './language/readWordNet.ts';
export type { WordNetFiles } from './language/wordNetFiles.ts';
export { type TextFile, textFileNamed, textFileNeed } from './language/resources.ts';
export { type Tagger, taggerAnalyser } from './language/analysis.ts';
