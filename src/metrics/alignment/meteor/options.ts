/** The options of METEOR. The preset sets most of them; those are not in the signature, because the preset's name implies them. */
import { UsageError, choice, file, files, lowercaseFlag, number, option } from '../../../core/index.ts';
import { alignmentObjectives, tokenizerNames, wordNetVersions } from '../../../text/index.ts';
import { presetUnless } from '../../shared/presetOptions.ts';
import { wordOptions } from '../../shared/wordOptions.ts';
import { type ModuleName, languages, moduleNames, presetNames } from './presets.ts';

const share = (key: string, help: string) =>
  presetUnless(number({ key, default: 0.5, min: 0, max: 1, help: `${help} Set by the preset by default.` }));

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : String(value).split('+'));

const modules = presetUnless(
  option<readonly ModuleName[]>({
    key: 'modules',
    default: ['exact'],
    accepts: `${moduleNames.join(', ')}, joined by +`,
    help: 'How words may match, in this order. By default all modules available for the language, and paraphrase if a table is given.',
    parse(value) {
      const names = listOf(value);
      const known = moduleNames.filter((name) => names.includes(name));
      if (known.length === new Set(names).size && known.length === names.length && known[0] === 'exact') return known;
      throw new UsageError(
        `modules must start with exact, followed by any of ${moduleNames.slice(1).join(', ')}, joined by +, not "${String(value)}".`,
      );
    },
    print: (value) => value.join('+'),
  }),
);

const weights = presetUnless(
  option<readonly number[]>({
    key: 'weights',
    default: [1],
    accepts: 'numbers from 0 to 1 joined by +, one for each module',
    help: 'Weight of a match by each module. Set by the preset by default.',
    parse(value) {
      const numbers = listOf(value).map((each) => (each.trim() === '' ? NaN : Number(each)));
      if (numbers.every((each) => each >= 0 && each <= 1) && numbers[0]! > 0) return numbers;
      throw new UsageError(
        `weights must be numbers from 0 to 1 joined by +, the first (exact) above 0, not "${String(value)}".`,
      );
    },
    print: (value) => value.join('+'),
  }),
);

export const meteorOptions = {
  preset: choice(presetNames, {
    key: 'preset',
    default: '0.6',
    help: 'The version of METEOR. It sets the parameters for the language and every other option that you do not set.',
  }),
  language: choice(languages, {
    key: 'lang',
    default: 'en',
    help: 'The language of the texts. universal accepts any language, without built-in stems, synonyms or function words.',
  }),
  modules,
  alpha: share('alpha', 'Weight of recall against precision: 1 for recall only.'),
  beta: presetUnless(
    number({
      key: 'beta',
      default: 1,
      min: 0,
      max: 100,
      help: 'Exponent of fragmentation in the penalty. Set by the preset by default.',
    }),
  ),
  gamma: share('gamma', 'The largest penalty, reached when no two matches are adjacent.'),
  delta: share('delta', 'Weight of content words against function words: .5 for equal weights.'),
  weights,
  alignment: presetUnless(
    choice(alignmentObjectives, {
      key: 'alignment',
      default: 'chunks',
      help: 'What to minimise among alignments that match the most words: crossing links, stage by stage (crossings), or chunks, all stages at once (chunks); or the search of Meteor 1.5 (meteor-1.5). Set by the preset by default.',
    }),
  ),
  stemmer: presetUnless(
    choice(['porter', 'snowball'], {
      key: 'stemmer',
      default: 'snowball',
      help: "Porter's stemmer of 1980, for English only, or the Snowball stemmers.",
    }),
  ),
  wordNet: choice(wordNetVersions, {
    key: 'wordnet',
    default: '3.0',
    help: 'The WordNet version used for synonyms of English words.',
  }),
  synonyms: file({
    key: 'synonyms',
    accepts: 'a file with a set of synonyms on each line',
    help: 'Your own synonyms, for any language, instead of those of WordNet.',
  }),
  paraphrases: file({
    key: 'paraphrases',
    accepts: 'a table of paraphrases in the text format of Meteor',
    help: 'Phrases that can replace each other. Each entry has three lines: its probability, which is ignored, and the two phrases.',
  }),
  functionWords: file({
    key: 'function',
    accepts: 'a file with a function word on each line',
    help: 'Your own function words, instead of those of Meteor 1.5. They matter only if delta is not .5.',
  }),
  analyses: files({
    key: 'analyses',
    accepts: 'a file of analyses: CoNLL-U, factored text (word|stem) or a table',
    help: 'Words and stems (or lemmas) of hypotheses and references from other tools, for any language. The words of the files are used and tok is ignored.',
  }),
  lowercase: lowercaseFlag(true),
  tokenizer: presetUnless(
    choice(['meteor', ...tokenizerNames], {
      key: 'tok',
      default: '13a',
      help: 'How texts are tokenized. meteor, as in 0.6, drops punctuation. Set by the preset by default.',
    }),
  ),
  model: wordOptions.model,
};
