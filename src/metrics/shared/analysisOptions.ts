/** The options of metrics that read lemmas or tags, and the texts as they then see them. */
import { type OptionSpec, type Resources, UsageError, files, option } from '../../core/index.ts';
import { type AnalysedTexts, analysedLanguages, analysedTexts, analyserNeed } from '../../text/index.ts';
import { type WordSettings, wordNeeds, wordOptions, wordTokenizer } from './wordOptions.ts';

type Language = (typeof analysedLanguages)[number];

/** With analyses of the user's own the language does not matter, so others than these are not asked for. */
const language: OptionSpec<Language> = option<Language>({
  key: 'lang',
  default: 'en',
  accepts: analysedLanguages.join(' | '),
  help: 'Language of the words, for what analyses them; with analyses of your own it has no effect.',
  parse(value) {
    const known = analysedLanguages.find((each) => each === value);
    if (known) return known;
    throw new UsageError(
      `lang must be ${analysedLanguages.join(' or ')}, not "${String(value)}": no other language is analysed here. ` +
        `For texts in any other leave lang out and name files with their words, lemmas and tags: analyses=FILE.`,
    );
  },
  print: (value) => (value === 'en' ? undefined : value), // with analyses of German texts it would mislead
});

const analyses = files({
  key: 'analyses',
  accepts: 'a file of analyses: CoNLL-U, factored text (word|lemma|tag) or a table',
  help: 'Words, lemmas and tags of hypotheses and references from elsewhere, for any language. Words are then those of the files, whatever tok says.',
});

export const analysisOptions = { ...wordOptions, language, analyses };

interface AnalysisSettings extends WordSettings {
  readonly language: string;
  readonly analyses: string;
}

export const analysisNeeds = (settings: AnalysisSettings): string[] => [
  ...wordNeeds(settings),
  analyserNeed(settings.language, settings.analyses),
];

/** Views of one factor each; that of words is in lower case only if asked for, and tags never depend on it. */
export const analysedWords = (settings: AnalysisSettings, resources: Resources): AnalysedTexts =>
  analysedTexts(analyserNeed(settings.language, settings.analyses), resources, wordTokenizer(settings, resources));
