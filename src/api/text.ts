/** Splitting texts into words, and linguistic knowledge about words. */
export {
  type Analyser,
  type Tagger,
  type Tokenizer,
  type TokenizerName,
  type WordNet,
  mecabTokenizer,
  porterStem,
  readMecabDictionary,
  readWordNet,
  taggerAnalyser,
  tercom,
  tokenizerNamed,
  tokenizerNames,
} from '../text/index.ts';
