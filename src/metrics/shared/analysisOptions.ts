/** The options of metrics that read lemmas or tags, and the texts as they then see them. */
import {
  type IdList,
  type OptionSpec,
  type Reader,
  type Resources,
  type Role,
  UsageError,
  type View,
  choice,
  files,
  option,
} from '../../core/index.ts';
import {
  type AnalysedTexts,
  type Analysis,
  type TellingView,
  type Tokenizer,
  analysedLanguages,
  analysedTexts,
  analyserNeed,
  words,
} from '../../text/index.ts';
import { type WordSettings, wordNeeds, wordOptions, wordTokenizer, wordView } from './wordOptions.ts';

/** A view derived from the analysis of each word, such as the entry of its lemma in a dictionary. */
interface AnalysisColumn {
  /** A number for word i. */
  number(analysis: Analysis, i: number): number;
  /** Called before each segment by columns whose numbers are valid only within a segment. */
  forget?(): void;
}

/** `name` distinguishes it from other views of these texts; the column is requested before the first text is read. */
export const analysisView = (texts: AnalysedTexts, name: string, columnOf: () => AnalysisColumn): TellingView => ({
  key: `${texts.view('word').key}:${name}`,
  wordsOf: (text) => texts.analysisOf(text).word,
  reader(): Reader {
    const column = columnOf();
    return {
      forget: () => column.forget?.(),
      read(text: string, role: Role, ids: IdList) {
        if (role === 'source') return; // in another language
        const analysis = texts.analysisOf(text);
        for (let i = 0; i < analysis.word.length; i++) ids.push(column.number(analysis, i));
      },
    };
  },
});

/** Equal texts have equal numbers within a segment; −1 where there is none. */
export function equalTexts(textOf: (analysis: Analysis, i: number) => string | undefined): AnalysisColumn {
  const numbers = new Map<string, number>();
  return {
    forget: () => numbers.clear(),
    number(analysis, i) {
      const text = textOf(analysis, i);
      if (text === undefined) return -1;
      let number = numbers.get(text);
      if (number === undefined) numbers.set(text, (number = numbers.size));
      return number;
    },
  };
}

/** A column remembers what it found for at most this many words. */
const keptWords = 1 << 18;

export function remembering<T>(find: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    if (known.has(word)) return known.get(word)!;
    if (known.size >= keptWords) known.clear();
    const found = find(word);
    known.set(word, found);
    return found;
  };
}

/** The stemmer of a language. */
export const stemmers = { en: 'english', cs: 'czech', de: 'german', es: 'spanish', fr: 'french' } as const;

type Language = (typeof analysedLanguages)[number];

/** With the user's own analyses the language does not matter, so other languages are not accepted. */
const language: OptionSpec<Language> = option<Language>({
  key: 'lang',
  default: 'en',
  accepts: analysedLanguages.join(' | '),
  help: 'Language of the words, for the built-in analyser; with your own analyses it has no effect.',
  parse(value) {
    const known = analysedLanguages.find((each) => each === value);
    if (known) return known;
    throw new UsageError(
      `lang must be ${analysedLanguages.join(' or ')}, not "${String(value)}": Assay analyses no other language. ` +
        `For other languages leave lang out and give files with words, lemmas and tags: analyses=FILE.`,
    );
  },
  print: (value) => (value === 'en' ? undefined : value), // it would be misleading with analyses of German texts
});

const analyses = files({
  key: 'analyses',
  accepts: 'a file of analyses: CoNLL-U, factored text (word|lemma|tag) or a table',
  help: 'Words, lemmas and tags of hypotheses and references from other tools, for any language. The words of the files are used and tok is ignored.',
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

/** Views of one factor each; words are lower-cased only if requested, and tags never depend on it. */
export const analysedWords = (settings: AnalysisSettings, resources: Resources): AnalysedTexts =>
  analysedTexts(analyserNeed(settings.language, settings.analyses), resources, wordTokenizer(settings, resources));

/** What of each word can be compared in place of the word itself. */
const comparedFactors = ['word', 'lemma', 'stem', 'tag', 'sempos', 'tecto', 'role'] as const;
type ComparedFactor = (typeof comparedFactors)[number];

const comparedFactor = choice(comparedFactors, {
  key: 'factor',
  default: 'word',
  help: 'What of each word is compared: the word itself, or its lemma, tag or another factor of its analysis.',
});

/** The options of metrics of words that can also compare a factor of an analysis; signatures of words are as they would be without. */
export const factorOptions = {
  factor: {
    ...comparedFactor,
    isSuffix: true,
    print: (value) => (value === 'word' ? undefined : value),
  } satisfies OptionSpec<ComparedFactor>,
  language,
  analyses,
};

interface FactorChoice extends Pick<AnalysisSettings, 'lowercase' | 'language' | 'analyses'> {
  readonly factor: ComparedFactor;
}

type FactorSettings = FactorChoice & AnalysisSettings;

const isOfWords = ({ factor }: Pick<FactorChoice, 'factor'>): boolean => factor === 'word';

export const factorNeeds = (settings: FactorSettings): string[] =>
  isOfWords(settings) ? wordNeeds(settings) : analysisNeeds(settings);

/** The tokenizer of these words, and whether texts are lower-cased before it: a text is looked up as it is written. */
export function cutFactor(
  { factor, lowercase, language: spoken, analyses: given }: FactorChoice,
  resources: Resources,
  tokenizer: Tokenizer,
): { readonly tokenizer: Tokenizer; readonly lowercase: boolean } {
  if (factor === 'word') {
    if (given !== '') throw new UsageError('analyses works only with a factor, such as factor=lemma.');
    return { tokenizer, lowercase };
  }
  const texts = analysedTexts(analyserNeed(spoken, given), resources, tokenizer);
  return { tokenizer: texts.tokenizer(factor, { lowercase }), lowercase: false };
}

export const factorCutting = (settings: FactorSettings, resources: Resources): ReturnType<typeof cutFactor> =>
  cutFactor(settings, resources, wordTokenizer(settings, resources));

/** Sources are in another language and never analysed, so that such a view reads nothing of them. */
export const withoutSource = (view: View): View => ({
  ...view,
  reader() {
    const reader = view.reader();
    return {
      forget: () => reader.forget(),
      read: (text, role, ids) => (role === 'source' ? undefined : reader.read(text, role, ids)),
    };
  },
});

export function factorView(settings: FactorSettings, resources: Resources): View {
  const { tokenizer, lowercase } = factorCutting(settings, resources);
  return isOfWords(settings) ? wordView(settings, resources) : withoutSource(words(tokenizer, { lowercase }));
}

/** `BLEU`, or `BLEU-lemma`. */
export const factorName = (name: string, settings: Pick<FactorChoice, 'factor'>): string =>
  isOfWords(settings) ? name : `${name}-${settings.factor}`;

export const factorNote =
  'With `factor=lemma`, `tag`, `stem`, `sempos`, `tecto` (deep lemmas) or `role`, that factor of each word is compared in place of the word, as in the `_lemma` and `_tecto` rows of WMT 2009. Lemmas and tags of English come from the built-in analyser; everything else from files named by `analyses`.';
