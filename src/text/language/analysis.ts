/**
 * Analyses: what is known of each word of a text beyond its letters, such as its lemma and its part of speech.
 * They come from an analyser of a language or from the user; a metric reads each factor of them through a view.
 */
import {
  IdList,
  type Reader,
  type Resources,
  type Role,
  type SignedResource,
  UsageError,
  type View,
} from '../../core/index.ts';
import type { Tokenizer } from '../words/cut.ts';
import { cutWords } from '../words/views.ts';
import { neededResource } from './resources.ts';

/** What may be known of a word. `align` holds the source positions of a word, from 0 on with commas between, or `-` for none. */
export const factorNames = ['word', 'lemma', 'stem', 'tag', 'sempos', 'align'] as const;
export type Factor = (typeof factorNames)[number];

/** By factor, one value for each word of the text. */
export type Analysis = { readonly word: readonly string[] } & { readonly [F in Factor]?: readonly string[] };

/** An analysis that tells some factors for certain. */
export type AnalysisWith<F extends Factor> = Analysis & { readonly [K in F]: readonly string[] };

/** Finds out about words. Pure: the same text always yields the same. */
export interface Analyser extends Partial<SignedResource> {
  /** As errors call it. */
  readonly name: string;
  /** What it tells of words. */
  readonly factors: readonly Factor[];
  /** All tags that words may have, where that is known; punctuation may have others. */
  readonly tags?: readonly string[];
  /** Analyses a text, which a tokenizer has cut into `words`. One that knows the text may have cut it otherwise. */
  analyse(words: readonly string[], text: string): Analysis;
}

/** The texts of a metric as an analyser sees them. Its views have a token for each word, so that equal positions mean the same word. */
export interface AnalysedTexts {
  analyser(): Analyser;
  /** The analysis of a text, which must tell the factors that are named. */
  analysisOf<F extends Factor = never>(text: string, ...needed: readonly F[]): AnalysisWith<F>;
  /** One factor of each word, in lower case if asked for. */
  view(factor: Factor, settings?: { lowercase?: boolean }): View;
}

/** The languages whose words are analysed here; the engine loads what does it. */
export const analysedLanguages = ['en'] as const;

/** The resource that analyses texts: files of analyses that the user names, or what is there for the language. */
export const analyserNeed = (language: string, files: string): string =>
  files === '' ? `analyser:${language}` : `analyses:${files}`;

/** Analyses kept for the other views of the same segments. */
const keptTexts = 2048;

/** `need` is what `analyserNeed` says; the resource is looked up when the first text is read. */
export function analysedTexts(need: string, resources: Resources, tokenizer: Tokenizer): AnalysedTexts {
  let found: Analyser | undefined;
  const analyser = () => (found ??= neededResource(need, resources, 'What analyses words', 'an Analyser') as Analyser);
  const kept = new Map<string, Analysis>();
  const cut = cutWords(tokenizer);
  const refuse = (factor: Factor): never => {
    const others = analyser().factors.filter((each) => each !== factor);
    throw new UsageError(`${analyser().name} tells no ${factor} of words, only ${others.join(', ')}.`);
  };
  const analysisOf = (text: string): Analysis => {
    const known = kept.get(text);
    if (known) return known;
    if (kept.size >= keptTexts) kept.clear();
    const analysis = analyser().analyse(cut(text), text);
    kept.set(text, analysis);
    return analysis;
  };
  return {
    analyser,
    analysisOf<F extends Factor>(text: string, ...needed: readonly F[]) {
      const analysis = analysisOf(text);
      for (const factor of needed) if (!analysis[factor]) refuse(factor);
      return analysis as AnalysisWith<F>;
    },
    view(factor, { lowercase = false } = {}) {
      return {
        key: `factor:${factor}:${need}:${tokenizer.name}${lowercase ? ':lc' : ''}`,
        reader(): Reader {
          if (!analyser().factors.includes(factor)) refuse(factor);
          const ids = new Map<string, number>();
          return {
            forget: () => ids.clear(),
            read(text: string, role: Role, list: IdList) {
              if (role === 'source') return; // in another language, and analysed by nobody
              for (const value of analysisOf(text)[factor]!) {
                const token = lowercase ? value.toLowerCase() : value;
                let id = ids.get(token);
                if (id === undefined) ids.set(token, (id = ids.size));
                list.push(id);
              }
            },
          };
        },
      };
    },
  };
}

/** What of the package wink-pos-tagger is used, here so that pages can use it as well. Tags are those of the Penn Treebank; lemmas are of nouns, verbs and adjectives. */
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
