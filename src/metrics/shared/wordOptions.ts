/** The options of metrics that read words, and the view that they define. */
import { type Metric, type Resources, UsageError, type View, choice, file, lowercaseFlag } from '../../core/index.ts';
import {
  type Tokenizer,
  type TokenizerName,
  sentencePieceModels,
  tokenizerNamed,
  tokenizerNames,
  tokenizerNeeds,
  words,
} from '../../text/index.ts';

export const wordOptions = {
  lowercase: lowercaseFlag(false),
  tokenizer: choice(tokenizerNames, {
    key: 'tok',
    default: '13a',
    sacrebleu: true,
    help: 'How texts are tokenized.',
    alias(typed) {
      const [model] = typed === 'spm' ? [] : (sentencePieceModels[typed] ?? []);
      if (model !== undefined) {
        throw new UsageError(
          `tok=${typed} needs a model file: type tok=spm,model=FILE. sacreBLEU keeps it in ~/.sacrebleu/models/${model} after its first run with -tok ${typed}.`,
        );
      }
      // sacreBLEU prints the version of MeCab and its dictionary with the name.
      return typed.replace(/^(ja-mecab|ko-mecab)-.*$/, '$1');
    },
  }),
  model: file({ key: 'model', accepts: 'a SentencePiece model file', help: 'The model for tok=spm.' }),
};

export interface WordSettings {
  readonly lowercase: boolean;
  readonly tokenizer: TokenizerName;
  readonly model: string;
}

/** What the options of a metric say about tokenization, if anything. A metric with a tokenizer of its own may name it in the same option. */
export function cuttingOptions({ options }: Metric): {
  readonly tokenizer?: TokenizerName;
  readonly lowercase: boolean;
} {
  const { tokenizer, lowercase } = options as Partial<WordSettings>;
  return { ...(tokenizer !== undefined && { tokenizer }), lowercase: lowercase === true };
}

export const wordNeeds = ({ tokenizer, model }: WordSettings): string[] => tokenizerNeeds(tokenizer, model);

export function wordTokenizer({ tokenizer, model }: WordSettings, resources: Resources): Tokenizer {
  if (model !== '' && tokenizer !== 'spm') throw new UsageError('model works only with tok=spm.');
  return tokenizerNamed(tokenizer, model, resources);
}

export const wordView = (settings: WordSettings, resources: Resources): View =>
  words(wordTokenizer(settings, resources), { lowercase: settings.lowercase });
