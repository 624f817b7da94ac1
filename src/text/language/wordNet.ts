/** WordNet: which words share a sense, and base forms of words. Fellbaum (ed.), 1998. */
import type { Resources, SignedResource, View } from '../../core/index.ts';
import type { Tokenizer } from '../words/cut.ts';
import { instanceMark, neededResource } from './resources.ts';
import { wordColumn } from './wordColumn.ts';

export type WordNetPos = 'noun' | 'verb' | 'adj' | 'adv';

/** How a word is looked up: as written; also by the lists of irregular forms; also by endings. */
export type WordNetLookup = 'word' | 'exceptions' | 'morphy';

/** A WordNet dictionary in memory, as `readWordNet` reads it. Words are in lower case. */
export interface WordNet extends SignedResource {
  /** Name and version: `wordnet-3.0`. */
  readonly name: string;
  /** A number for the set of senses of a word; words with equal sets have equal numbers. −1 for a word without senses. */
  entry(word: string, lookup: WordNetLookup): number;
  /** The senses of an entry, ascending. */
  senses(entry: number): Int32Array;
  /** Whether two entries share a sense. */
  share(a: number, b: number): boolean;
  /** Whether some word shares a sense with each of two entries, which need not share one themselves. */
  shareSynonym(a: number, b: number): boolean;
  /** Base forms of a word, the most regular reading first; none if it is unknown as this part of speech. */
  baseForms(word: string, pos: WordNetPos): readonly string[];
  /** Whether the lists of irregular forms have a word; some words are their own base there, so that no ending is removed. */
  isIrregular(word: string): boolean;
  /** Whether a sense of one is the antonym of a sense of the other. */
  areOpposites(a: string, b: string): boolean;
}

export const wordNetVersions = ['3.0', '3.1'] as const;
export type WordNetVersion = (typeof wordNetVersions)[number];

export const wordNetNeed = (version: WordNetVersion): string => `wordnet:${version}`;

export const wordNetOf = (version: WordNetVersion, resources: Resources): WordNet =>
  neededResource(wordNetNeed(version), resources, `WordNet ${version}`, 'the result of readWordNet(…)') as WordNet;

/** Distinguishes a WordNet from all others in keys of views, even from those of its version: each numbers entries as it meets them. */
export const wordNetKey = (version: WordNetVersion, resources: Resources): string =>
  `${wordNetNeed(version)}#${instanceMark(resources.get(wordNetNeed(version)) ?? resources)}`;

/** The entries of words in WordNet, looked up in lower case; −1 for words without one. `WordNet.share` says whether two are synonyms. */
export function wordNetEntries(
  version: WordNetVersion,
  lookup: WordNetLookup,
  resources: Resources,
  tokenizer: Tokenizer,
  settings: { lowercase: boolean },
): View {
  const columnOf = () => {
    const wordNet = wordNetOf(version, resources);
    return { number: (word: string) => wordNet.entry(word.toLowerCase(), lookup) };
  };
  return wordColumn(`${wordNetKey(version, resources)}:${lookup}`, columnOf, tokenizer, settings);
}
