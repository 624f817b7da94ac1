/** The options of METEOR. Most are left to the preset, and then are not in the signature: its name says them. */
import { UsageError, choice, file, files, lowercaseFlag, number, option } from '../../../core/index.ts';
import { alignmentObjectives, tokenizerNames, wordNetVersions } from '../../../text/index.ts';
import { presetUnless } from '../../shared/presetOptions.ts';
import { wordOptions } from '../../shared/wordOptions.ts';
import { type ModuleName, languages, moduleNames, presetNames } from './presets.ts';

const share = (key: string, help: string) =>
  presetUnless(number({ key, default: 0.5, min: 0, max: 1, help: `${help} By default that of the preset.` }));

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : String(value).split('+'));

const modules = presetUnless(
  option<readonly ModuleName[]>({
    key: 'modules',
    default: ['exact'],
    accepts: `${moduleNames.join(', ')}, with + between`,
    help: 'How words may match, in this order. By default what there is for the language, and paraphrase if a table is named.',
    parse(value) {
      const names = listOf(value);
      const known = moduleNames.filter((name) => names.includes(name));
      if (known.length === new Set(names).size && known.length === names.length && known[0] === 'exact') return known;
      throw new UsageError(
        `modules must be exact, which comes first, and any of ${moduleNames.slice(1).join(', ')}, with + between, not "${String(value)}".`,
      );
    },
    print: (value) => value.join('+'),
  }),
);

const weights = presetUnless(
  option<readonly number[]>({
    key: 'weights',
    default: [1],
    accepts: 'numbers from 0 to 1 with + between, one for each module',
    help: 'What a match by each module is worth. By default that of the preset.',
    parse(value) {
      const numbers = listOf(value).map((each) => (each.trim() === '' ? NaN : Number(each)));
      if (numbers.every((each) => each >= 0 && each <= 1) && numbers[0]! > 0) return numbers;
      throw new UsageError(
        `weights must be numbers from 0 to 1 with + between, that of exact not 0, not "${String(value)}".`,
      );
    },
    print: (value) => value.join('+'),
  }),
);

export const meteorOptions = {
  preset: choice(presetNames, {
    key: 'preset',
    default: '0.6',
    help: 'The version of METEOR: its parameters for the language, and all else that is not set.',
  }),
  language: choice(languages, {
    key: 'lang',
    default: 'en',
    help: 'The language of the texts. With universal it may be any: nothing is known of its words but what you supply.',
  }),
  modules,
  alpha: share('alpha', 'Weight of recall against precision: 1 for recall alone.'),
  beta: presetUnless(
    number({
      key: 'beta',
      default: 1,
      min: 0,
      max: 100,
      help: 'Exponent of fragmentation in the penalty. By default that of the preset.',
    }),
  ),
  gamma: share('gamma', 'The largest penalty, if no two matched words stand together.'),
  delta: share('delta', 'Weight of content words against function words: .5 for alike.'),
  weights,
  alignment: presetUnless(
    choice(alignmentObjectives, {
      key: 'alignment',
      default: 'chunks',
      help: 'What is looked for once most words are matched: few crossing links, stage by stage, or few chunks, all stages at once; or what Meteor 1.5 finds. By default that of the preset.',
    }),
  ),
  stemmer: presetUnless(
    choice(['porter', 'snowball'], {
      key: 'stemmer',
      default: 'snowball',
      help: "Porter's stemmer of 1980, for English alone, or those of Snowball.",
    }),
  ),
  wordNet: choice(wordNetVersions, {
    key: 'wordnet',
    default: '3.0',
    help: 'The WordNet that tells synonyms of English words.',
  }),
  synonyms: file({
    key: 'synonyms',
    accepts: 'a file with a set of synonyms on each line',
    help: 'Synonyms of your own, for any language, in the place of those of WordNet.',
  }),
  paraphrases: file({
    key: 'paraphrases',
    accepts: 'a table of paraphrases in the text format of Meteor',
    help: 'Phrases that may stand for each other: for each three lines, its probability, which is not used, and the two phrases.',
  }),
  functionWords: file({
    key: 'function',
    accepts: 'a file with a function word on each line',
    help: 'Function words of your own, in the place of those of Meteor 1.5. They matter if delta is not .5.',
  }),
  analyses: files({
    key: 'analyses',
    accepts: 'a file of analyses: CoNLL-U, factored text (word|stem) or a table',
    help: 'Words and stems, or lemmas, of hypotheses and references from elsewhere, for any language. Words are then those of the files, whatever tok says.',
  }),
  lowercase: lowercaseFlag(true),
  tokenizer: presetUnless(
    choice(['meteor', ...tokenizerNames], {
      key: 'tok',
      default: '13a',
      help: 'How texts are cut into words. meteor, as in 0.6, drops punctuation. By default that of the preset.',
    }),
  ),
  model: wordOptions.model,
};
