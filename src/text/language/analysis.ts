/**
 * Analyses: what is known about each word of a text beyond its letters, such as its lemma and part of speech.
 * They come from an analyser of a language or from the user; a metric reads each factor through a view.
 */
import { IdList, type Reader, type Resources, type Role, type SignedResource, UsageError } from '../../core/index.ts';
import { type Tokenizer, cutSpaces } from '../words/cut.ts';
import { type TellingView, cutWords } from '../words/views.ts';
import { neededResource } from './resources.ts';

/**
 * What can be known about a word. `tecto` is its deep lemma, `role` its semantic role or `-` for none. `align` holds the source positions
 * of a word, counted from 0 and separated by commas, or `-` for none.
 */
export const factorNames = ['word', 'lemma', 'stem', 'tag', 'sempos', 'tecto', 'role', 'align'] as const;
export type Factor = (typeof factorNames)[number];

/** By factor, one value for each word of the text. */
export type Analysis = { readonly word: readonly string[] } & { readonly [F in Factor]?: readonly string[] };

/** An analysis that is certain to have some factors. */
export type AnalysisWith<F extends Factor> = Analysis & { readonly [K in F]: readonly string[] };

/** An analyser that finds lemmas, tags and other factors of the words of a text. It is pure: the same text always gives the same result. */
export interface Analyser extends Partial<SignedResource> {
  /** Its name in errors. */
  readonly name: string;
  /** What it reports about words. */
  readonly factors: readonly Factor[];
  /** All tags that words may have, if known; punctuation may have others. */
  readonly tags?: readonly string[];
  /** Analyses a text, which a tokenizer has split into `words`. An analyser that knows the text may have split it differently. */
  analyse(words: readonly string[], text: string): Analysis;
}

/** The texts of a metric as an analyser sees them. Its views have one token per word, so equal positions mean the same word. */
export interface AnalysedTexts {
  analyser(): Analyser;
  /** The analysis of a text, which must have the named factors. */
  analysisOf<F extends Factor = never>(text: string, ...needed: readonly F[]): AnalysisWith<F>;
  /** One factor of each word, lower-cased if requested. */
  view(factor: Factor, settings?: { lowercase?: boolean }): TellingView;
  /** Cuts a text into the values of one factor, for what takes words of a tokenizer. The text must not be lower-cased before. */
  tokenizer(factor: Factor, settings?: { lowercase?: boolean }): Tokenizer;
}

/** The languages with a built-in analyser; the engine loads it. */
export const analysedLanguages = ['en'] as const;

/** The resource that analyses texts: files of analyses named by the user, or the analyser of the language. */
export const analyserNeed = (language: string, files: string): string =>
  files === '' ? `analyser:${language}` : `analyses:${files}`;

/** Analyses kept for the other views of the same segments. */
const keptTexts = 2048;

/** `need` is the result of `analyserNeed`; the resource is looked up when the first text is read. */
export function analysedTexts(need: string, resources: Resources, tokenizer: Tokenizer): AnalysedTexts {
  let found: Analyser | undefined;
  const analyser = () =>
    (found ??= neededResource(need, resources, 'The analyser of words', 'an Analyser') as Analyser);
  const kept = new Map<string, Analysis>();
  const cut = cutWords(tokenizer);
  const refuse = (factor: Factor): never => {
    const others = analyser().factors.filter((each) => each !== factor);
    throw new UsageError(`${analyser().name} has no ${factor} for words, only ${others.join(', ')}.`);
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
    tokenizer: (factor, { lowercase = false } = {}) => ({
      name: `factor:${factor}:${need}:${tokenizer.name}${lowercase ? ':lc' : ''}`,
      rewrite(text) {
        const values = analysisOf(text)[factor] ?? refuse(factor);
        // A word of an analysis may contain a space, such as that in a number.
        const joined = values.map((value) => value.replaceAll(/\s+/gu, '\u2581')).join(' ');
        return lowercase ? joined.toLowerCase() : joined;
      },
      cut: cutSpaces,
    }),
    view(factor, { lowercase = false } = {}) {
      return {
        key: `factor:${factor}:${need}:${tokenizer.name}${lowercase ? ':lc' : ''}`,
        wordsOf(text) {
          const values = analysisOf(text)[factor] ?? refuse(factor);
          return lowercase ? values.map((value) => value.toLowerCase()) : values;
        },
        reader(): Reader {
          if (!analyser().factors.includes(factor)) refuse(factor);
          const ids = new Map<string, number>();
          return {
            forget: () => ids.clear(),
            read(text: string, role: Role, list: IdList) {
              if (role === 'source') return; // in another language, and never analysed
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

/**
 * The part of the package wink-pos-tagger that Assay uses, declared here so that web pages can use it, too. Tags are Penn Treebank
 * tags; nouns, verbs and adjectives have lemmas.
 */
export interface Tagger {
  tagRawTokens(words: readonly string[]): { readonly pos: string; readonly lemma?: string }[];
}

const tags =
  'CC CD DT EX FW IN JJ JJR JJS LS MD NN NNP NNPS NNS PDT POS PRP PRP$ RB RBR RBS RP TO UH ' +
  'VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB HYPH -LRB- -RRB-';

/** Tokens longer than any word are tagged by their beginning, because the tagger's time can grow with the square of their length. */
const longest = 200;

/**
 * Makes an analyser of English lemmas and tags from a tagger. `name` includes the version, such as `wink-pos-tagger 2.2.2`. A word without
 * a lemma is its own lemma, in lower case.
 */
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
