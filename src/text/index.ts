export { isSpace, strip, stripEnd } from './characters.ts';
export { CommonRuns } from './commonRuns.ts';
export { CommonSubsequence } from './commonSubsequence.ts';
export { CommonTokens } from './commonTokens.ts';
export { Correspondence } from './correspondence.ts';
export { CoverDistance } from './coverDistance.ts';
export { cutSpaces } from './cut.ts';
export { EditDistance } from './editDistance.ts';
export { hasLetters } from './hasLetters.ts';
export { HeaviestMatching } from './heaviestMatching.ts';
export { LetterCosts } from './letterCosts.ts';
export { NgramMatcher } from './ngramMatcher.ts';
export { countBits } from './integers.ts';
export { Recognition, RecognitionAutomaton, countGrams } from './recognition.ts';
export { type PieceKind, pieces } from './pieces.ts';
export { type CountedNgrams, KnownNgrams, NgramTree, ReferenceNgrams } from './referenceNgrams.ts';
export { SegmentWords } from './segmentWords.ts';
export { SharedNgrams } from './sharedNgrams.ts';
export { ShiftedSpelling } from './shiftedSpelling.ts';
export { ShiftSearch } from './shifts.ts';
export { sizedPieces } from './sizedPieces.ts';
export { SkipBigrams } from './skipBigrams.ts';
export { SpelledText, spelledWords } from './spelling.ts';
export { countWords, splitWords } from './splitWords.ts';
export { type TokenizerName, tokenizerNamed, tokenizerNames, tokenizerNeeds } from './tokenizers/index.ts';
export { mecabTokenizer } from './tokenizers/mecab.ts';
export { type MecabDictionary, type MecabFiles, readMecabDictionary } from './tokenizers/mecabDictionary.ts';
export { tokenizerRouge155 } from './tokenizers/rouge155.ts';
export { tokenizerChrf } from './tokenizers/simple.ts';
export { tercom } from './tokenizers/tercom.ts';
export { tokenizerTerp } from './tokenizers/terp.ts';
export { type Tokenizer } from './tokenizers/tokenizer.ts';
export { Units } from './units.ts';
export { type WordView, characters, isWordView, knownWords, words } from './views.ts';
export { Vocabulary } from './vocabulary.ts';
export { WeightedSubsequence } from './weightedSubsequence.ts';
export { WordPairs } from './wordPairs.ts';
export { NgramReaches, type Reach } from './ngramReaches.ts';
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
export { cutWords } from './language/cutWords.ts';
export { instanceMark } from './language/instanceMark.ts';
export { NumberedSets } from './language/numberedSets.ts';
export { porterStem } from './language/porterStem.ts';
export {
  type AlignmentObjective,
  type MatchStage,
  StagedAligner,
  alignmentObjectives,
} from './language/stagedAligner.ts';
export { type Stem, type StemmerName, stemmerNamed, stemmerNames, stemmerNeed, stems } from './language/stemmers.ts';
export { type TellingView, wordsOfView } from './language/wordsOfView.ts';
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
export { type TextFile, textFileNamed, textFileNeed } from './language/textFile.ts';
export { type Tagger, taggerAnalyser } from './language/taggerAnalyser.ts';
