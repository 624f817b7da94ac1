/**
 * Texts as entailment reads them: words, and what is known about each, in parallel views. Several metrics of a run may share a view, so its
 * numbers must mean the same to all of them: facts as bits, entries of WordNet, or ids that are equal for equal texts within a segment.
 */
import type { IdList, Resources, Role, View } from '../../../core/index.ts';
import {
  type AnalysedTexts,
  type Analyser,
  type Analysis,
  type MatchStage,
  type WordNet,
  analysedTexts,
  analyserNeed,
  stemmerNamed,
  wordNetKey,
  wordNetOf,
} from '../../../text/index.ts';
import { analysisView, equalTexts, remembering, stemmers } from '../../shared/analysisOptions.ts';
import { type WordSettings, wordTokenizer } from '../../shared/wordOptions.ts';
import { factsOf, numberOf } from './wordFacts.ts';

interface TextSettings extends Omit<WordSettings, 'lowercase'> {
  readonly language: keyof typeof stemmers | 'any';
  /** Files with the user's own analyses, or empty. */
  readonly analyses: string;
}

/** What is known about words beyond their letters. */
export interface Knowledge {
  readonly isEnglish: boolean;
  readonly hasTags: boolean;
}

export const knowledgeOf = ({ language, analyses }: TextSettings): Knowledge => ({
  isEnglish: language === 'en',
  hasTags: language === 'en' || analyses !== '',
});

/** Where the views of a text are. */
export const viewPlaces = { words: 0, facts: 1, numbers: 2, stems: 3, tags: 4, entries: 5, letters: 6 } as const;

export interface EntailmentTexts {
  readonly views: readonly View[];
  /** How words may match; call it after the resources are loaded. */
  stages(): MatchStage[];
  /** English only. */
  readonly wordNet: (() => WordNet) | undefined;
}

export function entailmentTexts(settings: TextSettings, resources: Resources): EntailmentTexts {
  const { isEnglish, hasTags } = knowledgeOf(settings);
  const texts = textsOf(settings, resources);
  const wordNet = isEnglish ? () => wordNetOf('3.0', resources) : undefined;
  const kind = isEnglish ? 'english' : 'any';
  // Tokenize the text as written, then lower-case each word: lower-cased text may be tokenized differently, and capitals mark names.
  const views = [
    texts.view('word', { lowercase: true }),
    analysisView(texts, `facts:${kind}`, () => {
      const facts = remembering((word) => factsOf(word, isEnglish));
      return { number: ({ word }, i) => facts(word[i]!) };
    }),
    analysisView(texts, `numbers:${kind}`, () => {
      const number = remembering((word) => numberOf(word, isEnglish));
      return equalTexts(({ word }, i) => number(word[i]!));
    }),
    analysisView(texts, `stems:${settings.language}`, () => equalTexts(stemsOf(settings, resources))),
    ...(hasTags ? [texts.view('tag')] : []),
    ...(wordNet ? [entries(texts, wordNetKey('3.0', resources), wordNet), letters(texts)] : []),
  ];
  return {
    views,
    wordNet,
    stages: () => [
      { name: 'exact', view: viewPlaces.words },
      { name: 'stem', view: viewPlaces.stems },
      ...(wordNet
        ? [{ name: 'synonym', view: viewPlaces.entries, share: (a: number, b: number) => wordNet().share(a, b) }]
        : []),
    ],
  };
}

/** Knows only the words themselves. */
const wordsAlone: Analyser = { name: 'words', factors: ['word'], analyse: (words) => ({ word: words }) };

function textsOf(settings: TextSettings, resources: Resources): AnalysedTexts {
  const cut = wordTokenizer({ ...settings, lowercase: true }, resources);
  const { analyses, language } = settings;
  if (knowledgeOf(settings).hasTags) return analysedTexts(analyserNeed(language, analyses), resources, cut);
  return analysedTexts(wordsAlone.name, new Map([[wordsAlone.name, wordsAlone]]), cut);
}

/** Stems, or else lemmas, from the user's files; without either, those of the language. A word without a stem matches nothing by stem. */
function stemsOf({ language, analyses }: TextSettings, resources: Resources) {
  const stem =
    language === 'any' ? undefined : remembering((word) => stemmerNamed(stemmers[language], resources)(word));
  return (analysis: Analysis, i: number): string | undefined => {
    const given = analyses === '' ? undefined : (analysis.stem ?? analysis.lemma);
    return given ? given[i]!.toLowerCase() : stem?.(analysis.word[i]!.toLowerCase());
  };
}

/** Entries of words in WordNet, looked up by any of their base forms. */
const entries = (texts: AnalysedTexts, name: string, wordNet: () => WordNet): View =>
  analysisView(texts, `${name}:morphy`, () => {
    const entry = remembering((word) => wordNet().entry(word.toLowerCase(), 'morphy'));
    return { number: ({ word }, i) => entry(word[i]!) };
  });

/** The letters of words in lower case: for each word its length, then its code units. See `wordAt`. */
const letters = (texts: AnalysedTexts): View => ({
  key: `${texts.view('word').key}:letters`,
  reader: () => ({
    forget() {},
    read(text: string, role: Role, ids: IdList) {
      if (role === 'source') return; // in another language
      for (const written of texts.analysisOf(text).word) {
        const word = written.toLowerCase();
        ids.push(word.length);
        for (let i = 0; i < word.length; i++) ids.push(word.charCodeAt(i));
      }
    },
  }),
});
