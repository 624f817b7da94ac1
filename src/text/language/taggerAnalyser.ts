/** A tagger of English as an analyser: what of the package wink-pos-tagger is used, here so that pages can use it as well. */
import type { Analyser } from './analysis.ts';

/** Tags are those of the Penn Treebank; lemmas are of nouns, verbs and adjectives. */
export interface Tagger {
  tagRawTokens(words: readonly string[]): { readonly pos: string; readonly lemma?: string }[];
}

const tags =
  'CC CD DT EX FW IN JJ JJR JJS LS MD NN NNP NNPS NNS PDT POS PRP PRP$ RB RBR RBS RP TO UH ' +
  'VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB HYPH -LRB- -RRB-';

/** Words longer than any are judged by their beginning, as the tagger may take time that grows with the square of their length. */
const longest = 200;

/** `name` tells the version, such as `wink-pos-tagger 2.2.2`. A word without a lemma is its own, in lower case. */
export function taggerAnalyser(name: string, tagger: Tagger): Analyser {
  return {
    name,
    signature: name.replace(' ', '-'),
    factors: ['word', 'lemma', 'tag'],
    tags: tags.split(' '),
    analyse(words) {
      const tokens = tagger.tagRawTokens(words.map((word) => (word.length > longest ? word.slice(0, longest) : word)));
      const lemmaOf = (word: string, i: number) => (word.length > longest ? undefined : tokens[i]!.lemma);
      return {
        word: words,
        lemma: words.map((word, i) => lemmaOf(word, i) ?? word.toLowerCase()),
        tag: tokens.map(({ pos }) => pos),
      };
    },
  };
}
