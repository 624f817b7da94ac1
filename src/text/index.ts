export { strip, stripEnd } from './characters.ts';
export { NgramMatcher } from './ngramMatcher.ts';
export { ShiftSearch } from './shifts.ts';
export { type TokenizerName, tokenizerNamed, tokenizerNames, tokenizerNeeds } from './tokenizers/index.ts';
export { tokenizerChrf } from './tokenizers/simple.ts';
export { tercom } from './tokenizers/tercom.ts';
export { type Tokenizer } from './tokenizers/tokenizer.ts';
export { characters, words } from './views.ts';
