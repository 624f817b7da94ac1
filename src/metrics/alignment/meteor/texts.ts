/** Texts as METEOR reads them: words, and what the modules compare for each of them, in parallel views. */
import { type Resources, UsageError, type View } from '../../../core/index.ts';
import {
  type MatchStage,
  type TellingView,
  type TextFile,
  type Tokenizer,
  type WordColumn,
  analysedTexts,
  analyserNeed,
  stemmerNamed,
  stemmerNeed,
  textColumn,
  textFileNamed,
  textFileNeed,
  tokenizerMeteor,
  tokenizerMeteorApostrophes,
  wordColumn,
  wordNetKey,
  wordNetOf,
  words,
} from '../../../text/index.ts';
import { analysisView } from '../../shared/analysisOptions.ts';
import { once } from '../../shared/presetOptions.ts';
import { wordTokenizer } from '../../shared/wordOptions.ts';
import { PhraseTable } from './phraseTable.ts';
import { functionWordsOf } from './presets.ts';
import type { MeteorSettings } from './settings.ts';
import { SynonymSets, synonyms15Of } from './synonyms.ts';

interface MeteorTexts {
  readonly views: readonly View[];
  /** The view that is 1 for function words; −1 if they have no weight of their own. */
  readonly functionView: number;
  /** How words are matched; call it after the resources are loaded. */
  stages(): MatchStage[];
}

export function meteorTexts(settings: MeteorSettings, resources: Resources): MeteorTexts {
  const { options, modules, parameters } = settings;
  const { view, stemView, wordView } = wordViews(settings, resources);
  const views: View[] = [wordView];
  const add = (each: View) => views.push(each) - 1;
  const stages = modules.map((name): (() => MatchStage) => {
    if (name === 'exact') return () => ({ name, view: 0 });
    if (name === 'stem') {
      const at = add(stemView());
      return () => ({ name, view: at });
    }
    if (name === 'synonym') {
      const synonyms = synonymsFor(settings, resources);
      const at = add(view(synonyms.key, synonyms.column));
      return () => ({ name, view: at, share: synonyms.share() });
    }
    const table = once(() => new PhraseTable(textFileNamed(options.paraphrases, resources)));
    const at = add(view(`paraphrases:${textFileNeed(options.paraphrases)}`, table));
    return () => ({ name, phrases: (h, r, report) => table().find(h[at]!, r[at]!, report) });
  });
  const functionView =
    parameters.delta === 0.5 ? -1 : add(view(functionKey(settings), () => functionColumn(settings, resources)));
  return { views, functionView, stages: () => stages.map((stage) => stage()) };
}

/** How to read words, and a column of them, whether texts are tokenized here or come with analyses. */
function wordViews({ options, tokenizer: name, stems }: MeteorSettings, resources: Resources) {
  const { lowercase, analyses, language, model } = options;
  const tokenizer = (): Tokenizer => {
    if (name === 'meteor') return language === 'en' ? tokenizerMeteor : tokenizerMeteorApostrophes;
    return wordTokenizer({ lowercase, tokenizer: name, model }, resources);
  };
  if (analyses === '') {
    const cut = tokenizer();
    const view = (key: string, column: () => WordColumn) => wordColumn(key, column, cut, { lowercase });
    return {
      wordView: words(cut, { lowercase }),
      view,
      stemView: () => {
        const stemmer = stems as Exclude<typeof stems, 'analyses' | undefined>;
        return view(stemmerNeed(stemmer), () => textColumn(stemmerNamed(stemmer, resources)));
      },
    };
  }
  const texts = analysedTexts(analyserNeed('', analyses), resources, tokenizerMeteorApostrophes);
  const lower = (text: string) => (lowercase ? text.toLowerCase() : text);
  return {
    wordView: {
      ...texts.view('word', { lowercase }),
      wordsOf: (text: string) => texts.analysisOf(text).word.map(lower),
    } satisfies TellingView,
    view: (key: string, columnOf: () => WordColumn) =>
      analysisView(texts, `${key}${lowercase ? ':lc' : ''}`, () => {
        const column = columnOf();
        return { number: ({ word }, i) => column.number(lower(word[i]!)) };
      }),
    stemView: () =>
      analysisView(texts, `meteor-stem${lowercase ? ':lc' : ''}`, () => {
        let column = textColumn(lower);
        return {
          forget: () => (column = textColumn(lower)), // numbers are compared within a segment
          number(analysis, i) {
            const stem = (analysis.stem ?? analysis.lemma)?.[i];
            if (stem === undefined) {
              throw new UsageError(
                'The analyses have neither stems nor lemmas. Leave out the module stem: modules=exact.',
              );
            }
            return column.number(stem);
          },
        };
      }),
  };
}

interface Synonyms {
  readonly key: string;
  readonly column: () => WordColumn;
  readonly share: () => (a: number, b: number) => boolean;
}

function synonymsFor({ options, synonyms, alignment }: MeteorSettings, resources: Resources): Synonyms {
  const { wordNet: version, lowercase } = options;
  if (synonyms === 'file') {
    const sets = once(() => new SynonymSets(textFileNamed(options.synonyms, resources), lowercase));
    return {
      key: `synonyms:${textFileNeed(options.synonyms)}`,
      column: sets,
      share: () => sharing(sets()),
    };
  }
  if (alignment === 'meteor-1.5') {
    const found = () => synonyms15Of(wordNetOf(version, resources));
    return { key: `${wordNetKey(version, resources)}:meteor-1.5`, column: found, share: () => sharing(found()) };
  }
  return {
    key: `${wordNetKey(version, resources)}:morphy`,
    column: () => {
      const wordNet = wordNetOf(version, resources);
      return { number: (word) => wordNet.entry(word, 'morphy') };
    },
    share: () => sharing(wordNetOf(version, resources)),
  };
}

const sharing =
  (dictionary: { share(a: number, b: number): boolean }) =>
  (a: number, b: number): boolean =>
    dictionary.share(a, b);

const functionKey = ({ options }: MeteorSettings): string =>
  `function-words:${options.functionWords === '' ? options.language : textFileNeed(options.functionWords)}`;

/** 1 for function words, 0 for others. */
function functionColumn({ options }: MeteorSettings, resources: Resources): WordColumn {
  const { functionWords, language } = options;
  const list = functionWords === '' ? functionWordsOf(language) : wordsIn(textFileNamed(functionWords, resources));
  return { number: (word) => (list.has(word.toLowerCase()) ? 1 : 0) };
}

function wordsIn({ name, lines }: TextFile): ReadonlySet<string> {
  const words = lines.map((line) => line.trim().toLowerCase()).filter((word) => word !== '');
  if (words.length === 0) throw new UsageError(`${name} has no words. Expected one function word per line.`);
  return new Set(words);
}
