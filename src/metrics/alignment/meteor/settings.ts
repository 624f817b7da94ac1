/** Turns the options of METEOR into settings: what is not set comes from the preset, and options that conflict are refused. */
import { type OptionsOf, UsageError } from '../../../core/index.ts';
import {
  type AlignmentObjective,
  type StemmerName,
  type TokenizerName,
  analyserNeed,
  stemmerNeed,
  textFileNeed,
  tokenizerNeeds,
  wordNetNeed,
} from '../../../text/index.ts';
import { stemmers } from '../../shared/analysisOptions.ts';
import { setOr } from '../../shared/presetOptions.ts';
import { checkModel } from '../../shared/wordOptions.ts';
import type { meteorOptions } from './options.ts';
import { type ModuleName, type Parameters, moduleNames, modulesOf, presets } from './presets.ts';

type MeteorOptions = OptionsOf<typeof meteorOptions>;

export interface MeteorSettings {
  readonly options: MeteorOptions;
  readonly modules: readonly ModuleName[];
  readonly parameters: Parameters;
  readonly alignment: AlignmentObjective;
  readonly tokenizer: TokenizerName | 'meteor';
  /** Where stems come from, if anywhere: a stemmer, or the user's analyses. */
  readonly stems: StemmerName | 'analyses' | undefined;
  /** Where synonyms come from, if anywhere. */
  readonly synonyms: 'wordnet' | 'file' | undefined;
  readonly countsPerfectChunks: boolean;
}

const languageNames = {
  ...{ en: 'English', cs: 'Czech', de: 'German', es: 'Spanish', fr: 'French' },
  universal: 'other languages',
};

export function meteorSettings(options: MeteorOptions): MeteorSettings {
  const preset = presets[options.preset];
  const modules = modulesIn(options);
  const alignment = setOr(options.alignment, preset.alignment);
  const tokenizer = setOr(options.tokenizer, preset.tokenizer);
  checkModel(tokenizer, options.model);
  if (alignment === 'crossings' && modules.includes('paraphrase')) {
    throw new UsageError(
      'alignment=crossings links only single words. For paraphrases use alignment=chunks or preset=1.5.',
    );
  }
  const parameters = parametersIn(options, modules);
  if (options.functionWords !== '' && parameters.delta === 0.5) {
    throw new UsageError(
      'With delta=.5 function words have the same weight as other words, so a file of them has no effect. Leave it out or change delta.',
    );
  }
  return {
    options,
    modules,
    parameters,
    alignment,
    tokenizer,
    stems: modules.includes('stem') ? stemsIn(options) : undefined,
    synonyms: modules.includes('synonym') ? synonymsIn(options) : undefined,
    countsPerfectChunks: preset.countsPerfectChunks,
  };
}

/** The resources that these settings need. */
export function needsOf({ options, tokenizer, stems, synonyms, modules }: MeteorSettings): string[] {
  const { analyses, model, wordNet } = options;
  return [
    ...(tokenizer === 'meteor' || analyses !== '' ? [] : tokenizerNeeds(tokenizer, model)),
    ...(analyses === '' ? [] : [analyserNeed('', analyses)]),
    ...(stems === undefined || stems === 'analyses' ? [] : [stemmerNeed(stems)]),
    ...(synonyms === 'wordnet' ? [wordNetNeed(wordNet)] : []),
    ...(synonyms === 'file' ? [textFileNeed(options.synonyms)] : []),
    ...(modules.includes('paraphrase') ? [textFileNeed(options.paraphrases)] : []),
    ...(options.functionWords !== '' ? [textFileNeed(options.functionWords)] : []),
  ];
}

/** By default, what is built in for the language and what the user's files provide. */
function modulesIn(options: MeteorOptions): readonly ModuleName[] {
  const { language, modules, synonyms, paraphrases, analyses } = options;
  const brought = new Set<ModuleName>(modulesOf[language]);
  if (analyses !== '') brought.add('stem');
  if (synonyms !== '') brought.add('synonym');
  if (paraphrases !== '') brought.add('paraphrase');
  if (modules === 'preset') return moduleNames.filter((each) => brought.has(each));
  if (modules.includes('paraphrase') && paraphrases === '') {
    throw new UsageError('The module paraphrase needs a table: give paraphrases=FILE.');
  }
  for (const [file, name] of [
    [paraphrases, 'paraphrase'],
    [synonyms, 'synonym'],
  ] as const) {
    if (file !== '' && !modules.includes(name)) {
      throw new UsageError(
        `${name}s=${file} has no effect without the module ${name}; the modules are ${modules.join('+')}.`,
      );
    }
  }
  return modules;
}

function stemsIn({ language, analyses, stemmer, preset }: MeteorOptions): StemmerName | 'analyses' {
  if (analyses !== '') return 'analyses';
  if (language === 'universal') {
    throw new UsageError(
      'The module stem needs a language with a stemmer (lang=en, cs, de, es or fr) or your own stems (analyses=FILE).',
    );
  }
  if (stemmer === 'porter' && language !== 'en') {
    throw new UsageError(`stemmer=porter is for English, not for ${languageNames[language]}; leave it out.`);
  }
  return language === 'en' && setOr(stemmer, presets[preset].stemmer) === 'porter' ? 'porter' : stemmers[language];
}

function synonymsIn({ language, synonyms }: MeteorOptions): 'wordnet' | 'file' {
  if (synonyms !== '') return 'file';
  if (language === 'en') return 'wordnet';
  throw new UsageError(
    `The module synonym has only English synonyms, from WordNet. For ${languageNames[language]} give a file: synonyms=FILE.`,
  );
}

function parametersIn(options: MeteorOptions, modules: readonly ModuleName[]): Parameters {
  const { preset, language, alpha, beta, gamma, delta, weights } = options;
  const { parameters } = presets[preset];
  const tuned = parameters[language] ?? parameters.any;
  if (!tuned && [alpha, beta, gamma].includes('preset')) {
    const known = Object.keys(parameters).join(', ');
    throw new UsageError(
      `preset=${preset} has no parameters for ${languageNames[language]}, only for ${known}: ` +
        'give alpha, beta and gamma, or use preset=1.5 or 2005.',
    );
  }
  if (weights !== 'preset' && weights.length !== modules.length) {
    throw new UsageError(
      `There are ${weights.length} weights (${weights.join('+')}) for ${modules.length} modules (${modules.join('+')}). Give one weight for each module.`,
    );
  }
  const weightOf = (name: ModuleName, m: number): [ModuleName, number] => {
    const weight = weights !== 'preset' ? weights[m] : tuned ? tuned.weights[name] : 1;
    if (weight !== undefined) return [name, weight];
    throw new UsageError(
      `preset=${preset} has no weight for the module ${name} in ${languageNames[language]}: give weights, ` +
        `one for each of ${modules.join('+')}, or leave ${name} out of modules.`,
    );
  };
  return {
    alpha: setOr(alpha, tuned?.alpha)!,
    beta: setOr(beta, tuned?.beta)!,
    gamma: setOr(gamma, tuned?.gamma)!,
    delta: setOr(delta, tuned?.delta ?? 0.5),
    weights: Object.fromEntries(modules.map(weightOf)),
  };
}
