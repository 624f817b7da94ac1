/** Cutting texts into words, and what is known of words of a language. */
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
